import { readFacebook } from "#server/sources/web-form/facebook.ts";
import { readFillout } from "#server/sources/web-form/fillout.ts";
import { readGeneric } from "#server/sources/web-form/generic.ts";
import { readGoogleForms } from "#server/sources/web-form/google-forms.ts";
import type { Submitted } from "#server/sources/web-form/read-body.ts";
import type { ReadForm } from "#server/sources/web-form/read-form.ts";
import { readTally } from "#server/sources/web-form/tally.ts";
import { readTypeform } from "#server/sources/web-form/typeform.ts";
import { readWebflow } from "#server/sources/web-form/webflow.ts";

const SERVICES = [readTypeform, readGoogleForms, readTally, readWebflow, readFacebook, readFillout];

/** Reads a submission in the way of the service whose shape it has, and any other by its names and values. */
export function readSubmission({ data, isHtml }: Submitted): ReadForm {
  for (const read of SERVICES) {
    const form = read(data);
    if (form !== null) return form;
  }
  return readGeneric(data, isHtml ? "html" : "generic");
}
