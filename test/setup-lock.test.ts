import { existsSync, mkdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { withSetupLock } from "../scripts/setup-lock.mjs";

const LOCK = join(import.meta.dirname, "../.cache/setup.lock");

test("admits one at a time, and everyone in the end", async () => {
  let inside = 0;
  const seen: number[] = [];
  const work = async () => {
    inside += 1;
    seen.push(inside);
    await nextTurn();
    inside -= 1;
  };
  await Promise.all([withSetupLock(work), withSetupLock(work), withSetupLock(work)]);
  expect(seen).toEqual([1, 1, 1]);
});

test("a failure releases the lock", async () => {
  await expect(withSetupLock(() => Promise.reject(new Error("no network")))).rejects.toThrow("no network");
  expect(existsSync(LOCK)).toBe(false);
});

test("names who has to build where this user can't write", async () => {
  const inFile = join(import.meta.filename, "setup.lock");
  await expect(withSetupLock(() => Promise.resolve(), inFile)).rejects.toThrow(/Run npm run build as the owner of/u);
});

test("the lock of a killed process is taken over", async () => {
  mkdirSync(LOCK, { recursive: true });
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(LOCK, longAgo, longAgo);
  expect(await withSetupLock(() => Promise.resolve("done"))).toBe("done");
});
