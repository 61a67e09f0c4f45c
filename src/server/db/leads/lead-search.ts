import { fieldText } from "#shared/contract/leads/field-value.ts";
import type { CustomValue, LeadRecord } from "#shared/lead-record.ts";
import { sql, type Sql } from "#server/db/engine/sql.ts";
import { foldText } from "#server/db/leads/search-text.ts";

/** What a text must contain. */
export type Condition = string | { any: readonly Condition[] } | { all: readonly Condition[] };

/** A search matches leads of which one of the two search texts meets its condition; at least one has a condition. */
export interface Search {
  /** Parts of the short fields; null where starts of words say it all. */
  text: Condition | null;
  /** Starts of words, each after a space; null when the query isn't plain words. */
  words: Condition | null;
}

/** Shorter parts match most texts, and no index holds them. */
const SHORTEST_PART = 3;
/** Words, also in quotes or joined as in "follow-up" and "acme.example". */
const PLAIN = /^["']*[\p{L}\p{N}\p{M}]+(?:[.-][\p{L}\p{N}\p{M}]+)*["'*,;!]*$/u;
/** Characters of phone numbers as people write them. */
const OF_PHONE = /^[+\d()/.-]+$/u;
/** With fewer digits, a phone number isn't recognized as one. */
const LEAST_DIGITS = 3;
/** With this many digits, a search is for one number and not for several. */
const MOST_OF_NUMBER = 6;
const DIALED_PREFIX = /^(?:\+|00)/u;
/** ITU-T E.164: the country codes of one and two digits; all others have three. */
const COUNTRY_CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/u;
/** Countries that dial no zero before a national number. */
const WITHOUT_TRUNK_ZERO = /^[17]/u;

/** How umlauts are written without them. */
const SPELLED_OUT: Record<string, string> = { ä: "ae", ö: "oe", ø: "oe", ü: "ue", å: "aa" };
/** Umlauts written so, unlike "bauer" and "queen". */
const DIGRAPH = /(?<![aeq])([aou])e(?=[^aeiou\P{L}])/gu;
const SHORTEST_WITH_UMLAUT = 4;

const WORDS = /[\p{L}\p{N}]+/gu;
/** Scripts without spaces between words. */
const SPACELESS =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+)/u;
/** Longer words are cut: they are addresses and codes. */
const LONGEST_WORD = 32;
/** Only the beginning of a longer text is searched. */
const LONGEST_TEXT = 20_000;

/** What a lead is searched by. */
export interface SearchedLead extends Pick<
  LeadRecord,
  "name" | "email" | "company" | "industry" | "title" | "phone" | "phoneKey" | "notes"
> {
  facts: readonly { value: string }[];
  customFields?: readonly CustomValue[];
  nextStep?: { text: string } | null;
}

export interface SearchTexts {
  /** The short fields and texts of custom ones, in which any part is found; line breaks keep a match within one field. */
  text: string;
  /** The distinct words of all fields, each after a space. */
  words: string;
}

/** The search texts of a lead. */
export function searchTextsOf(lead: SearchedLead): SearchTexts {
  const { name, email, company, industry, title, phone, phoneKey, notes, facts, customFields = [], nextStep } = lead;
  const custom = customFields.flatMap(textOf);
  const text = [...[name, email, company, title, industry, ...custom].map(foldText), numbersOf(phone, phoneKey)].join(
    "\n",
  );
  const long = [nextStep?.text ?? "", notes, ...facts.map(({ value }) => value)].join("\n").slice(0, LONGEST_TEXT);
  const words = new Set(wordsOf(`${text}\n${foldText(long)}`, { withEnds: true }));
  return { text, words: [...words].map((word) => ` ${word}`).join("") };
}

/** Numbers and yes or no aren't searched. */
function textOf({ value }: CustomValue): string[] {
  return Array.isArray(value) || typeof value === "string" ? [fieldText(value)] : [];
}

/**
 * What a query asks for: all its words in any order, each a part of a short field, or each the start of a word in any
 * field. A part of one or two characters is found within a word only if it is the whole query, and punctuation only as
 * the query has it. Null when it is blank.
 */
export function searchOf(query: string): Search | null {
  const folded = foldText(query);
  if (folded === "") return null;
  const terms = termsOf(
    folded.split(" ").filter((word) => wordsOf(word).length > 0),
    spellingsOf(query, folded),
  );
  const parts = terms.map(partsOf);
  const known = parts.filter((part) => part !== null);
  const asWritten = known.length === 0 || known.length < parts.length;
  const arePlain = terms.length > 0 && terms.every(isPlain);
  const words = arePlain ? all(terms.map(startsOf)) : null;
  if (asWritten) return { text: words !== null && terms.length > 1 ? null : folded, words };
  return { text: any([...(arePlain ? [] : [folded]), all(known)]), words };
}

/** Whether it is only words or a number: "ann@" or "100%" is meant as written. */
function isPlain({ words }: Term): boolean {
  return words.flat().every((word) => OF_PHONE.test(word) || PLAIN.test(word));
}

/** The other spelling of words with umlauts: "müller" of "mueller", and the other way around. */
function spellingsOf(query: string, folded: string): Map<string, string> {
  const spelledOut = foldText(
    query
      .normalize()
      .toLowerCase()
      .replace(/[äöøüå]/gu, (letter) => SPELLED_OUT[letter] ?? letter),
  ).split(" ");
  const spellings = new Map<string, string>();
  for (const [at, word] of folded.split(" ").entries()) {
    const spelled = spelledOut[at] ?? word;
    const other = spelled === word ? word.replace(DIGRAPH, "$1") : spelled;
    if (other !== word && other.length >= SHORTEST_WITH_UMLAUT) spellings.set(word, other);
  }
  return spellings;
}

