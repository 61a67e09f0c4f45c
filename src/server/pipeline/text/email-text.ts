import { hasPublicSuffix } from "#server/pipeline/text/domains.ts";
import { isRoleAddress } from "#shared/text/role-address.ts";

/**
 * An email address in a text. `start` and `end` (UTF-16 units) delimit it as written; `address` is its decoded form.
 */
export interface FoundEmail {
  address: string;
  start: number;
  end: number;
  isObfuscated: boolean;
}

const LOCAL_LENGTH = 64;
const DOMAIN_LENGTH = 253;
/** The subset of RFC 5322's atext that occurs in real addresses. */
const LOCAL_CHARACTER = /[\p{L}\p{M}\p{N}._%+'&=-]/u;
const LABEL = /[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,62})/uy;
/** Scripts written without spaces, whose words can run directly into an address. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

const AT_WORDS = "at|ät|a|@|arroba|arobase|chiocciola|kukac|małpa|malpa|zavináč|собака|snabel-?a|apenstaartje|æt";
const DOT_WORDS = String.raw`dot|punkt|point|punto|ponto|punt|kropka|piste|tečka|точка|pont|d0t|\.`;
/** Every way to write the @. Surrounding white space is checked later, within a fixed limit. */
const AT = new RegExp(
  String.raw`[@＠]|[([{<«]\s{0,2}(?:${AT_WORDS})\s{0,2}[)\]}>»]|(?<=\s)at(?=\s)|(?<=[\p{L}\d])[_*]at[_*](?=[\p{L}\d])|&commat;|&#0{0,5}64;|&#x0{0,5}40;|%40`,
  "giu",
);
const DOT = new RegExp(
  String.raw`[.。．]|\s{0,2}[([{<«]\s{0,2}(?:${DOT_WORDS})\s{0,2}[)\]}>»]\s{0,2}|&period;|&#0{0,5}46;|&#x0{0,5}2e;`,
  "iuy",
);
/** Accepted only after an obfuscated @. */
const SPACED_DOT = /\s{1,2}(?:dot|punkt|point|punto|ponto)\s{1,2}|[_*](?:dot|punkt)[_*]|\s?\.\s?/iuy;
const DOT_BEFORE = new RegExp(
  String.raw`(?:[([{<«]\s?(?:${DOT_WORDS})\s?[)\]}>»]\s?|\s(?:dot|punkt)\s|[_*](?:dot|punkt)[_*])$`,
  "iu",
);
const DOT_BEFORE_LENGTH = 12;
/** Words before a lone "at" or "@" in ordinary prose: "look at acme.com", "join us @ acme.com". */
const PROSE_BEFORE = new Set(
  `us me we you them it here there now look looking live work works working worked see join meet find found follow
  visit visiting learn read more available online only available be is are was were available been shop buy order
  register sign start starting begin contact reach time place order speak speaking stay arrive book tickets details
  hosted based located info. ceo cto cfo founder manager director engineer developer designer at and or`.split(/\s+/u),
);
const PROSE_AFTER = new Set("the a an our my your his her their this that all any least most first last".split(" "));

/**
 * Returns all email addresses in a text, in order, including obfuscated ones: "anna (at) acme [dot] de", "anna at acme
 * dot de", full-width ＠, character references. International domains are returned as written. A spelled-out "at" counts
 * only where the text can't be ordinary prose. Runs in linear time on any input.
 */
export function findEmailAddresses(text: string): FoundEmail[] {
  const found: FoundEmail[] = [];
  let from = 0;
  for (const match of text.matchAll(AT)) {
    const email = readAround(text, match[0], match.index, from);
    if (email === null) continue;
    found.push(email);
    from = email.end;
  }
  return found;
}

function readAround(text: string, marker: string, at: number, from: number): FoundEmail | null {
  if (at < from) return null;
  const isPlain = marker === "@" || marker === "＠";
  const isWord = /^at$/iu.test(marker);
  const isSpaced = isPlain && (/\s/u.test(text[at - 1] ?? "") || /\s/u.test(text[at + 1] ?? ""));
  const isObfuscated = !isPlain || isSpaced || marker === "＠";

  const local = readLocal(text, back(text, at, isObfuscated ? 3 : 0), from, isObfuscated);
  if (local === null || (isPlain && isInAddressOfSite(text, local.start))) return null;
  // Part of a link's parameters: "?url=https%3A%2F%2Facme.com%7Canna%40acme.com".
  if (marker === "%40" && /%[\da-f]{2}/iu.test(local.text)) return null;
  const domain = readDomain(text, ahead(text, at + marker.length, isObfuscated ? 3 : 0), isObfuscated);
  if (domain === null) return null;
  if ((isWord || isSpaced) && !isSurely(local.text, domain, isWord)) return null;
  const hidden = isObfuscated || local.isObfuscated || domain.isObfuscated;
  return { address: `${local.text}@${domain.text}`, start: local.start, end: domain.end, isObfuscated: hidden };
}

