import type { RawLead } from "#shared/raw-lead.ts";
import type { RawInput } from "#server/pipeline/intake/raw-input.ts";
import { leadOfRecord } from "#server/pipeline/sources/web-form/form-lead.ts";
import { readSubmission } from "#server/pipeline/sources/web-form/read-submission.ts";
import { FORM_READER_VERSION } from "#server/pipeline/sources/web-form/reader-version.ts";
import { openSubmission } from "#server/features/forms/open-submission.ts";
import { readingOf, type SourceKindCode } from "#server/features/source-kinds/source-kind.ts";
import type { Workspace } from "#server/workspace.ts";

export const form: SourceKindCode<"form"> = {
  place: (_origin, input) => (input?.recordId === undefined ? null : { kind: "submission", target: input.recordId }),
  reader: {
    version: FORM_READER_VERSION,
    open: (workspace) => async (input) => readingOf(await rereadForm(workspace, input)),
  },
};

/** Reads a lead's submission again; null if it's gone or no longer yields a lead for that row. */
async function rereadForm({ store }: Pick<Workspace, "store">, input: RawInput): Promise<RawLead | null> {
  const submission = await store.forms.get(submissionOf(input));
  if (submission === null) return null;
  const submitted = openSubmission(submission);
  if ("unreadable" in submitted) return null;
  const read = readSubmission(submitted, submission.formType);
  const people = read.records.map((record, index) => leadOfRecord(read, record, submission.id, index));
  return people.find(({ lead }) => lead.rowKey === input.rowKey)?.lead ?? null;
}

/**
 * The submission's id is stored with the row; earlier versions stored it in the row's key, or in place of a long
 * submission.
 */
function submissionOf({ recordId, raw, rowKey }: RawInput): string {
  if (recordId !== undefined) return recordId;
  if (typeof raw === "object" && raw !== null && "submissionId" in raw) return String(raw.submissionId);
  return /^form:\w+:(\d+)(?:#\d+)?$/u.exec(rowKey)?.[1] ?? "";
}
