import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { createGroupCommit } from "#server/store/group-commit.ts";
import type { Work } from "#server/store/work.ts";

/** Runs a work that has nothing to ask the database by a statement of its own. */
function drive<T>(work: Work<T>): T {
  const { value } = work.next();
  return value as T;
}

it("a failure that cannot even be undone fails its callers alone, and the next one starts clean", async () => {
  const db = new Database(":memory:");
  onTestFinished(() => void db.close());
  db.exec("create table notes (text)");
  let isBroken = true;
  // What a disk that fails makes of it.
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

it("waits for the disk, unless all that is committed are parts of more", async () => {
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
