import { cutWhole } from "#shared/text/cut-whole.ts";
import { LIMITS } from "#shared/limits.ts";
import { plainSigns } from "#shared/text/plain-signs.ts";

/** An email address as written, and a normalized key for comparing addresses. */
export interface EmailAddress {
  address: string;
  key: string;
}

/** Dot-string (RFC 5321 section 4.1.2) with RFC 6531 letters: any non-ASCII character except spaces and controls. */
const DOT_STRING =
  /^(?:[\w!#$%&'*+/=?^`{|}~-]|[^\u0000-\u007f\p{Z}\p{C}])+(?:\.(?:[\w!#$%&'*+/=?^`{|}~-]|[^\u0000-\u007f\p{Z}\p{C}])+)*$/u;
/** Quoted-string from the same section: any printable character; quotes and backslashes must be escaped. */
const QUOTED_STRING = /^"(?:[ !#-[\]-~]|[^\u0000-\u007f\p{Z}\p{C}]|\\[ -~])*"$/u;
/** Typed where a program demands an address; as a key it would merge strangers. */
const NOBODY = /^(?:none|null|no[._-]?e?-?mail)@/u;
/** Addresses in a cell, each with its name before it. */
const PARTS = /"[^"]*"\s*<[^<>]*>|[^,;|、،؛\n\r<>]*<[^<>]*>|[^\s,;|、،؛<>]+/gu;
/** Punctuation around an address, and a label in a script without spaces before it: "邮箱:ann@acme.example". */
const AROUND = /^(?:[^@:]*[^\0-\u007f@]:)?["'([]*|["')\].:。]+$/gu;
const LOCAL_PART_OCTETS = 64;
const DOMAIN_OCTETS = 253;
/** RFC 1123 host names. A last label of only digits would be an IP address. */
const ASCII_DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;
const DOMAIN_LETTERS = /^[\p{L}\p{N}\p{M}\p{Join_Control}.\u{3002}\u{FF0E}-]+$/u;

/**
 * Parses one address, ignoring surrounding white space, `mailto:`, `<…>` and a preceding display name, and invisible and
 * full-width characters. `address` is otherwise as written; `key` is lower case with an ASCII (IDNA) domain. Returns
 * null for anything SMTP can't carry under RFC 5321 with the characters of RFC 6531. Also rejects two things the RFC
 * allows: comments, and a bare IP address as domain (nobody's contact address, and a way into the operator's network).
 */
export function parseEmailAddress(text: string): EmailAddress | null {
  const address = bareAddress(text);
  const at = address.lastIndexOf("@");
  const local = address.slice(0, Math.max(0, at));
  const domain = at < 0 ? null : asciiDomain(address.slice(at + 1));
  if (domain === null || !(DOT_STRING.test(local) || QUOTED_STRING.test(local))) return null;
  if (Buffer.byteLength(local) > LOCAL_PART_OCTETS) return null;
  const key = `${local.normalize("NFC").toLowerCase()}@${domain}`;
  if (Math.max(address.length, Buffer.byteLength(key)) > LIMITS.lead.emailLength) return null;
  return { address, key };
}

/**
 * All addresses in the first 1,000 UTF-16 units of a cell, the display name before the first, and the remaining text.
 */
export function readEmailCell(text: string): { addresses: EmailAddress[]; displayName: string; rest: string } {
  const written = cutWhole(text, LIMITS.lead.fieldLength);
  const cell = plainSigns(written);
  const whole = parseEmailAddress(cell);
  const parts = whole === null ? cell.match(PARTS) : [cell];
  const addresses: EmailAddress[] = [];
  const others: string[] = [];
  for (const part of parts ?? []) {
    const found = parseEmailAddress(part) ?? parseEmailAddress(part.replace(AROUND, ""));
    // Google separates the values of a cell with ":::".
    if (found === null && /^\p{P}+$/u.test(part)) continue;
    if (found === null || NOBODY.test(found.key)) others.push(part.trim());
    else if (!addresses.some(({ key }) => key === found.key)) addresses.push(found);
  }
  const displayName = addresses.length > 0 ? (/^([^<＜@＠]*)[<＜]/u.exec(written)?.[1] ?? "") : "";
  return { addresses, displayName: displayName.replaceAll('"', "").trim(), rest: others.join(" ") };
}

function bareAddress(text: string): string {
  const trimmed = plainSigns(text).trim();
  const inBrackets = /^(?:[^<>]*|"[^"]*"\s*)<([^<>]*)>$/u.exec(trimmed)?.[1] ?? trimmed;
  const target = /^mailto:([^?]*)/iu.exec(inBrackets.trim())?.[1];
  return target === undefined ? inBrackets.trim() : decoded(target);
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target; // A lone % is not an escape, so use the address as written.
  }
}

/** The domain in lower-case ASCII; null when it is not a valid host name. */
function asciiDomain(domain: string): string | null {
  const lower = domain.toLowerCase();
  if (ASCII_DOMAIN.test(lower)) return lower.length <= DOMAIN_OCTETS ? lower : null;
  // For very long input URL.canParse returns true although new URL throws.
  const hostname = DOMAIN_LETTERS.test(domain) ? URL.parse(`http://${domain}`)?.hostname : undefined;
  if (hostname === undefined) return null;
  return ASCII_DOMAIN.test(hostname) && hostname.length <= DOMAIN_OCTETS ? hostname : null;
}
