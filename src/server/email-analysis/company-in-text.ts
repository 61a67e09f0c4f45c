import { readCompanyName } from "#server/reading/company-name.ts";

/** What people write before the name of their own company. */
const BEFORE =
  /\b(?:i'?m (?:\p{L}+ ){0,4}(?:from|at|with)|i work (?:for|at)|we are|we're|we at|here at|on behalf of|from|at|for|wir (?:sind|von|bei)(?: (?:die|der|das))?|wir,? (?:die|das)|bei(?: der)?|von der|firma|nous sommes(?: (?:la société|l'entreprise))?|de (?:la )?société|société|somos|de (?:la )?empresa|empresa|trabajo en|siamo|della ditta|azienda|wij zijn|bij|vi är|компания|из компании)\s/giu;
const NAME_LENGTH = 80;
const TRIES = 40;

/** The company with a legal form that a text says its writer is of ("I'm Anna from Acme GmbH"), null when none is named. */
export function companyInText(text: string): string | null {
  let tries = 0;
  for (const { 0: before, index } of text.slice(0, 6_000).matchAll(BEFORE)) {
    tries += 1;
    if (tries > TRIES) return null;
    const start = index + before.length;
    const rest = (
      text.slice(start, start + NAME_LENGTH).split(/[\n!?;:()]|,\s(?!inc|ltd|llc|s\.|a\.)/iu, 1)[0] ?? ""
    ).replace(/^(?:the|die|der|das|la|le|el|a|an)\s/iu, "");
    if (!/^[\p{Lu}\p{N}«"]/u.test(rest)) continue;
    const name = readCompanyName(rest);
    // Without a legal form the words before it would be the only sign.
    if (name !== null && name.length < rest.length + 1 && /\s/u.test(name)) return name;
  }
  return null;
}
