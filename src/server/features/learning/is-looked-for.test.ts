import { expect, test } from "vitest";
import { isLookedForBy } from "#server/features/learning/is-looked-for.ts";
import { DEFAULT_RULE } from "#shared/contract/rule.ts";

test("matches the way each rule does", () => {
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
