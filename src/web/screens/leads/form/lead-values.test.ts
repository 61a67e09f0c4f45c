import { describe, expect, it } from "vitest";
import { NewLead } from "#shared/contract/leads/lead.ts";
import { leadResolver, NO_VALUES } from "#web/screens/leads/form/lead-values.ts";

const options = { fields: {}, shouldUseNativeValidation: false };

describe("leadResolver", () => {
  const add = leadResolver(NewLead.omit({ status: true, ownerId: true, tags: true, fields: true }).required());

  it("requires a name and email for a new lead", async () => {
    const { errors } = await add(NO_VALUES, undefined, options);
    expect(errors).toEqual({
      name: { type: "contract", message: "Name is required" },
      email: { type: "contract", message: "Email is required" },
    });
  });

  it("returns values trimmed by the contract", async () => {
    const { values, errors } = await add({ ...NO_VALUES, name: " Ada ", email: "a@b.example" }, undefined, options);
    expect(errors).toEqual({});
    expect(values).toMatchObject({ name: "Ada", email: "a@b.example" });
  });

  it("rejects a line break in a single-line field", async () => {
    const { errors } = await add(
      { ...NO_VALUES, name: "Ada", email: "a@b.example", company: "Other\nbreak" },
      undefined,
      options,
    );
    expect(Object.keys(errors)).toEqual(["company"]);
  });
});
