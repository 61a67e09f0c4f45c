import { isRule } from "#server/pipeline/mail/quotes/boilerplate.ts";
import { isClosing, CLOSING_WITH_NAME } from "#server/pipeline/mail/quotes/closing.ts";
import { asReceived, isOfTheCompany, withLostLetters } from "#server/pipeline/mail/contact/contact-parts.ts";
import { companyScore } from "#server/pipeline/mail/contact/signature-company.ts";
import {
  hasNumber,
  isAside,
  isGivenName,
  isLocalOf,
  isNameOf,
  isSignOff,
  kindOfLine,
  nameIn,
  type LineKind,
} from "#server/pipeline/mail/contact/signature-line.ts";
import { findEmailAddresses } from "#server/pipeline/text/email-text.ts";
import { readJobTitle } from "#server/pipeline/text/job-title.ts";
import { readPersonName } from "#server/pipeline/text/person-name.ts";

/** Where the text ends, where the signature begins, and the line after it; any lines after that are text again. */
interface Bounds {
  text: number;
  from: number;
  to: number;
}

const MAX_LINES = 40;
/** Maximum blank and other lines within a signature. */
const MAX_GAP = 6;
const MAX_FILLED = 18;
const MAX_TRIES = 4;
const PLAIN_RULE = /^\s?(?:- )?(?:--|—|–)\s?$/u;
/** "Regards, Anna Schmidt", unlike "Thanks, Anna" */
const SIGNED = /[,–—-]\s\p{Lu}\S+\s\p{Lu}\p{L}+[,.\s]*$/u;
/** "PS: …" below a name */
const POSTSCRIPT = /^\s*(?:p\.?\s?){1,2}s\.?\s?(?:[:.,]|\s)/iu;
/** Lines in a row with a blank line below each. */
const LEAST_SPACED = 4;
/** Lines of prose below a signature. */
const MAX_NOTE = 3;
/** In characters: a closing, a name and what else fits on a line. */
const LONGEST_SIGN_OFF = 200;
/** In characters: an address on one line. */
const LONGEST_OF_ADDRESS = 100;
/** The last lines, by kind. `sender` is the name in the header. */
interface View {
  first: number;
  kindAt: (at: number) => LineKind;
  sender: string;
}

/**
 * Splits off the signature: after "-- ", after the closing, or as the block that grows upward from the last phone
 * number, address or name. The closing ("Best regards") belongs to neither part. `sender` is the name in the header,
 * which a one-line signature repeats.
 */
export function splitSignature(lines: readonly string[], sender: string) {
  const kept = withOwnLine(trimmed(lines)).map(withLostLetters);
  const postscript = kept.findIndex((line, at) => at > 0 && POSTSCRIPT.test(line));
  const found = boundsOf(kept, sender) ?? boundsOf(kept.slice(0, Math.max(0, postscript)), sender);
  const isNamed = kept.slice(found?.from ?? kept.length, found?.to).some((line) => nameIn(line, sender) !== null);
  const bounds = (isNamed ? null : closeBounds(kept, sender)) ?? found;
  if (bounds === null) return { text: kept.map(asReceived), signature: [] };
  const signature = withoutClosings(kept.slice(bounds.from, bounds.to)).map(asReceived);
  const text = trimmed([...kept.slice(0, bounds.text), ...kept.slice(bounds.to)]).map(asReceived);
  // Don't treat a message that consists only of "Thanks!" as a signature.
  return text.length + signature.length === 0 ? { text: kept, signature } : { text, signature };
}

/** "Thanks!" may be followed by "Bye,". "i. A. Anna Schmidt" is a closing with a name. */
function withoutClosings(lines: readonly string[]): string[] {
  const start = lines.findIndex((line) => line.trim() !== "" && (!isBareClosing(line) || /^\s*i\./u.test(line)));
  return trimmed(lines.slice(Math.max(0, start)));
}

function isBareClosing(line: string): boolean {
  return isClosing(line) && !CLOSING_WITH_NAME.test(line);
}

/** Moves the closing and what follows it to their own lines: "… a quote? Regards, Anna Schmidt, Buyer, Acme". */
function withOwnLine(lines: string[]): string[] {
  const whole = lines.at(-1) ?? "";
  const start = closingIn(whole);
  const kept = start === 0 ? lines : [...lines.slice(0, -1), whole.slice(0, start).trimEnd(), whole.slice(start)];
  const last = whole.slice(start);
  const at = last.search(/,\s/u);
  const rest = last.slice(at + 1).trim();
  const isOneLine = at > 0 && rest.includes(",") && isClosing(last.slice(0, at)) && nameIn(rest, "") !== null;
  return isOneLine ? [...kept.slice(0, -1), last.slice(0, at), rest] : kept;
}

