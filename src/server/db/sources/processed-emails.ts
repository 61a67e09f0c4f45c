import { ERASED_REASON } from "#shared/erased-person.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { indexKey } from "#server/db/engine/index-key.ts";
import type {
  FolderCursor,
  MessagesWrite,
  NewProcessedEmail,
  ProcessedEmailRecord,
} from "#server/db/sources/mailbox-types.ts";
import { erasedAddressesIn } from "#server/db/erasure/erased-keys.ts";
import { personMarks } from "#server/db/erasure/person-marks.ts";
import { recordTable, type RecordTable } from "#server/db/engine/record-table.ts";
import { rowCodec } from "#server/db/engine/row-codec.ts";
import type { Work } from "#server/db/engine/work.ts";
import type { RecordsTable } from "#server/db/engine/table.ts";

export const PROCESSED_EMAILS: RecordsTable<ProcessedEmailRecord> = {
  name: "processed_emails",
  fields: {
    mailbox: "plain",
    messageKey: "plain",
    folder: "plain",
    uid: "number",
    from: { column: "sender", kind: "plain" },
    leadName: "plain",
    subject: "plain",
    verdict: "plain",
    confidence: "plain",
    reason: "plain",
    reasons: "json",
    kind: "plain",
    correction: "plain",
    correctedAt: "plain",
    correctionActId: "id",
    leadId: "id",
    analysis: "json",
    modelReading: "json",
    modelTries: "plain",
    date: "plain",
    processedAt: "plain",
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
};

const ADVANCE_CURSOR = `on conflict (mailbox, folder) do update
  set uid_validity = excluded.uid_validity, last_uid = excluded.last_uid, mod_seq = excluded.mod_seq,
    reading_since = excluded.reading_since
  where mailbox_folders.uid_validity <> excluded.uid_validity
    or mailbox_folders.last_uid < excluded.last_uid
    or (mailbox_folders.last_uid = excluded.last_uid and (
      mailbox_folders.mod_seq is null or excluded.mod_seq is null
      or (length(mailbox_folders.mod_seq), mailbox_folders.mod_seq) <= (length(excluded.mod_seq), excluded.mod_seq)))`;

export const CURSOR_CODEC = rowCodec<FolderCursor>({
  uidValidity: "plain",
  lastUid: "number",
  modSeq: "plain",
  since: { column: "reading_since", kind: "plain" },
});

/** Analyzed messages of any mailbox, including pasted ones. */
export function processedEmails(): RecordTable<ProcessedEmailRecord> {
  return recordTable(PROCESSED_EMAILS);
}

/**
 * Writes messages new to the mailbox and the folder's cursor. The cursor never moves back within one UIDVALIDITY: its
 * UIDs only increase (RFC 3501, 2.3.1.1), so a lower one comes from a slower process.
 */
export function* writeMessages(
  engine: Engine,
  { emails, cursor }: MessagesWrite,
  rowLeads: ReadonlyMap<string, string | null>,
): Work<void> {
  const table = processedEmails();
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
