import { editDistance } from "#shared/text/edit-distance.ts";
import { LANGUAGES } from "#shared/language.ts";
import { isAnyQuestionWord } from "#server/assistant/understanding/translate.ts";
import { plainWord, type Word, type Wording } from "#server/assistant/understanding/words.ts";

/** ISO codes by the folded names of countries in each language, without Réunion, a meeting. Built when first needed. */
let countries: ReadonlyMap<string, string> | undefined;

/** Names that a question has besides the official ones. */
const SHORT_NAMES = "uk:GB england:GB britain:GB usa:US america:US holland:NL mejico:MX"
  .split(" ")
  .map((entry) => entry.split(":") as [string, string]);
/** Before "leads" or "companies". */
const ADJECTIVES = new Map(
  `german:DE austrian:AT swiss:CH french:FR belgian:BE dutch:NL spanish:ES portuguese:PT italian:IT british:GB english:GB irish:IE
  american:US canadian:CA mexican:MX polish:PL swedish:SE norwegian:NO danish:DK finnish:FI australian:AU`
    .split(/\s+/u)
    .map((entry) => entry.split(":") as [string, string]),
);
/** "Any Italians?", "who is Italian on the list?" */
const PEOPLE = new Map(
  "germans:DE austrians:AT belgians:BE spaniards:ES italians:IT americans:US canadians:CA mexicans:MX swedes:SE norwegians:NO danes:DK finns:FI australians:AU brits:GB"
    .split(" ")
    .map((entry) => entry.split(":") as [string, string]),
);
const OF_BEING = /^(?:is|are|being|any|only|just)$/u;
const OF_LIST = /^(?:on|in|here|among|there)$/u;
const OF_ADJECTIVE = /^(?:leads?|ones?|compan(?:y|ies)|customers?|contacts?|prospects?|firms?|numbers?)$/u;
const LONGEST = 3;
const SHORTEST_MISSPELLED = 6;

interface NamedCountry {
  code: string;
  /** The first word, and the number of words. */
  at: number;
  length: number;
}

/** The countries that a question names, in its order. */
export function countriesIn({ words, question }: Wording): NamedCountry[] {
  const found: NamedCountry[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const named = countryAt(words, question, at);
    if (named === null) continue;
    found.push(named);
    at += named.length - 1;
  }
  return found;
}

function countryAt(words: readonly Word[], question: string, at: number): NamedCountry | null {
  for (let length = Math.min(LONGEST, words.length - at); length > 0; length -= 1) {
    const part = words.slice(at, at + length);
    const [first, last] = [part[0], part.at(-1)];
    if (first === undefined || last === undefined) return null;
    if (part.some(({ isOfLead, isOfName, field }) => isOfLead === true || isOfName === true || field !== undefined))
      continue;
    const said = question.slice(first.start, last.end);
    const meant = part.map((word) => word.meant).join(" ");
    const [before, after] = [words[at - 1]?.meant ?? "", words[at + length]?.meant];
    const isAlone = OF_BEING.test(before) && (after === undefined || OF_LIST.test(after));
    const adjective = OF_ADJECTIVE.test(after ?? "") || isAlone ? ADJECTIVES.get(meant) : PEOPLE.get(meant);
    const code =
      adjective ??
      (/^USA?$/u.test(said) ? "US" : (codeOf(said) ?? codeOf(meant) ?? (length === 1 ? misspelled(said) : undefined)));
    if (code !== undefined) return { code, at, length };
  }
  return null;
}

function codeOf(said: string): string | undefined {
  countries ??= new Map([
    ...LANGUAGES.flatMap((language) => {
      const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
      const letters = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(65 + at));
      return letters
        .flatMap((first) => letters.map((second) => first + second))
        .flatMap((code) => {
          const name = names.of(code);
          // "FX" is an older code of France.
          const isCurrent = new Intl.Locale(`und-${code}`).region === code;
          return name === undefined || code === "RE" || !isCurrent ? [] : [[plainWord(name), code] as const];
        });
    }),
    ...SHORT_NAMES,
  ]);
  return countries.get(plainWord(said));
}

/** "Germny" */
function misspelled(said: string): string | undefined {
  const asked = plainWord(said);
  if (asked.length < SHORTEST_MISSPELLED || isAnyQuestionWord(asked)) return undefined;
  return [...(countries ?? [])].find(([name]) => name[0] === asked[0] && editDistance(name, asked, 1) <= 1)?.[1];
}