/** Where a named closing begins within a line of prose; 0 without one. */
function closingIn(line: string): number {
  const from = Math.max(0, line.length - LONGEST_SIGN_OFF);
  for (const { 0: end, index } of line.slice(from).matchAll(/[.!?]\s+(?=\p{L})/gu)) {
    const start = from + index + end.length;
    const [closing = "", name = ""] = line.slice(start).split(/,\s/u);
    if (isClosing(closing) && nameIn(name.replace(/[.\s]+$/u, ""), "") !== null) return start;
  }
  return 0;
}

/** The bounds without the blank lines that some programs add below each line; null if the last lines have none. */
function closeBounds(lines: readonly string[], sender: string): Bounds | null {
  const last = lines.findLastIndex((line, at) => at > 0 && line.trim() !== "" && (lines[at - 1] ?? "").trim() !== "");
  const kept = lines.flatMap((line, at) => (at <= last + 1 || line.trim() !== "" ? [at] : []));
  const close = kept.map((at) => (lines[at] ?? "").replace(/<[^<>\s]{0,300}>/gu, ""));
  if (close.length - last < LEAST_SPACED + 2 || close.slice(last + 2).some((line) => line.length > LONGEST_OF_ADDRESS))
    return null;
  const bounds = boundsOf(close, sender);
  const placeOf = (at: number): number => kept[at] ?? lines.length;
  return bounds && { text: placeOf(bounds.text), from: placeOf(bounds.from), to: placeOf(bounds.to) };
}

function boundsOf(lines: readonly string[], sender: string): Bounds | null {
  // Converted HTML has long runs of blank lines.
  const counted = lines.flatMap((line, at) => (line.trim() + (lines[at - 1] ?? "").trim() === "" ? [] : [at]));
  const first = counted.at(-MAX_LINES) ?? 0;
  const kinds: LineKind[] = [];
  const kindAt = (at: number): LineKind => (at < first ? "prose" : (kinds[at] ??= kindOfLine(lines[at] ?? "", sender)));
  const rule = ruleIn(lines, kindAt);
  if (rule !== null) {
    const inside = lines.findIndex((line, at) => at > rule && line.trim() !== "");
    const from = isBareClosing(lines[inside] ?? "") && inside < lines.length - 1 ? inside + 1 : rule + 1;
    const text = closingBefore(lines, rule, kindAt) ?? nameBefore(lines, rule, kindAt) ?? rule;
    const signed = lines.slice(text, rule).findLast((line) => line.trim() !== "" && !isClosing(line)) ?? "";
    const isNamed = lines.some((line, at) => {
      const name = at > rule && kindAt(at).startsWith("name") && !isOfTheCompany(line) ? nameIn(line, sender) : null;
      return name !== null && (certaintyOf(name) >= 0.75 || !isSignOff(signed) || isSignOff(signed, name));
    });
    return {
      text,
      from:
        isNamed || text === rule
          ? from
          : isClosing(lines[text] ?? "") && !SIGNED.test(lines[text] ?? "")
            ? text + 1
            : text,
      to: lines.length,
    };
  }
  const block = blockIn(lines, { first, kindAt, sender });
  const signed = block?.isNamed === true ? null : signedClosing(lines, first, kindAt);
  if (signed !== null) return signed;
  const end =
    block?.to ?? (closingBefore(lines, lines.length, kindAt) === null ? aboveNote(lines, kindAt) : lines.length);
  const closing = closingBefore(lines, block?.from ?? end, kindAt);
  if (block === null && closing === null) return signOffIn(lines);
  if (closing === null || (block !== null && isSigned(lines, closing, block.from, kindAt))) return block;
  return { text: closing, from: isBareClosing(lines[closing] ?? "") ? closing + 1 : closing, to: end };
}

/** The end of what is above a note of a few lines: "Reply STOP to unsubscribe". */
function aboveNote(lines: readonly string[], kindAt: (at: number) => LineKind): number {
  const end = lines.findLastIndex((_line, at) => !/^(?:blank|rule|prose)$/u.test(kindAt(at))) + 1;
  const note = lines.slice(end).filter((_line, at) => kindAt(end + at) === "prose");
  return note.length <= MAX_NOTE && !isClosing(lines[end - 1] ?? "") ? end : lines.length;
}

