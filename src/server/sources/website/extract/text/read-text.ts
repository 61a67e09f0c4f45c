import { findPostalAddress } from "#server/reading/postal-address.ts";
import type { LeftOut } from "#server/sources/website/extract/page-reading.ts";
import type { Line, PageTree } from "#server/sources/website/extract/page-tree.ts";
import { findContacts } from "#server/sources/website/extract/text/find-contacts.ts";
import { findWords } from "#server/sources/website/extract/text/find-marks.ts";
import { labelAbove } from "#server/sources/website/extract/text/labels.ts";
import type { Mark } from "#server/sources/website/extract/text/mark.ts";
import { nameAffinity } from "#server/sources/website/extract/text/name-affinity.ts";
import { type Foreign, foreignParts } from "#server/sources/website/extract/text/third-parties.ts";

/** How far from a contact the words of its record are looked for, in lines. */
const BEFORE = 12;
const AFTER = 8;
/** How far before a contact a notice may say whose it is. */
const NOTICE = 40;
/** A longer line without a contact is a paragraph that tells something else. */
const LONGEST_WITHOUT_CONTACT = 160;
const MOST_CONTACTS = 20_000;
/** A postal code, or the beginning of one. */
const CODE = /\d{3}|[A-Z]\d/u;
const ADDRESS_LINES = 4;

export interface TextOptions {
  country?: string | undefined;
  /** The registrable domain of the site: what is written there is its owner's, whatever a notice is about. */
  ownDomain: string | null;
}

/** The contacts of a page by their line, without those that are nobody's or of somebody whom a notice merely names. */
export interface PageContacts {
  byLine: Map<number, Mark[]>;
  leftOut: LeftOut[];
  /** For each line what of it speaks of somebody else; null for most. */
  foreign: (Foreign | null)[];
}

/** All that the lines of a page hold of records, in document order. */
export interface TextReading {
  marks: Mark[];
  /** Whose an address is by its letters: e-mail and name, both in small letters. */
  owners: Map<string, string>;
}

export function readContacts(tree: PageTree, { country, ownDomain }: TextOptions): PageContacts {
  const leftOut: LeftOut[] = [];
  const all = new Map<number, Mark[]>();
  let count = 0;
  for (const [at, line] of tree.lines.entries()) {
    const found = findContacts(at, line, () => labelAbove(tree.lines, at), leftOut, country);
    if (found.length > 0) all.set(at, found);
    count += found.length;
    if (count > MOST_CONTACTS) break;
  }
  const foreign = foreignParts(tree, all, linesAround(tree.lines.length, all.keys(), NOTICE, AFTER));
  const byLine = new Map<number, Mark[]>();
  for (const [at, found] of all) {
    const own = withoutForeign(found, foreign[at] ?? null, ownDomain, leftOut);
    if (own.length > 0) byLine.set(at, own);
  }
  return { byLine, leftOut, foreign };
}

/** The contacts of a page with the names, titles, companies and addresses near them. Lines in `skip` are left out. */
export function readText(tree: PageTree, contacts: PageContacts, skip: Uint8Array): TextReading {
  const { lines } = tree;
  const { foreign } = contacts;
  const byLine = new Map([...contacts.byLine].filter(([line]) => skip[line] !== 1));
  const addresses = [...byLine.values()]
    .flat()
    .filter(({ kind, isWeak }) => kind === "email" && isWeak !== true)
    .map(({ value }) => value);
  const near = linesAround(lines.length, byLine.keys(), BEFORE, AFTER);
  for (const [at, skipped] of skip.entries()) if (skipped === 1) near[at] = 0;
  const marks: Mark[] = [];
  for (const [at, line] of lines.entries()) {
    const own = byLine.get(at) ?? [];
    const part = foreign[at] ?? null;
    if (near[at] !== 1 || (part !== null && part.from === 0 && own.length === 0)) continue;
    const isRead = line.text !== "" && (own.length > 0 || line.text.length <= LONGEST_WITHOUT_CONTACT);
    const words = isRead ? findWords(at, line, own, nearbyAddresses(byLine, at, addresses), labelAbove(lines, at)) : [];
    const kept = words.filter(({ start }) => part === null || start < part.from || own.length > 0);
    marks.push(...[...behindNames(own, kept), ...kept].toSorted((a, b) => a.start - b.start || a.end - b.end));
  }
  const addressMarks = postalAddresses(lines, near, foreign, byLine);
  const named = withoutChanceNames(withoutTowns(marks, addressMarks), tree);
  const all = [...named, ...addressMarks].toSorted((a, b) => a.line - b.line || a.start - b.start);
  return { marks: all, owners: ownersOf(all) };
}

