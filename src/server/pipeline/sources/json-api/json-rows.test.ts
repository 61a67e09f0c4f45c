import { describe, expect, test } from "vitest";
import type { RowMapping } from "#shared/contract/data-source.ts";
import { JsonRowCollector, rereadJsonRow } from "#server/pipeline/sources/json-api/json-rows.ts";

function collected(...rows: unknown[]): JsonRowCollector {
  const collector = new JsonRowCollector("api.example");
  collector.add(rows);
  return collector;
}

const ANN = {
  id: "rec1",
  createdTime: "2026-01-01",
  fields: { Name: "Ann Lee", Email: "ann@acme.example", Budget: 5 },
};

describe("rows of an API", () => {
  test("become leads by their names, with the rest as facts", () => {
    const { rows, skipped } = collected(ANN, { id: "rec2", fields: { Name: "Bo" } }, "text", null).leads([]);
    expect(rows).toMatchObject([
      {
        rowKey: "id:rec1",
        locator: "api.example, rec1",
        fields: { name: "Ann Lee", email: "ann@acme.example" },
        facts: [
          { name: "id", value: "rec1" },
          { name: "createdTime", value: "2026-01-01" },
          { name: "Budget", value: "5" },
        ],
      },
      { rowKey: "id:rec2", fields: { name: "Bo" } },
    ]);
    expect(skipped.map(({ locator }) => locator)).toEqual(["api.example, row 3", "api.example, row 4"]);
  });

  test.each([
    ["company.name", "company"],
    ["createdBy.email", "fact"],
    ["contact.email", "email"],
    ["values.firstname", "firstName"],
    ["fields.id", "id"],
    ["accountId", "fact"],
    ["emails.email", "email"],
    ["email_addresses.email_address", "email"],
    ["phone_numbers.number", "phone"],
    ["phones.type", "fact"],
    ["Email.id", "fact"],
    ["name.first", "firstName"],
    ["name.full_name", "name"],
    ["org_id.name", "company"],
    ["companies.name", "company"],
    ["organization.phone", "phone"],
    ["merge_fields.PHONE", "phone"],
    ["billing.company", "company"],
    ["owner.email", "fact"],
    ["work_number", "phone"],
  ])("recognize %s as %s", (path, target) => {
    const [outer = "", inner] = path.split(".");
    const columns = collected({ [outer]: inner === undefined ? "x" : { [inner]: "x" } }).columns([]);
    expect(columns).toEqual([{ path, target, recognized: target, samples: ["x"] }]);
  });

  test("of Notion and Calendly are read through what surrounds their values", () => {
    const page = {
      properties: {
        Name: {
          id: "title",
          type: "title",
          title: [{ type: "text", text: { content: "Ann Lee" }, plain_text: "Ann Lee" }],
        },
        Email: { id: "a", type: "email", email: "ann@acme.example" },
        Company: { id: "c", type: "rich_text", rich_text: [{ type: "text", plain_text: "Acme" }] },
      },
    };
    const answers = [
      { question: "Company", answer: "Acme", position: 0 },
      { question: "Phone number", answer: "+44 20 7946 0000", position: 1 },
    ];
    const read = (row: object): unknown => collected(row).leads([]).rows[0]?.fields;
    expect(read(page)).toEqual({ name: "Ann Lee", email: "ann@acme.example", company: "Acme" });
    expect(read({ email: "ann@acme.example", questions_and_answers: answers })).toEqual({
      email: "ann@acme.example",
      company: "Acme",
      phone: "+44 20 7946 0000",
    });
  });

  test("prefer a person's number to the company's", () => {
    const row = { organization: { phone: "+44 20 7946 0001" }, phone_numbers: [{ raw_number: "+44 20 7946 0000" }] };
    expect(collected(row).leads([]).rows[0]?.fields).toEqual({ phone: "+44 20 7946 0000" });
  });

  test("whose role is only that of an account have no job title, also when they are read again", () => {
    const rows = ["lead", "user", "lead"].map((role, id) => ({ id, email: `a${id}@acme.example`, role }));
    const collector = collected(...rows);
    expect(collector.columns([]).find(({ path }) => path === "role")).toMatchObject({ target: "fact" });
    const [lead] = collector.leads([]).rows;
    expect(lead?.fields).toEqual({ email: "a0@acme.example" });
    expect(rereadJsonRow(lead?.raw, [], [], lead?.roles)?.fields).toEqual({ email: "a0@acme.example" });
    const chosen: RowMapping = [{ path: "role", target: "title" }];
    expect(collector.leads(chosen).rows[0]?.fields.title).toBe("lead");
  });

  test("follow the chosen mapping, which another one reads again", () => {
    const mapping: RowMapping = [
      { path: "fields.Budget", target: "notes" },
      { path: "createdTime", target: "ignore" },
      { path: "fields.Name", target: "company" },
    ];
    const collector = collected(ANN);
    const [before, after] = [collector.leads([]).rows[0], collector.leads(mapping).rows[0]];
    expect(after).toMatchObject({
      fields: { company: "Ann Lee", email: "ann@acme.example", notes: "5" },
      facts: [{ name: "id", value: "rec1" }],
    });
    expect(after?.raw).not.toHaveProperty("createdTime");
    expect(after?.contentHash).not.toBe(before?.contentHash);
    expect(rereadJsonRow(before?.raw, mapping)).toEqual({ fields: after?.fields, facts: after?.facts });
  });

  test("that are listed on two pages count once, and different ones with the same ID twice", () => {
    const other = { ...ANN, fields: { Name: "Cy" } };
    const keys = collected(ANN, ANN, other)
      .leads([])
      .rows.map(({ rowKey }) => rowKey);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(2);
  });

  test("are skipped if their fields exceed the limit", () => {
    const wide = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`f${index}`, index]));
    const { rows, skipped } = collected(ANN, wide).leads([]);
    expect(rows).toHaveLength(1);
    expect(skipped).toMatchObject([{ reason: expect.stringContaining("exceed the limit of 500") }]);
  });
});
