import { describe, expect, it } from "vitest";
import { LeadUpdate, NewLead } from "#shared/contract/lead.ts";
import { changedValues, leadResolver, type LeadValues, NO_VALUES } from "#web/screens/leads/form/lead-values.ts";

const options = { fields: {}, shouldUseNativeValidation: false };
const ada: LeadValues = { ...NO_VALUES, name: "Ada", email: "ada@engines.example", company: "Line\nbreak" };

describe("changedValues", () => {
  it("names only what differs, also what was emptied", () => {
    expect(changedValues(ada, { ...ada, email: "", notes: "New" })).toEqual({ email: "", notes: "New" });
    expect(changedValues(ada, { ...ada })).toEqual({});
  });
});

describe("leadResolver", () => {
  const add = leadResolver(NewLead.omit({ status: true }).required(), (values) => values);
  const edit = leadResolver(LeadUpdate.omit({ status: true }), (values) => changedValues(ada, values));

  it("asks for the name and e-mail of a new lead", async () => {
    const { errors } = await add(NO_VALUES, undefined, options);
    expect(errors).toEqual({
      name: { type: "contract", message: "Name is required" },
      email: { type: "contract", message: "Email is required" },
    });
  });

  it("gives the values as the contract trims them", async () => {
    const { values, errors } = await add({ ...NO_VALUES, name: " Ada ", email: "a@b.example" }, undefined, options);
    expect(errors).toEqual({});
    expect(values).toMatchObject({ name: "Ada", email: "a@b.example" });
  });

  it("leaves alone what a source brought and nobody touched", async () => {
    const { values, errors } = await edit({ ...ada, title: "Countess" }, undefined, options);
    expect(errors).toEqual({});
    expect(values).toEqual({ ...ada, title: "Countess" });
  });

  it("refuses in an edit what a new lead could not have either", async () => {
    const { errors } = await edit({ ...ada, company: "Other\nbreak", name: " " }, undefined, options);
    expect(Object.keys(errors).toSorted()).toEqual(["company", "name"]);
  });
});