/** An address whose link is a name comes after that name. */
function behindNames(contacts: readonly Mark[], words: readonly Mark[]): Mark[] {
  return contacts.map((contact) => {
    const name = words.find(({ kind, start, end }) => kind === "name" && start < contact.end && contact.start < end);
    return name === undefined ? contact : { ...contact, start: name.end, end: Math.max(name.end, contact.end) };
  });
}

function withoutForeign(
  found: readonly Mark[],
  part: Foreign | null,
  ownDomain: string | null,
  leftOut: LeftOut[],
): Mark[] {
  if (part === null) return [...found];
  const isOwn = ({ kind, value, start }: Mark): boolean =>
    start < part.from ||
    (kind === "email" && ownDomain !== null && value.toLowerCase().endsWith(ownDomain) && !part.isBinding);
  for (const mark of found) if (!isOwn(mark)) leftOut.push({ value: mark.value, reason: part.reason });
  return found.filter(isOwn);
}

/** 1 for each line that is at most so many lines before or after one of these. */
function linesAround(count: number, at: Iterable<number>, before: number, after: number): Uint8Array {
  const near = new Uint8Array(count);
  for (const line of at) near.fill(1, Math.max(0, line - before), Math.min(count, line + after + 1));
  return near;
}

/** The addresses that a name is compared with: all of a small page, of a large one those around the line. */
function nearbyAddresses(
  contacts: ReadonlyMap<number, readonly Mark[]>,
  line: number,
  all: readonly string[],
): string[] {
  if (all.length <= 30) return [...all];
  const nearby: string[] = [];
  for (let at = line - AFTER; at <= line + BEFORE; at++) {
    for (const { kind, value, isWeak } of contacts.get(at) ?? [])
      if (kind === "email" && isWeak !== true) nearby.push(value);
  }
  return nearby;
}

/**
 * Two capitalised words may be anything. They count as a name where a job title stands beside them, where they head
 * a block as sure names on the page do, or where the page has no sure name nearby.
 */
function withoutChanceNames(marks: readonly Mark[], tree: PageTree): Mark[] {
  const names = marks.filter(({ kind }) => kind === "name");
  if (!names.some(({ isWeak }) => isWeak === true)) return [...marks];
  const places = new Set(names.filter(({ isWeak }) => isWeak !== true).map((mark) => placeOf(mark, tree)));
  const sureLines = new Set(names.filter(({ isWeak }) => isWeak !== true).map(({ line }) => line));
  const titleLines = new Set(marks.filter(({ kind }) => kind === "title").map(({ line }) => line));
  return marks.filter((mark) => {
    if (mark.kind !== "name" || mark.isWeak !== true || places.has(placeOf(mark, tree))) return true;
    if ([0, 1].some((by) => titleLines.has(mark.line + by))) return true;
    for (let at = mark.line - AFTER; at <= mark.line + AFTER; at++) if (sureLines.has(at)) return false;
    return isPersonal(mark, marks);
  });
}

/** Nothing but personal addresses around it: "Sales Team / sales@acme.com" is no person. */
function isPersonal(name: Mark, marks: readonly Mark[]): boolean {
  const emails = marks.filter(({ kind, line }) => kind === "email" && Math.abs(line - name.line) <= 4);
  return emails.length > 0 && emails.every(({ isWeak }) => isWeak !== true);
}

