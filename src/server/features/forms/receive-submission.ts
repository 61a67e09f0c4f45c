import { AppError } from "#server/platform/errors.ts";
import { readBody } from "#server/pipeline/sources/web-form/read-body.ts";
import type { ReadForm } from "#server/pipeline/sources/web-form/read-form.ts";
import { readSubmission } from "#server/pipeline/sources/web-form/read-submission.ts";
import { isSignedBy } from "#server/pipeline/sources/web-form/signature.ts";
import type { OpenFormHook } from "#server/features/forms/form-hook.ts";
import { startProcessing } from "#server/features/forms/process-submissions.ts";
import type { Workspace } from "#server/workspace.ts";

const LONGEST_NAME = 300;

/** A delivery to the form address. */
export interface Delivery {
  body: Buffer;
  contentType: string;
  /** The headers with these names, if sent. */
  signatures: { typeform: string | undefined; winnow: string | undefined };
}

/**
 * Stores a submission durably as received and returns its id; it's processed after the response. A repeated delivery is
 * the same submission. Throws unreadable (400, or 415 for a type that no form uses) and not_signed (401); then nothing
 * was stored.
 */
export async function receiveSubmission(
  workspace: Workspace,
  hook: OpenFormHook,
  { body, contentType, signatures }: Delivery,
): Promise<{ id: string }> {
  const { store, feed, clock } = workspace;
  const submitted = readBody(body, contentType);
  if ("unreadable" in submitted) {
    throw new AppError("unreadable", submitted.isTypeUnknown === true ? 415 : 400, submitted.unreadable);
  }
  const form = readSubmission(submitted);
  const isVerified = verified(form, hook, body, signatures);
  const text = body.toString("utf8");
  const isUtf8 = Buffer.from(text).equals(body);
  const { id, isNew } = await store.forms.receive({
    formType: form.formType,
    formName: form.formName.slice(0, LONGEST_NAME),
    contentType: contentType.slice(0, LONGEST_NAME),
    body: isUtf8 ? text : body.toString("base64"),
    bodyEncoding: isUtf8 ? "utf8" : "base64",
    idempotencyKey: form.idempotencyKey,
    isVerified,
    submittedAt: clock().toISOString(),
  });
  if (isNew) {
    feed.changed(["form-submissions"]);
    startProcessing(workspace, id);
  }
  return { id };
}

/**
 * Whether the service's signature over the raw bytes is valid; null if it has none that Winnow could verify. A service
 * known to sign is refused without a valid signature.
 */
function verified(
  { formType }: ReadForm,
  { signingSecret, typeformSecret }: OpenFormHook,
  body: Buffer,
  { typeform, winnow }: Delivery["signatures"],
): boolean | null {
  if (formType === "google_forms") {
    if (isSignedBy(signingSecret, body, winnow, "hex")) return true;
    throw notSigned("Google Forms", "Its secret has changed. Paste the script from the Connect Forms dialog again.");
  }
  const secret = formType === "typeform" ? typeformSecret() : null;
  if (secret !== null) {
    if (isSignedBy(secret, body, typeform, "base64")) return true;
    throw notSigned("Typeform", "Use the same secret in Typeform's webhook and in Winnow.");
  }
  return null;
}

function notSigned(service: string, fix: string): AppError {
  return new AppError("not_signed", 401, `The signature of ${service} is missing or wrong. ${fix}`);
}
