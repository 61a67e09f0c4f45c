import { expect, test } from "vitest";
import { columnLetters } from "#server/pipeline/text/columns.ts";
import { askedRange, rangeStart, tabOf } from "#server/pipeline/sources/google-sheets/a1-range.ts";

test.each([
  [undefined, null],
  ["   ", null],
  ["Sheet1!A1:Z1000", "Sheet1!A1:Z1000"],
  ["A1:Z1000", "A1:Z1000"],
  ["A:C", "A:C"],
  ["1:200", "1:200"],
  ["$A$1:$D", "$A$1:$D"],
  ["Leads", "Leads"], // a tab or a named range: Google knows which
  ["My Sheet!A1:D", "'My Sheet'!A1:D"],
  ["'My Sheet'!A1:D", "'My Sheet'!A1:D"],
  ["Jon's data!A:D", "'Jon''s data'!A:D"],
  ["Клиенты", "'Клиенты'"],
  ["Q4", "'Q4'"], // one cell cannot hold headers and rows
  ["Leads!", "'Leads'"], // the cells omitted
])("a person's %j is requested as %j", (typed, asked) => {
  expect(askedRange(typed)).toBe(asked);
});

test.each([
  ["Sheet1!A1:Z1000", { sheet: "Sheet1", row: 1, column: 1 }],
  ["'My Sheet'!B2:Z100", { sheet: "My Sheet", row: 2, column: 2 }],
  ["'Jon''s data'!AA7", { sheet: "Jon's data", row: 7, column: 27 }],
  ["'What!?'!C5:D", { sheet: "What!?", row: 5, column: 3 }],
  ["Sheet1!A:C", { sheet: "Sheet1", row: 1, column: 1 }],
])("the response to %j starts at %j", (answered, start) => {
  expect(rangeStart(answered)).toEqual(start);
});

test.each([
  ["Sheet1!A1:B2", "Sheet1"],
  ["'My ''own'' Sheet'", "My 'own' Sheet"],
  ["Leads", "Leads"],
  ["A1:B2", null],
])("the tab of %j is %j", (range, tab) => {
  expect(tabOf(range)).toBe(tab);
});

test.each([
  [1, "A"],
  [26, "Z"],
  [27, "AA"],
  [702, "ZZ"],
  [703, "AAA"],
  [18_278, "ZZZ"],
])("column %i is %s", (column, letters) => {
  expect(columnLetters(column)).toBe(letters);
});
