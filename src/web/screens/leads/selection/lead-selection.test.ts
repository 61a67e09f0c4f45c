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
/** Presses one after the other; an upper-case letter with Shift. */
const pressed = (letters: string, from: Picked = NOTHING_PICKED): Picked =>
  [...letters].reduce((picked, key) => toggled(picked, key.toLowerCase(), LOADED, key !== key.toLowerCase()), from);

it.each([
  ["picks one", "b", "b"],
  ["drops it again", "bb", ""],
  ["picks a range downwards", "bD", "bcd"],
  ["and upwards", "dB", "bcd"],
  ["drops a range", "aEbD", "ae"],
  ["with nothing before, a range is one lead", "C", "c"],
  ["goes on from the end of a range", "aBdE", "abde"],
])("%s", (_word, presses, expected) => {
  expect(ids(pressed(presses))).toBe(expected);
});

it("ranges from a lead that is no longer loaded are one lead", () => {
  expect(ids(pressed("D", { ...NOTHING_PICKED, ids: new Set("z"), anchor: "z" }))).toBe("dz");
});

it("keeps the loaded others when one of all that match is dropped", () => {
  const picked = pressed("c", ALL_PICKED);
  expect([ids(picked), picked.isAll]).toEqual(["abde", false]);
});

it("picks all that is loaded beside what was picked elsewhere, and drops only that again", () => {
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
] as const)("says that %s of it is picked", (state, picked, loaded) => {
  expect(stateOf(picked, loaded)).toBe(state);
});

it("two presses on the same lead change nothing", () => {
  fc.assert(
    fc.property(fc.subarray(LOADED), fc.constantFrom(...LOADED), (some, id) => {
      const picked = { ...NOTHING_PICKED, ids: new Set(some) };
      expect(ids(toggled(toggled(picked, id, LOADED, false), id, LOADED, false))).toBe(ids(picked));
    }),
  );
});

it("has an end", () => {
  const many = (count: number): Picked => ({
    ...NOTHING_PICKED,
    ids: new Set(Array.from({ length: count }, (_, id) => String(id))),
  });
  expect([isTooMany(many(LIMITS.leadIds)), isTooMany(many(LIMITS.leadIds + 1))]).toEqual([false, true]);
});
