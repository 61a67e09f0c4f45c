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
  ["what there is not", "shoe,toString", DEFAULT_COLUMNS],
  ["some, in the order of the list", "score,lead,email", ["lead", "email", "score"]],
  ["some without the lead, which always is one", "score", ["lead", "score"]],
  ["one twice", "lead,lead", ["lead"]],
  ["all of the default", DEFAULT_COLUMNS.join(), DEFAULT_COLUMNS],
])("reads %s", (_word, text, expected) => {
  expect(columnsOf(text)).toEqual(expected);
});

it("writes what it reads, and nothing for the default", () => {
  expect(columnsText(columnsOf("phone,date"))).toBe("lead,phone,date");
  expect(columnsText(DEFAULT_COLUMNS)).toBeUndefined();
});

it("takes a column in and out again, but never the lead out", () => {
  const more = toggledColumn(DEFAULT_COLUMNS, "email");
  expect(more).toEqual(["lead", "email", ...DEFAULT_COLUMNS.slice(1)]);
  expect(toggledColumn(more, "email")).toBe(DEFAULT_COLUMNS);
  expect(COLUMN_IDS.reduce(toggledColumn, [...COLUMN_IDS])).toEqual(["lead"]);
});
