import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { expect, it, onTestFinished, vi } from "vitest";
import { systemClock } from "#server/platform/clock.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { all, run, runEach, sql, type Work } from "#server/db/engine/sql.ts";
import { openSqlite } from "#server/db/sqlite/sqlite.ts";

const ROWS = 50_000;

async function openNotes(): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), "winnow-bulk-"));
  const engine = openSqlite(join(folder, "winnow.db"), systemClock);
  onTestFinished(async () => {
    await engine.close();
    await rm(folder, { recursive: true });
  });
  await engine.run(() => run(sql`create table notes (text unique)`));
  return engine;
}

const add = (text: string): Work<void> => run(sql`insert into notes values (${text})`);

function* addMany(prefix: string, count: number): Work<void> {
  const rows = Array.from({ length: count }, (_, index) => [`${prefix}${index}`]);
  yield* runEach(sql`insert into notes values (${""})`, rows);
}

function notes(engine: Engine): Promise<number> {
  return engine.read(function* () {
    const [row] = yield* all(sql<{ count: number }>`select count(*) as count from notes`);
    return row?.count ?? 0;
  });
}

/** Has the thread started, by as many transactions as that takes. */
async function startThread(engine: Engine): Promise<void> {
  let threads = 0;
  const count = (): void => void (threads += 1);
  process.on("worker", count);
  onTestFinished(() => void process.off("worker", count));
  const started = async (): Promise<void> => {
    await engine.transact(() => run(sql`select 1`), { isBulk: true });
    expect(threads).toBe(1);
    // It takes transactions once it has loaded.
    expect(await isOffThisThread(engine)).toBe(true);
  };
  await vi.waitFor(started, { timeout: 10_000 });
}

/** Other work goes on while a thread writes. */
async function isOffThisThread(engine: Engine): Promise<boolean> {
  let isWritten = false;
  const writing = engine.transact(() => run(sql`select 1`), { isBulk: true }).then(() => (isWritten = true));
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  const isOff = !isWritten;
  await writing;
  return isOff;
}

it("bulk work blocks no reads, and other writes come after it", async () => {
  const engine = await openNotes();
  await startThread(engine);
  const bulk = engine.transact(() => addMany("bulk", ROWS), { isBulk: true });
  await new Promise(setImmediate);
  const others = [engine.run(() => add("run")), engine.transact(() => add("transact"))];
  expect(await notes(engine)).toBe(0);
  await Promise.all([bulk, ...others]);
  const last = sql<{ text: string }>`select text from notes where rowid > ${ROWS} order by text`;
  expect(await engine.read(() => all(last))).toEqual([{ text: "run" }, { text: "transact" }]);
});

it("bulk work that fails changes nothing and rejects with its error, and the next is written", async () => {
  const engine = await openNotes();
  await startThread(engine);
  await engine.run(() => add("bulk7"));
  await expect(engine.transact(() => addMany("bulk", 10), { isBulk: true })).rejects.toThrow(/UNIQUE/u);
  const refuses = function* (): Work<void> {
    yield* addMany("other", 10);
    throw new Error("refused");
  };
  await expect(engine.transact(refuses, { isBulk: true })).rejects.toThrow("refused");
  expect(await notes(engine)).toBe(1);
  await engine.transact(() => addMany("next", 10), { isBulk: true });
  expect(await notes(engine)).toBe(11);
});

it("other writes take turns with bulk work that keeps coming", async () => {
  const engine = await openNotes();
  await startThread(engine);
  const order: string[] = [];
  const bulk = ["a", "b", "c"].map((name) =>
    engine.transact(() => addMany(name, 2_000), { isBulk: true }).then(() => order.push(name)),
  );
  await new Promise(setImmediate);
  const write = engine.transact(() => add("write")).then(() => order.push("write"));
  await Promise.all([...bulk, write]);
  expect(order.indexOf("write")).toBeLessThan(3);
});

it("erased data is overwritten once bulk work requested before is done", async () => {
  const engine = await openNotes();
  await startThread(engine);
  const addIndexed = (id: number): Work<void> =>
    run(sql`insert into lead_index (rowid, text) values (${id}, 'indexed')`);
  // Each transaction leaves a segment for the scrub to merge.
  for (let id = 1; id <= 40; id += 1) await engine.transact(() => addIndexed(id));
  const slow = function* (): Work<void> {
    for (let at = 0; at < 50; at += 1) yield* addMany(`slow${at}-`, 20);
  };
  await Promise.all([engine.transact(slow, { isBulk: true }), engine.scrub([])]);
  expect(await notes(engine)).toBe(1_000);
});

it("bulk work requested before closing is written", async () => {
  const folder = await mkdtemp(join(tmpdir(), "winnow-bulk-"));
  const file = join(folder, "winnow.db");
  const engine = openSqlite(file, systemClock);
  await engine.run(() => run(sql`create table notes (text unique)`));
  await startThread(engine);
  const bulk = engine.transact(() => addMany("bulk", 100), { isBulk: true });
  await Promise.all([bulk, engine.close()]);
  const again = openSqlite(file, systemClock);
  onTestFinished(async () => {
    await again.close();
    await rm(folder, { recursive: true });
  });
  expect(await notes(again)).toBe(100);
});

it("the thread doesn't end during long work", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const engine = await openNotes();
  await startThread(engine);
  const bulk = engine.transact(() => addMany("bulk", ROWS), { isBulk: true });
  await new Promise(setImmediate);
  vi.advanceTimersByTime(60_000);
  await bulk;
  expect(await notes(engine)).toBe(ROWS);
});

it("bulk work that fills the disk changes nothing, and the next is written", async () => {
  const engine = await openNotes();
  await startThread(engine);
  const [size] = await engine.run(() => all(sql<{ page_count: number }>`pragma page_count`));
  const limit = sql.raw(`pragma max_page_count = ${(size?.page_count ?? 0) + 2}`);
  await engine.run(() => all(limit), { isBulk: true });
  const fills = function* (): Work<void> {
    yield* addMany("long ".repeat(100), 2_000);
    yield* addMany("after", 2);
  };
  const [full, next] = await Promise.allSettled([
    engine.transact(fills, { isBulk: true }),
    engine.transact(() => addMany("next", 3), { isBulk: true }),
  ]);
  expect(full).toMatchObject({ reason: { id: "store_full", status: 507, retryAfterSeconds: 60 } });
  expect(next.status).toBe("fulfilled");
  expect(await notes(engine)).toBe(3);
});

it("bulk work that waits while the thread fails is written in another", async () => {
  const engine = await openNotes();
  const threads: Worker[] = [];
  const note = (thread: Worker): void => void threads.push(thread);
  process.on("worker", note);
  onTestFinished(() => void process.off("worker", note));
  await startThread(engine);
  const writing = ["failing", "waiting"].map((name) =>
    engine.transact(() => addMany(name, ROWS / 10), { isBulk: true }),
  );
  await new Promise(setImmediate);
  await threads[0]?.terminate();
  const [failing, waiting] = await Promise.allSettled(writing);
  expect([failing?.status, waiting?.status]).toEqual(["rejected", "fulfilled"]);
  expect(await notes(engine)).toBe(ROWS / 10);
});
