import { parentPort, workerData } from "node:worker_threads";
import Database from "better-sqlite3";

const db = new Database(String(workerData));

parentPort?.on("message", () => {
  try {
    // Passive neither waits nor blocks; concurrent writes are left for the next pass.
    db.pragma("wal_checkpoint(passive)");
  } catch {
    // Writers report a failing disk; the log keeps everything until a pass succeeds.
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage("passed");
});
