import { scoreBand, type ScoreBand } from "#shared/score-band.ts";
import type { ReportLead } from "#server/features/reports/content/report-lead.ts";
import type { ChangesContent } from "#server/features/reports/content/report-changes.ts";
import type { ReportContent } from "#server/features/reports/content/report-message.ts";
import type { MailedReasons } from "#server/features/reports/content/report-reasons.ts";
import { INK, mailButton, mailHtml, MUTED, TABLE } from "#server/delivery/mail/mail-html.ts";
import { escapeHtml } from "#server/delivery/mail/mailed-words.ts";

const BAND_STYLES: Record<ScoreBand, string> = {
  success: "background-color:#dff3e6;color:#14532d",
  warning: "background-color:#fdf0d0;color:#713f12",
  neutral: "background-color:#e9ecf2;color:#374151",
};
/** Shorter values, such as phone numbers, stay on one line. */
const UNBROKEN_LENGTH = 24;
/** The report as an HTML email that loads nothing. */
export function reportHtml(content: ReportContent): string {
  const { heading, summary, changes, leads, more, link } = content;
  const rest = [
    more === "" ? "" : `<div class="ink" style="${INK};padding-bottom:4px">${escapeHtml(more)}</div>`,
    link === null ? "" : anchor(link, "See all leads"),
  ].join("");
  return mailHtml(
    heading,
    `<tr><td style="padding:20px">${noticeHtml(content.notice)}<div class="muted" style="${MUTED};font-size:13px">${escapeHtml(content.productName)}</div>
<h1 class="ink" style="${INK};margin:4px 0 8px;font-size:20px;line-height:28px;font-weight:600">${escapeHtml(heading)}</h1>
<div class="ink" style="${INK}">${escapeHtml(changes.sentence)}</div>
<div class="muted" style="${MUTED};font-size:13px;padding-top:8px">${escapeHtml(summary)}</div></td></tr>
${leads.map((lead, index) => `${titleBefore(lead, leads[index - 1])}${leadHtml(lead)}`).join("\n")}
${rest === "" ? "" : row(rest)}
${changes.groups.map(changesHtml).join("\n")}`,
  );
}

/** A lead in the list. */
export function leadHtml(lead: ReportLead): string {
  const band = scoreBand(lead.score);
  const name = `<bdi dir="auto">${escapeHtml(lead.name)}</bdi>`;
  const facts = [
    ...lead.details.map(({ value }) => {
      const unbroken = value.length <= UNBROKEN_LENGTH ? ' style="white-space:nowrap"' : "";
      return `<bdi dir="auto"${unbroken}>${escapeHtml(value)}</bdi>`;
    }),
    ...(lead.missing === "" ? [] : [`Missing: ${escapeHtml(lead.missing)}`]),
  ];
  return row(`<table ${TABLE} width="100%"><tr>
<td class="ink" style="${INK};font-size:16px;line-height:22px;font-weight:600;word-break:break-word">${lead.link === null ? name : anchor(lead.link, name)}</td>
${lead.isApproved ? `<td class="muted" align="right" valign="top" style="${MUTED};padding-left:8px">Approved</td>` : ""}<td width="48" align="right" valign="top" style="padding-left:8px"><table ${TABLE}><tr><td class="${band}" align="center" style="${BAND_STYLES[band]};border-radius:10px;padding:1px 10px;font-weight:600">${lead.score}</td></tr></table></td></tr></table>
${facts.length === 0 ? "" : `<div class="muted" style="${MUTED};word-break:break-word">${facts.join(" · ")}</div>`}${noteHtml(lead)}${lead.reasons === null ? "" : reasonsHtml(lead.reasons)}${decideHtml(lead)}`);
}

/** Headings separate new leads from those of earlier reports. */
function titleBefore(lead: ReportLead, previous: ReportLead | undefined): string {
  if (lead.isNew) return previous === undefined ? titleHtml("New since the last report") : "";
  return previous?.isNew === true ? titleHtml("Highest scores") : "";
}

/** A heading above leads. */
export function titleHtml(title: string): string {
  return `<tr><td class="line muted" style="${MUTED};border-top:1px solid #e3e7ee;padding:16px 20px 8px;font-weight:600">${title}</td></tr>`;
}

function noticeHtml(notice: string): string {
  return notice === ""
    ? ""
    : `<table ${TABLE} width="100%" style="margin-bottom:16px"><tr><td class="warning" style="${BAND_STYLES.warning};border-radius:6px;padding:8px 12px">${notice}</td></tr></table>`;
}

function changesHtml({ title, lines, more }: ChangesContent["groups"][number]): string {
  const items = lines.map(
    ({ name, what }) =>
      `<div class="ink" style="${INK};word-break:break-word"><bdi dir="auto">${escapeHtml(name)}</bdi>: ${what}</div>`,
  );
  const rest = more === "" ? "" : `<div class="muted" style="${MUTED}">${more}</div>`;
  return row(`<div class="muted" style="${MUTED};font-weight:600">${title}</div>${items.join("")}${rest}`);
}

function reasonsHtml({ points, more, excerpt }: MailedReasons): string {
  if (points.length === 0) return "";
  const why = points.map(
    (point) => `<b class="ink" style="${INK}">${point.points}</b> <bdi dir="auto">${escapeHtml(point.keyword)}</bdi>`,
  );
  const found =
    excerpt === null
      ? ""
      : `<div class="ink" dir="auto" style="${INK};padding-top:4px;word-break:break-word">${escapeHtml(excerpt.before)}<strong class="match" style="background-color:#fff3c4;color:#1a2233">${escapeHtml(excerpt.match)}</strong>${escapeHtml(excerpt.after)}</div>`;
  const words = [...why, ...(more === 0 ? [] : [`${more} more`])].join(", ");
  return `${found}<div class="muted" style="${MUTED};font-size:13px;padding-top:4px;word-break:break-word">${words}</div>`;
}

function noteHtml({ note }: ReportLead): string {
  return note === ""
    ? ""
    : `<div class="ink" dir="auto" style="${INK};padding-top:4px;word-break:break-word">${escapeHtml(note)}</div>`;
}

function decideHtml({ decide }: ReportLead): string {
  if (decide === null) return "";
  return `<table ${TABLE} style="margin-top:10px"><tr>${mailButton(decide.approve, "Approve")}<td width="8">&nbsp;</td>${mailButton(decide.reject, "Reject")}</tr></table>`;
}

/** A row of the card. */
export function row(html: string): string {
  return `<tr><td class="line" style="border-top:1px solid #e3e7ee;padding:14px 20px">${html}</td></tr>`;
}

/** A link; the words are HTML. */
export function anchor(url: string, html: string): string {
  return `<a class="accent" href="${escapeHtml(url)}" style="color:#2243a8;text-decoration:none">${html}</a>`;
}
