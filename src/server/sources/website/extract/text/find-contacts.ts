import { hasPublicSuffix } from "#server/reading/domains.ts";
import { isRoleAddress, noiseOfAddress } from "#server/reading/email-noise.ts";
import { findEmailAddresses } from "#server/reading/email-text.ts";
import { findPhones } from "#server/reading/phone-text.ts";
import { reversed, rot13 } from "#server/sources/website/extract/hidden-address.ts";
import type { LeftOut } from "#server/sources/website/extract/page-reading.ts";
import type { Line, MarkedContact } from "#server/sources/website/extract/page-tree.ts";
import type { Mark } from "#server/sources/website/extract/text/mark.ts";

/** Fewer digits are no phone; counted before the costlier look. */
const SOME_DIGITS = /(?:[\d０-９][^\d０-９]{0,4}){6}/u;
/** What stands for an @, or opens what does: sought sign by sign, which is faster than by a pattern. */
const AT_SIGNS = [..."@＠([{<«%&"];
const AT_WORD = /[\s_*-][Aa][Tt][\s_*-]/u;
const LONGEST_SHOWN = 200;

/**
 * The e-mail addresses and numbers of a line, in the order in which they stand. `labelAbove` tells what the line before
 * says that this one holds ("Fax"). Addresses that are nobody's go into `leftOut` with the reason.
 */
export function findContacts(
  at: number,
  line: Line,
  labelAbove: () => string,
  leftOut: LeftOut[],
  country?: string,
): Mark[] {
  const marks = [...emailsOf(at, line, leftOut), ...phonesOf(at, line, labelAbove, country)];
  return marks.length < 2 ? marks : marks.toSorted((a, b) => a.start - b.start);
}

function emailsOf(at: number, line: Line, leftOut: LeftOut[]): Mark[] {
  const marks: Mark[] = [];
  const found = mayHoldAddress(line.text) ? findEmailAddresses(line.text) : [];
  const marked = line.marked
    .filter(({ kind }) => kind === "email")
    .map((contact) => ({ ...contact, value: clearAddress(contact.value) }));
  for (const { value, start, end } of marked) {
    const shown = found.find(({ address }) => isSame(address, value));
    add(value, shown?.start ?? start, shown?.end ?? end, "markup");
  }
  for (const { address, start, end } of found) {
    if (
      marked.some(
        ({ value }) => isSame(value, address) || isSame(value, rot13(address)) || isSame(value, reversed(address)),
      )
    )
      continue;
    add(readForward(address), start, end, "text");
  }
  if (found.length === 0 && marked.length === 0 && line.text.includes("@") && line.text.length < LONGEST_SHOWN) {
    const { length } = line.text;
    for (const { address, start, end } of findEmailAddresses(reversed(line.text))) {
      if (hasPublicSuffix(domainOf(address))) add(address, length - end, length - start, "text");
    }
  }
  return marks;

  function add(value: string, start: number, end: number, method: Mark["method"]): void {
    const reason = noiseOfAddress(value);
    if (reason !== null) leftOut.push({ value: value.slice(0, LONGEST_SHOWN), reason });
    else if (!marks.some((known) => isSame(known.value, value))) {
      marks.push({ kind: "email", value, line: at, start, end, method, isWeak: isRoleAddress(value) });
    }
  }
}

function mayHoldAddress(text: string): boolean {
  return AT_SIGNS.some((sign) => text.includes(sign)) || AT_WORD.test(text);
}

/** An address in a link may be hidden from machines like one in text. */
function clearAddress(written: string): string {
  return findEmailAddresses(written)[0]?.address ?? written.trim();
}

/** "ed.emca@nna" is written backwards where only the other way round ends in a domain. */
function readForward(address: string): string {
  if (hasPublicSuffix(domainOf(address))) return address;
  const backwards = reversed(address);
  return hasPublicSuffix(domainOf(backwards)) ? backwards : address;
}

function phonesOf(at: number, line: Line, labelAbove: () => string, country?: string): Mark[] {
  const marks: Mark[] = [];
  const marked = line.marked.filter(({ kind, value }) => kind !== "email" && digitsOf(value).length >= 5);
  if (marked.length === 0 && !SOME_DIGITS.test(line.text)) return marks;
  const label = labelAbove();
  const opening = label === "" ? "" : `${label.replace(/[\s:]+$/u, "")}: `;
  const found = SOME_DIGITS.test(line.text) ? findPhones(opening + line.text, country) : [];
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
    marks.push({ kind, value: link.value, line: at, start: link.start, end: link.end, method: "markup" });
  }
  return marks;
}

function overlaps(contact: MarkedContact, start: number, end: number): boolean {
  return contact.start < end && start < contact.end;
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && a.toLowerCase() === b.toLowerCase();
}

function digitsOf(value: string): string {
  return value.replace(/\D/gu, "");
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}
