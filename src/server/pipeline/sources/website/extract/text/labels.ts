import { remembering } from "#server/pipeline/text/remembering.ts";
import { roleOfHeader } from "#server/pipeline/text/columns.ts";
import type { ColumnRole } from "#server/pipeline/text/header-words.ts";
import { phoneLabel } from "#server/pipeline/text/phone-labels.ts";
import type { Line } from "#server/pipeline/sources/website/extract/page-tree.ts";

const LONGEST_LABEL = 40;
const E_MAIL =
  /^(?:e-?mail(?:-?adresse| \p{L}{2,14})?|mail|pec|posta elettronica(?: certificata)?|courriel|correo(?: electrónico)?|メール|邮箱|电子邮件|이메일|почта|эл\. ?почта)\s*[:：]?$/iu;

/**
 * The previous line if it is only a label for this one: "Fax" above or next to the number, in a definition list or a
 * grid. Empty otherwise.
 */
export function labelAbove(lines: readonly Line[], at: number): string {
  const text = lines[at - 1]?.text ?? "";
  return text.length <= LONGEST_LABEL && text !== "" && isLabel(text) ? text : "";
}

const IN_CHARGE = /^(?:person )?(?:in charge|responsable|responsabile|responsável|verantwortlich(?:er?)?|leitung)$/iu;

/** The role that a label names, limited to name, title and company; null for any other text. */
export function labelRole(label: string): ColumnRole | null {
  const words = label.replace(/[\s:：]+$/u, "");
  const role = IN_CHARGE.test(words) ? "name" : words === "" ? null : (roleOfHeader(words)?.role ?? null);
  return role === "name" || role === "title" || role === "company" ? role : null;
}

/** Whether a line is only the name of a contact field. */
export const isLabel = remembering((text: string): boolean => {
  if (text.length > LONGEST_LABEL || /\d|@|(?:\S+ ){4}/u.test(text)) return false;
  const words = text.replace(/[\s:：]+$/u, "");
  return E_MAIL.test(text) || roleOfHeader(words) !== null || phoneLabel(`${words}: `, "") !== null;
});
