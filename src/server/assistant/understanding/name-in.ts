import type { Language } from "#shared/language.ts";
import { foreignVocabulary, intentVocabulary } from "#server/assistant/understanding/intent-model.ts";
import type { KnownNames } from "#server/assistant/understanding/mark-names.ts";
import { registrableDomain } from "#server/pipeline/text/domains.ts";
import type { Word, Wording } from "#server/assistant/understanding/words.ts";

/** A period after these doesn't end a sentence. */
const ABBREVIATED = /^(?:\p{L}|dr|mr|mrs|ms|prof|st|jr|sr|inc|ltd|co|no)$/iu;
/** Between the words of a name. */
const PARTICLES = new Set(["de", "van", "von", "der", "la", "of", "and", "del", "da", "di", "the"]);

/** Not in an email address or URL. */
const DOMAIN = /(?<![@\p{L}\p{N}._/+-])(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?![\p{L}\p{N}@-])/u;
/** Endings that are also those of domains. */
const FILE_NAME = /\.(?:csv|tsv|xlsx?|json|txt|pdf|zip|ts|js|md|py|sh|vcf|eml)$/iu;

/** The domain that a question names: "acme.com". */
export function domainIn(question: string): string | null {
  const domain = DOMAIN.exec(question)?.[0];
  if (domain === undefined || FILE_NAME.test(domain)) return null;
  return registrableDomain(domain.toLowerCase()) === null ? null : domain;
}

/**
 * The name of a lead in a question, as written; otherwise the longest run of words that are no words of any question,
 * if they look like a name once leads were looked up.
 */
export function nameIn(wording: Wording, language: Language, { leads }: KnownNames = {}): string {
  const others = language === "en" ? new Set<string>() : foreignVocabulary(language);
  const vocabulary = intentVocabulary().union(others);
  const id = /\blead #?\d+\b/u.exec(wording.text)?.[0];
  if (id !== undefined) return id;
  const isOfName = ({ meant, said, field, isOfLead, isOfName: isOfRule }: Word, at: number): boolean =>
    field === undefined &&
    isOfRule !== true &&
    (isOfLead === true ||
      meant.includes("@") ||
      /^\d{5,}$/u.test(meant) ||
      (!/^\d/u.test(meant) &&
        (!vocabulary.has(meant) ||
          (at > 0 &&
            language === "en" &&
            !beginsSentence(wording, at) &&
            isCapital(said) &&
            !KNOWN_CAPITALS.has(meant) &&
            said.toLowerCase().replace(/['’]s?$/u, "") === meant))));
  let best: readonly Word[] = [];
  let run: Word[] = [];
  const end = (): void => {
    while (PARTICLES.has(run.at(-1)?.meant ?? "")) run.pop();
    run = nameOfRun(run);
    const [has, had] = [run, best].map((words) => words.some(({ isOfLead }) => isOfLead));
    if (has === had ? run.length > best.length : has) best = run;
    run = [];
  };
  wording.words.forEach((word, at) => {
    if (beginsSentence(wording, at)) end();
    if (isOfName(word, at) || (run.length > 0 && PARTICLES.has(word.meant) && nextIsName(wording.words, at, isOfName)))
      run.push(word);
    else end();
  });
  end();
  // A short word in lowercase is a typo rather than a name.
  if (
    language === "en" &&
    best.length === 1 &&
    best.every(({ said, isOfLead }) => isOfLead !== true && said.length < 4 && said === said.toLowerCase())
  )
    return "";
  const isFound =
    leads === undefined || best.some(({ isOfLead }) => isOfLead) || looksLikeName(best, wording, language);
  const [first] = isFound ? best : [];
  const last = best.at(-1);
  if (first === undefined || last === undefined) return "";
  return wording.question
    .slice(first.start, last.end)
    .replace(/['’]s?$/u, "")
    .trim();
}

/** The leads of a question, as written: runs of words of their names. */
export function leadsNamed({ question, words }: Wording): string[] {
  const runs: Word[][] = [];
  words.forEach((word, at) => {
    const before = words[at - 1];
    const goesOn = before?.isOfLead === true && !/[,;]/u.test(question.slice(before.end, word.start));
    if (word.isOfLead === true && goesOn) runs.at(-1)?.push(word);
    else if (word.isOfLead === true) runs.push([word]);
  });
  const names = runs.map((run) => question.slice(run[0]?.start, run.at(-1)?.end).replace(/['’]s?$/u, ""));
  return [...new Set(names)];
}

/** Without the words around a name that are none of it: "Joan Tredwell porfa". */
function nameOfRun(run: readonly Word[]): Word[] {
  const first = run.findIndex(({ isOfLead }) => isOfLead);
  const last = run.findLastIndex(({ isOfLead }) => isOfLead);
  if (first === -1) return [...run];
  // A single word that leads have may go on with a misspelled one: "Hector Ruis".
  return run.slice(first, first === last ? first + 2 : last + 1);
}

function looksLikeName(words: readonly Word[], { words: all }: Wording, language: Language): boolean {
  if (words.some(({ meant }) => /@|^\d{5}/u.test(meant))) return true;
  const isCapitalized = words.every(({ said, meant }) => PARTICLES.has(meant) || /^[^\p{Ll}]/u.test(said));
  // German nouns are capitalized, too, as is the first word of a question.
  return isCapitalized && (words.length > 1 || all.length === 1 || (language !== "de" && words[0] !== all[0]));
}

/** Whether a sentence ends before a word. */
export function beginsSentence({ question, words }: Wording, at: number): boolean {
  const [before, word] = [words[at - 1], words[at]];
  if (before === undefined || word === undefined) return false;
  const between = question.slice(before.end, word.start);
  return /^[?!]/u.test(between) || (/^\.\s/u.test(between) && !ABBREVIATED.test(before.said));
}

function nextIsName(words: readonly Word[], at: number, isOfName: (word: Word, at: number) => boolean): boolean {
  const next = words[at + 1];
  return next !== undefined && isOfName(next, at + 1);
}

const isCapital = (said: string): boolean => /^\p{Lu}\p{Ll}/u.test(said);
/** Written with a capital without being a name. */
const KNOWN_CAPITALS = new Set(
  "google sheet sheets gmail winnow typeform monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december excel postgres".split(
    " ",
  ),
);
