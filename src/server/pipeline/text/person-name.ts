import { readCompanyName } from "#server/pipeline/text/company-name.ts";
import { fold } from "#server/pipeline/text/fold.ts";
import { GIVEN_NAMES } from "#server/pipeline/text/given-names.ts";
import { readJobTitle } from "#server/pipeline/text/job-title.ts";
import { hasLegalForm } from "#server/pipeline/text/legal-forms.ts";
import { FAMILY_ENDING, FAMILY_NAMES, HONORIFICS, PARTICLES, POSTNOMINALS } from "#server/pipeline/text/name-words.ts";
import { ABSTRACT_ENDING, NON_NAME_WORDS } from "#server/pipeline/text/non-name-words.ts";
import { readUnspacedName } from "#server/pipeline/text/unspaced-name.ts";
import { remembering } from "#server/pipeline/text/remembering.ts";

/** A person's name without forms of address and degrees, and the confidence that it is a name (0 to 1). */
export interface PersonName {
  name: string;
  certainty: number;
}

/** Confidence from shape alone: two capitalized words could be anything. */
const SHAPE = 0.5;
const FAMILIAR = 0.75;
const KNOWN_GIVEN = 0.9;
const ADDRESSED = 0.95;

const LABEL =
  /^(?:name|from|fdo\.?|full name|contact(?: person)?|your contact|by|author|attn|ansprechpartner(?:in)?|kontakt|inhaber(?:in)?|geschäftsführer(?:in)?|vertreten durch|responsable|contacto|contact commercial|nom|nombre|nome|contatto|referente|naam|имя|контактное лицо|контакт|姓名|联系人|氏名|お名前|担当者?|이름|성명|담당자|الاسم)\s?[:：]\s?|^担当者?\s/iu;
/** "Ann Lee tel." before a number */
const NEXT_LABEL = /\s(?:tel|tél|fon|phone|mob|mobile|kom|fax|e-?mail)\.?\s?:?$/iu;
/** "The Reverend Canon Ann Lee" */
const REVEREND = /^the\s(?=(?:rev|hon)\p{Ll}*\.?\s)|(?<=^(?:the\s)?rev\S{0,6}\s)canon\s/giu;
/** "M. en C. Ana Lara" */
const DEGREE_IN = /^(?:dra?|m|mtr[oa]|lic|ing|esp)\.?\sen\s(?:\p{Lu}\p{Ll}{0,4}\.\s?){1,3}/iu;
/** "C.P. Ana Paz Lara", unlike the initials of "J.R. Lara" */
const DOTTED_DEGREE = /^(?:\p{Lu}\.){1,3}\p{Lu}\.?\s(?=(?:\p{Lu}\p{Ll}+\s){2}\p{Lu})/u;
/** "M.Jean Roux" */
const GLUED_TITLE = /^(?:Dr|Mr|Mrs|Ms|Mme|Mlle|Prof|Hr|Sr|Sra|M)\.(?=\p{Lu}[\p{L}-]+\s\p{L})/u;
const PRONOUNS =
  /\s?\((?:she|he|they|sie|er|elle|il|ella|él|mrs?\.?|ms\.?|mme|herr|frau)(?:[/,]\s?\p{L}+){0,3}\)[\s,]*$/iu;
