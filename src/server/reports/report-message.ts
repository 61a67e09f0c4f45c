import type { LeadExplanation } from "#shared/contract/lead.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { reportChanges, type ChangesContent, type ReportSpan } from "#server/reports/report-changes.ts";
import type { ReportFile } from "#server/reports/report-file.ts";
import { reportHtml } from "#server/reports/report-html.ts";
import { reportLead, type DecideLinks, type ReportLead } from "#server/reports/report-lead.ts";
import { reportText } from "#server/reports/report-text.ts";
import { countOf } from "#server/reports/report-words.ts";
import { dayIn } from "#server/reports/zoned-words.ts";

export interface ReportInput {
  /** The leads of the body, best first. */
  leads: readonly StoredLead[];
  /** What is attached, unless it holds no lead. */
  file: ReportFile;
  /** How many qualified leads there are, which may be more than either holds. */
  leadCount: number;
  threshold: number;
  /** The time since the report before, and what changed in it. */
  span: ReportSpan;
  /** The ids of those among the leads that qualified in that time. */
  newIds: ReadonlySet<string>;
  /** By lead id, for those that wait for a decision. */
  decideLinks: ReadonlyMap<string, DecideLinks>;
  /** By lead id. */
  explanations: ReadonlyMap<string, LeadExplanation>;
  /** ISO 8601 in UTC. */
  generatedAt: string;
  /** Where the product is reached, for links; null when not known. */
  baseUrl: string | null;
  messageId: string;
  productName: string;
}

export interface ReportMessage {
  messageId: string;
  fromName: string;
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; contentType: string; content: string }[];
}

/** What the HTML and the plain text are both made of, so that they say the same. */
export interface ReportContent {
  productName: string;
  heading: string;
  summary: string;
  changes: ChangesContent;
  leads: ReportLead[];
  /** What the body leaves out, in a sentence; empty when nothing. */
  more: string;
  /** Where to look at all of them; null when not known. */
  link: string | null;
}

/** Writes the report of qualified leads: subject, HTML and plain text of the same content, and the attached file. */
export function reportMessage(input: ReportInput): ReportMessage {
  const { leads, file, leadCount, baseUrl, productName, span } = input;
  const date = dayIn(new Date(input.generatedAt), span.timeZone);
  const content: ReportContent = {
    productName,
    heading: countOf(leadCount, "qualified lead"),
    summary: summaryOf(input, date),
    changes: reportChanges(span),
    leads: leads.map((lead) =>
      reportLead(lead, {
        explanation: input.explanations.get(lead.id),
        baseUrl,
        isNew: input.newIds.has(lead.id),
        decide: input.decideLinks.get(lead.id) ?? null,
      }),
    ),
    more: moreOf(leads.length, file.leadCount, leadCount),
    link: baseUrl === null ? null : `${baseUrl.replace(/\/+$/u, "")}/leads`,
  };
  return {
    messageId: input.messageId,
    fromName: productName,
    subject: `${productName} report: ${countOf(leadCount, "qualified lead")} on ${date}`,
    text: reportText(content),
    html: reportHtml(content),
    attachments:
      file.leadCount === 0
        ? []
        : [
            {
              filename: `qualified-leads-${date}.csv`,
              contentType: "text/csv; charset=utf-8",
              content: file.csv,
            },
          ],
  };
}

function summaryOf({ leadCount, threshold }: ReportInput, date: string): string {
  if (leadCount === 0)
    return `As of ${date} no lead has qualified. Leads qualify with a score of ${threshold} or more, or when a person says so.`;
  return `As of ${date}, new ones first, then by score. Leads qualify with a score of ${threshold} or more, or when a person says so.`;
}

function moreOf(shown: number, attached: number, all: number): string {
  const beyond = all - Math.max(attached, shown);
  const left = attached - shown;
  const sentences = [];
  if (left > 0) sentences.push(`And ${left.toLocaleString("en-US")} more in the attached file.`);
  if (attached > 0 && attached < all)
    sentences.push(`The file holds the ${attached.toLocaleString("en-US")} with the highest scores.`);
  if (beyond > 0) sentences.push(`${countOf(beyond, "further lead")} can be exported.`);
  return sentences.join(" ");
}
