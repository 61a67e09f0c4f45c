import { scoreBand, type ScoreBand } from "#shared/score-band.ts";
import type { ReportLead } from "#server/features/reports/content/report-lead.ts";
import type { ChangesContent } from "#server/features/reports/content/report-changes.ts";
import type { ReportContent } from "#server/features/reports/content/report-message.ts";
import type { MailedReasons } from "#server/features/reports/content/report-reasons.ts";
import { escapeHtml } from "#server/delivery/mail/mailed-words.ts";

// Outlook lays out tables and ignores max-width and padding outside of cells; many mail programs drop the style
// elements. So the light theme is inline styles on tables, and the style elements only add dark mode, by class.
const FONT = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const INK = "color:#1a2233";
const MUTED = "color:#5a6475";
const BAND_STYLES: Record<ScoreBand, string> = {
  success: "background-color:#dff3e6;color:#14532d",
  warning: "background-color:#fdf0d0;color:#713f12",
  neutral: "background-color:#e9ecf2;color:#374151",
};
/** Shorter values, such as phone numbers, stay on one line. */
const UNBROKEN_LENGTH = 24;
const TABLE = `role="presentation" cellpadding="0" cellspacing="0" border="0"`;
/** Separate elements, because some mail programs drop a whole element for one rule that they don't know. */
const STYLES = `<style>:root{color-scheme:light dark;supported-color-schemes:light dark}</style>
<style>@media (prefers-color-scheme:dark){
.page{background-color:#0f131b!important}.card{background-color:#171c26!important;border-color:#2b3342!important}
.ink{color:#e8ecf4!important}.muted{color:#a3adbf!important}.line{border-color:#2b3342!important}
.accent{color:#9db8ff!important}.match{background-color:#5b4a12!important;color:#fff3c4!important}
.success{background-color:#143d26!important;color:#b7ecc8!important}.warning{background-color:#4a3510!important;color:#fbe0a4!important}
.neutral{background-color:#2b3342!important;color:#d5dbe6!important}}</style>`;

/** The report as an HTML email that loads nothing. */
export function reportHtml(content: ReportContent): string {
  const { heading, summary, changes, leads, more, link } = content;
  const rest = [
    more === "" ? "" : `<div class="ink" style="${INK};padding-bottom:4px">${escapeHtml(more)}</div>`,
    link === null ? "" : anchor(link, "See all leads"),
  ].join("");
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no"><meta name="x-apple-disable-message-reformatting">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>${STYLES}</head>
<body class="page" style="margin:0;padding:0;background-color:#f4f6fa">
<table ${TABLE} class="page" width="100%" style="background-color:#f4f6fa"><tr><td align="center" style="padding:16px 8px">
<!--[if mso]><table ${TABLE} width="600"><tr><td><![endif]-->
<table ${TABLE} class="card" width="100%" style="max-width:600px;background-color:#ffffff;border:1px solid #e3e7ee;border-radius:8px;${FONT};font-size:14px;line-height:20px;text-align:left">
<tr><td style="padding:20px">${noticeHtml(content.notice)}<div class="muted" style="${MUTED};font-size:13px">${escapeHtml(content.productName)}</div>
<h1 class="ink" style="${INK};margin:4px 0 8px;font-size:20px;line-height:28px;font-weight:600">${escapeHtml(heading)}</h1>
<div class="ink" style="${INK}">${escapeHtml(changes.sentence)}</div>
<div class="muted" style="${MUTED};font-size:13px;padding-top:8px">${escapeHtml(summary)}</div></td></tr>
${leads.map((lead, index) => `${titleBefore(lead, leads[index - 1])}${leadHtml(lead)}`).join("\n")}
${rest === "" ? "" : row(rest)}
${changes.groups.map(changesHtml).join("\n")}</table>
<!--[if mso]></td></tr></table><![endif]--></td></tr></table></body></html>
`;
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
${facts.length === 0 ? "" : `<div class="muted" style="${MUTED};word-break:break-word">${facts.join(" · ")}</div>`}${lead.reasons === null ? "" : reasonsHtml(lead.reasons)}${decideHtml(lead)}`);
}

/** Headings separate new leads from those of earlier reports. */
function titleBefore(lead: ReportLead, previous: ReportLead | undefined): string {
  if (lead.isNew) return previous === undefined ? titleHtml("New since the last report") : "";
  return previous?.isNew === true ? titleHtml("Highest scores") : "";
}

function titleHtml(title: string): string {
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

/** Cells as buttons, large enough for touch. */
function decideHtml({ decide }: ReportLead): string {
  if (decide === null) return "";
  return `<table ${TABLE} style="margin-top:10px"><tr>${button(decide.approve, "Approve")}<td width="8">&nbsp;</td>${button(decide.reject, "Reject")}</tr></table>`;
}

function button(url: string, words: string): string {
  return `<td class="line" style="border:1px solid #c9d0dc;border-radius:6px"><a class="accent" href="${escapeHtml(url)}" style="display:inline-block;padding:8px 16px;color:#2243a8;font-weight:600;text-decoration:none">${words}</a></td>`;
}

function row(html: string): string {
  return `<tr><td class="line" style="border-top:1px solid #e3e7ee;padding:14px 20px">${html}</td></tr>`;
}

function anchor(url: string, html: string): string {
  return `<a class="accent" href="${escapeHtml(url)}" style="color:#2243a8;text-decoration:none">${html}</a>`;
}
