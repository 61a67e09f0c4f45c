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

const SERVICES = [readHosted, readTypeform, readGoogleForms, readTally, readWebflow, readFacebook, readFillout];

/** Reads a submission with the matching service's reader, or generically by names and values. */
export function readSubmission({ data, isHtml }: Submitted): ReadForm {
  for (const read of SERVICES) {
    const form = read(data);
    if (form !== null) return form;
  }
  return readGeneric(data, isHtml ? "html" : "generic");
}
