import type { HostedFormField } from "#shared/contract/hosted-form.ts";
import { DAY } from "#shared/durations.ts";
import { CONSENT_INPUT, HONEYPOT_INPUT } from "#shared/hosted-form-markup.ts";
import { leadField } from "#shared/lead-fields.ts";
import { LIMITS } from "#shared/limits.ts";
import { AppError } from "#server/platform/errors.ts";
import { isMailAddress } from "#server/delivery/mail/mail-address.ts";
import type { HostedSubmission } from "#server/pipeline/sources/web-form/hosted.ts";
import { readBody } from "#server/pipeline/sources/web-form/read-body.ts";
import { textAt, listAt } from "#server/pipeline/sources/web-form/loose-value.ts";
import type { SubmissionRecord } from "#server/db/sources/forms.ts";
import type { HostedFormRecord } from "#server/db/sources/hosted-forms.ts";
import { mailConfirmation } from "#server/features/forms/confirmation-mail.ts";
import { HOSTED_FORM_PATH, publicAddress } from "#server/features/forms/hosted-forms.ts";
import { startProcessing } from "#server/features/forms/process-submissions.ts";
import type { Workspace } from "#server/workspace.ts";

/** The page of a confirmation link is below this path. */
export const CONFIRM_PATH = `${HOSTED_FORM_PATH}/confirm`;
const CONFIRMATION = "form confirmation";

/**
 * Checks the answers and stores them durably; they're processed after the response, or once their sender has confirmed.
 * Throws unreadable (400, 415), invalid_answers (422) with the fields, and not_sent (503) if the confirmation email
 * can't be sent; then nothing was stored. `isConfirmed`: its sender doesn't have to confirm it first.
 */
export async function submitHostedForm(
  workspace: Workspace,
  form: HostedFormRecord,
  { body, contentType }: { body: Buffer; contentType: string },
) {
  const { store, feed, clock } = workspace;
  const submitted = readBody(body, contentType);
  if ("unreadable" in submitted) {
    throw new AppError("unreadable", submitted.isTypeUnknown === true ? 415 : 400, submitted.unreadable);
  }
  const at = clock().toISOString();
  const answers = checkedAnswers(form, submitted.data);
  const submission: HostedSubmission = {
    service: "winnow",
    formId: form.id,
    formName: form.name,
    answers,
    consent: form.consent === "" ? null : { text: form.consent, at },
    confirmedAt: null,
    isSpam: textAt(submitted.data, HONEYPOT_INPUT) !== "",
  };
  // A bot gets no email and the same answer, so that it doesn't notice.
  const mustConfirm = form.confirmsEmail && !submission.isSpam;
  const { id } = await store.forms.receive({
    formType: "winnow",
    formName: form.name,
    contentType: "application/json",
    body: JSON.stringify(submission),
    bodyEncoding: "utf8",
    idempotencyKey: null,
    isVerified: null,
    submittedAt: at,
    ...(mustConfirm && { outcome: "unconfirmed" }),
  });
  if (mustConfirm) {
    const to = answers.find(({ leadField: filled }) => filled === "email")?.value ?? "";
    // Never the address in the request, which its sender chooses.
    const link = publicAddress(workspace, `${CONFIRM_PATH}/${confirmationToken(workspace, id)}`);
    await mailConfirmation(workspace, form, { to, link }).catch(async (error: unknown) => {
      await store.forms.forgetUnconfirmed({ id });
      throw error;
    });
  } else {
    startProcessing(workspace, id);
  }
  feed.changed(["form-submissions"]);
  return { isConfirmed: !form.confirmsEmail };
}

/** The submission that a confirmation link is for; null for a forged or expired one, or if it is confirmed already. */
export async function unconfirmedSubmission(workspace: Workspace, token: string): Promise<SubmissionRecord | null> {
  const id = submissionOf(workspace, token);
  const found = id === null ? null : await workspace.store.forms.get(id);
  // Expired ones are deleted only at night.
  const isOver = found !== null && found.submittedAt <= unconfirmedBefore(workspace);
  return found?.outcome === "unconfirmed" && !isOver ? found : null;
}

/** Confirms a submission and processes it. False if there is nothing to confirm. */
export async function confirmSubmission(workspace: Workspace, token: string): Promise<boolean> {
  const { store, feed, clock } = workspace;
  const found = await unconfirmedSubmission(workspace, token);
  if (found === null) return false;
  const { id } = found;
  const submission = { ...(JSON.parse(found.body || "{}") as HostedSubmission), confirmedAt: clock().toISOString() };
  if (!(await store.forms.confirm(id, JSON.stringify(submission)))) return false;
  feed.changed(["form-submissions"]);
  startProcessing(workspace, id);
  return true;
}

/** Deletes submissions whose senders didn't confirm them in time. */
export async function forgetUnconfirmed(workspace: Workspace): Promise<void> {
  await workspace.store.forms.forgetUnconfirmed({ before: unconfirmedBefore(workspace) });
}

function unconfirmedBefore({ clock }: Pick<Workspace, "clock">): string {
  return new Date(clock().getTime() - LIMITS.hostedForm.confirmationDays * DAY).toISOString();
}

function confirmationToken({ secrets }: Workspace, id: string): string {
  return `${id}.${secrets.sign(id, CONFIRMATION)}`;
}

function submissionOf({ secrets }: Workspace, token: string): string | null {
  const [id = "", signature = ""] = token.split(".", 2);
  return secrets.isSigned(id, signature, CONFIRMATION) ? id : null;
}

/** The answers to the form's fields; others are dropped. Throws invalid_answers. */
function checkedAnswers({ fields, consent }: HostedFormRecord, data: unknown): HostedSubmission["answers"] {
  const errors: { field: string; message: string }[] = [];
  const answers = fields.flatMap((field) => {
    const value = valueOf(data, field.key);
    const message = problemWith(field, value);
    if (message !== null) errors.push({ field: field.key, message });
    return value === "" ? [] : [{ question: field.label, value, leadField: field.leadField }];
  });
  if (consent !== "" && valueOf(data, CONSENT_INPUT) === "") {
    errors.push({ field: CONSENT_INPUT, message: "Check the box to agree." });
  }
  if (errors.length > 0) {
    const detail = errors.map(({ message }) => message).join(" ");
    throw new AppError("invalid_answers", 422, detail, { members: { errors } });
  }
  return answers;
}

/** A repeated input's values, separated by commas. */
function valueOf(data: unknown, key: string): string {
  const list = listAt(data, key).filter((value) => typeof value === "string");
  return list.length > 0 ? list.join(", ").trim() : textAt(data, key);
}

function problemWith(
  { label, leadField: filled, type, options, isRequired }: HostedFormField,
  value: string,
): string | null {
  if (value === "") return isRequired ? `${label} is required.` : null;
  const longest = Math.min(filled === null ? Infinity : leadField(filled).maxLength, LIMITS.hostedForm.answerLength);
  if (value.length > longest) return `${label} can have at most ${longest} characters.`;
  if (type === "choice" && !options.includes(value)) return `Choose one of the options for ${label}.`;
  const kind = filled === null ? null : leadField(filled).type;
  if (kind === "email" && !isMailAddress(value)) return `${label}: enter a valid email address.`;
  if (kind === "phone" && (value.match(/\d/gu) ?? []).length < 6) return `${label}: enter a valid phone number.`;
  return null;
}
