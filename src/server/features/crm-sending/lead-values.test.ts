import { describe, expect, test } from "vitest";
import { crmLeadOf, splitName, valuesOf } from "#server/features/crm-sending/lead-values.ts";
import { sampleLead } from "#test/sample-lead.ts";

describe("a name is split", () => {
  test.each([
    ["Ada Lovelace", "Ada", "Lovelace"],
    ["  Mary   Jane Watson ", "Mary Jane", "Watson"],
    ["Ludwig van Beethoven", "Ludwig", "van Beethoven"],
    ["Charles de la Vallée Poussin", "Charles", "de la Vallée Poussin"],
    ["Cher", "", "Cher"],
    ["山田 太郎", "太郎", "山田"],
    ["佐々木\u3000さくら", "さくら", "佐々木"],
    ["김 철수", "철수", "김"],
    ["ジョン スミス", "ジョン", "スミス"],
    ["山田太郎", "", "山田太郎"],
    ["", "", ""],
  ])("%j", (name, firstName, lastName) => {
    expect(splitName(name)).toEqual({ firstName, lastName });
  });
});

describe("a lead for a CRM", () => {
  const owners = { 3: "7701" };

  test("has the mapped fields, and none for values that are empty or not mapped", () => {
    const lead = sampleLead({ title: "", ownerId: "3" });
    const mapping = { firstName: "firstname", title: "jobtitle", score: "winnow_score", link: "winnow_link" };
    expect(crmLeadOf(lead, { mapping, owners }, "https://winnow.example")).toEqual({
      email: "ada@analytical.example",
      name: "Ada Lovelace",
      company: "Analytical Engines",
      phone: "+44 20 7946 0000",
      fields: { firstname: "Ada", winnow_score: 30, winnow_link: "https://winnow.example/leads/7" },
      owner: "7701",
    });
  });

  test.each([[null], ["4"]])("has no owner for the account %j, which isn't mapped", (ownerId) => {
    expect(crmLeadOf(sampleLead({ ownerId }), { mapping: {}, owners }, null).owner).toBeNull();
  });

  test("names its source as the screens do, and has no link without a public address", () => {
    expect(valuesOf(sampleLead(), null)).toMatchObject({ source: "Google Sheets", link: "" });
  });
});
