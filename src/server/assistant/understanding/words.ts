import type { FieldCondition } from "#shared/contract/leads/field-filter.ts";
import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import type { LeadFilter, LeadSort } from "#shared/contract/leads/lead.ts";
import { fold } from "#server/pipeline/text/fold.ts";

/** A word of a question, as written and as compared. */
export interface Word {
  said: string;
  /** Lowercase without accents; email addresses stay whole. */
  meant: string;
  /** The position in the question, in UTF-16 units. */
  start: number;
  end: number;
  /** Part of the name of a rule, whose words mean nothing else. */
  isOfName?: boolean;
  /** Part of the name of a lead or its company. */
  isOfLead?: boolean;
  /** The source, form or file that it names; `meant` is its kind then. */
  origin?: string;
  /** The filter of the saved view that it names. */
  view?: LeadFilter;
  /** The custom field that it names; the words of the name are a single one then. */
  field?: AskedField;
}

/** A custom field that a question names, and what it asks of it. */
export interface AskedField extends CustomField {
  /** What the leads of the question must meet. */
  conditions?: readonly FieldCondition[];
  /** Whether it means the leads that don't meet them: "not in the food segment". */
  isExcluded?: boolean;
  sort?: LeadSort;
  figure?: "average" | "total" | "each";
  /** What a request sets it to, as written; empty to clear it. */
  set?: string;
}

/** How a custom field is compared, whatever the team calls it. */
export const FIELD = "{f}";

/** A tokenized question; `text` joins the compared forms with single spaces. */
export interface Wording {
  question: string;
  words: readonly Word[];
  text: string;
}

const WORD =
  /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+[\p{L}\p{N}]|[<>≤≥]=?(?=\s*\d)|\d+(?:[.,]\d+)*(?:\+(?!\w))?|[Ww]\/(?:o(?:ut)?)?(?![\p{L}\p{N}/])|[Uu]n-\p{L}+|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}]+)*/gu;

/** Contractions, and "un-reject", written out before words are compared. */
const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/^un-/u, "un"],
  [/^(what|who|where|when|how|why|which|it|that|there|here)'s$/u, "$1 is"],
  [/^(what|who|where|when|how)s$/u, "$1 is"],
  [/^(?:can'?t|cannot)$/u, "can not"],
  [/^won't$/u, "will not"],
  [/^(is|are|was|were|do|does|did|has|have|could|would|should)n'?t$/u, "$1 not"],
  [/^(i|we|you|they)'ve$/u, "$1 have"],
  [/^(what|who|we|you|they)'re$/u, "$1 are"],
  [/^i'm$/u, "i am"],
  [/^(?:pls|plz)$/u, "please"],
  [/^no(?:one|-one)$/u, "no one"],
  [/^u$/u, "you"],
  [/^rn$/u, "right now"],
  [/^(?:thx|tx|ty)$/u, "thanks"],
  [/^avg$/u, "average"],
  [/^w\/o(?:ut)?$/u, "without"],
  [/^w\/?$/u, "with"],
  [/^>$/u, "above"],
  [/^<$/u, "below"],
  [/^(?:>=|≥)$/u, "at least"],
  [/^(?:<=|≤)$/u, "at most"],
  [/^(\d+)\+$/u, "at least $1"],
];

/** Splits a question into words, without punctuation and possessive endings. */
export function wordsOf(question: string): Wording {
  const words: Word[] = [];
  for (const match of question.matchAll(WORD)) {
    const [said] = match;
    const written = writtenOut(plainWord(said));
    for (const meant of written.split(" "))
      words.push({ said, meant, start: match.index, end: match.index + said.length });
  }
  return wordingOf(question, words);
}

/** The same question with some words replaced. */
export function wordingOf(question: string, words: readonly Word[]): Wording {
  return { question, words, text: words.map(({ meant }) => meant).join(" ") };
}

/** The custom fields that a question names. */
export function fieldsIn({ words }: Wording): AskedField[] {
  return words.flatMap(({ field }) => (field === undefined ? [] : [field]));
}

/** The original text of a range of `text`. */
export function saidBetween({ question, words }: Wording, from: number, to: number): string {
  let position = 0;
  let first: Word | undefined;
  let last: Word | undefined;
  for (const word of words) {
    const end = position + word.meant.length;
    if (position >= from && end <= to) {
      first ??= word;
      last = word;
    }
    position = end + 1;
  }
  return first === undefined || last === undefined ? "" : question.slice(first.start, last.end);
}

/** Normalizes a word for comparison: folded, with one kind of apostrophe. */
export function plainWord(text: string): string {
  return fold(text).replaceAll("’", "'");
}

function writtenOut(folded: string): string {
  for (const [pattern, replacement] of CONTRACTIONS) {
    if (pattern.test(folded)) return folded.replace(pattern, replacement);
  }
  return folded.replace(/'s?$/u, "").replace(/(?<=\p{L})'s$/u, "") || folded;
}

/** Words that say nothing about what a question is about. */
export const LIGHT: ReadonlySet<string> = new Set(
  `a an the and or but if so to of in on at by for from with without about as is are was were be been am do does did done have has had having can could would should will shall may might must
  i me my mine we us our you your he him his she her it its they them their this that these those there here who whom whose what which when where why how not no nor yes
  get got getting give gives go going gonna come make makes made let lets tell say says show me know want wants need like look see out up down off over into than then too very just only also still even
  explain short tell understand help question answer some any every all each much many more most less few one ones two three first last next new good great nice please hi hello hey thanks ok okay lol well now ever never always today yesterday tomorrow week month day days year time times really someone anyone something anything`.split(
    /\s+/u,
  ),
);
