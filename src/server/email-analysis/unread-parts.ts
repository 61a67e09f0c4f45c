/** A boundary of RFC 2046 has up to 70 characters; what is longer is no boundary of a program. */
const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/giu;
const LONGEST_DELIMITER = 210;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Plain text of so many bytes, however it is encoded, says enough: the HTML beside it is not read. */
const ENOUGH_PLAIN = 500;

/**
 * A MIME message with the content of its attachments, and of HTML that stands after the same as plain text, left out and
 * their headers kept: of an attachment only its name and type count, and decoding it all would take longer than the rest
 * of the analysis. Parts are found by the boundaries that the headers before them declare (RFC 2046, 5.1), so that text
 * which merely looks like a part stays. Linear in its length.
 */
export function withoutUnreadParts(message: Uint8Array): Uint8Array {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  const boundaries = new Set<string>();
  const kept: Buffer[] = [];
  let keptTo = 0;
  let isCutting = false;
  let plainFrom = -1;
  let hasPlain = false;
  const top = endOfHeaders(bytes, 0);
  declare(bytes.toString("latin1", 0, top), boundaries);
  if (boundaries.size === 0) return message;
  for (let at = bytes.indexOf("\n--", top - 1); at >= 0; at = bytes.indexOf("\n--", at + 1)) {
    const line = at + 1;
    const delimiter = delimiterAt(bytes, line, boundaries);
    if (delimiter === null) continue;
    if (isCutting) keptTo = line;
    isCutting = false;
    hasPlain ||= plainFrom >= 0 && saysEnough(bytes.toString("latin1", plainFrom, line));
    plainFrom = -1;
    if (delimiter.isLast) continue;
    const body = endOfHeaders(bytes, delimiter.end);
    const headers = bytes.toString("latin1", delimiter.end, body);
    declare(headers, boundaries);
    const kind = kindOf(headers);
    if (kind === "plain") plainFrom = body;
    if (kind !== "attachment" && !(kind === "html" && hasPlain)) continue;
    kept.push(bytes.subarray(keptTo, body));
    keptTo = body;
    isCutting = true;
  }
  if (kept.length === 0) return message;
  if (!isCutting) kept.push(bytes.subarray(keptTo));
  return Buffer.concat(kept);
}

/** The delimiter line that begins here, if it is one of these boundaries. */
function delimiterAt(
  bytes: Buffer,
  line: number,
  boundaries: ReadonlySet<string>,
): { end: number; isLast: boolean } | null {
  const feed = bytes.indexOf(LINE_FEED, line);
  const end = feed < 0 ? bytes.length : feed + 1;
  if (end - line > LONGEST_DELIMITER) return null;
  const text = bytes.toString("latin1", line + 2, end).trimEnd();
  if (boundaries.has(text)) return { end, isLast: false };
  return text.endsWith("--") && boundaries.has(text.slice(0, -2)) ? { end, isLast: true } : null;
}

/** Where the headers that begin here end: behind the first empty line, or at the end of all. */
function endOfHeaders(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length;) {
    const feed = bytes.indexOf(LINE_FEED, at);
    if (feed < 0) break;
    if (feed === at || (feed === at + 1 && bytes[at] === CARRIAGE_RETURN)) return feed + 1;
    at = feed + 1;
  }
  return bytes.length;
}

function declare(headers: string, boundaries: Set<string>): void {
  for (const [, quoted, bare] of headers.matchAll(BOUNDARY)) boundaries.add((quoted ?? bare ?? "").trimEnd());
}

function saysEnough(body: string): boolean {
  return body.length >= ENOUGH_PLAIN && body.replaceAll(/\s+/gu, "").length >= ENOUGH_PLAIN;
}

type Kind = "plain" | "html" | "attachment" | "other";

/** What a person reads is text without a name of its own; what is passed on whole is a message. */
function kindOf(headers: string): Kind {
  const [, type = "text", subtype = "plain"] = /^content-type:\s*([\w-]+)\/([\w.+-]+)/imu.exec(headers) ?? [];
  if (/^(?:multipart|message)$/iu.test(type)) return "other";
  if (!/^text$/iu.test(type) || /^content-disposition:\s*attachment/imu.test(headers)) return "attachment";
  return /^html$/iu.test(subtype) ? "html" : /^plain$/iu.test(subtype) ? "plain" : "other";
}
