import { parentPort, workerData } from "node:worker_threads";
import Database from "better-sqlite3";

const db = new Database(String(workerData));

parentPort?.on("message", () => {
  try {
    // Waits for nobody and keeps nobody waiting: what others write meanwhile is the next pass's.
    db.pragma("wal_checkpoint(passive)");
  } catch {
    // A failing disk is told by whoever writes to it; the log keeps all until a pass gets through.
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage("passed");
});
