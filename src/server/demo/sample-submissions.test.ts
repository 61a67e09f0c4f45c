import { expect, test } from "vitest";
import { sampleLeads } from "#server/demo/sample-leads.ts";
import { leadSubmission, strangeSubmissions, type Submission } from "#server/demo/sample-submissions.ts";
import { leadOfRecord, type FormLead } from "#server/sources/web-form/form-lead.ts";
import { readBody } from "#server/sources/web-form/read-body.ts";
import { readSubmission } from "#server/sources/web-form/read-submission.ts";

function read({ body, contentType }: Submission): FormLead & { formType: string } {
  const submitted = readBody(Buffer.from(body), contentType);
  if ("unreadable" in submitted) throw new Error(submitted.unreadable);
  const form = readSubmission(submitted);
  expect(form.records).toHaveLength(1);
  return { ...leadOfRecord(form, form.records[0]!, "1", 0), formType: form.formType };
}

test("every service's submission says who the lead is, and all that it answered", () => {
  const services = new Set<string>();
  for (const [number, lead] of sampleLeads().form.entries()) {
    const found = read(leadSubmission(lead, number, "2026-11-20T09:00:00.000Z"));
    expect(found.lead.fields).toEqual(lead.fields);
    expect(found.lead.facts).toEqual(expect.arrayContaining(lead.facts));
    services.add(found.formType);
  }
  expect([...services].toSorted()).toEqual([
    "facebook",
    "fillout",
    "google_forms",
    "html",
    "tally",
    "typeform",
    "webflow",
  ]);
});

test.each(strangeSubmissions().map((submission) => [submission.body, submission] as const))(
  "nobody can be answered to: %s",
  (_, submission) => {
    expect(read(submission).nobody).toMatch(/Nobody to contact|robot/u);
  },
);
