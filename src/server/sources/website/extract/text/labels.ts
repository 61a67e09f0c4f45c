import { remembering } from "#server/sources/website/extract/remembering.ts";
import { roleOfHeader } from "#server/reading/columns.ts";
import { phoneLabel } from "#server/reading/phone-labels.ts";
import type { Line } from "#server/sources/website/extract/page-tree.ts";

const LONGEST_LABEL = 40;
const E_MAIL =
  /^(?:e-?mail(?:-?adresse| address)?|mail|courriel|correo(?: electrónico)?|メール|邮箱|电子邮件|이메일|почта|эл\. ?почта)\s*[:：]?$/iu;

/**
 * What the line before says that a line holds, where it says nothing else: "Fax" above or beside the number, in a list of
 * terms or a grid of boxes. Empty when it is no such label.
 */
export function labelAbove(lines: readonly Line[], at: number): string {
  const text = lines[at - 1]?.text ?? "";
  return text.length <= LONGEST_LABEL && text !== "" && isLabel(text) ? text : "";
}

/** Whether a line is but the name of a contact field. */
export const isLabel = remembering((text: string): boolean => {
  if (text.length > LONGEST_LABEL || /\d|@|(?:\S+ ){4}/u.test(text)) return false;
  const words = text.replace(/[\s:：]+$/u, "");
  return E_MAIL.test(text) || roleOfHeader(words) !== null || phoneLabel(`${words}: `, "") !== null;
});
