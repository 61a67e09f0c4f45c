import { phoneLabel } from "#server/pipeline/text/phone-labels.ts";
import { isSomethingElse } from "#server/pipeline/text/phone-text.ts";
import { findPostalAddress } from "#server/pipeline/text/postal-address.ts";
import type { Dropped } from "#server/pipeline/sources/website/extract/page-reading.ts";
import type { Line, Mark, PageTree } from "#server/pipeline/sources/website/extract/page-tree.ts";
import { findContacts, findNumbers } from "#server/pipeline/sources/website/extract/text/find-contacts.ts";
import { labelAbove } from "#server/pipeline/sources/website/extract/text/words.ts";
import { type Foreign, foreignParts } from "#server/pipeline/sources/website/extract/text/third-parties.ts";

const BEFORE = 20;
const AFTER = 10;
const ADDRESS_BEFORE = 12;
const ADDRESS_AFTER = 8;
/** How many lines above a contact a notice can name its owner. */
const NOTICE = 40;
const FEWEST_CONTACTS = 3;
const LONE_REACH = 4;
/** 7 to 12 digits, or several numbers with a slash. */
const LONE_NUMBER = /^\(?\d(?:[\s().-]{0,3}\d){6,11}(?=\s?(?:\/[\d\s()./-]{6,40})?$)/u;
const MOST_CONTACTS = 20_000;
/** A postal code or its beginning. */
const CODE = /\d{3}|[A-Z]\d/u;
const ADDRESS_LINES = 4;

export interface PostalMark extends Mark {
  lastLine: number;
  lastEnd: number;
}

/** The non-word content of a page's lines: contacts, bare numbers and postal addresses, by line. */
export interface PageContacts {
  byLine: Map<number, Mark[]>;
  /** Digits that are a phone only if other records have them in the same place. */
  numbers: Map<number, Mark[]>;
  addresses: PostalMark[];
  /** 1 for each line near a contact; the others are not read. */
  near: Uint8Array;
  dropped: Dropped[];
  foreign: (Foreign | null)[];
}

/**
 * Finds a page's contacts, except those of nobody or of third parties named in notices. An address at `ownDomain`, the
 * site's registrable domain, belongs to the owner even inside a notice.
 */
export function readContacts(tree: PageTree, ownDomain: string | null): PageContacts {
  const { lines } = tree;
  const dropped: Dropped[] = [];
  const all = new Map<number, Mark[]>();
  let count = 0;
  for (const [at, line] of lines.entries()) {
    const found = findContacts(at, line, () => labelAbove(lines, at), dropped);
    if (found.length > 0) all.set(at, found);
    count += found.length;
    if (count > MOST_CONTACTS) break;
  }
  const foreign = foreignParts(tree, all, linesAround(lines.length, all.keys(), NOTICE, AFTER));
  const byLine = new Map<number, Mark[]>();
  for (const [at, found] of all) {
    const own = withoutForeign(found, foreign[at] ?? null, ownDomain, dropped);
    if (own.length > 0) byLine.set(at, own);
  }
  addLoneNumbers(lines, byLine);
  const near = linesAround(lines.length, byLine.keys(), BEFORE, AFTER);
  const numbers = new Map<number, Mark[]>();
  // With few contacts there are no other records to compare numbers with.
  for (const [at, line] of byLine.size < FEWEST_CONTACTS ? [] : lines.entries()) {
    if (near[at] !== 1) continue;
    const found = findNumbers(at, line.text, byLine.get(at) ?? []);
    if (found.length > 0) numbers.set(at, found);
  }
  const nearest = linesAround(lines.length, byLine.keys(), ADDRESS_BEFORE, ADDRESS_AFTER);
  return { byLine, numbers, addresses: postalAddresses(lines, nearest, foreign, byLine), near, dropped, foreign };
}

/** On a page without another phone, digits alone in a line next to one of its few addresses are one. */
function addLoneNumbers(lines: readonly Line[], byLine: Map<number, Mark[]>): void {
  const marks = [...byLine.values()].flat();
  const isFew = new Set(marks.map(({ value }) => value)).size < FEWEST_CONTACTS;
  if (!isFew || marks.some(({ kind }) => kind !== "email")) return;
  const nearby = linesAround(lines.length, byLine.keys(), LONE_REACH, LONE_REACH);
  for (const [line, { text }] of lines.entries()) {
    const value = nearby[line] === 1 ? (LONE_NUMBER.exec(text)?.[0].trim() ?? "") : "";
    if (value === "" || isSomethingElse(value, "")) continue;
    if (phoneLabel(`${lines[line - 1]?.text ?? ""}: `, "") === "other") continue;
    byLine.set(line, [{ kind: "phone", value, line, start: 0, end: text.length, method: "text" }]);
  }
}

function withoutForeign(
  found: readonly Mark[],
  part: Foreign | null,
  ownDomain: string | null,
  dropped: Dropped[],
): Mark[] {
  if (part === null) return [...found];
  const isOwn = ({ kind, value, start }: Mark): boolean =>
    start < part.from ||
    (kind === "email" && ownDomain !== null && value.toLowerCase().endsWith(ownDomain) && !part.isBinding);
  for (const mark of found) if (!isOwn(mark)) dropped.push({ value: mark.value, reason: part.reason });
  return found.filter(isOwn);
}

/** Sets 1 for each line within the given distance before or after one of these lines. */
function linesAround(count: number, at: Iterable<number>, before: number, after: number): Uint8Array {
  const near = new Uint8Array(count);
  for (const line of at) near.fill(1, Math.max(0, line - before), Math.min(count, line + after + 1));
  return near;
}

/** The postal addresses in these lines. */
export function postalAddresses(
  lines: readonly Line[],
  near: Uint8Array,
  foreign: readonly (Foreign | null)[],
  byLine: ReadonlyMap<number, readonly Mark[]>,
): PostalMark[] {
  const marks: PostalMark[] = [];
  const known: boolean[] = [];
  const mayHoldCode = (at: number): boolean =>
    (known[at] ??= CODE.test(withoutContacts(lines[at]?.text.slice(0, 300) ?? "", byLine.get(at))));
  for (let at = 0; at < lines.length; at++) {
    const text = lines[at]?.text ?? "";
    if (near[at] !== 1 || foreign[at]?.from === 0 || text.length > 300) continue;
    if (!lines.slice(at, at + ADDRESS_LINES).some((_, below) => mayHoldCode(at + below))) continue;
    const window = addressLines(lines, at).map((line) => line.text.slice(0, 300));
    const found = findPostalAddress(window.join("\n"));
    if (found === null || found.start >= text.length) continue;
    const written = window.join("\n").slice(0, found.end).split("\n");
    const [line, end] = [written.length - 1, written.at(-1)?.length ?? 0];
    const value = found.written.replace(/\s*\n\s*/gu, ", ").replace(/,\s*,/gu, ",");
    marks.push({
      kind: "address",
      value,
      line: at,
      start: found.start,
      end: line === 0 ? end : text.length,
      method: "text",
      lastLine: at + line,
      lastEnd: end,
    });
    at += line;
  }
  return marks;
}

/** The lines that an address beginning here can have: a heading begins the next record. */
function addressLines(lines: readonly Line[], at: number): Line[] {
  const window = lines.slice(at, at + ADDRESS_LINES);
  const own = window[0]?.heading ?? 0;
  const next = window.findIndex(({ heading }) => heading > 0 && heading < 7 && heading !== own);
  return next < 0 ? window : window.slice(0, next);
}

/** Digits of a phone number are not a postal code. */
function withoutContacts(text: string, contacts: readonly Mark[] = []): string {
  let rest = text;
  for (const { start, end } of contacts.toReversed()) rest = rest.slice(0, start) + rest.slice(end);
  return rest;
}
