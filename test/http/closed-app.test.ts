import { setImmediate as nextRound } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { openWinnow } from "#test/harness.ts";

async function closedApp(): Promise<WeakRef<object>> {
  const winnow = await openWinnow("sqlite");
  await winnow.close();
  return new WeakRef(winnow.app);
}

it("a closed app leaves memory", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const first = await closedApp();
  // The stack may still refer to the last one.
  await closedApp();
  for (let round = 0; round < 5; round += 1) {
    await nextRound();
    collectGarbage();
  }
  // A failure would print the whole app.
  expect(first.deref() === undefined).toBe(true);
});
