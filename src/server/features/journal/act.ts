import { acting } from "#server/platform/acting.ts";
import { AppError, notFound } from "#server/platform/errors.ts";
import type { Acted, NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import type { Records } from "#server/db/actions/nouns.ts";
import type { RecordTable } from "#server/db/engine/record-table.ts";
import type { Work } from "#server/db/engine/work.ts";
import { StaleRecord } from "#server/features/journal/record-version.ts";
import type { Workspace } from "#server/workspace.ts";

/** The history entry of an action; never contains a secret. */
export type ActionEntry = Omit<NewJournalEntry, "by" | "at">;

/**
 * Changes records as one action of the history, which `actId` undoes; null if nothing changed. Announces the topics of
 * the changed tables. `write` may run more than once, and rejects the whole action by throwing. Throws stale (409),
 * which names what changed and by whom, where `write` throws StaleRecord.
 */
export async function act<T>(
  workspace: Pick<Workspace, "store" | "feed" | "clock">,
  entry: ActionEntry | ((done: T) => ActionEntry),
  write: (records: Records) => Work<T>,
): Promise<Acted<T>> {
  const { store, feed } = workspace;
  const { topics, ...acted } = await store
    .act((done: T) => actionEntry(workspace, typeof entry === "function" ? entry(done) : entry), write)
    .catch(async (error: unknown) => {
      throw error instanceof StaleRecord ? await staleError(workspace, error) : error;
    });
  if (acted.actId !== null) feed.changed([...topics, "activity"]);
  return acted;
}

async function staleError(
  { store }: Pick<Workspace, "store">,
  { called, changes, table, keys }: StaleRecord,
): Promise<AppError> {
  const last = await store.journal.lastChange(table, keys);
  const detail = `${last?.by ?? "Someone"} changed ${called} while you were editing. ${changes.join("; ")}.`;
  return new AppError("stale", 409, detail, {
    members: { changes, changedBy: last?.by ?? null, changedAt: last?.at ?? null },
  });
}

/** Removes a record, which is returned. Throws not_found. */
export function* removeRecord<R extends { id: string }>(
  records: Pick<RecordTable<R>, "get" | "remove">,
  id: string,
  noun: string,
): Work<R> {
  const record = yield* records.get(id);
  if (record === null || !(yield* records.remove(id))) throw notFound(noun);
  return record;
}

/** What a patch does to a record, for the history. */
export function changeWord(patch: { isActive?: boolean | undefined }): string {
  if (Object.keys(patch).join() !== "isActive") return "changed";
  return `turned ${patch.isActive === true ? "on" : "off"}`;
}

/** A history entry by the current person, now. */
export function actionEntry({ clock }: Pick<Workspace, "clock">, entry: ActionEntry): NewJournalEntry {
  return { ...entry, by: acting().by, at: clock().toISOString() };
}
