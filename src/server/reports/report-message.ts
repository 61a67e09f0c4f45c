import type { LeadExplanation } from "#shared/contract/lead.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { LIMITS } from "#shared/limits.ts";
import { leadCsv } from "#server/reports/lead-csv.ts";
import { localDay } from "#server/reports/local-day.ts";
import { reportHtml } from "#server/reports/report-html.ts";
import { reportLead, type ReportLead } from "#server/reports/report-lead.ts";
import { reportText } from "#server/reports/report-text.ts";
import { countOf } from "#server/reports/report-words.ts";

export interface ReportInput {
  /** The best leads first; those beyond the body go into the attached file alone. */
  leads: readonly StoredLead[];
  /** How many qualified leads there are, which may be more than `leads` holds. */
  leadCount: number;
  threshold: number;
  /** By lead id; only the leads of the body need one. */
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
  leads: ReportLead[];
  /** What the body leaves out, in a sentence; empty when nothing. */
  more: string;
  /** Where to look at all of them; null when not known. */
  link: string | null;
}

/** Writes the report of qualified leads: subject, HTML and plain text of the same content, and the leads as CSV. */
export function reportMessage(input: ReportInput): ReportMessage {
  const { leads, leadCount, baseUrl, productName } = input;
  const date = localDay(new Date(input.generatedAt));
  const shown = leads.slice(0, LIMITS.report.leadsInBody);
  const content: ReportContent = {
    productName,
    heading: countOf(leadCount, "qualified lead"),
    summary: summaryOf(input, date),
    leads: shown.map((lead) => reportLead(lead, input.explanations.get(lead.id), baseUrl)),
    more: moreOf(shown.length, leads.length, leadCount),
    link: baseUrl === null ? null : `${baseUrl.replace(/\/+$/u, "")}/leads`,
  };
  return {
    messageId: input.messageId,
    fromName: productName,
    subject: `${productName} report: ${countOf(leadCount, "qualified lead")} on ${date}`,
    text: reportText(content),
    html: reportHtml(content),
    attachments:
      leads.length === 0
        ? []
        : [
            {
              filename: `qualified-leads-${date}.csv`,
              contentType: "text/csv; charset=utf-8",
              content: leadCsv(leads),
            },
          ],
  };
}

function summaryOf({ leadCount, threshold }: ReportInput, date: string): string {
  if (leadCount === 0)
    return `As of ${date} no lead has qualified. Leads qualify with a score of ${threshold} or more, or when a person says so.`;
  return `As of ${date}, best score first. Leads qualify with a score of ${threshold} or more, or when a person says so.`;
}

function moreOf(shown: number, attached: number, all: number): string {
  const beyond = all - attached;
  const left = attached - shown;
  const sentences = [];
  if (left > 0) sentences.push(`And ${left.toLocaleString("en-US")} more in the attached file.`);
  if (attached > 0 && beyond > 0) {
    sentences.push(
      `The file holds the ${attached.toLocaleString("en-US")} with the highest scores; ${countOf(beyond, "further lead")} can be exported.`,
    );
  }
  return sentences.join(" ");
}
