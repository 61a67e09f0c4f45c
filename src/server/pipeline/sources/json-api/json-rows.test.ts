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
  ])("recognize %s as %s", (path, target) => {
    const [outer = "", inner] = path.split(".");
    const columns = collected({ [outer]: inner === undefined ? "x" : { [inner]: "x" } }).columns([]);
    expect(columns).toEqual([{ path, target, recognized: target, samples: ["x"] }]);
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
