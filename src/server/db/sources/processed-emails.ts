import { ERASED_REASON } from "#shared/erased-person.ts";
import type { EmailCorrection, EmailReason, EmailVerdict } from "#shared/contract/mailbox.ts";
import type { StoredAnalysis } from "#shared/stored-analysis.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { indexKey } from "#server/db/engine/index-key.ts";
import { erasedAddressesIn } from "#server/db/erasure/erased-keys.ts";
import { personMarks } from "#server/db/erasure/person-marks.ts";
import { recordTable } from "#server/db/engine/record-table.ts";
import type { Work } from "#server/db/engine/sql.ts";
import { type RecordOf, recordsTable, rowCodec, stored } from "#server/db/engine/table.ts";

/** The language model's result for a message. */
export interface ModelReading {
  /** `unusable`: the response has nothing usable. `not_asked`: not sent, because of a rule or its content. */
  outcome: "lead" | "not_lead" | "unsure" | "unusable" | "not_asked";
  /** The message text it quoted for its verdict; empty without a verdict. */
  evidence: string;
  at: string;
}

/** `leadRow` is the row key of its lead in the batch; null when it isn't a lead. */
export type NewProcessedEmail = Omit<
  ProcessedEmailRecord,
  "id" | "correction" | "correctedAt" | "correctionActId" | "modelReading" | "modelTries"
> & {
  leadRow: string | null;
};

/** Written in the batch's transaction: new messages and the folder's cursor. Known messages are skipped. */
export interface MessagesWrite {
  kind: "messages";
  emails: readonly NewProcessedEmail[];
  cursor: { mailbox: string; folder: string; cursor: FolderCursor } | null;
}

/** Analyzed messages of any mailbox, including pasted ones. */
export const PROCESSED_EMAILS = recordsTable({
  name: "processed_emails",
  fields: {
    /** `gmail`, `pasted`, or `mailbox:` and the id of a data source. */
    mailbox: stored.plain<string>(),
    /** Message-ID, or a hash of other identifying fields; unique within a mailbox. */
    messageKey: stored.plain<string>(),
    folder: stored.plain<string>(),
    uid: stored.number<number | null>(),
    from: stored.plain<string>("sender"),
    leadName: stored.plain<string>(),
    subject: stored.plain<string>(),
    verdict: stored.plain<EmailVerdict>(),
    confidence: stored.plain<number>(),
    reason: stored.plain<string>(),
    reasons: stored.json<EmailReason[]>(),
    kind: stored.plain<"message" | "reply" | "unreadable">(),
    correction: stored.plain<EmailCorrection | null>(),
    correctedAt: stored.plain<string | null>(),
    /** The action by which a correction changed a lead, so that both can be undone together. */
    correctionActId: stored.id<string | null>(),
    leadId: stored.id<string | null>(),
    analysis: stored.json<StoredAnalysis | null>(),
    /** Null until the language model has read it; most messages are never sent to it. */
    modelReading: stored.json<ModelReading | null>(),
    /** How often it was sent to the model without getting a response. */
    modelTries: stored.plain<number>(),
    date: stored.plain<string>(),
    processedAt: stored.plain<string>(),
  },
  backup: "all",
  people: {
    kind: "Messages",
    key: ["id"],
    leads: ["lead_id"],
    own: "sender",
    texts: ["sender", "lead_name", "subject", "reason", "reasons", "analysis", "model_reading"],
    // The key and date stay: they identify the message when the mailbox lists it again.
    ofPerson: {
      sender: "",
      lead_name: "",
      subject: "",
      verdict: "not_lead",
      reason: "Erased",
      reasons: "[]",
      analysis: null,
      model_reading: null,
      lead_id: null,
    },
    mentioning: "redact",
  },
});

export type ProcessedEmailRecord = RecordOf<typeof PROCESSED_EMAILS>;

const ADVANCE_CURSOR = `on conflict (mailbox, folder) do update
  set uid_validity = excluded.uid_validity, last_uid = excluded.last_uid, mod_seq = excluded.mod_seq,
    reading_since = excluded.reading_since
  where mailbox_folders.uid_validity <> excluded.uid_validity
    or mailbox_folders.last_uid < excluded.last_uid
    or (mailbox_folders.last_uid = excluded.last_uid and (
      mailbox_folders.mod_seq is null or excluded.mod_seq is null
      or (length(mailbox_folders.mod_seq), mailbox_folders.mod_seq) <= (length(excluded.mod_seq), excluded.mod_seq)))`;

export const CURSOR_CODEC = rowCodec({
  uidValidity: stored.plain<string>(),
  lastUid: stored.number(),
  modSeq: stored.plain<string | null>(),
  /** The earliest date (ISO 8601) covered by the initial sync; null once that has reached the end of the folder. */
  since: stored.plain<string | null>("reading_since"),
});

/**
 * How far a folder has been read: UIDVALIDITY and UID (RFC 3501) and MODSEQ (RFC 7162), as decimal digits where 32 bits
 * are too few.
 */
export type FolderCursor = RecordOf<typeof CURSOR_CODEC>;

/**
 * Writes messages new to the mailbox and the folder's cursor. The cursor never moves back within one UIDVALIDITY: its
 * UIDs only increase (RFC 3501, 2.3.1.1), so a lower one comes from a slower process.
 */
export function* writeMessages(
  engine: Engine,
  { emails, cursor }: MessagesWrite,
  rowLeads: ReadonlyMap<string, string | null>,
): Work<void> {
  const table = recordTable(PROCESSED_EMAILS);
  const written = yield* withoutErased(engine, emails);
  const rows = written.map(({ leadRow, ...email }) =>
    table.rowOf({
      ...email,
      messageKey: indexKey(email.messageKey),
      leadId: (leadRow === null ? null : rowLeads.get(leadRow)) ?? email.leadId,
      correction: null,
      correctedAt: null,
      correctionActId: null,
      modelReading: null,
      modelTries: 0,
    }),
  );
  yield* engine.sql.insertMany("processed_emails", rows, "on conflict (mailbox, message_key) do nothing");
  if (cursor === null) return;
  const { mailbox, folder, cursor: reached } = cursor;
  const row = { mailbox, folder, ...CURSOR_CODEC.toRow(reached) };
  yield* engine.sql.insertMany("mailbox_folders", [row], ADVANCE_CURSOR);
}

/** Strips messages from or about an erased person: only their arrival is stored, not their content. */
function* withoutErased(engine: Engine, emails: MessagesWrite["emails"]): Work<MessagesWrite["emails"]> {
  const textOf = ({ from, subject, analysis }: MessagesWrite["emails"][number]): string =>
    `${from}\n${subject}\n${JSON.stringify(analysis ?? null)}`;
  const erased = yield* erasedAddressesIn(engine, emails.map(textOf));
  if (erased.size === 0) return emails;
  const marks = personMarks([...erased]);
  const nothing: Partial<NewProcessedEmail> = {
    from: "",
    leadName: "",
    subject: "",
    verdict: "not_lead",
    reason: ERASED_REASON,
    reasons: [],
    analysis: null,
  };
  return emails.map((email) => (marks.isIn(textOf(email)) ? { ...email, ...nothing } : email));
}
