import { sql } from "kysely";
import { LIMITS } from "#shared/limits.ts";
import type { Engine } from "#server/store/engine.ts";
import { forgetMailbox } from "#server/store/forget-mailbox.ts";
import { byIndexKey, indexKey } from "#server/store/index-key.ts";
import type { MailboxRecord, MailboxStore } from "#server/store/mailbox-types.ts";
import { processedEmails } from "#server/store/processed-emails.ts";
import { recordTable, unwatched, type Fields, type Watch } from "#server/store/record-table.ts";
import { isRowId } from "#server/store/row-id.ts";
import { all, first, type Work } from "#server/store/work.ts";

/** The one row of the mailbox. */
const ONLY = "1";
const EMPTY: MailboxRecord = {
  email: "",
  sealedAppPassword: null,
  enabled: false,
  autoSync: false,
  syncInterval: LIMITS.mailbox.syncInterval.default,
  labels: "",
  server: "",
  lastSync: null,
  lastAttempt: null,
  failingSince: null,
  lastError: "",
  messagesWaiting: 0,
};

/** Not those of a mailbox that was deleted and is only kept in case it is brought back. */
const IS_SHOWN = sql`mailbox not in (select 'mailbox:' || record_id from kept_for_undo where owner = 'data_sources')`;

const FIELDS: Fields<MailboxRecord & { id: string }> = {
  email: { column: "email", kind: "plain" },
  sealedAppPassword: { column: "sealed_app_password", kind: "plain" },
  enabled: { column: "enabled", kind: "flag" },
  autoSync: { column: "auto_sync", kind: "flag" },
  syncInterval: { column: "sync_interval", kind: "plain" },
  labels: { column: "labels", kind: "plain" },
  server: { column: "server", kind: "plain" },
  lastSync: { column: "last_sync", kind: "plain" },
  lastAttempt: { column: "last_attempt", kind: "plain" },
  failingSince: { column: "failing_since", kind: "plain" },
  lastError: { column: "last_error", kind: "plain" },
  messagesWaiting: { column: "messages_waiting", kind: "plain" },
};

export interface MailboxWrites {
  read(): Work<MailboxRecord | null>;
  /** Changes the mailbox, or makes it of these fields and the rest empty. */
  write(patch: Partial<MailboxRecord>): Work<MailboxRecord>;
}

export function mailboxWrites(engine: Engine, watch: Watch = unwatched): MailboxWrites {
  const mailboxes = recordTable<MailboxRecord & { id: string }>("mailbox_config", FIELDS, watch);

  function* read(): Work<MailboxRecord | null> {
    const found = yield* mailboxes.get(ONLY);
    if (found === null) return null;
    const { id: _, ...mailbox } = found;
    return mailbox;
  }

  return {
    read,
    *write(patch) {
      yield* watch("mailbox_config");
      const empty = { id: ONLY, ...mailboxes.rowOf(EMPTY) };
      yield* engine.sql.insertMany("mailbox_config", [empty], "on conflict (id) do nothing");
      yield* mailboxes.update(ONLY, patch);
      return (yield* read()) ?? EMPTY;
    },
  };
}

/** The mailbox of the Gmail screen, how far each folder of any mailbox is read, and the messages that were analysed. */
export function mailboxStore(engine: Engine): MailboxStore {
  const { build } = engine;
  const config = mailboxWrites(engine);
  const emails = processedEmails();

  return {
    read: () => engine.run(() => config.read()),
    write: (patch) => engine.transact(() => config.write(patch)),

    async cursors(mailbox) {
      const folders = build.selectFrom("mailbox_folders").selectAll().where("mailbox", "=", mailbox);
      const rows = await engine.run(() => all(folders));
      return new Map(
        rows.map((row) => [
          row.folder,
          {
            uidValidity: row.uid_validity,
            lastUid: Number(row.last_uid),
            modSeq: row.mod_seq,
            since: row.reading_since,
          },
        ]),
      );
    },

    async seen(mailbox, messageKeys) {
      const keys = byIndexKey(messageKeys);
      const known = sql<{ message_key: string; sender: string; date: string }>`
        select message_key, sender, date from processed_emails
        where mailbox = ${mailbox} and ${engine.sql.isOneOf("message_key", [...keys.keys()])}`;
      const rows = await engine.run(() => all(known));
      return new Map(
        rows.map((row) => [keys.get(row.message_key) ?? row.message_key, { from: row.sender, date: row.date }]),
      );
    },

    async emails(limit, cursor) {
      if (cursor !== undefined && !isRowId(cursor)) return [];
      const below = cursor === undefined ? sql`` : sql`and id < ${cursor}`;
      return engine.run(() => emails.find(sql`where ${IS_SHOWN} ${below} order by id desc limit ${limit}`));
    },

    email: (id) => engine.run(() => emails.get(id)),

    async emailByKey(mailbox, messageKey) {
      const key = indexKey(messageKey);
      const [email] = await engine.run(() => emails.find(sql`where mailbox = ${mailbox} and message_key = ${key}`));
      return email ?? null;
    },

    corrected: () =>
      engine.run(() => emails.find(sql`where correction is not null and ${IS_SHOWN} order by corrected_at, id`)),

    update: (id, patch) => engine.transact(() => emails.update(id, patch)),

    async countSince(at) {
      const counted = sql<{ count: number | string }>`
        select count(*) as count from processed_emails where processed_at >= ${at} and mailbox <> 'pasted' and ${IS_SHOWN}`;
      return Number((await engine.run(() => first(counted)))?.count);
    },

    forget: (mailbox) => engine.transact(() => forgetMailbox(engine, mailbox)),
  };
}
