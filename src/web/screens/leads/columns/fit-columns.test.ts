import fc from "fast-check";
import { expect, it } from "vitest";
import { COLUMN_IDS, DEFAULT_COLUMNS } from "#web/screens/leads/columns/column-choice.ts";
import { fitColumns, SELECT_WIDTH } from "#web/screens/leads/columns/fit-columns.ts";

const fitting = (chosen: typeof DEFAULT_COLUMNS, room: number): string[] =>
  fitColumns(chosen, room, { isTouch: false, hasPanel: false }).map(({ id }) => id);

it.each([
  ["a wide window", 1_112, [...DEFAULT_COLUMNS]],
  ["1280 pixels next to the sidebar", 975, [...DEFAULT_COLUMNS]],
  ["1024 pixels next to the sidebar", 719, ["lead", "company", "score", "status", "actions"]],
  ["768 pixels with the sidebar", 462, ["lead", "score", "actions"]],
])("drops the less important default columns in %s", (_word, room, expected) => {
  expect(fitting(DEFAULT_COLUMNS, room)).toEqual(expected);
});

it("keeps columns the user added over default ones", () => {
  const chosen = COLUMN_IDS.filter((id) => DEFAULT_COLUMNS.includes(id) || id === "phone");
  expect(fitting(chosen, 719)).toEqual(["lead", "phone", "score", "status", "actions"]);
});

it.each([
  [1_440, 617, ["lead", "company", "score", "status"]],
  [1_100, 386, ["lead", "score"]],
])("drops the row's buttons first next to an open lead at %d pixels", (_window, room, expected) => {
  const fitted = fitColumns(DEFAULT_COLUMNS, room, { isTouch: false, hasPanel: true });
  expect(fitted.map(({ id }) => id)).toEqual(expected);
});

it("never exceeds the available width, and always shows the lead", () => {
  fc.assert(
    fc.property(
      fc.subarray([...COLUMN_IDS]),
      fc.integer({ min: 360, max: 3_000 }),
      fc.boolean(),
      fc.boolean(),
      (some, room, isTouch, hasPanel) => {
        const chosen = COLUMN_IDS.filter((id) => id === "lead" || some.includes(id));
        const fitted = fitColumns(chosen, room, { isTouch, hasPanel });
        expect(fitted[0]?.id).toBe("lead");
        expect(fitted.reduce((sum, { width }) => sum + width, SELECT_WIDTH)).toBeLessThanOrEqual(room);
      },
    ),
  );
});
