import type { ColumnRole } from "#server/pipeline/text/header-words.ts";
import { withoutEnding } from "#server/pipeline/text/fold.ts";
import type { Line, Mark, PageTree } from "#server/pipeline/sources/website/extract/page-tree.ts";
import { labelRole, Words } from "#server/pipeline/sources/website/extract/text/words.ts";
import type { PageContacts } from "#server/pipeline/sources/website/extract/text/page-contacts.ts";
import { PARTICLES } from "#server/pipeline/text/name-words.ts";
import { readPersonName } from "#server/pipeline/text/person-name.ts";
import { nameAffinity } from "#server/pipeline/sources/website/extract/text/name-affinity.ts";

/**
 * A stretch of text that may be one field of a record. Stretches overlap: whole lines and their parts are all tried.
 */
export interface Field {
  text: string;
  line: number;
  start: number;
  end: number;
  /** How it was cut: all text between contacts, by inline elements, by punctuation, or out of a sentence. */
  cut: "gap" | "element" | "part" | "sentence";
  /** Index among the fields of its line with the same cut. */
  index: number;
  /** The role given by its label. */
  role: ColumnRole | null;
  words: Words;
  /** Followed by a colon. */
  isLabel: boolean;
  /** The heading level of its line. */
  heading: number;
  /** Positions in its record, relative to the record's start and to its address; empty until it is part of one. */
  keys: readonly string[];
}

export interface CutLine {
  fields: Field[];
  marks: Mark[];
}

