import { withoutEnding } from "#server/reading/without-ending.ts";
import { absolute } from "#server/sources/website/extract/links.ts";
import { addFurther, emptyRecord, fill, type PageRecord } from "#server/sources/website/extract/page-reading.ts";
import type { Block, Line, PageTree } from "#server/sources/website/extract/page-tree.ts";
import { companyIn, jobIn, personIn } from "#server/sources/website/extract/remembered-words.ts";
import { isLabel } from "#server/sources/website/extract/text/labels.ts";
import type { Mark } from "#server/sources/website/extract/text/mark.ts";
import { withoutContacts, type PageContacts } from "#server/sources/website/extract/text/read-text.ts";
import { findPostalAddress } from "#server/reading/postal-address.ts";

const FEWEST_ENTRIES = 2;
const TALLEST_ENTRY = 40;
const MOST_EMAILS = 2;
const SOCIAL_HOST = /(?:^|\.)(?:facebook|twitter|x|instagram|youtube|linkedin|xing|google|goo|maps)\.[a-z.]+$/iu;

/** What an entry is headed by, and on which of its lines. */
interface Head {
  text: string;
  at: number;
}

export interface ListReading {
  records: PageRecord[];
  /** Lines that need no further look. */
  read: Uint8Array;
}

/**
 * The entries of a listing: siblings of one make, each headed by a name and telling how to reach it, by e-mail, phone,
 * postal address or a website of its own. Lists inside of an entry are part of it.
 */
export function readListing(tree: PageTree, contacts: PageContacts, baseUrl: string, skip: Uint8Array): ListReading {
  const read = new Uint8Array(tree.lines.length);
  const records: PageRecord[] = [];
  const host = URL.parse(baseUrl)?.hostname ?? "";
  for (const siblings of siblingsOf(tree.blocks)) {
    const parts = siblings.filter(
      ({ first }) => read[first] !== 1 && skip[first] !== 1 && contacts.foreign[first]?.from !== 0,
    );
    const heads = parts.map((block) => headOf(tree.lines.slice(block.first, block.end), block.first, contacts.byLine));
    const arePeople = mostly(heads, (head) => head !== null && (personIn(head.text)?.certainty ?? 0) >= 0.75);
    const entries: PageRecord[] = [];
    for (const [at, block] of parts.entries()) {
      const record = readEntry(tree, block, heads[at] ?? null, arePeople, contacts.byLine, baseUrl, host);
      if (record !== null) entries.push({ ...record, evidence: `Entry ${at + 1} of a list` });
    }
    if (entries.length < FEWEST_ENTRIES || entries.length * 2 < parts.length) continue;
    records.push(...entries);
    for (const block of siblings) read.fill(1, block.first, block.end);
  }
  return { records, read };
}