const IMPOSSIBLE = /[\d@!?;|•<>{}=_…:/\\*#%&$€£+~^[\]"“”„«»]/u;
/** "San Fernando" is a place. */
const SAINT = /^(?:sant?|santa|santo|são|saint|sankt|st)\.?\s\p{L}+$/iu;
const CAPITALISED = /^(?:\p{Lu}|['’]\p{Lu}|[dlDLO]['’]\p{Lu})[\p{L}\p{M}'’.‐-]*$/u;
const INITIALS = /^(?:\p{Lu}\.?){1,3}(?:-\p{Lu}\.?)?$/u;
const ARABIC = /^[\p{sc=Arabic}\p{M}]{2,}$/u;
const PATRONYMIC = /^\p{Lu}\p{Ll}+(?:[оеё]вич|ьич|[оеё]вна|ічна|[иі]нична)$/u;
const MAX_LENGTH = 80;
const MAX_WORDS = 6;

/**
 * Reads a short text (a heading, a cell, a signature line, a display name) as one person's name in Latin, Cyrillic,
 * Greek, Arabic, Chinese, Japanese or Korean script. Removes forms of address, degrees and a job title after a comma,
 * reorders "Lee, Ann", and fixes names in all caps. Returns null for anything else: headlines, companies, departments,
 * buttons, several people.
 */
export const readPersonName = remembering((text): PersonName | null => {
  const opening = text.slice(0, MAX_LENGTH * 3);
  // Fast path: nothing that is removed below contains these, and most non-names do.
  if (/[\d@]/u.test(opening)) return null;
  const written = opening
    .replace(/\s+/gu, " ")
    .trim()
    .replace(LABEL, "")
    .replace(REVEREND, "")
    .replace(DEGREE_IN, "")
    .replace(DOTTED_DEGREE, "")
    .replace(NEXT_LABEL, "")
    .replace(PRONOUNS, "")
    .replace(GLUED_TITLE, "$& ")
    .replace(/^(\p{L}[\p{L}.-]*\.)\/(?=\p{L}[\p{L}.-]*\.\s)/u, "$1 ")
    .replace(/^["'“„«(–—-]+\s?|[\s,.;:"'”“»)–—-]+$/gu, (edge) => (edge === "." ? "." : ""))
    .replace(/(?<=\p{Ll}{4})\.$/u, "");
  if (written.length < 2 || written.length > MAX_LENGTH || IMPOSSIBLE.test(written) || SAINT.test(written)) return null;
  const unspaced = readUnspacedName(written);
  if (unspaced !== undefined) return unspaced;
  if (hasLegalForm(written)) return null;
  const comma = written.indexOf(",");
  return comma < 0 ? readBehindTitle(written.split(" ")) : readAroundComma(written, comma);
});

/** "President Prof. Ann Lee": a title, unlike a given name, doesn't belong to the name behind it. */
function readBehindTitle(words: readonly string[]): PersonName | null {
  const [first = "", ...rest] = words;
  const isTitle = rest.length > 1 && !isGiven(first) && !isHonorific(first) && readJobTitle(first) !== null;
  const behind = isTitle ? readWords(rest) : null;
  return behind !== null && behind.certainty >= KNOWN_GIVEN ? behind : readWords(words);
}

function readAroundComma(written: string, comma: number): PersonName | null {
  const before = written.slice(0, comma).trim();
  const after = written.slice(comma + 1).trim();
  const behind = after.split(/[\s,]+/u);
  if (behind.every((word) => POSTNOMINALS.has(bare(word))) || readJobTitle(after) !== null) {
    return readWords(before.split(" "));
  }
  if (isHonorific(before)) return readWords([before, ...behind]);
  if (after.includes(",")) return null;
  const reordered = readWords([...behind, ...before.split(" ")]);
  const isGivenBehind = GIVEN_NAMES.has(fold(behind.find((word) => !HONORIFICS.has(bare(word))) ?? ""));
  return reordered !== null && isGivenBehind && before.split(" ").length <= 3 ? reordered : null;
}

function readWords(all: readonly string[]): PersonName | null {
  // Before a single name, "Don" and "Phil" are given names.
  const isGivenFirst = all.length === 2 && GIVEN_NAMES.has(fold(all[0] ?? ""));
  const first = isGivenFirst ? 0 : all.findIndex((word) => !isHonorific(word));
  let end = all.length;
  // "Ann Lee BA", but "Jun MA" and "Ann Lee III"
  while (
    end > 0 &&
    POSTNOMINALS.has(bare(all[end - 1] ?? "")) &&
    (!INITIALS.test(all[end - 1] ?? "") || (end - first > 2 && !/^[IV]+$/u.test(all[end - 1] ?? "")))
  )
    end -= 1;
  const words = all.slice(Math.max(0, first), end);
  // "Dipl.-Ing. Vermessung" is a degree.
  const isAddressed = first > 0 && (words.length > 1 || !/^dipl/iu.test(all[0] ?? ""));
  // "Sr. Admin Assistant" is senior rather than señor.
  if (isAddressed && /^sr\.?$/iu.test(all[0] ?? "") && readJobTitle(words.join(" ")) !== null) return null;
  if (first < 0 || words.length === 0 || words.length > MAX_WORDS) return null;

  const core = words.filter((word, index) => index === 0 || !PARTICLES.has(fold(word)));
  const isKnownGiven = isGiven(core[0] ?? "");
  const isSmall = core.every((word) => word === word.toLowerCase()) && /\p{Ll}/u.test(core.join(""));
  if (isSmall && !(isKnownGiven && core.length === 2)) return null;
  if (!isSmall && !core.every((word) => CAPITALISED.test(word) || INITIALS.test(word) || ARABIC.test(word)))
    return null;
  if (core.every((word) => INITIALS.test(word) && word.length <= 3)) return null;
  if (core.some((word, index) => isNoName(word, index, isAddressed || isKnownGiven))) return null;
  const certainty = certaintyOf(core, { isAddressed, isKnownGiven, isSmall });
  if (certainty <= FAMILIAR && isOfWork(words.join(" "))) return null;
  return certainty === 0 ? null : { name: withSmallLetters(words, isSmall), certainty };
}

function isOfWork(text: string): boolean {
  return readJobTitle(text) !== null || readCompanyName(text) !== null;
}

function certaintyOf(
  core: readonly string[],
  { isAddressed, isKnownGiven, isSmall }: { isAddressed: boolean; isKnownGiven: boolean; isSmall: boolean },
): number {
  const last = fold(core.at(-1) ?? "");
  const isFamily = FAMILY_NAMES.has(last) || FAMILY_ENDING.test(last);
  if (core.some((word) => /['’]s$/u.test(word))) return 0;
  if (core.length === 1) return isAddressed ? FAMILIAR : isKnownGiven && !isSmall ? 0.4 : 0;
  if (isAddressed) return ADDRESSED;
  if (isSmall) return isFamily ? FAMILIAR : SHAPE;
  if (isKnownGiven || core.some((word) => PATRONYMIC.test(word))) return KNOWN_GIVEN;
  // East Asian and Hungarian order, and given names that are not listed.
  if (isFamily || FAMILY_NAMES.has(fold(core[0] ?? "")) || isGiven(core.at(-1) ?? "")) return FAMILIAR;
  // "IHK Bonn" is an organization and its place.
  if (/^\p{Lu}{3} .*\p{Ll}/u.test(core.join(" "))) return 0.3;
  if (core.some((word) => INITIALS.test(word))) return 0.65;
  return core.length <= 3 ? SHAPE : 0.3;
}

function isGiven(word: string): boolean {
  const folded = fold(word);
  return GIVEN_NAMES.has(folded) || folded.split(/[-‐]/u).some((part) => part.length > 2 && GIVEN_NAMES.has(part));
}

/**
 * Once a given name or form of address confirms a person, a family name may be an ordinary word: "Anna Bank", "Mr
 * Market".
 */
function isNoName(word: string, index: number, isSure: boolean): boolean {
  const folded = bare(word);
  if (GIVEN_NAMES.has(folded) || INITIALS.test(word)) return false;
  if (NON_NAME_WORDS.has(folded)) return !isSure || index === 0 || SMALL_WORDS.has(folded);
  return (
    !isSure && folded.length > 6 && !folded.includes("-") && ABSTRACT_ENDING.test(folded) && !FAMILY_NAMES.has(folded)
  );
}

const SMALL_WORDS = new Set(
  "and or the of for with from to in on at by is are und oder für mit von et ou pour avec y o con team gmbh legal laboratory laboratories university institute institut division directorate".split(
    " ",
  ),
);

function isHonorific(word: string): boolean {
  return (
    /^\((?:FH|BA|DH|TU|Univ\.?)\)$|^(?:Dipl|Dr)\.?-\p{L}{2,12}\.?(?:-Ing\.?)?$/iu.test(word) ||
    (HONORIFICS.has(bare(word)) && (word.length > 1 || word === "M")) ||
    // "Prof.dr.ir."
    (/\p{L}\.\p{L}/u.test(word) &&
      bare(word)
        .split(".")
        .every((part) => part.length > 1 && HONORIFICS.has(part)))
  );
}

function bare(word: string): string {
  // "Mag.a", "Dr.in"
  return fold(word).replace(/\([^)]*\)?$|[.,)]+$|\.(?=-)|\.(?:a|in)$/gu, "");
}

/** "ANNA MÜLLER-LUNZ" → "Anna Müller-Lunz"; "Anna MÜLLER" and initials are left as they are. */
function withSmallLetters(words: readonly string[], isSmall: boolean): string {
  const joined = words.join(" ");
  const isAllCapitals = joined === joined.toUpperCase() && words.some((word) => /\p{Lu}{3}/u.test(word));
  if (!isAllCapitals && !isSmall) return joined;
  // Only Turkish has "İ", whose small letter is "i", and "ı", that of its "I".
  const language = /[İı]/u.test(joined) ? "tr" : "en";
  return words
    .map((word, index) => {
      if (INITIALS.test(word) && word.length <= 2 && !PARTICLES.has(fold(word))) return word;
      const small = word.toLocaleLowerCase(language);
      return index > 0 && PARTICLES.has(fold(word))
        ? small
        : small.replace(/(?<=^|[-'’])\p{L}/gu, (letter) => letter.toLocaleUpperCase(language));
    })
    .join(" ");
}
