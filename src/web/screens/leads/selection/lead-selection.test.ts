import fc from "fast-check";
import { expect, it } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import {
  ALL_PICKED,
  isTooMany,
  NOTHING_PICKED,
  type Picked,
  stateOf,
  toggled,
  withLoaded,
} from "#web/screens/leads/selection/lead-selection.ts";

const LOADED = ["a", "b", "c", "d", "e"];
const ids = (picked: Picked): string => [...picked.ids].toSorted().join("");
/** Clicks in sequence; an uppercase letter is Shift-click. */
const pressed = (letters: string, from: Picked = NOTHING_PICKED): Picked =>
  [...letters].reduce((picked, key) => toggled(picked, key.toLowerCase(), LOADED, key !== key.toLowerCase()), from);

it.each([
  ["selects one", "b", "b"],
  ["deselects it again", "bb", ""],
  ["selects a range downward", "bD", "bcd"],
  ["selects a range upward", "dB", "bcd"],
  ["deselects a range", "aEbD", "ae"],
  ["treats a range without a start as one lead", "C", "c"],
  ["continues from the end of a range", "aBdE", "abde"],
])("%s", (_word, presses, expected) => {
  expect(ids(pressed(presses))).toBe(expected);
});

it("treats a range from an unloaded lead as one lead", () => {
  expect(ids(pressed("D", { ...NOTHING_PICKED, ids: new Set("z"), anchor: "z" }))).toBe("dz");
});

it("keeps the other loaded leads when one of all matches is deselected", () => {
  const picked = pressed("c", ALL_PICKED);
  expect([ids(picked), picked.isAll]).toEqual(["abde", false]);
});

it("selects all loaded leads in addition to others, and deselects only those", () => {
  const elsewhere = { ...NOTHING_PICKED, ids: new Set(["y"]) };
  const all = withLoaded(elsewhere, LOADED);
  expect(ids(all)).toBe("abcdey");
  expect(stateOf(all, LOADED)).toBe("all");
  expect(ids(withLoaded(all, LOADED))).toBe("y");
  expect(withLoaded(ALL_PICKED, LOADED)).toBe(NOTHING_PICKED);
});

it.each([
  ["none", NOTHING_PICKED, LOADED],
  ["some", pressed("a"), LOADED],
  ["some", pressed("a"), ["x"]],
  ["all", pressed("aE"), LOADED],
  ["all", ALL_PICKED, LOADED],
  ["none", NOTHING_PICKED, []],
] as const)("reports %s as selected", (state, picked, loaded) => {
  expect(stateOf(picked, loaded)).toBe(state);
});

it("is unchanged after toggling the same lead twice", () => {
  fc.assert(
    fc.property(fc.subarray(LOADED), fc.constantFrom(...LOADED), (some, id) => {
      const picked = { ...NOTHING_PICKED, ids: new Set(some) };
      expect(ids(toggled(toggled(picked, id, LOADED, false), id, LOADED, false))).toBe(ids(picked));
    }),
  );
});

it("has a limit", () => {
  const many = (count: number): Picked => ({
    ...NOTHING_PICKED,
    ids: new Set(Array.from({ length: count }, (_, id) => String(id))),
  });
  expect([isTooMany(many(LIMITS.leadIds)), isTooMany(many(LIMITS.leadIds + 1))]).toEqual([false, true]);
});