/** Groups of at least two blocks under one parent that are of one make, outer ones first. */
function siblingsOf(blocks: readonly Block[]): Block[][] {
  const groups = new Map<string, Block[]>();
  for (const block of blocks) {
    const { element, parent, first, end } = block;
    if (element === null || end === first) continue;
    const key = `${parent} ${element.name}.${(element.attribs["class"] ?? "").trim().split(/\s+/u)[0] ?? ""}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [block]);
    else group.push(block);
  }
  return [...groups.values()].filter(({ length }) => length >= FEWEST_ENTRIES);
}

function mostly<One>(all: readonly One[], test: (one: One) => boolean): boolean {
  return all.filter(test).length * 2 > all.length;
}

function readEntry(
  tree: PageTree,
  block: Block,
  head: Head | null,
  arePeople: boolean,
  contacts: ReadonlyMap<number, readonly Mark[]>,
  baseUrl: string,
  host: string,
): PageRecord | null {
  if (block.end - block.first > TALLEST_ENTRY) return null;
  const lines = tree.lines.slice(block.first, block.end);
  const marks = lines.flatMap((_, at) => contacts.get(block.first + at) ?? []);
  if (marks.filter(({ kind }) => kind === "email").length > MOST_EMAILS) return null;
  if (head === null) return null;
  const record = emptyRecord("organisation", "");
  for (const { kind, value, method, label } of marks) {
    if (kind === "email" && record.email === "") fill(record, "email", value, method);
    else if (kind === "email") addFurther(record, "E-mail (other)", value);
    else if (kind === "phone" && record.phone === "") fill(record, "phone", value, method);
    else if (kind === "phone") addFurther(record, label ?? "Phone (other)", value);
    else addFurther(record, "Fax", value);
  }
  // Most entries have no digit beside those of their phones and addresses, and the search is a long one.
  const mayHoldAddress = lines.some(({ text }, at) =>
    /\d/u.test(withoutContacts(text, contacts.get(block.first + at))),
  );
  const address = mayHoldAddress ? findPostalAddress(lines.map(({ text }) => text.slice(0, 300)).join("\n")) : null;
  fill(record, "address", address?.written.replace(/\s*\n\s*/gu, ", ") ?? "", "text");
  const links = lines
    .flatMap((line) => line.links.map(({ href }) => absolute(href, baseUrl)))
    .filter((url) => url !== null);
  const website = links.find((url) => isOwnWebsite(url, host));
  if (record.email === "" && record.phone === "" && record.address === "" && website === undefined) return null;
  fill(record, "url", website ?? links.find((url) => URL.parse(url)?.hostname === host) ?? "", "markup");
  nameEntry(record, head, lines, arePeople);
  return record;
}

/** A heading, else what is bold or linked, else the first line, as long as it is neither a contact nor a label. */
function headOf(lines: readonly Line[], first: number, contacts: ReadonlyMap<number, readonly Mark[]>): Head | null {
  const usable = (line: Line, at: number): boolean =>
    line.text.length > 1 && line.text.length <= 120 && !isLabel(line.text) && !contacts.has(first + at);
  const heading = lines.findIndex((line, at) => line.heading > 0 && usable(line, at));
  const at = heading >= 0 ? heading : lines.findIndex(usable);
  if (at >= 0 && at <= 5) return { text: lines[at]?.text ?? "", at };
  // All of the entry in one line: "Blue Note Café, 020 7946 0000".
  const { text = "", seams = [] } = lines[0] ?? {};
  const ends = [
    contacts.get(first)?.[0]?.start ?? 0,
    seams[0] ?? text.length,
    findPostalAddress(text)?.start ?? text.length,
  ];
  const opening = withoutEnding(text.slice(0, Math.min(...ends)), /[\s,;:|·–—-]/u);
  return opening.length > 2 && !isLabel(opening) ? { text: opening, at: 0 } : null;
}

function nameEntry(record: PageRecord, head: Head, lines: readonly Line[], arePeople: boolean): void {
  const title = head.text.replace(/\s+/gu, " ").trim();
  const person = personIn(title);
  const company = companyIn(title);
  const others = lines
    .filter((_, at) => at !== head.at)
    .map(({ text }) => text)
    .filter((text) => text.length < 90);
  if (person !== null && company === null && person.certainty >= (arePeople ? 0.5 : 0.9)) {
    record.kind = "person";
    fill(record, "name", person.name, "text");
    fill(record, "company", firstRead(others, companyIn), "text");
    fill(record, "title", firstRead(others, jobIn), "text");
    return;
  }
  const contact = others.map((text) => personIn(text)).find((name) => name !== null && name.certainty >= 0.75);
  fill(record, "company", company ?? title, "text");
  if (contact !== undefined && contact !== null) {
    record.kind = "person";
    fill(record, "title", firstRead(others, jobIn), "text");
  }
  fill(record, "name", contact?.name ?? company ?? title, "text");
}

/** What the first of the texts that can be read as such says. */
function firstRead(texts: readonly string[], read: (text: string) => string | null): string {
  for (const text of texts) {
    const found = read(text);
    if (found !== null) return found;
  }
  return "";
}

function isOwnWebsite(url: string, host: string): boolean {
  const other = URL.parse(url)?.hostname ?? "";
  return other !== "" && other !== host && !SOCIAL_HOST.test(other);
}
