import { ERASED_REASON } from "#shared/erased-person.ts";
import type { Engine } from "#server/store/engine.ts";
import { indexKey } from "#server/store/index-key.ts";
import type { MessagesWrite, ProcessedEmailRecord } from "#server/store/mailbox-types.ts";
import { erasedAddressesIn } from "#server/store/people/erased-keys.ts";
import { personMarks } from "#server/store/people/person-marks.ts";
import { recordTable, type RecordTable } from "#server/store/record-table.ts";
import type { Work } from "#server/store/work.ts";

const ADVANCE_CURSOR = `on conflict (mailbox, folder) do update
  set uid_validity = excluded.uid_validity, last_uid = excluded.last_uid, mod_seq = excluded.mod_seq,
    reading_since = excluded.reading_since
  where mailbox_folders.uid_validity <> excluded.uid_validity
    or mailbox_folders.last_uid < excluded.last_uid
    or (mailbox_folders.last_uid = excluded.last_uid and (
      mailbox_folders.mod_seq is null or excluded.mod_seq is null
      or (length(mailbox_folders.mod_seq), mailbox_folders.mod_seq) <= (length(excluded.mod_seq), excluded.mod_seq)))`;

/** The messages that were analysed, of any mailbox and pasted. */
export function processedEmails(): RecordTable<ProcessedEmailRecord> {
  return recordTable<ProcessedEmailRecord>("processed_emails", {
    mailbox: { column: "mailbox", kind: "plain" },
    messageKey: { column: "message_key", kind: "plain" },
    folder: { column: "folder", kind: "plain" },
    uid: { column: "uid", kind: "number" },
    from: { column: "sender", kind: "plain" },
    leadName: { column: "lead_name", kind: "plain" },
    subject: { column: "subject", kind: "plain" },
    isLead: { column: "is_lead", kind: "flag" },
    confidence: { column: "confidence", kind: "plain" },
    reason: { column: "reason", kind: "plain" },
    reasons: { column: "reasons", kind: "json" },
    kind: { column: "kind", kind: "plain" },
    correction: { column: "correction", kind: "plain" },
    correctedAt: { column: "corrected_at", kind: "plain" },
    correctionActId: { column: "correction_act_id", kind: "id" },
    leadId: { column: "lead_id", kind: "id" },
    analysis: { column: "analysis", kind: "json" },
    date: { column: "date", kind: "plain" },
    processedAt: { column: "processed_at", kind: "plain" },
  });
}

/**
 * Writes the messages that the mailbox has not seen yet, and how far their folder is read. The cursor never goes back
 * within one UIDVALIDITY: its UIDs only rise (RFC 3501, 2.3.1.1), so a lower one comes from a slower process.
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
    }),
  );
  yield* engine.sql.insertMany("processed_emails", rows, "on conflict (mailbox, message_key) do nothing");
  if (cursor === null) return;
  const { mailbox, folder, cursor: reached } = cursor;
  const row = {
    mailbox,
    folder,
    uid_validity: reached.uidValidity,
    last_uid: reached.lastUid,
    mod_seq: reached.modSeq,
    reading_since: reached.since,
  };
  yield* engine.sql.insertMany("mailbox_folders", [row], ADVANCE_CURSOR);
}

/** Messages from or of somebody who was erased: that they came is kept, and nothing of what they say. */
function* withoutErased(engine: Engine, emails: MessagesWrite["emails"]): Work<MessagesWrite["emails"]> {
  const textOf = ({ from, subject, analysis }: MessagesWrite["emails"][number]): string =>
    `${from}\n${subject}\n${JSON.stringify(analysis ?? null)}`;
  const erased = yield* erasedAddressesIn(engine, emails.map(textOf));
  if (erased.size === 0) return emails;
  const marks = personMarks([...erased]);
  const nothing = { from: "", leadName: "", subject: "", reason: ERASED_REASON, reasons: [], analysis: null };
  return emails.map((email) => (marks.isIn(textOf(email)) ? { ...email, ...nothing } : email));
}
