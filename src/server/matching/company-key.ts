import { endOfLegalForm } from "#server/reading/legal-forms.ts";
import { commonSpelling } from "#server/matching/latin-letters.ts";

/** What is left out of a company's name: the short legal forms however they are written, and what joins its words. */
const LEFT_OUT = new Set(
  `gmbh mbh ag kg kgaa ohg gbr ug eg se inc ltd limited llc llp plc corp corporation incorporated company co sas sasu
  sarl eurl sa srl spa sl slu bv nv ab as aps oy oyj doo sro kft and und et y e the`.split(/\s+/u),
);

/**
 * What a company is known by whatever its legal form and spelling: "Müller & Söhne GmbH, Berlin" → "muler sohne". Empty
 * for an empty one.
 */
export function companyKey(company: string): string {
  const words = company
    .slice(0, endOfLegalForm(company) ?? company.length)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map(commonSpelling)
    .filter((word) => word !== "");
  const own = words.filter((word) => !LEFT_OUT.has(word));
  return (own.length > 0 ? own : words).join(" ");
}
