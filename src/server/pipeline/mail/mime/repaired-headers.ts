import { isAscii, isUtf8 } from "node:buffer";

/** RFC 2047. */
const ENCODED_WORD = /=\?([^?\s]{1,60})\?([BQ])\?([^?]*)\?=/giu;
const CHARSET = /(charset\s*=\s*)(?:"([^"\r\n]{0,60})"|([^\s;"]{0,60}))/iu;
const WESTERN = "windows-1252";
/** Programs declare these without looking at the text. */
const USUAL = /^(?:(?:x-)?unknown(?:-8bit)?|us-ascii|ascii|iso-?8859-1|iso-?8859-15|latin-?1|windows-1252)$/u;
/** Labels that TextDecoder lacks but the parser knows: cp932, x-mac-roman. */
const KNOWN_TO_PARSER = /^(?:x-|cs|cp|ms|ibm|windows|iso-?2022|iso-?8859|shift|euc|uhc|tis|junet)/u;
/** Enough to see how a text is encoded. */
const SAMPLE_BYTES = 65_536;

/**
 * Repairs a part's headers where they would make its text unreadable: characters that are split between encoded words,
 * letters in another encoding than UTF-8, and a charset that the text isn't in.
 */
export function repairedHeaders(headers: Buffer, body: Buffer): Uint8Array {
  const written = headers.toString("latin1");
  const joined = withJoinedWords(written);
  const charset = charsetOf(written);
  const right = body.length === 0 ? charset : rightCharset(charset, sampleOf(written, body));
  const declared = right === charset ? joined : withCharset(joined, right);
  const bytes = declared === written ? headers : Buffer.from(declared, "latin1");
  return isUtf8(bytes) ? bytes : Buffer.from(decoded(bytes, right) ?? decoded(bytes, WESTERN) ?? "");
}

/** Joins adjacent encoded words of one charset where the parser would decode each alone and lose the split character. */
function withJoinedWords(headers: string): string {
  const words = [...headers.matchAll(ENCODED_WORD)];
  if (words.length < 2) return headers;
  let joined = "";
  let from = 0;
  for (let first = 0; first < words.length;) {
    let next = first + 1;
    while (next < words.length && isNext(headers, words[next - 1], words[next])) next += 1;
    const run = words.slice(first, next);
    const start = words[first]?.index ?? 0;
    const charset = words[first]?.[1] ?? "";
    const bytes = Buffer.concat(run.map(([, , encoding = "", text = ""]) => bytesOf(encoding, text)));
    if (run.length > 1 && !run.every((word) => isJoinedByParser(word, run)) && decoded(bytes, charset) !== null) {
      joined += `${headers.slice(from, start)}=?${charset}?B?${bytes.toString("base64")}?=`;
      from = (run.at(-1)?.index ?? 0) + (run.at(-1)?.[0].length ?? 0);
    }
    first = next;
  }
  return joined + headers.slice(from);
}

function isNext(headers: string, one: RegExpExecArray | undefined, other: RegExpExecArray | undefined): boolean {
  if (one?.[1]?.toLowerCase() !== other?.[1]?.toLowerCase()) return false;
  return /^[ \t\r\n]*$/u.test(headers.slice((one?.index ?? 0) + (one?.[0].length ?? 0), other?.index));
}

function isJoinedByParser([, charset, encoding, text = ""]: RegExpExecArray, run: readonly RegExpExecArray[]): boolean {
  const isSame = charset === run[0]?.[1] && encoding?.toUpperCase() === run[0]?.[2]?.toUpperCase();
  return isSame && (encoding?.toUpperCase() === "Q" || (text.length % 4 === 0 && !text.endsWith("=")));
}

function bytesOf(encoding: string, text: string): Buffer {
  return encoding.toUpperCase() === "B" ? Buffer.from(text, "base64") : unquoted(text.replaceAll("_", " "));
}

function unquoted(text: string): Buffer {
  const plain = text
    .replaceAll(/=[ \t]*\r?\n/gu, "")
    .replaceAll(/=([\da-f]{2})/giu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, "latin1");
}

/** The text in fatal mode; null if it isn't in this charset. */
function decoded(bytes: Buffer, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The declared charset in lower case; empty if there is none. */
function charsetOf(headers: string): string {
  const [, , quoted, bare] = CHARSET.exec(contentTypeOf(headers)) ?? [];
  return (quoted ?? bare ?? "").trim().toLowerCase();
}

function contentTypeOf(headers: string): string {
  return /^content-type:.*(?:\r?\n[ \t].*)*/imu.exec(headers)?.[0] ?? "";
}

function withCharset(headers: string, charset: string): string {
  const written = contentTypeOf(headers);
  if (written === "") return `Content-Type: text/plain; charset=${charset}\r\n${headers}`;
  const corrected = CHARSET.test(written)
    ? written.replace(CHARSET, `$1${charset}`)
    : written.replace(/^(content-type:\s*[^\s;]+)/iu, `$1; charset=${charset}`);
  return headers.replace(written, () => corrected);
}

/** The beginning of a text part, decoded; empty for other parts. */
function sampleOf(headers: string, body: Buffer): Buffer {
  const [, type = "text/plain"] = /^content-type:\s*([^\s;]+)/iu.exec(contentTypeOf(headers)) ?? [];
  if (!/^text(?:\/plain|\/html)?$/iu.test(type)) return Buffer.alloc(0);
  const sample = body.subarray(0, SAMPLE_BYTES);
  const [, encoding = ""] = /^content-transfer-encoding:\s*([\w-]+)/imu.exec(headers) ?? [];
  if (/^base64$/iu.test(encoding)) return Buffer.from(sample.toString("latin1"), "base64");
  return /^quoted-printable$/iu.test(encoding) ? unquoted(sample.toString("latin1")) : sample;
}

/** The charset that a text is in: the declared one, unless the text is clearly in UTF-8, or clearly isn't. */
function rightCharset(declared: string, sample: Buffer): string {
  if (isAscii(sample)) return declared;
  const isUnicode = declared === "" || declared === "utf-8" || declared === "utf8";
  if (!isUnicode && !USUAL.test(declared) && (KNOWN_TO_PARSER.test(declared) || isSupported(declared))) return declared;
  const text = sample.toString();
  const broken = text.match(/\ufffd/gu)?.length ?? 0;
  const letters = text.match(/[^\0-\u007f\ufffd]/gu)?.length ?? 0;
  if (isUnicode) return broken > letters ? WESTERN : declared;
  // The end of the sample may be in the middle of a character.
  return broken <= 1 && letters > broken ? "utf-8" : declared;
}

function isSupported(charset: string): boolean {
  try {
    return new TextDecoder(charset).encoding !== "";
  } catch {
    return false;
  }
}
