import type { Engine } from "#server/db/engine/engine.ts";
import { type RecordStore, recordStore, recordTable } from "#server/db/engine/record-table.ts";
import { run, sql, type Work } from "#server/db/engine/sql.ts";
import { type RecordOf, recordsTable, stored } from "#server/db/engine/table.ts";

export const DIGEST_SETTINGS = recordsTable({
  name: "digest_settings",
  fields: {
    accountId: stored.id(),
    isOn: stored.flag(),
    hour: stored.plain<number>(),
    timeZone: stored.plain<string>(),
    /** Whether an email follows each mention in a comment. */
    mentions: stored.flag(),
    /** When this was chosen (ISO 8601 UTC); earlier times of day and mentions aren't due. */
    since: stored.plain<string>(),
  },
  backup: "all",
  people: { none: "team members" },
  undo: {
    called: () => "The digest",
    topics: ["session", "schedules"],
    changedBy: ({ account_id: id }) => ({
      accountId: typeof id === "string" || typeof id === "number" ? String(id) : null,
      orOwners: false,
    }),
  },
});

/** When a person gets a digest; without a record, at the default time. */
export type DigestRecord = RecordOf<typeof DIGEST_SETTINGS>;

export function digestStore(engine: Engine): Pick<RecordStore<DigestRecord>, "list"> {
  return recordStore(engine, recordTable(DIGEST_SETTINGS));
}

/** Forgets when an account gets a digest, in the transaction that deletes it. */
export function* forgetDigest(accountId: string): Work<void> {
  yield* run(sql`delete from digest_settings where account_id = ${accountId}`);
}
