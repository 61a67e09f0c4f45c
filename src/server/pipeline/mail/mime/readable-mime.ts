import {
  cutBytes,
  cutLines,
  LIMITS_OF_MIME,
  MOST_LINES,
  MOST_PARTS,
  MOST_TEXT_LINES,
} from "#server/pipeline/mail/mime/mime-limits.ts";
import { repairedHeaders } from "#server/pipeline/mail/mime/repaired-headers.ts";

/** RFC 2046 boundaries have up to 70 characters; far longer ones don't come from real programs. */
const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/giu;
const LONGEST_DELIMITER = 210;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const DASH = 45;

/** Plain text of at least this many bytes, in any encoding, makes the HTML alternative unnecessary. */
const ENOUGH_PLAIN = 500;

/**
 * Reduces a MIME message to what the parser should read: the first 2 MB, with a limited number of parts and of lines in
 * each. For the analysis it also drops the content, but not the headers, of attachments and of HTML that follows the
 * same text as plain text: only an attachment's name and type matter, and decoding everything would take longer than
 * the rest of the analysis. Parts are found by the boundaries declared in preceding headers (RFC 2046, 5.1), so text
 * that merely looks like a part is kept. Linear time. Throws for a header that is built to exhaust the parser.
 */
export function readableMime(message: Uint8Array, { withAttachments }: { withAttachments: boolean }): Uint8Array {
  const whole = cutBytes(message);
  const bytes = Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength);
  const boundaries = new Set<string>();
  const kept: Uint8Array[] = [];
  let hasPlain = false;
  let part: Delimiter = { start: 0, end: 0, isLast: false };
  for (let parts = 0; parts <= MOST_PARTS; parts += 1) {
    const bodyStart = part.isLast ? part.end : endOfHeaders(bytes, part.end, boundaries);
    const headers = bytes.toString("latin1", part.end, bodyStart);
    declare(headers, boundaries);
    const next = nextDelimiter(bytes, bodyStart, boundaries);
    const body = bytes.subarray(bodyStart, next?.start);
    const kind = parts === 0 || part.isLast ? "other" : kindOf(headers);
    const isRead = withAttachments || !(kind === "attachment" || (kind === "html" && hasPlain));
    kept.push(bytes.subarray(part.start, part.end));
    kept.push(repairedHeaders(bytes.subarray(part.end, bodyStart), isRead ? body : body.subarray(0, 0)));
    if (isRead) kept.push(isEncoded(headers) ? body : cutLines(body, MOST_TEXT_LINES));
    if (kind === "plain") hasPlain ||= saysEnough(body.toString("latin1"));
    if (next === null) break;
    part = next;
  }
  return cutLines(Buffer.concat(kept), MOST_LINES);
}

/** Start and end of a delimiter line, and whether it is the last of its boundary. */
interface Delimiter {
  start: number;
  end: number;
  isLast: boolean;
}

/** The first delimiter line at or after the line that begins here. */
function nextDelimiter(bytes: Buffer, from: number, boundaries: ReadonlySet<string>): Delimiter | null {
  if (boundaries.size === 0) return null;
  for (let at = bytes.indexOf("\n--", Math.max(0, from - 1)); at >= 0; at = bytes.indexOf("\n--", at + 1)) {
    const delimiter = delimiterAt(bytes, at + 1, boundaries);
    if (delimiter !== null) return delimiter;
  }
  return null;
}

/** The delimiter line that begins here, if it is one of these boundaries. */
function delimiterAt(bytes: Buffer, start: number, boundaries: ReadonlySet<string>): Delimiter | null {
  const feed = bytes.indexOf(LINE_FEED, start);
  const end = feed < 0 ? bytes.length : feed + 1;
  if (end - start > LONGEST_DELIMITER) return null;
  const text = bytes.toString("latin1", start + 2, end).trimEnd();
  if (boundaries.has(text)) return { start, end, isLast: false };
  return text.endsWith("--") && boundaries.has(text.slice(0, -2)) ? { start, end, isLast: true } : null;
}

/** End of the headers that begin here: after the first empty line, before the next part, or at the end of the input. */
function endOfHeaders(bytes: Buffer, from: number, boundaries: ReadonlySet<string>): number {
  let at = from;
  while (at < bytes.length) {
    if (bytes[at] === DASH && bytes[at + 1] === DASH && delimiterAt(bytes, at, boundaries) !== null) return at;
    const feed = bytes.indexOf(LINE_FEED, at);
    const end = feed < 0 ? bytes.length : feed + 1;
    if (end - from > LIMITS_OF_MIME.maxHeadersSize) throw new Error("Its header is too long");
    if (feed === at || (feed === at + 1 && bytes[at] === CARRIAGE_RETURN)) return end;
    at = end;
  }
  return bytes.length;
}

function declare(headers: string, boundaries: Set<string>): void {
  for (const [, quoted, bare] of headers.matchAll(BOUNDARY)) boundaries.add((quoted ?? bare ?? "").trimEnd());
}

function saysEnough(body: string): boolean {
  return body.length >= ENOUGH_PLAIN && body.replaceAll(/\s+/gu, "").length >= ENOUGH_PLAIN;
}

/** Encoded lines say nothing about the number of lines after decoding. */
function isEncoded(headers: string): boolean {
  return /^content-transfer-encoding:\s*base64/imu.test(headers);
}

type Kind = "plain" | "html" | "attachment" | "other";

/** Attached text is treated as an attachment; an embedded message is kept whole. */
function kindOf(headers: string): Kind {
  const [, type = "text", subtype = "plain"] = /^content-type:\s*([\w-]+)\/([\w.+-]+)/imu.exec(headers) ?? [];
  if (/^(?:multipart|message)$/iu.test(type)) return "other";
  if (!/^text$/iu.test(type) || /^content-disposition:\s*attachment/imu.test(headers)) return "attachment";
  return /^html$/iu.test(subtype) ? "html" : /^plain$/iu.test(subtype) ? "plain" : "other";
}