/** A name on its own line above a rule and below the text, or "-Anna". */
function nameBefore(lines: readonly string[], rule: number, kindAt: (at: number) => LineKind): number | null {
  const at = lines.findLastIndex((line, index) => index < rule && line.trim() !== "");
  const isDashed = /^\s*[-–—~/]{1,2}\s?\p{Lu}\p{L}{1,15}\s*$/u.test(lines[at] ?? "");
  const isName = kindAt(at).startsWith("name") || isGivenName(lines[at] ?? "");
  return at > 0 && (isDashed || (isName && (lines[at - 1] ?? "").trim() === "")) ? at : null;
}

/** "Anna" on its own line below the text. */
function signOffIn(lines: readonly string[]): Bounds | null {
  const last = lines.length - 1;
  const [, dash = "", word = ""] = /^\s*([-–—~/]{0,2})\s*(\p{Lu}\p{L}{1,15})[.,!\s]*$/u.exec(lines[last] ?? "") ?? [];
  const isAlone =
    last > 0 && (dash !== "" || (last > 1 && /^\s*$|[.!?]\s*$/u.test(lines[last - 1] ?? ""))) && word !== "";
  // After a dash, any word that could be a name is one: "--Tamsyr".
  const isName = readPersonName(dash === "" ? word : `${word} Schmidt`) !== null;
  return isAlone && isName && !isClosing(word) ? { text: last, from: last, to: lines.length } : null;
}

/** Whether another name was signed far above the block, which means that a message quoted without marks ends there. */
function isSigned(lines: readonly string[], closing: number, from: number, kindAt: (at: number) => LineKind): boolean {
  const gap = from - 1 - lines.findLastIndex((line, at) => at < from && line.trim() !== "");
  return gap > 3 && lines.some((_line, at) => at > closing && at < from && kindAt(at).startsWith("name"));
}

/**
 * Finds the signature separator (RFC 3676, section 4.3). Some programs drop the trailing space, and some people draw a
 * longer line. Takes the last one with a name or number below it, since others may precede a motto or an advertisement.
 */
function ruleIn(lines: readonly string[], kindAt: (at: number) => LineKind): number | null {
  let last: number | null = null;
  let unnamed: number | null = null;
  let until = lines.length;
  for (let at = lines.length - 2; at >= Math.max(0, lines.length - MAX_LINES); at -= 1) {
    const line = lines[at] ?? "";
    const isPlain = PLAIN_RULE.test(line);
    if (!isPlain && !(at > 0 && /^\s?[-_=*\u2500-\u257f＝]{3,120}\s?$/u.test(line))) continue;
    const below = lines.slice(at + 1, until).map((text, index) => ({ text, kind: kindAt(at + 1 + index) }));
    const imprint = below.findIndex(({ text }) => isOfTheCompany(text));
    const isShort =
      (isPlain && at > 0) || below.every(({ text, kind }) => kind !== "prose" || isAside(text) || isPointer(text));
    const isNamed = below.slice(0, imprint < 0 ? undefined : imprint).some(({ kind }) => kind.startsWith("name"));
    const isNumbered = imprint < 0 && below.some(({ text, kind }) => kind === "contact" && hasNumber(text));
    if (isShort && isNamed) return at;
    if (isShort && isNumbered && isPlain) return unnamed ?? at;
    if (isShort && isNumbered) unnamed ??= at;
    if (isPlain && at > 0) last ??= at;
    until = at;
  }
  return unnamed ?? (last !== null && last < lines.length - 1 ? last : null);
}

/** The first closing that is followed only by names, parts and contacts. */
function closingBefore(lines: readonly string[], until: number, kindAt: (at: number) => LineKind): number | null {
  let found: number | null = null;
  let filled = 0;
  for (let at = until - 1; at >= Math.max(0, until - MAX_LINES); at -= 1) {
    const line = lines[at] ?? "";
    if (line.trim() === "") continue;
    if (isClosing(line)) found = at;
    else if (found !== null || (filled += 1) > MAX_FILLED) break;
    // Right below the closing, small letters are a name.
    else if (kindAt(at) !== "prose" || isSignOff(line)) continue;
    else if (!SMALL_NAME.test(line) || !isClosing(lines.slice(0, at).findLast((one) => one.trim() !== "") ?? "")) break;
  }
  return found;
}
const SMALL_NAME = /^\s*\p{Ll}{3,15}(?:\s\p{Ll}+){0,2}\s*$/u;

