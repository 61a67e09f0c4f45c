import { roleOfHeader } from "#server/reading/columns.ts";
import { phoneLabel } from "#server/reading/phone-labels.ts";
import type { Line } from "#server/sources/website/extract/page-tree.ts";

const LONGEST_LABEL = 40;
const E_MAIL =
  /^(?:e-?mail(?:-?adresse| address)?|mail|courriel|correo(?: electrónico)?|メール|邮箱|电子邮件|이메일|почта|эл\. ?почта)\s*[:：]?$/iu;

/**
 * What the line before says that a line holds, where it says nothing else: "Fax" above or beside the number, in a list of
 * terms or a grid of boxes. Empty for lines without such a label.
 */
export function labelsOf(lines: readonly Line[]): string[] {
  const labels = new Array<string>(lines.length).fill("");
  for (let at = 0; at + 1 < lines.length; at++) {
    const text = lines[at]?.text ?? "";
    if (text.length <= LONGEST_LABEL && text !== "" && isLabel(text)) labels[at + 1] = text;
  }
  return labels;
}

/** Whether a line is but the name of a contact field. */
export function isLabel(text: string): boolean {
  if (/\d/u.test(text) || text.split(" ").length > 4) return false;
  if (E_MAIL.test(text) || roleOfHeader(text.replace(/[\s:：]+$/u, "")) !== null) return true;
  return phoneLabel(`${text.replace(/[\s:：]+$/u, "")}: `, "") !== null;
}
