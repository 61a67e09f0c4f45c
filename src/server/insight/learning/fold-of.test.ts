import { expect, test } from "vitest";
import { foldOf } from "#server/insight/learning/fold-of.ts";

test("decisions fall into equal parts by ID", () => {
  const counts = [0, 0, 0, 0, 0];
  for (let id = 1; id <= 5_000; id += 1) {
    const fold = foldOf(String(id), 5);
    expect(foldOf(String(id), 5)).toBe(fold);
    counts[fold]! += 1;
  }
  for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(120);
});
