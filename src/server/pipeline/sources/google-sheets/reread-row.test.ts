import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSheet } from "#server/pipeline/sources/google-sheets/parse.ts";
import { rereadSheetRow } from "#server/pipeline/sources/google-sheets/reread-row.ts";
import { rounds } from "#test/thorough.ts";

const header = fc.constantFrom(
  "Name",
  "E-mail",
  "Phone",
  "phone",
  "Company",
  "Notes",
  "2024",
  "Budget",
  "",
  "__proto__",
);
const cell = fc.oneof(fc.constantFrom("", " ", "Ann", "ann@x.com"), fc.string({ maxLength: 8 }));

test("a stored row rereads the same as when it was read", () => {
  const table = fc
    .array(header, { minLength: 1, maxLength: 6 })
    .chain((headers) =>
      fc.tuple(fc.constant(headers), fc.array(cell, { minLength: headers.length, maxLength: headers.length + 1 })),
    );
  fc.assert(
    fc.property(table, ([headers, cells]) => {
      const { rows } = parseSheet({ spreadsheetId: "1", range: "Sheet1!A1:Z9", values: [headers, cells] });
      for (const { fields, facts, raw, roles } of rows) {
        // Stored as JSON, in which a column with a numeric name comes first.
        const read = rereadSheetRow(...(JSON.parse(JSON.stringify([raw, roles ?? {}])) as [unknown, typeof roles]));
        expect(read?.fields).toEqual(fields);
        expect(new Set(read?.facts.map((fact) => JSON.stringify(fact)))).toEqual(
          new Set(facts.map((fact) => JSON.stringify(fact))),
        );
      }
    }),
    { numRuns: rounds(400, 2_000) },
  );
});

test.each([null, "text", 7, ["Ann"], { Name: { first: "Ann" } }])("%j isn't a row", (raw) => {
  expect(rereadSheetRow(raw)).toBe(null);
});
