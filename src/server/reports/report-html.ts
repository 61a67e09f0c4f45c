import { scoreBand, type ScoreBand } from "#shared/score-band.ts";
import type { ReportLead } from "#server/reports/report-lead.ts";
import type { ChangesContent } from "#server/reports/report-changes.ts";
import type { ReportContent } from "#server/reports/report-message.ts";
import type { ReportPoint, ReportReasons } from "#server/reports/report-reasons.ts";
import { escapeHtml } from "#server/reports/report-words.ts";

// Mail programs know neither flex nor variables and often drop the style element, so the light look is inline on
// tables and the style element only turns it dark, by class, where that is understood.
const FONT = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const INK = "color:#1a2233";
const MUTED = "color:#5a6475";
const LINE = "border-top:1px solid #e3e7ee";
const BAND_STYLES: Record<ScoreBand, string> = {
  success: "background:#dff3e6;color:#14532d",
  warning: "background:#fdf0d0;color:#713f12",
  neutral: "background:#e9ecf2;color:#374151",
};
const DARK = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#0f131b!important}.card{background:#171c26!important;border-color:#2b3342!important}
.ink{color:#e8ecf4!important}.muted{color:#a3adbf!important}.line{border-color:#2b3342!important}
.accent{color:#9db8ff!important}.match{background:#5b4a12!important;color:#fff3c4!important}
.success{background:#143d26!important;color:#b7ecc8!important}.warning{background:#4a3510!important;color:#fbe0a4!important}
.neutral{background:#2b3342!important;color:#d5dbe6!important}}`;

/** The report as an HTML e-mail that loads nothing from anywhere. */
export function reportHtml(content: ReportContent): string {
  const more =
    content.more === "" ? "" : row(`<span class="muted" style="${MUTED}">${escapeHtml(content.more)}</span>`);
  const link = content.link === null ? "" : row(anchor(content.link, "See all leads"));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(content.heading)}</title><style>${DARK}</style></head>
<body class="page" style="margin:0;padding:0;background:#f4f6fa">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f4f6fa"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="640" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:640px;background:#ffffff;border:1px solid #e3e7ee;border-radius:8px;${FONT};font-size:14px;line-height:20px">
<tr><td style="padding:24px"><div class="muted" style="${MUTED};font-size:13px">${escapeHtml(content.productName)}</div>
<h1 class="ink" style="${INK};margin:4px 0 8px;font-size:20px;line-height:28px;font-weight:600">${escapeHtml(content.heading)}</h1>
<div class="muted" style="${MUTED}">${escapeHtml(content.summary)}</div>
<div class="ink" style="${INK};margin-top:8px">${escapeHtml(content.changes.sentence)}</div></td></tr>
${content.changes.groups.map(changesHtml).join("\n")}
${content.leads.map(leadHtml).join("\n")}
${more}${link}</table></td></tr></table></body></html>
`;
}

function changesHtml({ title, lines, more }: ChangesContent["groups"][number]): string {
  const told = lines.map(
    ({ name, what }) =>
      `<div class="ink" style="${INK};word-break:break-word"><bdi dir="auto">${escapeHtml(name)}</bdi>: ${what}</div>`,
  );
  const rest = more === "" ? "" : `<div class="muted" style="${MUTED}">${more}</div>`;
  return row(`<div class="muted" style="${MUTED};font-weight:600">${title}</div>${told.join("")}${rest}`);
}

function leadHtml(lead: ReportLead): string {
  const band = scoreBand(lead.score);
  return row(`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="ink" style="${INK};font-size:16px;font-weight:600;word-break:break-word"><bdi dir="auto">${escapeHtml(lead.name)}</bdi></td>
<td align="right" valign="top" style="white-space:nowrap;padding-left:12px"><span class="${band}" style="${BAND_STYLES[band]};border-radius:10px;padding:2px 8px;font-weight:600">${lead.score}</span> <span class="muted" style="${MUTED}">${lead.status}${lead.isNew ? ", new" : ""}</span></td></tr></table>
${lead.details.map(({ label, value }) => fact(label, value)).join("")}${lead.missing === "" ? "" : fact("Missing", lead.missing)}
${lead.reasons === null ? "" : reasonsHtml(lead.reasons)}
${actionsHtml(lead)}`);
}

/** Each far enough from the next for a finger. */
function actionsHtml({ link, decide }: ReportLead): string {
  const actions = [
    ...(decide === null ? [] : [button(decide.approve, "Approve"), button(decide.reject, "Reject")]),
    ...(link === null ? [] : [anchor(link, "Open lead")]),
  ];
  return actions.length === 0
    ? ""
    : `<div style="margin-top:12px;line-height:36px">${actions.join("&nbsp;&nbsp; ")}</div>`;
}

function button(url: string, words: string): string {
  return `<a class="accent line" href="${escapeHtml(url)}" style="color:#2243a8;border:1px solid #e3e7ee;border-radius:6px;padding:7px 14px;font-weight:600;text-decoration:none">${words}</a>`;
}

function fact(label: string, value: string): string {
  return `<div class="ink" style="${INK};word-break:break-word"><span class="muted" style="${MUTED}">${label}:</span> <bdi dir="auto">${escapeHtml(value)}</bdi></div>`;
}

function reasonsHtml({ points, cap, missing }: ReportReasons): string {
  const rows = points.map(pointHtml).join("") + (cap === null ? "" : pointRow(cap.points, cap.words));
  const table = `<table cellpadding="0" cellspacing="0" border="0" width="100%" style="margin-top:8px">${rows}</table>`;
  const rest = missing === "" ? "" : `<div class="muted" style="${MUTED}">${missing}</div>`;
  return `${rows === "" ? "" : table}${rest}`;
}

function pointHtml({ points, ruleName, keyword, field, excerpt, note }: ReportPoint): string {
  const match = `<strong class="match" style="background:#fff3c4;color:#1a2233">${escapeHtml(excerpt.match)}</strong>`;
  const found =
    excerpt.match === ""
      ? ""
      : `<div class="muted" dir="auto" style="${MUTED};font-size:13px;word-break:break-word">${escapeHtml(excerpt.before)}${match}${escapeHtml(excerpt.after)}</div>`;
  const less = note === "" ? "" : `<div class="muted" style="${MUTED};font-size:13px">${note}</div>`;
  const what = [ruleName, keyword, field].map((text) => `<bdi dir="auto">${escapeHtml(text)}</bdi>`);
  return pointRow(
    points,
    `${what[0]}: ${what[1]} <span class="muted" style="${MUTED}">· ${what[2]}</span>${found}${less}`,
  );
}

function pointRow(points: string, html: string): string {
  return `<tr><td class="ink" width="40" valign="top" style="${INK};padding:2px 8px 2px 0;font-weight:600">${points}</td><td class="ink" style="${INK};padding:2px 0">${html}</td></tr>`;
}

function row(html: string): string {
  return `<tr><td class="line" style="${LINE};padding:16px 24px">${html}</td></tr>`;
}

function anchor(url: string, words: string): string {
  return `<a class="accent" href="${escapeHtml(url)}" style="color:#2243a8">${words}</a>`;
}
