import { escapeHtml } from "#server/delivery/mail/mailed-words.ts";

// Outlook lays out tables and ignores max-width and padding outside of cells; many mail programs drop the style
// elements. So the light theme is inline styles on tables, and the style elements only add dark mode, by class.
const FONT = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
export const INK = "color:#1a2233";
export const MUTED = "color:#5a6475";
export const TABLE = `role="presentation" cellpadding="0" cellspacing="0" border="0"`;
/** Separate elements, because some mail programs drop a whole element for one rule that they don't know. */
const STYLES = `<style>:root{color-scheme:light dark;supported-color-schemes:light dark}</style>
<style>@media (prefers-color-scheme:dark){
.page{background-color:#0f131b!important}.card{background-color:#171c26!important;border-color:#2b3342!important}
.ink{color:#e8ecf4!important}.muted{color:#a3adbf!important}.line{border-color:#2b3342!important}
.accent{color:#9db8ff!important}.match{background-color:#5b4a12!important;color:#fff3c4!important}
.success{background-color:#143d26!important;color:#b7ecc8!important}.warning{background-color:#4a3510!important;color:#fbe0a4!important}
.neutral{background-color:#2b3342!important;color:#d5dbe6!important}}</style>`;

/** An HTML email of rows in one card that loads nothing; the rows are HTML, the title is text. */
export function mailHtml(title: string, rows: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no"><meta name="x-apple-disable-message-reformatting">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>${STYLES}</head>
<body class="page" style="margin:0;padding:0;background-color:#f4f6fa">
<table ${TABLE} class="page" width="100%" style="background-color:#f4f6fa"><tr><td align="center" style="padding:16px 8px">
<!--[if mso]><table ${TABLE} width="600"><tr><td><![endif]-->
<table ${TABLE} class="card" width="100%" style="max-width:600px;background-color:#ffffff;border:1px solid #e3e7ee;border-radius:8px;${FONT};font-size:14px;line-height:20px;text-align:left">
${rows}</table>
<!--[if mso]></td></tr></table><![endif]--></td></tr></table></body></html>
`;
}

/** The first row: the product's name above a heading. Both are text. */
export function mailHeading(product: string, heading: string): string {
  return `<tr><td style="padding:20px"><div class="muted" style="${MUTED};font-size:13px">${escapeHtml(product)}</div>
<h1 class="ink" style="${INK};margin:4px 0 0;font-size:20px;line-height:28px;font-weight:600">${escapeHtml(heading)}</h1></td></tr>`;
}

/** A link that looks like a button, as a table cell, large enough for touch. The words are HTML. */
export function mailButton(url: string, words: string): string {
  return `<td class="line" style="border:1px solid #c9d0dc;border-radius:6px;mso-padding-alt:8px 16px"><a class="accent" href="${escapeHtml(url)}" style="display:inline-block;padding:8px 16px;color:#2243a8;font-weight:600;text-decoration:none">${words}</a></td>`;
}
