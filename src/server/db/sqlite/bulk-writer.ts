import { startThread, type Thread } from "#server/platform/thread.ts";
import { setImmediate } from "node:timers/promises";
import type { Work } from "#server/db/engine/sql.ts";
import { compiled, type CompiledStatement } from "#server/db/sqlite/sqlite-driver.ts";

/** Starting the thread costs more than it saves in fewer. */
const MIN_TRANSACTIONS = 3;
const IDLE_MILLISECONDS = 5_000;

type WriterThread = Thread<CompiledStatement, readonly unknown[]>;

/** Runs work as single statements, or in a transaction, which as a part doesn't wait for the disk. */
export type RunInThread = <T>(work: () => Work<T>, as: "statements" | "transaction" | "part") => Promise<T>;

/**
 * Runs bulk transactions in a separate thread, so that they don't block requests. The thread starts after a few of them
 * and ends a few seconds after the last.
 */
export function bulkWriter(file: string) {
  let thread: WriterThread | null = null;
  let isReady = false;
  let transactions = 0;
  let running = 0;
  let idle: NodeJS.Timeout | undefined;

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = thread;
    thread = null;
    isReady = false;
    transactions = 0;
    await ending?.close();
  };
  const endWhenIdle = (): void => {
    clearTimeout(idle);
    if (running === 0) idle = setTimeout(() => void end(), IDLE_MILLISECONDS).unref();
  };
  const start = (): WriterThread => {
    const program = new URL("bulk-writer-thread.ts", import.meta.url);
    const started: WriterThread = startThread(program, "The database's thread stopped.", file);
    thread = started;
    started.ask(sqlText("select 1")).then(
      () => (isReady = thread === started),
      () => void end(),
    );
    return started;
  };

  return {
    /** What runs the next bulk work, which the caller keeps apart from other writes; null if there is no thread. */
    next(): RunInThread | null {
      transactions += 1;
      if (thread === null && transactions >= MIN_TRANSACTIONS) start();
      if (!isReady) {
        endWhenIdle();
        return null;
      }
      running += 1;
      clearTimeout(idle);
      return async (work, as) => {
        // The thread may have failed while this waited for its turn.
        const writer = thread ?? start();
        try {
          return await (as === "statements" ? drive(work(), writer) : transactionIn(writer, work, as));
        } catch (error) {
          // Ending the connection ends a transaction that couldn't be rolled back.
          await writer.ask(sqlText("rollback")).catch(end);
          throw error;
        } finally {
          running -= 1;
          endWhenIdle();
        }
      };
    },
    close: end,
  };
}

async function transactionIn<T>(writer: WriterThread, work: () => Work<T>, as: "transaction" | "part"): Promise<T> {
  const synchronous = sqlText(`pragma synchronous = ${as === "part" ? "normal" : "full"}`);
  return drive(work(), writer, [synchronous, sqlText("begin immediate")], [sqlText("commit")]);
}

/**
 * Runs work between other statements. Only a result that is read is waited for: each wait on a busy main thread keeps
 * others from writing. Rejects with the first error, once nothing is under way.
 */
async function drive<T>(
  work: Work<T>,
  writer: WriterThread,
  before: readonly CompiledStatement[] = [],
  after: readonly CompiledStatement[] = [],
): Promise<T> {
  const errors: unknown[] = [];
  const underWay: Promise<unknown>[] = [];
  const send = (statement: CompiledStatement): Promise<readonly unknown[]> => {
    const result = writer.ask(statement);
    underWay.push(result.catch((error: unknown) => errors.push(error)));
    return result;
  };
  try {
    for (const statement of before) void send(statement);
    let step = work.next();
    while (step.done !== true && errors.length === 0) {
      const result = send(compiled(step.value));
      const isUnused = "query" in step.value && step.value.isResultUnused === true;
      // Requests are answered between two statements.
      step = work.next(isUnused ? await setImmediate([]) : await result);
    }
    if (errors.length === 0) for (const statement of after) void send(statement);
    await Promise.all(underWay);
    if (step.done === true && errors.length === 0) return step.value;
  } catch (error) {
    await Promise.all(underWay);
    if (errors.length === 0) throw error;
  }
  throw errors[0];
}

function sqlText(text: string): CompiledStatement {
  return { text, values: [] };
}
