import { conflict } from "#server/platform/errors.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { first, run, sql, type Work } from "#server/db/engine/sql.ts";
import type { Table } from "#server/db/engine/table.ts";

/** The answer to a request with an idempotency key. Key and request are hashes. */
export interface StoredAnswer {
  key: string;
  request: string;
  /** As JSON. */
  answer: string;
  createdAt: string;
}

export const STORED_ANSWERS: Table = {
  name: "stored_answers",
  backup: "all",
  people: { none: "hashes, lead ids and outcomes" },
};

/** The error id for a key that another request has used in the meantime. */
export const KEY_TAKEN = "idempotency_key_taken";

export function storedAnswerStore(engine: Engine) {
  return {
    get: (key: string) =>
      engine.run(() =>
        first(sql<StoredAnswer>`
          select key, request, answer, created_at as "createdAt" from stored_answers where key = ${key}`),
      ),

    /** Deletes answers given before this time. */
    forget: (before: string) =>
      engine.transact(() => run(sql`delete from stored_answers where created_at < ${before}`)),
  };
}

/** Stores an answer with what it reports, in the same transaction. Throws KEY_TAKEN (409). */
export function* storeAnswer({ key, request, answer, createdAt }: StoredAnswer): Work<void> {
  const stored = yield* first(sql`
    insert into stored_answers (key, request, answer, created_at)
    values (${key}, ${request}, ${answer}, ${createdAt})
    on conflict (key) do nothing returning key`);
  if (stored === null) throw conflict(KEY_TAKEN, "A request with this Idempotency-Key is running. Try again.");
}
