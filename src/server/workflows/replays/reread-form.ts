import type { RawLead } from "#shared/raw-lead.ts";
import type { RawInput } from "#server/intake/raw-input.ts";
import { leadOfRecord } from "#server/sources/web-form/form-lead.ts";
import { readSubmission } from "#server/sources/web-form/read-submission.ts";
import { openSubmission } from "#server/workflows/forms/open-submission.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Reads the submission of a lead again; null when it is gone, or names nobody of that row any more. */
export async function rereadForm({ store }: Pick<Workspace, "store">, input: RawInput): Promise<RawLead | null> {
  const submission = await store.forms.get(submissionOf(input));
  if (submission === null) return null;
  const submitted = openSubmission(submission);
  if ("unreadable" in submitted) return null;
  const form = readSubmission(submitted);
  const people = form.records.map((record, index) => leadOfRecord(form, record, submission.id, index));
  return people.find(({ lead }) => lead.rowKey === input.rowKey)?.lead ?? null;
}

/** Its id is kept with the row; of an earlier version's in the row's key, or in place of a long submission. */
function submissionOf({ recordId, raw, rowKey }: RawInput): string {
  if (recordId !== undefined) return recordId;
  if (typeof raw === "object" && raw !== null && "submissionId" in raw) return String(raw.submissionId);
  return /^form:\w+:(\d+)(?:#\d+)?$/u.exec(rowKey)?.[1] ?? "";
}
