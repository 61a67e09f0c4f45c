import { expect, it } from "vitest";
import {
  COLUMN_IDS,
  columnsOf,
  columnsText,
  DEFAULT_COLUMNS,
  toggledColumn,
} from "#web/screens/leads/columns/column-choice.ts";

it.each([
  ["nothing", "", DEFAULT_COLUMNS],
  ["unknown columns", "shoe,toString", DEFAULT_COLUMNS],
  ["some columns, in list order", "score,lead,email", ["lead", "email", "score"]],
  ["some without the lead, which is always included", "score", ["lead", "score"]],
  ["a repeated column", "lead,lead", ["lead"]],
  ["exactly the default", DEFAULT_COLUMNS.join(), DEFAULT_COLUMNS],
])("reads %s", (_word, text, expected) => {
  expect(columnsOf(text)).toEqual(expected);
});

it("writes what it reads, and nothing for the default", () => {
  expect(columnsText(columnsOf("phone,date"))).toBe("lead,phone,date");
  expect(columnsText(DEFAULT_COLUMNS)).toBeUndefined();
});

it("adds and removes a column, but never the lead", () => {
  const more = toggledColumn(DEFAULT_COLUMNS, "email");
  expect(more).toEqual(["lead", "email", ...DEFAULT_COLUMNS.slice(1)]);
  expect(toggledColumn(more, "email")).toBe(DEFAULT_COLUMNS);
  expect(COLUMN_IDS.reduce(toggledColumn, [...COLUMN_IDS])).toEqual(["lead"]);
});
