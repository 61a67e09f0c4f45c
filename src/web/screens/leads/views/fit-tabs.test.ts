import { expect, it } from "vitest";
import { fitTabs } from "#web/screens/leads/views/fit-tabs.ts";

it.each([
  ["all tabs if they fit exactly", [50, 50, 100], 200, 0, [0, 1, 2]],
  ["fewer next to the menu for the rest", [50, 50, 100], 199, 0, [0, 1]],
  ["the active tab in place of one before it", [50, 50, 50, 50, 50], 180, 4, [0, 1, 4]],
  ["no narrow tab out of order after a wide one", [50, 200, 20], 200, 0, [0]],
  ["the first and the active tab even without room", [50, 50, 50], 10, 1, [0, 1]],
  ["nothing before anything is measured", [], 0, -1, []],
])("shows %s", (_word, widths, room, active, shown) => {
  expect([...fitTabs(widths, room, active, 30)].toSorted((one, other) => one - other)).toEqual(shown);
});
