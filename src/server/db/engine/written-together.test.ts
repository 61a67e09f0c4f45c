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

test("what arrives in one turn or during a write is written together, up to a limit", async () => {
  const { writes, open, add } = slowPlace();
  const first = Promise.all(["a", "b"].map(add));
  await expect.poll(() => open.length).toBe(1);
  const others = Promise.all(["c", "d", "e"].map(add));
  for (let at = 0; at < 3; at += 1) {
    await expect.poll(() => open.length).toBe(at + 1);
    open[at]?.resolve();
  }
  await Promise.all([first, others]);
  expect(writes).toEqual([["a", "b"], ["c", "d"], ["e"]]);
});

test("a failure fails only those written together", async () => {
  const { open, add } = slowPlace();
  const results = Promise.allSettled(["a", "b", "c", "d", "e"].map(add));
  for (let at = 0; at < 3; at += 1) {
    await expect.poll(() => open.length).toBe(at + 1);
    if (at === 1) open[at]?.reject(new Error("The disk is full."));
    else open[at]?.resolve();
  }
  expect((await results).map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "rejected",
    "fulfilled",
  ]);
});