function readLocal(
  text: string,
  end: number,
  from: number,
  mayHideDots: boolean,
): { text: string; start: number; isObfuscated: boolean } | null {
  let start = walkBack(text, end, Math.max(from, end - LOCAL_LENGTH));
  let local = text.slice(start, end);
  let isObfuscated = false;
  if (mayHideDots && start < end) {
    const dot = DOT_BEFORE.exec(text.slice(Math.max(from, start - DOT_BEFORE_LENGTH), start));
    if (dot !== null) {
      const before = walkBack(text, start - dot[0].length, Math.max(from, start - dot[0].length - LOCAL_LENGTH));
      if (before < start - dot[0].length) {
        local = `${text.slice(before, start - dot[0].length)}.${local}`;
        start = before;
        isObfuscated = true;
      }
    }
  }
  // "Emailann@acme.com": a label without a space.
  const trimmed = local.replace(/^[^\p{L}\p{N}_]+/u, "").replace(/^E-?[Mm]ail[-:]?(?=\p{Ll}{2}|\d)/u, "");
  start += local.length - trimmed.length;
  local = trimmed.startsWith("u003e") || trimmed.startsWith("u003c") ? trimmed.slice(5) : trimmed;
  if (local === "" || local.endsWith(".") || local.includes("..")) return null;
  return { text: local, start: isObfuscated ? start : end - local.length, isObfuscated };
}

/**
 * Start of the run of address characters before `end`. If the character next to the @ is ASCII, unspaced scripts are
 * excluded.
 */
function walkBack(text: string, end: number, limit: number): number {
  let at = end;
  let isAscii = true;
  while (at > limit) {
    const character = text[at - 1] ?? "";
    if (!LOCAL_CHARACTER.test(character)) break;
    const unspaced = UNSPACED.test(character);
    if (unspaced && isAscii && at < end) break;
    isAscii &&= !unspaced;
    at -= 1;
  }
  return at;
}

interface Domain {
  text: string;
  end: number;
  isObfuscated: boolean;
}

function readDomain(text: string, start: number, mayHideDots: boolean): Domain | null {
  const labels: { text: string; end: number }[] = [];
  let isObfuscated = false;
  let at = start;
  while (at - start < DOMAIN_LENGTH) {
    const label = readLabel(text, at);
    if (label === "") break;
    labels.push({ text: label, end: at + label.length });
    at += label.length;
    const dot = matchAt(DOT, text, at) ?? (mayHideDots ? matchAt(SPACED_DOT, text, at) : null);
    if (dot === null) break;
    isObfuscated ||= dot !== ".";
    at += dot.length;
  }
  return endAtSuffix(labels, isObfuscated);
}

function readLabel(text: string, at: number): string {
  const label = (matchAt(LABEL, text, at) ?? "").replace(/-+$/u, "");
  const first = UNSPACED.exec(label);
  return first === null || first.index === 0 ? label : label.slice(0, first.index);
}

/**
 * End of the domain when words run into it: "acme.com.Visit", "acme.deTelefon". The longest prefix that ends in a
 * public suffix wins; names under other top-level domains are taken whole.
 */
function endAtSuffix(labels: readonly { text: string; end: number }[], isObfuscated: boolean): Domain | null {
  for (let count = labels.length; count >= 2; count -= 1) {
    const kept = labels.slice(0, count);
    const domain = join(kept);
    const end = kept.at(-1)?.end ?? 0;
    if (hasPublicSuffix(domain)) return { text: domain, end, isObfuscated };
    const last = kept.at(-1)?.text ?? "";
    const stem = /^(?:\p{Ll}{2,}(?=\p{Lu}|\d)|\p{Lu}{2,}(?=\p{Ll}|\d))/u.exec(last)?.[0];
    if (stem === undefined) continue;
    const shorter = `${join(kept.slice(0, -1))}.${stem}`;
    if (hasPublicSuffix(shorter)) return { text: shorter, end: end - last.length + stem.length, isObfuscated };
  }
  const last = labels.at(-1);
  if (labels.length < 2 || last === undefined || !/^(?:\p{L}{2,}|xn--[a-z\d-]+)$/iu.test(last.text)) return null;
  return { text: join(labels), end: last.end, isObfuscated };
}

function join(labels: readonly { text: string }[]): string {
  return labels.map((label) => label.text).join(".");
}

/** Machine addresses, such as "https://user:secret@acme.com" and "ssh://git@acme.com". */
function isInAddressOfSite(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - LOCAL_LENGTH), start);
  return /:\/\/[^\s/]*$/u.test(before) && !/mailto:\/\/$/iu.test(before);
}

function isSurely(local: string, domain: Domain, isWord: boolean): boolean {
  const firstLabel = domain.text.split(".")[0]?.toLowerCase() ?? "";
  if (PROSE_BEFORE.has(local.toLowerCase()) || PROSE_AFTER.has(firstLabel)) return false;
  if (!hasPublicSuffix(domain.text)) return false;
  if (!isWord || domain.isObfuscated) return true;
  return isRoleAddress(`${local}@`) || /\p{L}{2,}[._]\p{L}{2,}/u.test(local);
}

function back(text: string, at: number, spaces: number): number {
  return at - (/\s*$/u.exec(text.slice(Math.max(0, at - spaces), at))?.[0].length ?? 0);
}

function ahead(text: string, at: number, spaces: number): number {
  return at + (/^\s*/u.exec(text.slice(at, at + spaces))?.[0].length ?? 0);
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}
