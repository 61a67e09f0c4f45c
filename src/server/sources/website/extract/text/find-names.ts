import { readPersonName } from "#server/reading/person-name.ts";
import { nameAffinity } from "#server/sources/website/extract/text/name-affinity.ts";

/** A name within a longer text. */
export interface NameInText {
  name: string;
  start: number;
  end: number;
  certainty: number;
}

/** Words that start with a capital letter, particles between them allowed. */
const CAPITALISED =
  /\p{Lu}[\p{L}\p{M}'’.-]*(?:\s(?:(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|ten|ter|zu|bin|al|el|y)\s){0,3}\p{Lu}[\p{L}\p{M}'’.-]*){1,7}/gu;
/** What people write right before the name of whom to turn to. */
const POINTS_AT =
  /(?:\b(?:mr|mrs|ms|miss|dr|prof|herrn?|frau|mme|mlle|monsieur|madame|m|sr|sra|don|doña|sig|contact|kontakt|ansprechpartner(?:in)?|ansprechperson|contacter|contacte(?:z)?|contactez|contacta(?:r)?|write to|email|call|reach|ask for|with|an|by|an|avec|con|bei|durch)\.?)\s*:?\s*$/iu;
const MOST_WINDOWS = 40;

/**
 * The names in a sentence, which commas do not set apart: those that an address on the line belongs to, and those that
 * a word like "contact" or "Mrs" points at.
 */
export function findNamesInText(text: string, addresses: readonly string[]): NameInText[] {
  const found: NameInText[] = [];
  for (const { 0: run, index } of text.matchAll(CAPITALISED)) {
    const window = bestWindow(run, text.slice(Math.max(0, index - 30), index), addresses);
    if (window === null) continue;
    found.push({ ...window, start: index + window.start, end: index + window.end });
    if (found.length >= 20) break;
  }
  return found;
}

function bestWindow(run: string, before: string, addresses: readonly string[]): NameInText | null {
  const words = [...run.matchAll(/\S+/gu)].map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
  let best: NameInText | null = null;
  let bestScore = 0;
  let windows = 0;
  for (let from = 0; from < words.length; from++) {
    for (let size = Math.min(5, words.length - from); size >= 2 && windows < MOST_WINDOWS; size--, windows++) {
      const start = words[from]?.start ?? 0;
      const end = words[from + size - 1]?.end ?? 0;
      const text = run.slice(start, end).replace(/[.'’-]+$/u, "");
      const read = readPersonName(text);
      if (read === null) continue;
      const affinity = Math.max(0, ...addresses.map((address) => nameAffinity(read.name, address)));
      const isPointedAt = POINTS_AT.test(start === 0 ? before : run.slice(0, start));
      if (affinity < 2 && !(isPointedAt && read.certainty >= 0.65)) continue;
      // With equal fit the shorter stretch: "Bitte Ann Lee" holds Ann Lee as well.
      const score = affinity * 10 + read.certainty * 5 + (isPointedAt ? 3 : 0) - size / 10;
      if (score > bestScore) {
        bestScore = score;
        best = { name: read.name, start, end: start + text.length, certainty: read.certainty };
      }
    }
  }
  return best;
}
