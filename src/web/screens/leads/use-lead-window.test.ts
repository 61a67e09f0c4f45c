import { expect, it } from "vitest";
import { FIRST_PAGE, type PageStart } from "#web/api/leads/lead-list.ts";
import { startBefore } from "#web/screens/leads/use-lead-window.ts";

const second: PageStart = { cursor: "b", index: 50, before: FIRST_PAGE };
const third: PageStart = { cursor: "c", index: 100, before: second };

it.each([
  ["the first row", 0, FIRST_PAGE],
  ["the last row of the first page", 49, FIRST_PAGE],
  ["the first row of the second", 50, second],
  ["a row of the same page", 120, third],
])("finds the page of %s", (_word, row, start) => {
  expect(startBefore(third, row)).toBe(start);
});
