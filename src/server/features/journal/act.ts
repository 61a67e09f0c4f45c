import { acting } from "#server/platform/acting.ts";
import { AppError, notFound } from "#server/platform/errors.ts";
import type { Acted, NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import type { Records } from "#server/db/actions/nouns.ts";
import type { RecordTable } from "#server/db/engine/record-table.ts";
import type { Work } from "#server/db/engine/sql.ts";
import type { Workspace } from "#server/workspace.ts";
import { hash } from "node:crypto";
import {
  changedFields,
  changeWords,
  EDITED_FIELDS,
  EDITED_NOUNS,
  type EditedNoun,
  VERSION_PART,
} from "#shared/edited-fields.ts";

/** Someone changed records after the client read them. `act` reports it with the name of who did. */
export class StaleRecord extends Error {
  /** What sentences call it, such as "this rule". */
  readonly called: string;
  /** What changed, each as a short text. */
  readonly changes: readonly string[];
  /** The changed records' table and keys, to find who changed them. */
  readonly table: string;
  readonly keys: readonly string[];

  constructor(called: string, changes: readonly string[], table: string, keys: readonly string[]) {
    super(`Someone changed ${called}.`);
    this.called = called;
    this.changes = changes;
    this.table = table;
    this.keys = keys;
  }
}

/** A version of the fields people edit, so health and progress never make a record stale. Empty for no record. */
export function versionOf(noun: EditedNoun, record: object | null): string {
  if (record === null) return "";
  const values = new Map<string, unknown>(Object.entries(withCredentials(record)));
  return Object.keys(EDITED_FIELDS[noun])
    .map((field) => hash("sha256", JSON.stringify(values.get(field) ?? null), "base64url").slice(0, VERSION_PART))
    .join("");
}

/** The record with its version. */
export function withVersion<R extends object>(noun: EditedNoun, record: R): R & { version: string } {
  return { ...record, version: versionOf(noun, record) };
}

interface Checked {
  noun: EditedNoun;
  table: string;
  /** The record's key; absent where each field has a separate row. */
  key?: string;
  /** Null when there is none (any more). */
  record: object | null;
  /** What the client saw; undefined from clients that don't say, whose changes always apply. */
  version: string | undefined;
  /** Fields to compare; all by default. */
  fields?: readonly string[];
}

/** Throws StaleRecord if the record differs from what the client saw. Call it in the transaction of the change. */
export function refuseStale({ noun, table, key, record, version, fields }: Checked): void {
  if (version === undefined) return;
  const changed = changedFields(noun, version, versionOf(noun, record)).filter(
    (field) => fields === undefined || fields.includes(field),
  );
  if (changed.length === 0) return;
  throw new StaleRecord(
    EDITED_NOUNS[noun],
    changeWords(noun, changed, record),
    table,
    key === undefined ? changed : [key],
  );
}

/** Stored credentials as one field that is never shown: their sealed texts change whenever they are set. */
function withCredentials(record: object): object {
  const sealed = Object.entries(record).filter(([field]) => field.startsWith("sealed"));
  return sealed.length === 0 ? record : { ...record, credentials: sealed.map(([, text]) => text as unknown) };
}

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
      if (!(error instanceof StaleRecord)) throw error;
      const { called, changes, table, keys } = error;
      throw staleError(called, changes, await store.journal.lastChange(table, keys));
    });
  if (acted.actId !== null) feed.changed([...topics, "activity"]);
  return acted;
}

/** Refuses (409 `stale`) an edit of what someone has changed since: what is different now, and who changed it last. */
export function staleError(
  called: string,
  changes: readonly string[],
  last: { by: string; at: string } | null | undefined,
): AppError {
  const detail = `${last?.by ?? "Someone"} changed ${called} while you were editing. ${changes.join("; ")}.`;
  return staleWith(detail, changes, last);
}

/** The same with another sentence, and with further members. */
export function staleWith(
  detail: string,
  changes: readonly string[],
  last: { by: string; at: string } | null | undefined,
  members: Record<string, unknown> = {},
): AppError {
  return new AppError("stale", 409, detail, {
    members: { changes, changedBy: last?.by ?? null, changedAt: last?.at ?? null, ...members },
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
