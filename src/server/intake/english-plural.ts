/** How English forms plurals: words with this end, the end replaced by that. */
const PLURALS: readonly { when: RegExp; ending: RegExp; plural: string }[] = [
  // Also after y: proper names do so (Kennedys), and many write companys for company's.
  { when: /(?<![sxz]|sh)$/, ending: /$/, plural: "s" },
  { when: /([sxzo]|ch|sh)$/, ending: /$/, plural: "es" },
  { when: /[aeiou]z$/, ending: /$/, plural: "zes" },
  { when: /[^aeiou]y$/, ending: /y$/, plural: "ies" },
  { when: /(l|ea|oa)f$/, ending: /f$/, plural: "ves" },
  { when: /ife$/, ending: /fe$/, plural: "ves" },
  { when: /[^aeiou]is$/, ending: /is$/, plural: "es" },
];

/**
 * The plural spellings of a folded English word that are accepted for it: car → cars, box → boxes, company → companies.
 * None for a single letter (a would become as) or for what does not end in a Latin letter.
 */
export function pluralsOf(word: string): string[] {
  if (!/[a-z][a-z]$/.test(word)) return [];
  return PLURALS.filter(({ when }) => when.test(word)).map(({ ending, plural }) => word.replace(ending, plural));
}
