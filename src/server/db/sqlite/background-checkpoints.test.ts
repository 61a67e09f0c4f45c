import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { backgroundCheckpoints } from "#server/db/sqlite/background-checkpoints.ts";

const LENGTHS = { pass: 40, most: 160 };
/** In pages; each part is written with the index page and the file's first. */
const PART = 20;
const WRITTEN = PART + 2;
const PARTS = 50;

function openDatabase(): Database.Database {
  const folder = mkdtempSync(join(tmpdir(), "winnow-log-"));
  const db = new Database(join(folder, "data.db"));
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
  db.pragma("journal_mode = wal");
  db.exec("create table pages (content blob)");
  return db;
}

function logOf(db: Database.Database): { log: number; checkpointed: number } | undefined {
  return (db.pragma("wal_checkpoint(noop)") as { log: number; checkpointed: number }[])[0];
}

it("the log restarts while parts are written, however many there are", async () => {
  const db = openDatabase();
  const checkpoints = backgroundCheckpoints(db, LENGTHS);
  const write = db.prepare("insert into pages values (zeroblob(?))");
  const lengths: number[] = [];
  for (let part = 0; part < PARTS; part += 1) {
    await checkpoints.makeRoom();
    write.run(PART * 4_096);
    lengths.push(logOf(db)?.log ?? Number.NaN);
  }
  expect(Math.max(...lengths)).toBeLessThan(LENGTHS.most + 2 * WRITTEN);
  // The log was left to the thread: otherwise these commits would have made it long.
  expect(db.pragma("wal_autocheckpoint", { simple: true })).toBe(0);
  await checkpoints.close();
  expect(logOf(db)).toMatchObject({ checkpointed: logOf(db)?.log });
  expect(db.prepare("select count(*) from pages").pluck().get()).toBe(PARTS);
});

it("commits checkpoint the log again when the thread has ended", async () => {
  const db = openDatabase();
  const checkpoints = backgroundCheckpoints(db, LENGTHS);
  await checkpoints.makeRoom();
  await checkpoints.close();
  expect(db.pragma("wal_autocheckpoint", { simple: true })).toBe(1_000);
  await checkpoints.makeRoom();
  expect(db.pragma("wal_autocheckpoint", { simple: true })).toBe(0);
  await checkpoints.close();
});

it("a short log is left to commits without a thread", async () => {
  const db = openDatabase();
  const checkpoints = backgroundCheckpoints(db);
  let threads = 0;
  const count = (): void => void (threads += 1);
  process.on("worker", count);
  onTestFinished(() => void process.off("worker", count));
  await checkpoints.makeRoom();
  db.prepare("insert into pages values (zeroblob(?))").run(PART * 4_096);
  await checkpoints.makeRoom();
  await checkpoints.close();
  expect(threads).toBe(0);
  expect(db.pragma("wal_autocheckpoint", { simple: true })).toBe(1_000);
});
