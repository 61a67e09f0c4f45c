import type { RawLead } from "#shared/raw-lead.ts";
import { leadOfRecord } from "#server/pipeline/sources/web-form/form-lead.ts";
import { readSubmission } from "#server/pipeline/sources/web-form/read-submission.ts";

/** The lead of a submission's first person, with its facts by name. */
export function leadOfForm(
  data: unknown,
  isHtml = false,
): { fields: RawLead["fields"]; facts: Record<string, string>; nobody: string | null; lead: RawLead } {
  const form = readSubmission({ data, isHtml });
  const [record = { key: null, answers: [], raw: data }] = form.records;
  const { lead, nobody } = leadOfRecord(form, record, "7", 0);
  const facts = Object.fromEntries(lead.facts.map(({ name, value }) => [name, value]));
  return { fields: lead.fields, facts, nobody, lead };
}
