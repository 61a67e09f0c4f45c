import fc from "fast-check";
import { expect, it } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { escapeItem, factNamesOf } from "#shared/fact-columns.ts";

it("reads the names it writes, whatever is in them", () => {
  const name = fc.string({ unit: "binary", minLength: 1, maxLength: LIMITS.list.factNameLength / 2 });
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: LIMITS.list.factColumns }), (names) => {
      expect(factNamesOf(names.map(escapeItem).join(","))).toEqual(names);
    }),
  );
});

it("ignores empty, long, repeated and too many names", () => {
  expect(factNamesOf(`,A,,${"x".repeat(101)},A,B`)).toEqual(["A", "B"]);
  expect(factNamesOf(Array.from({ length: 11 }, (_, index) => `n${index}`).join())).toHaveLength(10);
});
