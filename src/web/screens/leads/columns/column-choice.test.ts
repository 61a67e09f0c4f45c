import { expect, it } from "vitest";
import {
  COLUMN_IDS,
  type ColumnId,
  columnsOf,
  columnsText,
  DEFAULT_COLUMNS,
  factsText,
  mayAddFact,
  movedColumn,
  offeredColumns,
  toggledColumn,
} from "#web/screens/leads/columns/column-choice.ts";

it.each([
  ["nothing", "", DEFAULT_COLUMNS],
  ["unknown columns", "shoe,toString", DEFAULT_COLUMNS],
  ["some columns, in their order", "score,lead,email", ["lead", "score", "email"]],
  ["some without the lead, which is always included", "score", ["lead", "score"]],
  ["actions in the middle, which always come last", "actions,score", ["lead", "score", "actions"]],
  ["a repeated column", "lead,lead,fact:A,fact:A", ["lead", "fact:A"]],
  ["facts, with any name", "fact:A%2CB%25,fact:Größe", ["lead", "fact:A,B%", "fact:Größe"]],
  ["facts without a name, or with a long one", `fact:,fact:${"x".repeat(101)},phone`, ["lead", "phone"]],
  ["custom fields, by their keys", "field:budget,field:A,phone", ["lead", "field:budget", "phone"]],
  ["exactly the default", DEFAULT_COLUMNS.join(), DEFAULT_COLUMNS],
])("reads %s", (_word, text, expected) => {
  expect(columnsOf(text)).toEqual(expected);
});

it("writes what it reads", () => {
  for (const text of ["lead,phone,date", "lead,fact:A%2CB%25,score,actions"]) {
    expect(columnsText(columnsOf(text))).toBe(text);
  }
  expect(factsText(columnsOf("fact:A%2CB,score,fact:C"))).toBe("A%2CB,C");
});

it("adds and removes a column, but never the lead", () => {
  const more = toggledColumn(DEFAULT_COLUMNS, "email");
  expect(more).toEqual(["lead", "email", ...DEFAULT_COLUMNS.slice(1)]);
  expect(toggledColumn(more, "email")).toBe(DEFAULT_COLUMNS);
  expect(COLUMN_IDS.reduce<readonly ColumnId[]>(toggledColumn, [...COLUMN_IDS])).toEqual(["lead"]);
});

it("adds a column after the one it usually follows, and facts before the actions", () => {
  expect(toggledColumn(["lead", "score", "company"], "phone")).toEqual(["lead", "phone", "score", "company"]);
  expect(toggledColumn(["lead", "score", "company"], "status")).toEqual(["lead", "score", "status", "company"]);
  expect(toggledColumn(["lead", "score", "actions"], "fact:A")).toEqual(["lead", "score", "fact:A", "actions"]);
  expect(toggledColumn(["lead", "score", "actions"], "field:a")).toEqual(["lead", "score", "field:a", "actions"]);
  expect(toggledColumn(["lead", "fact:A"], "actions")).toEqual(["lead", "fact:A", "actions"]);
});

it("offers every column where it would be added", () => {
  const chosen: ColumnId[] = ["lead", "score", "fact:A", "company", "actions"];
  const offered = offeredColumns(chosen);
  expect(offered.filter((id) => chosen.includes(id))).toEqual(chosen);
  expect(offered.toSorted()).toEqual([...COLUMN_IDS, "fact:A"].toSorted());
  for (const id of offered.filter((one) => !chosen.includes(one))) {
    expect(toggledColumn(chosen, id)).toEqual(offered.filter((one) => one === id || chosen.includes(one)));
  }
});

it("shows a limited number of facts", () => {
  const many = columnsOf(Array.from({ length: 12 }, (_, index) => `fact:${index}`).join());
  expect(many).toHaveLength(11);
  expect(mayAddFact(many)).toBe(false);
  expect(mayAddFact(many.slice(1))).toBe(false);
  expect(mayAddFact(many.slice(2))).toBe(true);
});

it("moves a column to where another is, with the lead first and the actions last", () => {
  const columns: ColumnId[] = ["lead", "company", "score", "fact:A", "actions"];
  expect(movedColumn(columns, "fact:A", "company")).toEqual(["lead", "fact:A", "company", "score", "actions"]);
  expect(movedColumn(columns, "company", "fact:A")).toEqual(["lead", "score", "fact:A", "company", "actions"]);
  expect(movedColumn(columns, "score", "lead")).toEqual(["lead", "score", "company", "fact:A", "actions"]);
  expect(movedColumn(columns, "company", "actions")).toEqual(["lead", "score", "fact:A", "company", "actions"]);
  expect(movedColumn(columns, "phone", "company")).toBe(columns);
  expect(movedColumn(columns, "score", "phone")).toBe(columns);
});
