import type { EmailVerdict } from "#shared/contract/mailbox.ts";
import { LIMITS } from "#shared/limits.ts";
import type { SignInMethod } from "#shared/mail-providers.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { byIndexKey, indexKey } from "#server/db/engine/index-key.ts";
import { countOf, type LeadCount } from "#server/db/engine/lead-count.ts";
import {
  CURSOR_CODEC,
  type FolderCursor,
  PROCESSED_EMAILS,
  type ProcessedEmailRecord,
} from "#server/db/sources/processed-emails.ts";
import { isAsRead, ONLY, onlyRecord, recordTable, unwatched, type Watch } from "#server/db/engine/record-table.ts";
import { recordSourceHealth } from "#server/db/outbox/record-events.ts";
import { type RecordOf, recordsTable, stored, type StoredRow, type Table } from "#server/db/engine/table.ts";
import { all, countRows, isRowId, sql, type Sql, type Work } from "#server/db/engine/sql.ts";

const EMPTY: MailboxRecord = {
  email: "",
  signIn: "password",
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

/** Excludes deleted mailboxes that are kept only for an undo. */
const IS_SHOWN = sql`mailbox not in (select 'mailbox:' || record_id from kept_for_undo where owner = 'data_sources')`;

export const MAILBOX_CONFIG = recordsTable({
  name: "mailbox_config",
  fields: {
    email: stored.plain<string>(),
    signIn: stored.plain<SignInMethod>(),
    /** Null if it signs in through a provider. */
    sealedAppPassword: stored.plain<string | null>(),
    enabled: stored.flag(),
    autoSync: stored.flag(),
    syncInterval: stored.plain<number>(),
    labels: stored.plain<string>(),
    /** Empty for the operator's default. */
    server: stored.plain<string>(),
    lastSync: stored.plain<string | null>(),
    /** When the last sync began, whether or not it succeeded. */
    lastAttempt: stored.plain<string | null>(),
    failingSince: stored.plain<string | null>(),
    lastError: stored.plain<string>(),
    /** The minimum number of messages that the last sync left for the next one. */
    messagesWaiting: stored.plain<number>(),
  },
  backup: "all",
  sealed: ["sealed_app_password"],
  people: { none: "the team's own mailbox" },
  undo: {
    health: ["last_sync", "last_attempt", "failing_since", "last_error", "messages_waiting"],
    called: () => "The mailbox",
    topics: ["mailbox", "status"],
    isManaged: () => true,
  },
});

/** What the mailbox is read with. */
const CONNECTION = ["email", "server", "labels", "signIn", "sealedAppPassword"] as const;

/** The mailbox of the Gmail screen. A data source of type email stores the same fields in its config. */
export type MailboxRecord = Omit<RecordOf<typeof MAILBOX_CONFIG>, "id">;

export const MAILBOX_FOLDERS: Table = {
  name: "mailbox_folders",
  backup: "all",
  people: { none: "the folders of the team's own mailboxes" },
};

export function mailboxWrites(watch: Watch, engine: Engine) {
  const mailboxes = recordTable(MAILBOX_CONFIG, watch);

  const read = (): Work<MailboxRecord | null> => onlyRecord(mailboxes);
  return {
    read,
    /** Updates the mailbox, or creates it with these fields and the rest empty. */
    *write(patch: Partial<MailboxRecord>): Work<MailboxRecord> {
      yield* watch("mailbox_config");
      const empty = { id: ONLY, ...mailboxes.rowOf(EMPTY) };
      yield* engine.sql.insertMany("mailbox_config", [empty], "on conflict (id) do nothing");
      yield* mailboxes.update(ONLY, patch);
      return (yield* read()) ?? EMPTY;
    },
  };
}

/** The mailbox of the Gmail screen, the folder cursors of all mailboxes, and analyzed messages. */
export function mailboxStore(engine: Engine) {
  const config = mailboxWrites(unwatched, engine);
  const emails = recordTable(PROCESSED_EMAILS);

  return {
    read: () => engine.run(() => config.read()),
    /** Updates the mailbox, or creates it with these fields and the rest empty. */
    write: (patch: Partial<MailboxRecord>) =>
      engine.transact(function* () {
        const before = yield* config.read();
        yield* recordSourceHealth(engine, { kind: "mailbox", id: null, name: before?.email ?? "" }, before, patch);
        return yield* config.write(patch);
      }),

    /**
     * What was found out about the mailbox as it was `read`; nothing if its connection was changed since. `patch` gets
     * it as it is now.
     */
    writeHealth: (read: MailboxRecord, patch: (now: MailboxRecord) => Partial<MailboxRecord>) =>
      engine.transact(function* () {
        const before = yield* config.read();
        if (!isAsRead(before, read, CONNECTION)) return;
        const change = patch(before);
        yield* recordSourceHealth(engine, { kind: "mailbox", id: null, name: before.email }, before, change);
        yield* config.write(change);
      }),

    async cursors(mailbox: string): Promise<Map<string, FolderCursor>> {
      const folders = sql<StoredRow & { folder: string }>`select * from mailbox_folders where mailbox = ${mailbox}`;
      const rows = await engine.run(() => all(folders));
      return new Map(rows.map((row) => [row.folder, CURSOR_CODEC.toRecord(row)]));
    },

    /** Those of these messages that the mailbox has already seen in any folder, by key. */
    async seen(
      mailbox: string,
      messageKeys: readonly string[],
    ): Promise<Map<string, Pick<ProcessedEmailRecord, "from" | "date">>> {
      const keys = byIndexKey(messageKeys);
      const known = sql<{ message_key: string; sender: string; date: string }>`
        select message_key, sender, date from processed_emails
        where mailbox = ${mailbox} and ${engine.sql.isOneOf("message_key", [...keys.keys()])}`;
      const rows = await engine.run(() => all(known));
      return new Map(
        rows.map((row) => [keys.get(row.message_key) ?? row.message_key, { from: row.sender, date: row.date }]),
      );
    },

    /** Most recently processed first, below `cursor` (a message's id). */
    async emails(limit: number, cursor?: string, verdict?: EmailVerdict): Promise<ProcessedEmailRecord[]> {
      if (cursor !== undefined && !isRowId(cursor)) return [];
      const below = cursor === undefined ? sql`` : sql`and id < ${cursor}`;
      const found = sql`where ${IS_SHOWN} ${withVerdict(verdict)} ${below} order by id desc limit ${limit}`;
      return engine.run(() => emails.find(found));
    },

    /** How many messages there are with this verdict, or in total. */
    async count(verdict?: EmailVerdict): Promise<LeadCount> {
      const upTo = LIMITS.list.exactCountUpTo;
      const shown = sql`
        from (select id from processed_emails where ${IS_SHOWN} ${withVerdict(verdict)} limit ${upTo + 1}) counted`;
      return countOf(await engine.run(() => countRows(shown)), upTo);
    },

    email: (id: string) => engine.run(() => emails.get(id)),

    /** The message with this key in a mailbox. */
    emailByKey: (mailbox: string, messageKey: string) =>
      engine.run(() => emails.one(sql`where mailbox = ${mailbox} and message_key = ${indexKey(messageKey)}`)),

    /** Messages a person corrected, oldest correction first. */
    corrected: () =>
      engine.run(() => emails.find(sql`where correction is not null and ${IS_SHOWN} order by corrected_at, id`)),

    /**
     * Messages in review that the language model hasn't read, after fewer than `tries` attempts; fewest attempts first,
     * then newest.
     */
    unreadByModel: (limit: number, tries: number) =>
      engine.run(() =>
        emails.find(sql`
          where verdict = 'review' and kind = 'message' and correction is null and analysis is not null
            and model_reading is null and model_tries < ${tries} and ${IS_SHOWN}
          order by model_tries, id desc limit ${limit}`),
      ),

    /** Null when there is no such message. */
    update: (id: string, patch: Partial<Omit<ProcessedEmailRecord, "id" | "mailbox" | "messageKey">>) =>
      engine.transact(() => emails.update(id, patch)),

    /** How many messages were processed since, not counting pasted ones. */
    countSince: (at: string) =>
      engine.run(() =>
        countRows(sql`from processed_emails where processed_at >= ${at} and mailbox <> 'pasted' and ${IS_SHOWN}`),
      ),
  };
}

export type MailboxStore = ReturnType<typeof mailboxStore>;

function withVerdict(verdict: EmailVerdict | undefined): Sql {
  return verdict === undefined ? sql`` : sql`and verdict = ${verdict}`;
}