/** One word, or adjacent words that may be one phone number. */
interface Term {
  /** Each in all its spellings. */
  words: readonly (readonly string[])[];
  /** How that number may be stored. */
  numbers: readonly string[];
}

function termsOf(words: readonly string[], spellings: ReadonlyMap<string, string>): Term[] {
  const groups: string[][] = [];
  let wasOfPhone = false;
  for (const word of words) {
    const isOfPhone = OF_PHONE.test(word);
    if (isOfPhone && wasOfPhone) groups.at(-1)?.push(word);
    else groups.push([word]);
    wasOfPhone = isOfPhone;
  }
  return groups.map((group) => ({
    words: group.map((word) => [word, ...(spellings.has(word) ? [spellings.get(word) ?? word] : [])]),
    numbers: numbersMeant(group.join("")),
  }));
}

/** A term as parts of short fields; null if they are too short. Most of a number is found only as one. */
function partsOf({ words, numbers }: Term): Condition | null {
  const isNumber = numbers.some((number) => number.length >= MOST_OF_NUMBER);
  const areLong = !isNumber && words.flat().every((word) => [...word].length >= SHORTEST_PART);
  const ways = [...numbers, ...(areLong ? [all(words.map(any))] : [])];
  return ways.length === 0 ? null : any(ways);
}

/** A term as starts of words. */
function startsOf({ words, numbers }: Term): Condition {
  const starts = words.flatMap((spellings) => {
    const [first = [], ...others] = spellings.map((word) => wordsOf(word).map((each) => ` ${each}`));
    return others.length === 0 ? first : [any([first, ...others].map(all))];
  });
  return any([...numbers.filter((number) => !number.startsWith("\n")).map((number) => ` ${number}`), all(starts)]);
}

/** The ways in which a number may be stored; none if the text is no number. */
function numbersMeant(written: string): string[] {
  if (!OF_PHONE.test(written)) return [];
  const isInternational = DIALED_PREFIX.test(written);
  const digits = digitsOf(isInternational ? written.replace(/^00/u, "").replace("(0)", "") : written);
  if (digits.length < LEAST_DIGITS) return [];
  const national = digits.replace(COUNTRY_CODE, "");
  // Without a country, a number is stored as written, from the start of its line.
  return isInternational && national.length >= LEAST_DIGITS ? [digits, `\n0${national}`] : [digits];
}

/** A phone's digits, international and national, or as written where its country is unknown. */
function numbersOf(phone: string, phoneKey: string | null): string {
  if (phoneKey === null) return digitsOf(foldText(phone));
  const digits = digitsOf(phoneKey);
  return WITHOUT_TRUNK_ZERO.test(digits) ? digits : `${digits} 0${digits.replace(COUNTRY_CODE, "")}`;
}

function digitsOf(text: string): string {
  return text.replace(/\D/gu, "");
}

/**
 * The words of a folded text. Those of scripts without spaces are pairs of characters; `withEnds` adds the last
 * character, so that it is found alone.
 */
function wordsOf(folded: string, { withEnds = false } = {}): string[] {
  const found = folded.match(WORDS) ?? [];
  if (!SPACELESS.test(folded)) return found.map((run) => run.slice(0, LONGEST_WORD));
  const runs = found.flatMap((run) => run.split(SPACELESS)).filter((run) => run !== "");
  return runs.flatMap((run) => {
    if (!SPACELESS.test(run)) return run.slice(0, LONGEST_WORD);
    const characters = [...run];
    const pairs = characters.map((character, at) => `${character}${characters[at + 1] ?? ""}`);
    return withEnds || pairs.length === 1 ? pairs : pairs.slice(0, -1);
  });
}

/** Tests that a search matches the search texts `s`, by this function of the engine, which finds one text in another. */
export function isMatch({ text, words }: Search, position: "instr" | "strpos"): Sql {
  const contains = (column: "text" | "words", condition: Condition): Sql =>
    meets(condition, (part) => sql`${sql.raw(`${position}(s.${column},`)} ${part}) > 0`);
  const tests = [
    ...(text === null ? [] : [contains("text", text)]),
    ...(words === null ? [] : [contains("words", words)]),
  ];
  return sql`(${sql.join(tests, " or ")})`;
}

/** The SQL of a condition, with each text tested by `test`. */
export function meets(condition: Condition, test: (text: string) => Sql): Sql {
  if (typeof condition === "string") return test(condition);
  const parts = ("any" in condition ? condition.any : condition.all).map((part) => meets(part, test));
  return sql`(${sql.join(parts, "any" in condition ? " or " : " and ")})`;
}

function any(of: readonly Condition[]): Condition {
  const [only, ...others] = distinct(of);
  return only !== undefined && others.length === 0 ? only : { any: distinct(of) };
}

function all(of: readonly Condition[]): Condition {
  const [only, ...others] = distinct(of);
  return only !== undefined && others.length === 0 ? only : { all: distinct(of) };
}

function distinct(of: readonly Condition[]): Condition[] {
  return [...new Map(of.map((each) => [JSON.stringify(each), each])).values()];
}
