import type { LeadExplanation } from "#shared/contract/leads/lead.ts";
import { counted } from "#shared/counted.ts";
import { LIMITS } from "#shared/limits.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import {
  reportChanges,
  type ChangesContent,
  type ReportSpan,
} from "#server/features/reports/content/report-changes.ts";
import type { ReportFile } from "#server/features/reports/content/report-file.ts";
import { leadHtml, reportHtml } from "#server/features/reports/content/report-html.ts";
import { reportLead, type DecideLinks, type ReportLead } from "#server/features/reports/content/report-lead.ts";
import { reportText } from "#server/features/reports/content/report-text.ts";
import { dayIn } from "#server/features/reports/content/zoned-words.ts";

const PRODUCT_NAME = "Winnow";
const TEST_NOTICE =
  "This is a test. Only you got it, and the next report still includes these leads. Approve and Reject only open the lead.";

export interface ReportInput {
  /** The leads in the body, best first. */
  leads: readonly StoredLead[];
  /** Attached unless it has no leads. */
  file: ReportFile;
  /** The number of qualified leads, which may be more than the body or the file contains. */
  leadCount: number;
  threshold: number;
  /** The time span since the previous report, and its changes. */
  span: ReportSpan;
  /** The ids of leads that qualified in that time span. */
  newIds: ReadonlySet<string>;
  /** By lead id, for leads that need a decision. */
  decideLinks: ReadonlyMap<string, DecideLinks>;
  /** By lead id. */
  explanations: ReadonlyMap<string, LeadExplanation>;
  /** ISO 8601 in UTC. */
  generatedAt: string;
  /** The product's URL for links; null if unknown. */
  baseUrl: string | null;
  messageId: string;
  isTest: boolean;
}

export interface ReportMessage {
  messageId: string;
  fromName: string;
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; contentType: string; content: string }[];
}

/** The shared content of HTML and plain text. */
export interface ReportContent {
  productName: string;
  /** Says that this is a test; empty otherwise. */
  notice: string;
  heading: string;
  summary: string;
  changes: ChangesContent;
  leads: ReportLead[];
  /** What the body omits, in a sentence; empty if nothing. */
  more: string;
  /** The lead list's URL; null if unknown. */
  link: string | null;
}

/** Builds the report of qualified leads: subject, HTML, plain text and the attachment. */
export function reportMessage(input: ReportInput): ReportMessage {
  const { leads, file, leadCount, baseUrl, span, isTest } = input;
  const date = dayIn(new Date(input.generatedAt), span.timeZone);
  const whole: ReportContent = {
    productName: PRODUCT_NAME,
    notice: isTest ? TEST_NOTICE : "",
    heading: counted(leadCount, "qualified lead"),
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
    more: "",
    link: baseUrl === null ? null : `${baseUrl}/leads?sort=-score`,
  };
  const shown = fittingLeads(whole);
  const content = { ...whole, leads: shown, more: moreOf(shown.length, file.leadCount, leadCount) };
  return {
    messageId: input.messageId,
    fromName: PRODUCT_NAME,
    subject: `${isTest ? "[Test] " : ""}${reportSubject(leadCount, date)}`,
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

/** The subject of a report on a day. */
export function reportSubject(leadCount: number, date: string): string {
  return `${PRODUCT_NAME} report: ${counted(leadCount, "qualified lead")} on ${date}`;
}

function summaryOf({ leadCount, threshold }: ReportInput, date: string): string {
  if (leadCount === 0)
    return `No leads qualified as of ${date}. Leads qualify with a score of ${threshold} or more, or when someone qualifies them.`;
  return `As of ${date}. New leads come first, then the highest scores. Leads qualify with a score of ${threshold} or more, or when someone qualifies them.`;
}

/** As many leads as keep the HTML within its limit. */
function fittingLeads(content: ReportContent): ReportLead[] {
  let bytes = Buffer.byteLength(reportHtml({ ...content, leads: [] }));
  const firstOver = content.leads.findIndex((lead) => {
    bytes += Buffer.byteLength(leadHtml(lead));
    return bytes > LIMITS.report.htmlBytes;
  });
  return firstOver === -1 ? content.leads : content.leads.slice(0, firstOver);
}

function moreOf(shown: number, attached: number, all: number): string {
  const left = all - shown;
  const sentences = left > 0 ? [`And ${left.toLocaleString("en-US")} more.`] : [];
  if (attached >= all && left > 0) sentences.push(`The attached CSV has all ${all.toLocaleString("en-US")}.`);
  if (attached > 0 && attached < all)
    sentences.push(`The attached CSV has the ${attached.toLocaleString("en-US")} with the highest scores.`);
  if (all > Math.max(attached, shown)) sentences.push("Export the list to get every lead.");
  return sentences.join(" ");
}
