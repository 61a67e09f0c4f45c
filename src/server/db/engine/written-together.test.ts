import { expect, test } from "vitest";
import { writtenTogether } from "#server/db/engine/written-together.ts";

/** A write target that takes as long as the test says. */
function slowPlace() {
  const writes: string[][] = [];
  const open: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const add = writtenTogether<string>((items) => {
    writes.push([...items]);
    return new Promise((resolve, reject) => open.push({ resolve, reject }));
  }, 2);
  return { writes, open, add };
}

test("what arrives during a write is written next, up to a limit", async () => {
  const { writes, open, add } = slowPlace();
  const all = Promise.all(["a", "b", "c", "d"].map(add));
  for (let at = 0; at < 3; at += 1) {
    await expect.poll(() => open.length).toBe(at + 1);
    open[at]?.resolve();
  }
  await all;
  expect(writes).toEqual([["a"], ["b", "c"], ["d"]]);
});

test("a failure fails only those written together", async () => {
  const { open, add } = slowPlace();
  const results = Promise.allSettled(["a", "b", "c", "d"].map(add));
  for (let at = 0; at < 3; at += 1) {
    await expect.poll(() => open.length).toBe(at + 1);
    if (at === 1) open[at]?.reject(new Error("The disk is full."));
    else open[at]?.resolve();
  }
  expect((await results).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
});
