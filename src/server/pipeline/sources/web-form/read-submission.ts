import type { FormType } from "#shared/contract/form-submission.ts";
import { readFacebook } from "#server/pipeline/sources/web-form/facebook.ts";
import { readFillout } from "#server/pipeline/sources/web-form/fillout.ts";
import { readGeneric } from "#server/pipeline/sources/web-form/generic.ts";
import { readGoogleForms } from "#server/pipeline/sources/web-form/google-forms.ts";
import { readHosted } from "#server/pipeline/sources/web-form/hosted.ts";
import type { Submitted } from "#server/pipeline/sources/web-form/read-body.ts";
import type { ReadForm } from "#server/pipeline/sources/web-form/read-form.ts";
import { readTally } from "#server/pipeline/sources/web-form/tally.ts";
import { readTypeform } from "#server/pipeline/sources/web-form/typeform.ts";
import { readWebflow } from "#server/pipeline/sources/web-form/webflow.ts";

const SERVICES = [readTypeform, readGoogleForms, readTally, readWebflow, readFacebook, readFillout];

/**
 * Reads a submission with the matching service's reader, or generically by names and values. `stored` is the type of a
 * stored submission: only a form that Winnow served stores "winnow", so that nobody else can claim consent.
 */
export function readSubmission({ data, isHtml }: Submitted, stored?: FormType): ReadForm {
  const own = stored === "winnow" ? readHosted(data) : null;
  if (own !== null) return own;
  for (const read of SERVICES) {
    const form = read(data);
    if (form !== null) return form;
  }
  return readGeneric(data, isHtml ? "html" : "generic");
}