/** The last closing with a name right below it, whatever else follows, up to a notice. */
function signedClosing(lines: readonly string[], first: number, kindAt: (at: number) => LineKind): Bounds | null {
  const closing = lines.findLastIndex((line, at) => at >= first && isClosing(line));
  const name = lines.findIndex((line, at) => at > closing && line.trim() !== "");
  if (closing < 0 || name < 0 || !kindAt(name).startsWith("name")) return null;
  const isNotice = (at: number): boolean => kindAt(at) === "prose" && (lines[at] ?? "").length > LONGEST_OF_ADDRESS;
  const isWithin = (at: number): boolean =>
    lines.slice(at + 1, at + MAX_GAP).some((line, next) => kindAt(at + 1 + next) === "contact" && hasNumber(line));
  const notice = lines.findIndex((_line, at) => at > name && isNotice(at) && !isWithin(at));
  return { text: closing, from: closing + 1, to: notice < 0 ? lines.length : notice };
}

/** The last lines that identify the writer. At most a motto, a link or a thank-you follows. */
function blockIn(lines: readonly string[], view: View): (Bounds & { isNamed: boolean }) | null {
  let end = lines.length;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    while (end > view.first && !isOwn(lines, end - 1, view)) end -= 1;
    if (end <= view.first) return null;
    const block = blockAt(lines, end, view);
    if (block.isAccepted) return { text: block.from, from: block.from, to: end, isNamed: block.isNamed };
    end = Math.min(block.from, end - 1);
  }
  return null;
}

function isOwn(lines: readonly string[], at: number, { kindAt }: View): boolean {
  return !/^(?:blank|rule|prose)$/u.test(kindAt(at)) && !isClosing(lines[at] ?? "") && !isOfTheCompany(lines[at] ?? "");
}

