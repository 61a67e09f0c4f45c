import type { FormSubmission } from "#shared/contract/form-submission.ts";
import { readBody, type BodyReading } from "#server/pipeline/sources/web-form/read-body.ts";
import type { SubmissionRecord } from "#server/db/sources/forms.ts";

/** A stored submission's body, parsed as on arrival. */
export function openSubmission({ body, bodyEncoding, contentType }: SubmissionRecord): BodyReading {
  return readBody(Buffer.from(body, bodyEncoding), contentType);
}

/** A submission as people may see it. */
export function publicSubmission(record: SubmissionRecord): FormSubmission {
  const { id, formType, formName, leadId, leadName, outcome, reason, isVerified, submittedAt } = record;
  const opened = openSubmission(record);
  return {
    id,
    formType,
    formName,
    submissionData: "unreadable" in opened ? record.body : opened.data,
    leadId,
    leadName,
    isProcessed: outcome !== "waiting",
    outcome,
    reason,
    isVerified,
    submittedAt,
  };
}
