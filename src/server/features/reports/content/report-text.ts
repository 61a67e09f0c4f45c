import type { ReportLead } from "#server/features/reports/content/report-lead.ts";
import type { ReportContent } from "#server/features/reports/content/report-message.ts";
import type { MailedReasons } from "#server/features/reports/content/report-reasons.ts";
import { isolate } from "#server/delivery/mail/mailed-words.ts";

/** The report as plain text, for mail programs that don't show HTML. */
export function reportText(content: ReportContent): string {
  const blocks = [
    content.notice,
    `${content.productName}: ${content.heading}`,
    content.summary,
    content.changes.sentence,
    ...content.leads.map((lead, index) => leadText(lead, index + 1)),
    content.more,
    content.link === null ? "" : `All leads: ${content.link}`,
    ...content.changes.groups.map(({ title, lines, more }) =>
      [
        `${title}:`,
        ...lines.map(({ name, what }) => `   ${isolate(name)}: ${what}`),
        ...(more === "" ? [] : [`   ${more}`]),
      ].join("\n"),
    ),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

/** A lead in the list, with its place. */
export function leadText(lead: ReportLead, place: number): string {
  const lines = [
    `${place}. ${isolate(lead.name)}`,
    `   Score ${lead.score}${lead.isApproved ? ", approved" : ""}${lead.isNew ? ", new" : ""}`,
    ...lead.details.map((detail) => `   ${detail.label}: ${isolate(detail.value)}`),
    ...(lead.missing === "" ? [] : [`   Missing: ${lead.missing}`]),
    ...(lead.note === "" ? [] : [`   ${isolate(lead.note)}`]),
    ...(lead.reasons === null ? [] : reasonsText(lead.reasons)),
    ...(lead.link === null ? [] : [`   ${lead.link}`]),
    ...(lead.decide === null ? [] : [`   Approve: ${lead.decide.approve}`, `   Reject: ${lead.decide.reject}`]),
  ];
  return lines.join("\n");
}

function reasonsText({ points, more, excerpt }: MailedReasons): string[] {
  if (points.length === 0) return [];
  const why = points.map((point) => `${point.points} ${isolate(point.keyword)}`);
  return [
    `   Why this score: ${[...why, ...(more === 0 ? [] : [`${more} more`])].join(", ")}`,
    ...(excerpt === null ? [] : [`   "${isolate(`${excerpt.before}*${excerpt.match}*${excerpt.after}`)}"`]),
  ];
}
