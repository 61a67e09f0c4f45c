import { mkdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { root } from "./project.mjs";

const LOCK = join(root, ".cache/setup.lock");
const BEAT_MS = 1000;
const STALE_MS = 10_000;

/**
 * Runs `work` while no other process of this clone installs or builds. The lock is a folder, because creating one is
 * atomic everywhere. Its holder keeps touching it, so a lock left by a killed process is taken over after ten seconds; a
 * process ID could have been reused, especially in containers.
 *
 * @template Result
 * @param {() => Promise<Result>} work
 * @param {string} [lock] for tests
 * @returns {Promise<Result>}
 */
export async function withSetupLock(work, lock = LOCK) {
  try {
    mkdirSync(dirname(lock), { recursive: true });
    while (!taken(lock)) await wait(BEAT_MS / 4);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `Packages or a build are missing, and this user can't write them (${reason}). Run npm run build as the owner of ${root}.`,
      { cause: error },
    );
  }
  const beat = setInterval(() => {
    const now = new Date();
    utimesSync(lock, now, now);
  }, BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    rmSync(lock, { recursive: true, force: true });
  }
}

/** @param {string} lock */
function taken(lock) {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
  }
  const touched = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  if (Date.now() - touched > STALE_MS) rmSync(lock, { recursive: true, force: true });
  return false;
}
