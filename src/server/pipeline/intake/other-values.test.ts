import fc from "fast-check";
import { expect, test } from "vitest";
import { seenValues, withOtherValue } from "#server/pipeline/intake/other-values.ts";
import type { FieldOrigin, OtherValue } from "#shared/lead-record.ts";
import { LIMITS } from "#shared/limits.ts";
import { sampleLead } from "#test/sample-lead.ts";

const { otherValuesPerField, otherValuesLength } = LIMITS.lead;

function of(rowKey: string): FieldOrigin {
  const at = "2026-05-03T00:00:00.000Z";
  return { source: "file", sourceName: "fair.csv", locator: "row 1", method: "column", at, sourceId: null, rowKey };
}

test("keeps the latest of each value and of each row", () => {
  let others: OtherValue[] = [];
  for (const [value, row] of [
    ["Acme", "1"],
    ["Globex", "2"],
    ["Acme Ltd", "1"],
    ["Globex", "3"],
  ] as const) {
    others = withOtherValue(others, { field: "company", value, origin: of(row) });
  }
  expect(others.map(({ value, origin }) => [value, origin?.rowKey])).toEqual([
    ["Acme Ltd", "1"],
    ["Globex", "3"],
  ]);
});

test("keeps the newest values, never more than a lead may have", () => {
  const seen = fc.record({
    field: fc.constantFrom("company" as const, "phone" as const),
    value: fc.oneof(
      fc.string({ maxLength: 5 }),
      fc.nat(60_000).map((length) => "x".repeat(length)),
    ),
    origin: fc.option(fc.nat(30).map((row) => of(String(row)))),
  });
  fc.assert(
    fc.property(fc.array(seen, { maxLength: 40 }), (values) => {
      const others = values.reduce<OtherValue[]>(withOtherValue, []);
      for (const field of ["company", "phone"] as const) {
        const mine = others.filter((other) => other.field === field);
        expect(mine.length).toBeLessThanOrEqual(otherValuesPerField);
        expect(new Set(mine.map(({ value }) => value)).size).toBe(mine.length);
      }
      expect(others.reduce((sum, { value }) => sum + value.length, 0)).toBeLessThanOrEqual(otherValuesLength);
      expect(others.at(-1)).toEqual(values.findLast(({ value }) => value !== ""));
    }),
  );
});

test("values found only in facts count too, and the current value isn't another one", () => {
  const lead = sampleLead({
    company: "Acme",
    facts: [
      { name: "Company (Spring fair)", value: "Acme Ltd" },
      { name: "Company (Old list)", value: "Acme" },
      { name: "Company (Leads)", value: "Globex" },
      { name: "Budget", value: "5k" },
    ],
    otherValues: [
      { field: "company", value: "Acme Ltd", origin: of("1") },
      { field: "phone", value: "123", origin: of("1") },
    ],
  });
  expect(seenValues(lead, "company")).toEqual([
    { value: "Acme Ltd", origin: of("1"), factName: "Company (Spring fair)" },
    { value: "Globex", origin: null, factName: "Company (Leads)" },
  ]);
});