/** Extends a block upward from a line to the name, or to the first prose. */
function blockAt(
  lines: readonly string[],
  to: number,
  { first, kindAt, sender }: View,
): { from: number; isNamed: boolean; isAccepted: boolean } {
  let from = to;
  let name: number | null = null;
  let beforeGap = to;
  let contacts = 0;
  let numbered = 0;
  let isClosed = false;
  let gap = 0;
  let filled = 0;
  for (let at = to - 1; at >= first && gap <= MAX_GAP && filled < MAX_FILLED; at -= 1) {
    const line = lines[at] ?? "";
    const isWithin =
      from < to &&
      (gap === 0 || (gap === 1 && /^(?:name|part)$/u.test(kindAt(at - 1)))) &&
      isAside(line) &&
      isOwn(lines, at - 1, { first, kindAt, sender });
    // "Moving Forward" below a number: two capitalized words, but nobody's name.
    const upper = lines.findLastIndex((_line, index) => index < at && kindAt(index) !== "blank");
    const isMotto = kindAt(at) === "name" && kindAt(upper) === "contact" && !isNameOf(line.trim(), sender);
    const own = isMotto && (readPersonName(line.trim())?.certainty ?? 0) < 0.6 ? "part" : kindAt(at);
    const kind = isWithin && own === "prose" ? "part" : isWrapped(lines, at) ? "prose" : own;
    if (kind === "blank") {
      gap += 1;
      continue;
    }
    if (kind === "rule" && (from === to || (name === null && gap === 0 && kindAt(at - 1).startsWith("name")))) continue;
    if (kind === "rule") beforeGap = from;
    if (kind === "rule") break;
    if (isClosing(line)) {
      isClosed = true;
      break;
    }
    if (kind === "prose" || (name !== null && gap > 0 && (gap > 2 || isSure(lines, name, line, sender)))) break;
    if (gap > 0 && contacts > 0 && beforeGap === to) beforeGap = from;
    if (kind.startsWith("name") || (name === null && contacts > 0 && isGivenName(line))) name = at;
    if (kind === "name and contact") numbered += 1;
    if (kind.endsWith("contact")) contacts += 1;
    from = at;
    gap = 0;
    filled += 1;
  }
  if (name === null && beforeGap < to && !isClosed) from = beforeGap;
  // A company may be above the name; a list that ends right above it is not part of the signature.
  if (name !== null && name > from && !isAbove(lines, from, name, kindAt)) from = name;
  const signed = name === null ? "" : (nameIn(lines[name] ?? "", sender) ?? "");
  const block = lines.slice(from, to).join("\n");
  const isAgreed =
    isNameOf(signed, sender) || findEmailAddresses(block).some(({ address }) => isLocalOf(address, signed));
  const above = lines.slice(0, from).findLast((line) => line.trim() !== "") ?? "";
  const isNamed = name !== null;
  const accepted = (isAccepted: boolean): { from: number; isNamed: boolean; isAccepted: boolean } => ({
    from,
    isNamed,
    isAccepted,
  });
  if (above === "") return accepted(isNamed && contacts > 0 && numbered < 2);
  if (isAgreed) return accepted(true);
  // Several people with numbers are a list.
  if (numbered > 1) return accepted(false);
  const below = lines.slice(to).filter((line, at) => kindAt(to + at) === "prose" || isClosing(line));
  const isFramed =
    isRule(above) && isRule(lines.slice(to).find((line) => line.trim() !== "") ?? "") && hasNumber(block);
  if (below.length > 3 || below.some(isClosing))
    return accepted(isFramed || (isNamed && contacts > 0 && (isRule(above) || isClosing(above))));
  if (!isNamed)
    return accepted(
      (isClosed || below.length === 0) &&
        hasNumber(block) &&
        (contacts > 1 || to - from > 1 || /^\W{0,3}[\p{Lu}\d]/u.test(block)),
    );
  // "Hope it works for you," also ends a message.
  const isBelow = !/[\p{L}\p{N}]/u.test(lines[from - 1] ?? "") || /^\s*[^\s,]+(?:\s[^\s,]+){0,6},\s*$/u.test(above);
  // Behind a dash or below a quotation, it's the author's.
  const isSureName =
    lines.slice(from + 1, to).every((line) => readJobTitle(line) !== null) &&
    to === lines.length &&
    certaintyOf(signed) >= 0.9 &&
    /^\s*\p{L}/u.test(lines[from] ?? "") &&
    !/^\W*["“«„]|,\s*$/u.test(above);
  return accepted(contacts > 0 || ((isBelow || isSureName) && !/[:：]\s*$/u.test(above)));
}

/**
 * Whether the lines above the name belong to the signature: a sign-off, or lines that include the company or the title.
 */
function isAbove(lines: readonly string[], at: number, name: number, kindAt: View["kindAt"]): boolean {
  if (isSignOff(lines[at] ?? "", lines[name])) return true;
  const before = lines[at - 1] ?? "";
  const above = lines.slice(at, name);
  if (
    above.some((_line, index) => kindAt(at + index) !== "part") ||
    !(before.trim() === "" || isClosing(before) || isRule(before))
  )
    return false;
  return above.length === 1 || (above.length <= 3 && above.some((line) => companyScore(line, []) >= 3));
}

/** "Please visit us at https://acme.com" */
function isPointer(line: string): boolean {
  return line.length <= 80 && /https?:|www\./u.test(line);
}

/** The last line of a wrapped sentence is short too. */
function isWrapped(lines: readonly string[], at: number): boolean {
  const line = (lines[at] ?? "").trim();
  return (
    line !== "" &&
    (lines[at - 1] ?? "").length > 50 &&
    !/^\S+(?:@| at )\S+$/u.test(line) &&
    !/^[^\p{L}\d]{0,3}[\p{Lu}\d+(]/u.test(line)
  );
}

/** Whether a name is certain, or more certain than the line above it, since two capitalized words may be a company. */
function isSure(lines: readonly string[], at: number, above: string, sender: string): boolean {
  const below = lines.slice(at + 1).find((line) => line.trim() !== "") ?? "";
  if (readJobTitle(below) !== null) return true;
  const [upper, lower] = [nameIn(above, sender), nameIn(lines[at] ?? "", sender)];
  return upper === null || lower === null || certaintyOf(upper) <= certaintyOf(lower);
}

function certaintyOf(name: string): number {
  return readPersonName(name)?.certainty ?? 1;
}

function trimmed(lines: readonly string[]): string[] {
  const start = lines.findIndex((line) => line.trim() !== "");
  const end = lines.findLastIndex((line) => line.trim() !== "");
  return start < 0 ? [] : lines.slice(start, end + 1);
}
