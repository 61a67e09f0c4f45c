import { hasPublicSuffix } from "#server/pipeline/text/domains.ts";
import { noiseOfAddress } from "#server/pipeline/text/email-noise.ts";
import { isRoleAddress } from "#shared/text/role-address.ts";
import { findEmailAddresses } from "#server/pipeline/text/email-text.ts";
import { phoneLabel } from "#server/pipeline/text/phone-labels.ts";
import { findPhones, isSomethingElse } from "#server/pipeline/text/phone-text.ts";
import { reversed, rot13 } from "#server/pipeline/sources/website/extract/hidden-address.ts";
import { phoneKey } from "#server/pipeline/sources/website/extract/merge-records.ts";
import type { Dropped } from "#server/pipeline/sources/website/extract/page-reading.ts";
import type { Line, Mark, MarkedContact } from "#server/pipeline/sources/website/extract/page-tree.ts";

const SOME_DIGITS = /(?:[\d０-９][^\d０-９]{0,4}){6}/u;
const FEW_DIGITS = /\d{2}[-. ]?\d/u;
/** Characters that replace an @ or start a replacement. Searching for each is faster than a pattern. */
const AT_SIGNS = [..."@＠([{<«%&"];
const AT_WORD = /[\s_*-][Aa][Tt][\s_*-]/u;
const LONGEST_SHOWN = 200;
/** What a link shows counts, because links copied from a template have other numbers. */
const ONLY_NUMBER = /^[+(]{0,2}\d(?:[\s().-]{0,3}\d){6,14}$/u;
const ADDRESS = /^[^\s@"'<>(),;]+@[^\s@"'<>(),;]+$/u;

/**
 * Finds the email addresses and phone numbers of a line, in text order. `labelAbove` returns the label in the previous
 * line ("Fax"). Addresses that belong to nobody are added to `dropped` with the reason.
 */
export function findContacts(at: number, line: Line, labelAbove: () => string, dropped: Dropped[]): Mark[] {
  const marks = [...emailsOf(at, line, dropped), ...phonesOf(at, line, labelAbove)];
  return marks.length < 2 ? marks : marks.toSorted((a, b) => a.start - b.start);
}

function emailsOf(at: number, line: Line, dropped: Dropped[]): Mark[] {
  const marks: Mark[] = [];
  const found = addressesIn(line.text);
  // Addresses in links can be obfuscated just like those in text.
  const marked = line.marked
    .filter(({ kind }) => kind === "email")
    .map((contact) =>
      found.some(({ address }) => address === contact.value)
        ? contact
        : { ...contact, value: findEmailAddresses(contact.value)[0]?.address ?? contact.value.trim() },
    );
  for (const { value, start, end } of marked) {
    const shown = found.find(({ address }) => isSame(address, value));
    // If a link shows one address but points to another, the visible one counts.
    const isOther = (one: (typeof found)[number]): boolean =>
      one.start < end && start < one.end && isWritten(one.address, value);
    if (shown === undefined && found.some(isOther)) continue;
    add(value, shown?.start ?? start, shown?.end ?? end, "markup");
  }
  for (const { address, start, end } of found) {
    const spellings = [address, rot13(address), reversed(address)];
    if (marks.some(({ value }) => spellings.some((one) => isSame(value, one)))) continue;
    add(address, start, end, "text");
  }
  return marks;

  function add(value: string, start: number, end: number, method: Mark["method"]): void {
    const reason = noiseOfAddress(value);
    if (!ADDRESS.test(value)) return;
    if (reason !== null) dropped.push({ value: value.slice(0, LONGEST_SHOWN), reason });
    else if (!marks.some((known) => isSame(known.value, value))) {
      marks.push({ kind: "email", value, line: at, start, end, method, isWeak: isRoleAddress(value) });
    }
  }
}

/** Whether an address needs no deobfuscation: it was not decoded from a link and contains no anti-spam words. */
function isWritten(shown: string, linked: string): boolean {
  const isVeiled = [rot13(shown), reversed(shown)].some((clear) => isSame(clear, linked));
  return !isVeiled && hasPublicSuffix(domainOf(shown)) && !/spam|remove|entfern|robot/iu.test(shown);
}

/** The addresses in a text; "ed.emca@nna" is reversed if only its reverse ends in a domain. */
function addressesIn(text: string): ReturnType<typeof findEmailAddresses> {
  const found = mayHoldAddress(text) ? findEmailAddresses(text) : [];
  const hasDomain = ({ address }: (typeof found)[number]): boolean => hasPublicSuffix(domainOf(address));
  if (!text.includes("@") || text.length > LONGEST_SHOWN || found.some(hasDomain)) return found;
  const { length } = text;
  const backwards = findEmailAddresses(reversed(text)).filter(hasDomain);
  if (backwards.length === 0) return found;
  return backwards.map((one) => ({ ...one, start: length - one.end, end: length - one.start }));
}

function mayHoldAddress(text: string): boolean {
  return AT_SIGNS.some((sign) => text.includes(sign)) || AT_WORD.test(text);
}

function phonesOf(at: number, line: Line, labelAbove: () => string): Mark[] {
  const marks: Mark[] = [];
  const marked = line.marked.filter(({ kind, value }) => kind !== "email" && digitsOf(value).length >= 5);
  if (marked.length === 0 && !SOME_DIGITS.test(line.text)) return marks;
  const label = labelAbove();
  const opening = label === "" ? "" : `${label.replace(/[\s:]+$/u, "")}: `;
  const found = SOME_DIGITS.test(line.text) ? findPhones(opening + line.text) : [];
  for (const phone of found) {
    const start = Math.max(0, phone.start - opening.length);
    const end = phone.end - opening.length;
    const link = marked.find((contact) => overlaps(contact, start, end));
    const kind = phone.kind === "fax" || link?.kind === "fax" ? "fax" : "phone";
    const method = link === undefined ? "text" : "markup";
    marks.push({
      kind,
      value: phone.written,
      line: at,
      start,
      end,
      method,
      ...(phone.kind === "mobile" ? { label: "Mobile" } : {}),
    });
  }
  for (const link of marked) {
    if (found.some((phone) => overlaps(link, phone.start - opening.length, phone.end - opening.length))) continue;
    const before = opening + line.text.slice(Math.max(0, link.start - 20), link.start);
    const kind = link.kind === "fax" || /fax[\s.:]*$/iu.test(before) ? "fax" : "phone";
    const shown = line.text.slice(link.start, link.end).trim();
    const value = ONLY_NUMBER.test(shown) && phoneKey(shown) !== phoneKey(link.value) ? shown : link.value;
    marks.push({ kind, value, line: at, start: link.start, end: link.end, method: "markup" });
  }
  return marks;
}

function overlaps(contact: MarkedContact, start: number, end: number): boolean {
  return contact.start < end && start < contact.end;
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && a.toLowerCase() === b.toLowerCase();
}

const NUMBER =
  /(?<![\p{L}\d.,:/@#$€£_-])(?:\d-\d{4}|\(\d{3}\) ?\d{3}[-. ]?\d{4}|\d{2,5}(?:[-. ]\d{2,5}){1,4}|(?:x|ext\.?|extension)[ .:]{0,2}\d{3,5}|\d{7}|\d{9,11})(?![\d@%]|[-./:]\d|[\p{L}_])/giu;
const FEWEST_DIGITS = 6;
const MOST_DIGITS = 11;
const LABEL_BEFORE = 40;

/** Digits that look like a local number or extension, which are a phone only if other records have one too. */
export function findNumbers(at: number, text: string, contacts: readonly Mark[]): Mark[] {
  if (!FEW_DIGITS.test(text) || text.length > 20_000) return [];
  const marks: Mark[] = [];
  for (const { 0: value, index: start } of text.matchAll(NUMBER)) {
    const end = start + value.length;
    if (contacts.some((mark) => mark.start < end && start < mark.end)) continue;
    const { length } = digitsOf(value);
    if (length > MOST_DIGITS || (length < FEWEST_DIGITS && /^\d{2}/u.test(value))) continue;
    if (isSomethingElse(value, text.slice(end, end + LABEL_BEFORE))) continue;
    if (phoneLabel(text.slice(Math.max(0, start - LABEL_BEFORE), start), "") === "other") continue;
    marks.push({ kind: "number", value, line: at, start, end, method: "text" });
  }
  return marks;
}

function digitsOf(value: string): string {
  return value.replace(/\D/gu, "");
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}
