import { expect, test } from "vitest";
import { z } from "zod";
import { changedValues, fittingDraft } from "#web/forms/form-draft.tsx";

const VALUES = { name: "", type: "sheet", isActive: true, places: { isOn: false, chosen: ["notes"] }, key: "" };
const Fields = z.object({
  name: z.string().min(3),
  type: z.enum(["sheet", "email"]),
  isActive: z.boolean(),
  places: z.object({ isOn: z.boolean(), chosen: z.array(z.string()) }),
  key: z.string(),
});
const draftOf = (values: object) => ({ version: "1", before: { ...VALUES }, values: { ...values } });

test("stores only changed fields, with their former values, and no secrets", () => {
  const now = { ...VALUES, name: "Fair", places: { isOn: true, chosen: [] }, key: "secret" };
  expect(changedValues(now, VALUES, ["key"])).toEqual({
    before: { name: "", places: VALUES.places },
    values: { name: "Fair", places: { isOn: true, chosen: [] } },
  });
  expect(changedValues({ ...VALUES, key: "secret" }, VALUES, ["key"])).toBeNull();
});

test("restores half-typed input", () => {
  expect(fittingDraft(draftOf({ name: "F", type: "email" }), VALUES, Fields)).toMatchObject({
    version: "1",
    before: { name: "", type: "sheet" },
    values: { name: "F", type: "email" },
  });
});

test.each([
  ["an unknown choice", { type: "carrier pigeon" }],
  ["another type", { isActive: "yes" }],
  ["a missing part", { places: { isOn: true } }],
  ["a list of something else", { places: { isOn: true, chosen: [1] } }],
  ["a field that the form no longer has", { color: "red" }],
])("drops %s", (_what, values) => {
  expect(fittingDraft(draftOf(values), VALUES, Fields)).toBeNull();
  expect(fittingDraft(draftOf({ ...values, name: "Fair" }), VALUES, Fields)?.values).toEqual({ name: "Fair" });
});
