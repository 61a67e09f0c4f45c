import { expect, test } from "vitest";
import { isLookedForBy } from "#server/workflows/learning/is-looked-for.ts";
import { DEFAULT_RULE } from "#shared/contract/rule.ts";

test("in the way that each rule looks", () => {
  const rule = { ...DEFAULT_RULE, id: "1", name: "Rule" };
  const isLookedFor = isLookedForBy([
    { ...rule, keywords: ["fork"], mode: "prefix", fields: ["company"] },
    { ...rule, id: "2", keywords: [String.raw`\bpal+ets?\b`], mode: "regex", isActive: false },
  ]);
  expect(["forklift", "pallet", "big pallets", "knife"].map((term) => isLookedFor(term))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
