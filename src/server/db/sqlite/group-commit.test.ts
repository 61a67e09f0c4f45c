import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { actAs, acting } from "#server/platform/acting.ts";
import { createGroupCommit } from "#server/db/sqlite/group-commit.ts";
import type { Work } from "#server/db/engine/sql.ts";

/** Runs an operation with a single statement. */
function drive<T>(work: Work<T>): T {
  const { value } = work.next();
  return value as T;
}

it("a failure that can't be rolled back fails only its callers, and the next one starts clean", async () => {
  const db = new Database(":memory:");
  onTestFinished(() => void db.close());
  db.exec("create table notes (text)");
  let isBroken = true;
  // What a failing disk does to it.
  const failing = new Proxy(db, {
    get(target, key) {
      if (key === "inTransaction") return target.inTransaction;
      if (key !== "prepare") return undefined;
      return (text: string) => {
        const statement = target.prepare(text);
        if (text !== "rollback") return statement;
        const run = (): unknown => {
          if (isBroken) throw new Error("disk I/O error");
          return statement.run();
        };
        return { run };
      };
    },
  });
  const commits = createGroupCommit(failing, drive);
  const write = (text: string, isRefused = false) =>
    commits.transact(function* (): Work<void> {
      db.prepare("insert into notes values (?)").run(text);
      if (isRefused) throw new Error("refused");
      yield* [];
    });
  const failed = await Promise.allSettled([write("a", true), write("b")]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isBroken = false;
  await write("c");
  expect(db.prepare("select text from notes").pluck().all()).toEqual(["c"]);
});

it("runs each work in its caller's context, although they share a commit", async () => {
  const db = new Database(":memory:");
  onTestFinished(() => void db.close());
  const commits = createGroupCommit(db, drive);
  const write = (by: string) =>
    actAs({ by, userId: null, requestId: null }, () =>
      commits.transact(function* (): Work<string> {
        yield* [];
        return acting().by;
      }),
    );
  expect(await Promise.all([write("Ada"), write("Bob")])).toEqual(["Ada", "Bob"]);
});

it("commits only as many at once as there is time for, in order", async () => {
  const db = new Database(":memory:");
  onTestFinished(() => void db.close());
  db.exec("create table notes (text)");
  let clock = 0;
  const commits = createGroupCommit(db, drive, () => clock);
  const others = () => new Promise(setImmediate);
  const order: string[] = [];
  const write = (text: string, milliseconds: number) =>
    commits
      .transact(function* (): Work<void> {
        clock += milliseconds;
        db.prepare("insert into notes values (?)").run(text);
        yield* [];
      })
      .then(() => order.push(text));
  const all = Promise.all([write("a", 30), write("b", 30), write("c", 200), write("d", 1), write("e", 1)]);
  await others();
  expect(order).toEqual(["a", "b"]);
  await others();
  expect(order).toEqual(["a", "b", "c"]);
  await all;
  expect(order).toEqual(["a", "b", "c", "d", "e"]);
  expect(db.prepare("select text from notes").pluck().all()).toEqual(order);
});

it("waits for the disk, unless all commits are parts of larger work", async () => {
  const db = new Database(":memory:");
  onTestFinished(() => void db.close());
  const commits = createGroupCommit(db, drive);
  const [NORMAL, FULL] = [1, 2];
  const synchronous = (isPart?: boolean) =>
    commits.transact(function* (): Work<unknown> {
      yield* [];
      return db.pragma("synchronous", { simple: true });
    }, isPart);
  expect(await synchronous()).toBe(FULL);
  expect(await Promise.all([synchronous(true), synchronous(true)])).toEqual([NORMAL, NORMAL]);
  expect(await Promise.all([synchronous(true), synchronous()])).toEqual([FULL, FULL]);
});