function placeOf({ line, start, end }: Mark, { lines, blocks }: PageTree): string {
  const { block = 0, text = "", heading = 0 } = lines[line] ?? {};
  const element = blocks[block]?.element;
  return `${element?.name ?? ""}.${element?.attribs["class"] ?? ""}|${heading}|${start === 0 && end === text.length}`;
}

/** How far from its address a name is looked for, in lines: the columns of a layout table come after each other. */
const OWNER_REACH = 60;

function ownersOf(marks: readonly Mark[]): Map<string, string> {
  const owners = new Map<string, string>();
  const names = marks.filter(({ kind }) => kind === "name");
  let from = 0;
  for (const { kind, value, line, isWeak } of marks) {
    if (kind !== "email" || isWeak === true) continue;
    while ((names[from]?.line ?? Infinity) < line - OWNER_REACH) from++;
    let best = 1;
    let owner = "";
    let isShared = false;
    for (let at = from; at < names.length && (names[at]?.line ?? 0) <= line + OWNER_REACH; at++) {
      const name = names[at]?.value.toLowerCase() ?? "";
      const fit = name === owner ? 0 : nameAffinity(name, value);
      if (fit < best || fit < 2) continue;
      isShared = fit === best;
      best = fit;
      owner = name;
    }
    if (owner !== "" && !isShared) owners.set(value.toLowerCase(), owner);
  }
  return owners;
}

/** "San Francisco" within an address is no person. */
function withoutTowns(marks: readonly Mark[], addresses: readonly PostalMark[]): Mark[] {
  let at = 0;
  return marks.filter(({ kind, line, start }) => {
    if (kind === "email" || kind === "phone" || kind === "fax") return true;
    while ((addresses[at]?.lastLine ?? Infinity) < line) at++;
    const address = addresses[at];
    if (address === undefined || line < address.line) return true;
    const isBefore = line === address.line && start < address.start;
    const isBehind = line === address.lastLine && start >= address.lastEnd;
    return isBefore || isBehind;
  });
}

interface PostalMark extends Mark {
  /** Where it ends, which may be some lines below. */
  lastLine: number;
  lastEnd: number;
}

function postalAddresses(
  lines: readonly Line[],
  near: Uint8Array,
  foreign: readonly (Foreign | null)[],
  byLine: ReadonlyMap<number, readonly Mark[]>,
): PostalMark[] {
  const marks: PostalMark[] = [];
  for (let at = 0; at < lines.length; at++) {
    const text = lines[at]?.text ?? "";
    if (near[at] !== 1 || foreign[at]?.from === 0 || text.length > 300) continue;
    const window = lines.slice(at, at + ADDRESS_LINES).map((line) => line.text.slice(0, 300));
    if (!window.some((line, below) => CODE.test(withoutContacts(line, byLine.get(at + below))))) continue;
    const found = findPostalAddress(window.join("\n"));
    if (found === null || found.start >= text.length) continue;
    const { line, end } = placeIn(window, found.end);
    marks.push({
      kind: "address",
      value: oneLine(found.written),
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

function oneLine(address: string): string {
  return address.replace(/\s*\n\s*/gu, ", ").replace(/,\s*,/gu, ",");
}

/** A line without the contacts in it: the digits of a number are no postal code. */
export function withoutContacts(text: string, contacts: readonly Mark[] = []): string {
  let rest = text;
  for (const { start, end } of contacts.toReversed()) rest = rest.slice(0, start) + rest.slice(end);
  return rest;
}

/** Which of the joined texts an offset is in, and where. */
function placeIn(texts: readonly string[], offset: number): { line: number; end: number } {
  let rest = offset;
  for (const [line, { length }] of texts.entries()) {
    if (rest <= length) return { line, end: rest };
    rest -= length + 1;
  }
  return { line: Math.max(0, texts.length - 1), end: texts.at(-1)?.length ?? 0 };
}
