import type { ReportLead } from "#server/reports/report-lead.ts";
import type { ReportContent } from "#server/reports/report-message.ts";
import type { ReportPoint, ReportReasons } from "#server/reports/report-reasons.ts";
import { isolate } from "#server/reports/report-words.ts";

/** The report as plain text, for mail programs that show no HTML. */
export function reportText(content: ReportContent): string {
  const blocks = [
    `${content.productName}: ${content.heading}`,
    content.summary,
    content.changes.sentence,
    ...content.changes.groups.map(({ title, lines, more }) =>
      [
        `${title}:`,
        ...lines.map(({ name, what }) => `   ${isolate(name)}: ${what}`),
        ...(more === "" ? [] : [`   ${more}`]),
      ].join("\n"),
    ),
    ...content.leads.map((lead, index) => leadText(lead, index + 1)),
    content.more,
    content.link === null ? "" : `All leads: ${content.link}`,
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function leadText(lead: ReportLead, place: number): string {
  const lines = [
    `${place}. ${isolate(lead.name)}`,
    `   Score ${lead.score}, ${lead.status}${lead.isNew ? ", new" : ""}`,
    ...lead.details.map((detail) => `   ${detail.label}: ${isolate(detail.value)}`),
    ...(lead.missing === "" ? [] : [`   Missing: ${lead.missing}`]),
    ...(lead.reasons === null ? [] : reasonsText(lead.reasons)),
    ...(lead.link === null ? [] : [`   ${lead.link}`]),
    ...(lead.decide === null ? [] : [`   Approve: ${lead.decide.approve}`, `   Reject: ${lead.decide.reject}`]),
  ];
  return lines.join("\n");
}

function reasonsText({ points, cap, missing }: ReportReasons): string[] {
  return [
    ...(points.length === 0 ? [] : ["   Why this score:"]),
    ...points.flatMap(pointText),
    ...(cap === null ? [] : [`     ${cap.points}  ${cap.words}`]),
    ...(missing === "" ? [] : [`   ${missing}`]),
  ];
}

function pointText({ points, ruleName, keyword, field, excerpt, note }: ReportPoint): string[] {
  const found = `${excerpt.before}*${excerpt.match}*${excerpt.after}`;
  return [
    `     ${points}  ${isolate(ruleName)}: ${isolate(keyword)} · ${isolate(field)}`,
    ...(excerpt.match === "" ? [] : [`          "${isolate(found)}"`]),
    ...(note === "" ? [] : [`          ${note}`]),
  ];
}