const LONGEST_FIELD = 90;
const LONGEST_LINE_WITHOUT_CONTACT = 160;
const MOST_PARTS = 40;
const LINKS_OF_A_MENU = 4;
const SEPARATOR =
  /\s*(?:[|·•‣;,()[\]<>:"„“”«»→➔✉☎📞]|(?<=\s)\/|\/(?=\s))\s*|\s+[-–—~]+(?:\s+|(?=\p{Lu}))|(?<=\p{Lu}\p{Ll}+)-\s?(?=\p{Ll}{4})|\.{2,}|\s{2,}|、|，|：|／|｜/gu;
const ANY_SEPARATOR = /[|·•‣;,/()[\]<>:"„“”«»→➔✉☎📞–—~、，：／｜]|\s-|-\s?\p{Ll}{4}|\.\.|\s{2}/u;
const EDGE = /[\s,;:|·•/(<>–—-]/u;
/** Icons are often emoji: "👤 Ann Lee". */
const OPENING = /^(?:[\s,;:|·•/()<>–—-]|\u200D|\uFE0F|(?![©®™])\p{Extended_Pictographic})+/u;
const NO_KEYS: readonly string[] = [];
const NOTHING: CutLine = { fields: [], marks: [] };

/** Cuts a page's lines into fields, each once and on demand. */
export class LineCutter {
  readonly #tree: PageTree;
  readonly #contacts: PageContacts;
  readonly #cut: (CutLine | undefined)[] = [];

  constructor(tree: PageTree, contacts: PageContacts) {
    this.#tree = tree;
    this.#contacts = contacts;
  }

  at(line: number): CutLine {
    return (this.#cut[line] ??= this.#read(line));
  }

  #read(at: number): CutLine {
    const line = this.#tree.lines[at];
    const { byLine, numbers, near, foreign, addresses } = this.#contacts;
    const contacts = byLine.get(at) ?? [];
    const bare = numbers.get(at) ?? [];
    if (line === undefined || near[at] !== 1 || (foreign[at]?.from === 0 && contacts.length === 0)) return NOTHING;
    // "— Ann Lee, Acme Ltd" below a quotation.
    if (
      contacts.length === 0 &&
      /^\s?[–—]\s?\p{Lu}/u.test(line.text) &&
      /[.!?"”»’]$/u.test(this.#tree.lines[at - 1]?.text ?? "")
    )
      return NOTHING;
    // A line of links is a menu.
    if (line.links.length >= LINKS_OF_A_MENU && contacts.length === 0) return NOTHING;
    const marks = bare.length === 0 ? contacts : [...contacts, ...bare].toSorted((a, b) => a.start - b.start);
    if (contacts.length === 0 && line.text.length > LONGEST_LINE_WITHOUT_CONTACT) return { fields: [], marks };
    const address = addresses.find((one) => one.line <= at && at <= one.lastLine);
    const taken = marks.filter(
      (mark) => mark.kind === "phone" || mark.kind === "fax" || mark.kind === "number" || shows(line, mark),
    );
    // "Lawyer Ann Lee:" above her address
    const nearest = contacts.length === 0 ? (byLine.get(at + 1) ?? []) : contacts;
    const emails = nearest.filter(({ kind }) => kind === "email").map(({ value }) => value);
    const until = contacts.length === 0 ? (foreign[at]?.from ?? Infinity) : Infinity;
    const fields = fieldsOf(at, line, taken, emails, contacts.length === 0).filter(
      ({ start, end }) =>
        start < until &&
        (address === undefined ||
          (at === address.line && end <= address.start) ||
          (at === address.lastLine && start >= address.lastEnd)),
    );
    label(fields, line.text);
    return { fields, marks };
  }
}

/** Whether the text itself shows the address; its link text may be "Ann Lee". */
function shows(line: Line, { value, start, end }: Mark): boolean {
  const shown = line.text.slice(start, end);
  if (/[@\d＠]|\(at\)|\[at\]|\sat\s/iu.test(shown)) return true;
  // A list may link only the local part, in lowercase, unlike a name.
  const small = shown.trim();
  return small !== "" && small === small.toLowerCase() && value.toLowerCase().startsWith(small);
}

const LABELED = /^([^:：]{2,30})\s?[:：]\s?(?=\S)/u;

/** The role that the label before a colon names. */
function labelIn(text: string): ColumnRole | null {
  return labelRole(LABELED.exec(text)?.[1] ?? "");
}

/** Assigns a label's role to the field after it: "Name: Ann Lee". */
function label(fields: readonly Field[], text: string): void {
  const role = labelIn(text);
  const from = LABELED.exec(text)?.[0].length ?? 0;
  if (role === null) return;
  for (const field of fields)
    if (field.start === from || (field.start < from + 3 && field.start > from)) field.role = role;
}

type Stretch = Pick<Field, "text" | "start" | "end">;

/** The fields outside the `taken` stretches: whole, split at element edges, and split at punctuation. */
function fieldsOf(
  at: number,
  { text, seams, heading }: Line,
  taken: readonly Pick<Mark, "start" | "end">[],
  emails: readonly string[],
  isAbove: boolean,
): Field[] {
  const fields: Field[] = [];
  const seen = new Set<number>();
  const add = (stretches: readonly Stretch[], cut: Field["cut"]): void => {
    for (const [index, stretch] of stretches.entries()) {
      const key = stretch.start * 100_000 + stretch.end;
      if (seen.has(key) || stretch.text.length > LONGEST_FIELD) continue;
      if (cut === "part" && isQuoted(text, stretch)) continue;
      seen.add(key);
      fields.push({
        ...stretch,
        line: at,
        cut,
        index,
        role: null,
        isLabel: /^\s?[:：]\s?\S/u.test(text.slice(stretch.end, stretch.end + 3)),
        words: new Words(stretch.text),
        heading,
        keys: NO_KEYS,
      });
    }
  };
  const whole = split(text, taken);
  add(whole, "gap");
  const ends = labelIn(text) === null ? seams : [...seams, LABELED.exec(text)?.[0].length ?? 0];
  const elements =
    ends.length === 0 ? whole : split(text, [...taken, ...ends.map((seam) => ({ start: seam, end: seam }))]);
  add(elements, "element");
  if (ANY_SEPARATOR.test(text)) add(partsOf(text, elements), "part");
  const isSpelled = (name: Stretch): boolean =>
    (readPersonName(name.text)?.certainty ?? 0) >= 0.75 && emails.some((email) => nameAffinity(name.text, email) >= 2);
  if (emails.length > 0 && fields.every(({ words }) => words.person === null))
    add(
      namesIn(whole, emails).filter((name) => !isAbove || isSpelled(name)),
      "sentence",
    );
  return fields;
}

/** "Ann Lee" in Grundschule „Ann Lee“ */
function isQuoted(text: string, { start, end }: Stretch): boolean {
  return /["“”»]/u.test(text.charAt(end)) && /\p{L}\s?["„“«]$/u.test(text.slice(Math.max(0, start - 4), start));
}

function partsOf(text: string, elements: readonly Stretch[]): Stretch[] {
  const parts: Stretch[] = [];
  for (const { text: piece, start } of elements) {
    const cuts = [...piece.matchAll(SEPARATOR)].map(({ 0: separator, index }) => ({
      start: start + index,
      end: start + index + separator.length,
    }));
    if (cuts.length === 0) parts.push({ text: piece, start, end: start + piece.length });
    else if (cuts.length <= MOST_PARTS) {
      const end = start + piece.length;
      const outside = [
        { start: 0, end: start },
        { start: end, end: text.length },
      ];
      parts.push(...split(text, [...outside, ...cuts]));
    }
  }
  return parts;
}

/** The parts of a text between the gaps, without surrounding punctuation. */
function split(text: string, gaps: readonly { start: number; end: number }[]): Stretch[] {
  const stretches: Stretch[] = [];
  let from = 0;
  for (const { start, end } of [
    ...gaps.toSorted((a, b) => a.start - b.start),
    { start: text.length, end: text.length },
  ]) {
    if (start > from) {
      const raw = text.slice(from, start);
      const trimmed = raw.replace(OPENING, "");
      const opening = from + raw.length - trimmed.length;
      const kept = withoutEnding(trimmed, EDGE).replace(/^([^(]*)\)$/u, "$1");
      if (kept !== "") stretches.push({ text: kept, start: opening, end: opening + kept.length });
    }
    from = Math.max(from, end);
  }
  return stretches;
}

export function overlaps(a: Field, b: Field): boolean {
  return a.line === b.line && a.start < b.end && b.start < a.end;
}

/** Consecutive capitalized words, with particles allowed between them. */
const CAPITALISED =
  /\p{Lu}[\p{L}\p{M}'’.-]{0,40}(?:\s(?:(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|ten|ter|zu|bin|al|el|y)\s){0,3}\p{Lu}[\p{L}\p{M}'’.-]{0,40}){1,7}/gu;
/** Words that typically precede a contact's name. */
const POINTS_AT =
  /(?:\b(?:mr|mrs|ms|miss|dr|prof|herrn?|frau|mme|mlle|monsieur|madame|m|sr|sra|don|doña|sig|contact|kontakt|ansprechpartner(?:in)?|ansprechperson|contacter|contacte(?:z)?|contactez|contacta(?:r)?|write to|email|call|reach|ask for|with|an|by|an|avec|con|bei|bij|chez|presso|durch)\.?)\s*:?\s*$/iu;
const MOST_WINDOWS = 40;
const MOST_RUNS = 40;

/**
 * Names in sentences, which nothing sets apart: those that match an address on the line, and those after a word like
 * "contact" or "Mrs".
 */
function namesIn(sentences: readonly Stretch[], addresses: readonly string[]): Stretch[] {
  return sentences.flatMap((sentence) =>
    [...sentence.text.matchAll(CAPITALISED)].slice(0, MOST_RUNS).flatMap(({ 0: run, index }) => {
      const name = bestWindow(run, sentence.text.slice(Math.max(0, index - 30), index), addresses);
      const from = sentence.start + index;
      return name === null ? [] : [{ text: name.text, start: from + name.start, end: from + name.end }];
    }),
  );
}

function bestWindow(run: string, before: string, addresses: readonly string[]): Stretch | null {
  const words = [...run.matchAll(/\S+/gu)].map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
  let best: Stretch | null = null;
  let bestScore = 0;
  let windows = 0;
  for (let from = 0; from < words.length; from++) {
    // "Van der Veen" in "Pim Van der Veen" is half a name.
    if (from > 0 && PARTICLES.has(run.slice(words[from]?.start, words[from]?.end).toLowerCase())) continue;
    for (let size = Math.min(5, words.length - from); size >= 2 && windows < MOST_WINDOWS; size--, windows++) {
      const start = words[from]?.start ?? 0;
      const end = words[from + size - 1]?.end ?? 0;
      const text = run.slice(start, end).replace(/[.'’-]+$/u, "");
      const read = readPersonName(text);
      if (read === null) continue;
      const affinity = Math.max(0, ...addresses.map((address) => nameAffinity(read.name, address)));
      const isPointedAt = read.certainty > 0.9 || POINTS_AT.test(start === 0 ? before : run.slice(0, start));
      if (affinity < 2 && !(isPointedAt && read.certainty >= 0.65)) continue;
      // On equal fit, prefer the shorter stretch: "Bitte Ann Lee" also contains Ann Lee.
      const score = affinity * 10 + read.certainty * 5 + (isPointedAt ? 3 : 0) - size / 10;
      if (score > bestScore) {
        bestScore = score;
        best = { text, start, end: start + text.length };
      }
    }
  }
  return best;
}
