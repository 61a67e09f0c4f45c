import type { Engine } from "#server/db/engine/engine.ts";
import { recordStore, type RecordStore } from "#server/db/engine/record-store.ts";
import { recordTable, type RecordTable, type Watch } from "#server/db/engine/record-table.ts";
import { sql } from "#server/db/engine/sql.ts";
import type { RecordsTable } from "#server/db/engine/table.ts";
import { run, type Work } from "#server/db/engine/work.ts";

/** When a person gets a digest; without a record, at the default time. */
export interface DigestRecord {
  id: string;
  accountId: string;
  isOn: boolean;
  hour: number;
  timeZone: string;
  /** Whether an email follows each mention in a comment. */
  mentions: boolean;
  /** When this was chosen (ISO 8601 UTC); earlier times of day and mentions aren't due. */
  since: string;
}

export const DIGEST_SETTINGS: RecordsTable<DigestRecord> = {
  name: "digest_settings",
  fields: { accountId: "id", isOn: "flag", hour: "plain", timeZone: "plain", mentions: "flag", since: "plain" },
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
};

export function digestStore(engine: Engine): Pick<RecordStore<DigestRecord>, "list"> {
  return recordStore(engine, recordTable(DIGEST_SETTINGS));
}

export function digestWrites(watch: Watch): RecordTable<DigestRecord> {
  return recordTable(DIGEST_SETTINGS, watch);
}

/** Forgets when an account gets a digest, in the transaction that deletes it. */
export function* forgetDigest(accountId: string): Work<void> {
  yield* run(sql`delete from digest_settings where account_id = ${accountId}`);
}
