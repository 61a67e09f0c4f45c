import { headerLine, type HeaderKind } from "#server/pipeline/mail/mime/header-words.ts";
import { readMailAddress, type MailAddress } from "#server/pipeline/mail/contact/mail-address.ts";

/** The header that a mail program writes above a quoted or forwarded message. */
export interface HeaderBlock {
  /** The line after the header. */
  end: number;
  from: MailAddress;
  to: MailAddress | null;
  replyTo: MailAddress | null;
  subject: string;
  date: string;
}

const MAX_LINES = 24;
const MAX_RECEIVER_LINES = 400;
const MAX_VALUE = 1_000;
const MAX_GAP = 2;
const STAMP = String.raw`\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4},?\s{1,3}\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AP]M)?(?:\s[A-Z]{3,4})?`;
const STAMP_ONLY = new RegExp(String.raw`^[\s>|]{0,60}(?:on\s)?(${STAMP})\s*$`, "iu");
const STAMP_AT_END = new RegExp(String.raw`^(.{2,100}?)(?:\son\s|\s{2,60})(${STAMP})\s*$`, "iu");
const NOTE = /^[\s>|]{0,60}(?:please respond to|sent by)\b/iu;
/** A name or address in Lotus Notes format: "Anna Schmidt/HQ/Acme@ACME", "\"Anna\" <anna@acme.de>". */
const SENDER = /^(?:from:\s{0,40})?(["'<]?[\p{L}\d][^:;!?]{1,100})$/iu;

/**
 * Parses the header block that begins at a line: the sender and two more headers, in any order and language, on
 * consecutive lines with at most a few empty ones in between. Null when there is none.
 */
export function headerBlockAt(lines: readonly string[], start: number): HeaderBlock | null {
  const values = new Map<HeaderKind, string>();
  const stamped = stampedSender(lines, start);
  if (stamped !== null) values.set("from", stamped.from).set("date", stamped.date);
  let last: HeaderKind | null = stamped === null ? null : "date";
  let gap = 0;
  let filled = 0;
  let end = stamped?.end ?? start;
  for (let at = end; at < Math.min(lines.length, start + MAX_RECEIVER_LINES) && filled < MAX_LINES; at += 1) {
    const line = lines[at] ?? "";
    if (isReceivers(last, line, lines[at - 1] ?? "")) {
      gap = 0;
      end = at + 1;
      continue;
    }
    const header = headerLine(line);
    if (header !== null && !(values.has(header.kind) && values.size >= 3 && gap > 0)) {
      if (!values.has(header.kind)) values.set(header.kind, header.value.slice(0, MAX_VALUE));
      last = header.kind;
      gap = 0;
      end = at + 1;
    } else if (isBlank(line)) {
      gap += 1;
      if (last === null || gap > MAX_GAP || (isComplete(values) && !goesOn(lines, at, values))) break;
      continue;
    } else {
      // A long subject or recipient list may continue on the next line, if more headers follow.
      if (
        !NOTE.test(line) &&
        (last === null || gap > 0 || !lines.slice(at + 1, at + 4).some((next) => headerLine(next) !== null))
      )
        break;
      if (last !== null) values.set(last, `${values.get(last) ?? ""} ${bare(line)}`.trim().slice(0, MAX_VALUE));
      end = at + 1;
    }
    filled += 1;
    if (filled > 6 && values.size < 2) break;
  }
  const from = values.get("from") ?? "";
  const isReceived = values.has("to") && values.has("subject") && (values.has("cc") || values.has("date"));
  if (stamped !== null && !values.has("to") && !values.has("subject")) return null;
  if (!isReceived && (from === "" || values.size < 3)) return null;
  const to = values.get("to");
  const replyTo = values.get("replyTo");
  return {
    end,
    from: readMailAddress(from),
    to: to === undefined ? null : readMailAddress(to),
    replyTo: replyTo === undefined ? null : readMailAddress(replyTo),
    subject: values.get("subject") ?? "",
    date: values.get("date") ?? "",
  };
}

/** Whether a header block can begin at a line. */
export function mayBeginHeader(lines: readonly string[], at: number): boolean {
  return headerLine(lines[at] ?? "") !== null || stampedSender(lines, at) !== null;
}

/** An unlabeled sender with the date next to or below it, as Lotus Notes writes above "To:". */
function stampedSender(lines: readonly string[], at: number): { from: string; date: string; end: number } | null {
  const line = bare(lines[at] ?? "");
  if (line.length < 3 || line.length > 180) return null;
  const [, before = "", stamp = ""] = /:\d\d/u.test(line) ? (STAMP_AT_END.exec(line) ?? []) : [];
  const noted = NOTE.test(lines[at + 1] ?? "") ? at + 2 : at + 1;
  const below = stamp === "" ? nextFilled(lines, noted, 1) : at;
  const date = stamp || (STAMP_ONLY.exec((lines[below] ?? "").slice(0, 100))?.[1] ?? "");
  const from = date === "" ? undefined : SENDER.exec(stamp === "" ? line : before.trim())?.[1];
  if (from === undefined || (/^\p{Ll}/u.test(from) && !from.includes("@")) || from.split(/\s+/u).length > 8)
    return null;
  const next = nextFilled(lines, below + 1, 4);
  const header = headerLine(lines[NOTE.test(lines[next] ?? "") ? nextFilled(lines, next + 1, 4) : next] ?? "");
  return header === null || header.kind === "from" ? null : { from: from.trim(), date, end: below + 1 };
}

function nextFilled(lines: readonly string[], from: number, blanks: number): number {
  let at = from;
  while (at < from + blanks && isBlank(lines[at] ?? "")) at += 1;
  return at;
}

function isReceivers(last: HeaderKind | null, line: string, before: string): boolean {
  return (
    (last === "to" || last === "cc") &&
    !/^[^@,]{0,40}[:：]/u.test(line) &&
    /[@,]/u.test(line) &&
    !isBlank(line) &&
    (/[,;]\s*$/u.test(before) || /@\S/u.test(line))
  );
}

/** Whether another header follows after empty lines. */
function goesOn(lines: readonly string[], at: number, values: ReadonlyMap<HeaderKind, string>): boolean {
  const header = headerLine(lines[nextFilled(lines, at, MAX_GAP)] ?? "");
  return header !== null && !values.has(header.kind);
}

function isComplete(values: ReadonlyMap<HeaderKind, string>): boolean {
  return values.has("from") && values.size >= 3;
}

function isBlank(line: string): boolean {
  return bare(line) === "";
}

function bare(line: string): string {
  return line.replace(/^[\s>|]+/u, "").trim();
}
