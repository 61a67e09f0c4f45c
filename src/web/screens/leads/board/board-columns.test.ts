import { expect, test } from "vitest";
import type { FieldTotals } from "#shared/contract/leads/lead-totals.ts";
import { optionColumns, statusColumns } from "#web/screens/leads/board/board-columns.tsx";

const FIELD = { key: "tier", name: "Tier", options: ["Gold", "Silver, plus"] };
const TOTALS: FieldTotals = [
  { value: "Gold", count: 2, scoreSum: 60 },
  { value: "Silver, plus", count: 0, scoreSum: 0 },
  { value: "Bronze", count: 1, scoreSum: 5 },
  { value: null, count: 4, scoreSum: 10 },
];
const columnsOf = (fields?: string) =>
  optionColumns({ sort: "name", ...(fields !== undefined && { fields }) }, FIELD, TOTALS).map(({ name, view }) => [
    name,
    view.fields,
  ]);

test("has a column per option, then removed options, which take no cards, then leads without a value", () => {
  const columns = optionColumns({ search: "ada" }, FIELD, TOTALS);
  expect(columns.map(({ key, name, isOpen, total }) => [key, name, isOpen, total?.count])).toEqual([
    ["gold", "Gold", true, 2],
    ["silver, plus", "Silver, plus", true, 0],
    ["bronze", "Bronze", false, 1],
    ["", "None", true, 4],
  ]);
  expect(columns.map(({ view }) => view)).toEqual([
    { search: "ada", fields: "tier:is:Gold" },
    { search: "ada", fields: "tier:is:Silver%2C plus" },
    { search: "ada", fields: "tier:is:Bronze" },
    { search: "ada", fields: "tier:empty" },
  ]);
  // Until the totals are loaded.
  expect(optionColumns({}, FIELD, undefined).map(({ name }) => name)).toEqual(["Gold", "Silver, plus", "None"]);
});

test("hides the columns that a filter by its field excludes, and keeps other conditions", () => {
  expect(columnsOf("tier:is:gold,tier:is:Bronze,size:min:3")).toEqual([
    ["Gold", "size:min:3,tier:is:Gold"],
    ["Bronze", "size:min:3,tier:is:Bronze"],
  ]);
  expect(columnsOf("tier:empty")).toEqual([["None", "tier:empty"]]);
  expect(columnsOf("tier:filled").map(([name]) => name)).toEqual(["Gold", "Silver, plus", "Bronze"]);
});

test("has a column per status, or the one of the filter", () => {
  expect(statusColumns({ sort: "name" }, undefined).map(({ key }) => key)).toEqual([
    "pending",
    "qualified",
    "approved",
    "rejected",
  ]);
  expect(statusColumns({ status: "approved" }, undefined)).toMatchObject([
    { key: "approved", name: "Approved", view: { status: "approved" } },
  ]);
});
