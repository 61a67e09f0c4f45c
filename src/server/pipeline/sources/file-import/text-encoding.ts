import { isAscii, isUtf8 } from "node:buffer";
import { analyse } from "chardet";
import { bytesOf, type StoredFile } from "#server/pipeline/sources/file-import/stored-file.ts";

/** Bytes given to the detector: enough for any language, and fast. */
const SAMPLE_BYTES = 65_536;
/** Thresholds for the share of zero bytes: half in Latin text, only line ends and commas in Chinese. */
const ZEROS_OF_UTF16 = { least: 4, plain: 0.2, foreign: 0.02, ofOneParity: 0.95 };
const SHARE_IN_RUNS = 0.8;
/** Languages written mostly in ASCII, where non-ASCII letters occur singly: too few for the detector. */
const LATIN = /^(?:ISO-8859-[129]|windows-125[02478]|ASCII)$/u;

/**
 * Detects a text file's encoding and returns its WHATWG name: by byte order mark, then UTF-16 by the position of zero
 * bytes, then UTF-8 if valid, then by letter frequency. Decides by the first block that is not plain ASCII.
 */
export async function detectEncoding(file: StoredFile): Promise<string> {
  let isFirst = true;
  for await (const piece of bytesOf(file)) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    const wide = isFirst ? (byteOrderMark(bytes) ?? utf16Of(bytes)) : null;
    if (wide !== null) return wide;
    isFirst = false;
    // Zero bytes count as ASCII. A file that is pure ASCII is inconclusive, and UTF-8 reads it.
    if (!isAscii(bytes)) return isUtf8(withoutCutEnds(bytes)) ? "utf-8" : legacyEncoding(bytes);
  }
  return "utf-8";
}

/** Returns the canonical name of an encoding for any of its WHATWG labels; null if it is not supported. */
export function encodingNamed(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

/** Returns the encoding indicated by a byte order mark; null without one. */
export function byteOrderMark(bytes: Buffer): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
}

/** UTF-16 without a mark: half of the bytes of its ASCII letters, line ends and delimiters are zero. */
function utf16Of(bytes: Buffer): string | null {
  const zeros = [0, 0];
  const sample = bytes.subarray(0, 4_096);
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const all = even + odd;
  const { least, plain, foreign, ofOneParity } = ZEROS_OF_UTF16;
  const share = isUtf8(withoutCutEnds(sample)) ? plain : foreign;
  if (all < least || all < sample.length * share || Math.max(even, odd) < all * ofOneParity) return null;
  return odd > even ? "utf-16le" : "utf-16be";
}

/** A block can start and end inside a character: up to three bytes of it. */
function withoutCutEnds(bytes: Buffer): Buffer {
  const isContinuation = (at: number): boolean => ((bytes[at] ?? 0) & 0xc0) === 0x80;
  let start = 0;
  while (start < 3 && isContinuation(start)) start += 1;
  let end = bytes.length;
  while (end > 0 && bytes.length - end < 3 && isContinuation(end - 1)) end -= 1;
  const lead = bytes[end - 1] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return bytes.subarray(start, end - 1 + length <= bytes.length ? bytes.length : end - 1);
}

/**
 * Encodings that the detector lacks or takes for others, recognized by what is always and never written: Thai vowel signs
 * and tones are on consonants; Hebrew final letters end words, and points follow letters.
 */
const BY_SPELLING = [
  { encoding: "windows-874", always: /[ก-ฮ][ัิ-ฺ็-๎]/u, never: /(?<![ก-๎])[ัิ-ฺ็-๎]/u },
  { encoding: "windows-1255", always: /[א-ת]{2}/u, never: /[ךםןףץ](?=[א-ת])|(?<![ְ-ת])[ְ-ׇ]/u },
];
const SINGLE_BYTE = /^(?:windows|iso-8859|koi8)/u;

function legacyEncoding(bytes: Buffer): string {
  const sample = linesWithLetters(bytes);
  const guess = detected(sample);
  const spelled = BY_SPELLING.find(({ encoding, always, never }) => {
    if (!SINGLE_BYTE.test(guess) || !isWrittenInRuns(sample, encoding)) return false;
    const text = new TextDecoder(encoding).decode(sample);
    return always.test(text) && !never.test(text);
  });
  return spelled?.encoding ?? guess;
}

function detected(sample: Buffer): string {
  for (const { name, confidence } of analyse(sample)) {
    const encoding = encodingNamed(name);
    if (encoding === null || confidence === 0 || LATIN.test(name)) continue;
    if (isWrittenInRuns(sample, encoding)) return encoding;
  }
  return latinEncoding(sample);
}

/** Letters beyond a to z, one string per language, by the encoding that their spreadsheets save; the first is preferred. */
const ALPHABETS: readonly (readonly [string, readonly string[]])[] = [
  [
    "windows-1252",
    "äöüß àâæçéèêëîïôœùûü áéíóúüñçàè áâãàçéêíóôõúü àèéìíòóù áéëèïóöüê åäöéü åæøéäöü áðéíóúýþæö".split(" "),
  ],
  ["windows-1250", "ąćęłńóśźż áčďéěíňóřšťúůýž áäčďéíĺľňóôŕšťúýž áéíóöőúüű čćđšž ăâîşţ".split(" ")],
  ["windows-1254", ["çğıi̇öşüâîû"]],
  ["windows-1257", "ąčęėįšųūž āčēģīķļņšūž äõöüšž".split(" ")],
  ["macintosh", "äöüß àâæçéèêëîïôœùûü áéíóúüñç áâãàçéêíóôõúü àèéìíòóù åäöé åæøé".split(" ")],
];
/** Typed in every language. */
const TYPOGRAPHY = /[\p{M}\s–—‘’‚“”„•…€£§°´«»©®™²½·]/u;

/** The encoding in which most letters are of one language. */
function latinEncoding(sample: Buffer): string {
  let best = { encoding: "windows-1252", share: 0 };
  for (const [encoding, alphabets] of ALPHABETS) {
    const signs =
      new TextDecoder(encoding)
        .decode(sample)
        .toLowerCase()
        .match(/[^\0-\u007f]/gu) ?? [];
    const letters = signs.filter((sign) => !TYPOGRAPHY.test(sign));
    for (const alphabet of alphabets) {
      const share = letters.filter((letter) => alphabet.includes(letter)).length / letters.length;
      if (share > best.share) best = { encoding, share };
    }
  }
  return best.encoding;
}

/** Whether the text is valid and its non-ASCII letters are adjacent, as in non-Latin scripts. */
function isWrittenInRuns(sample: Buffer, encoding: string): boolean {
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(sample);
  } catch {
    return false;
  }
  const letters = text.match(/[^\0-\u007f]/gu)?.length ?? 0;
  const inRuns = text.match(/[[\p{L}\p{M}\u3000-\u303f\uff01-\uff5e]--[\0-\u007f]]{2,}/gv)?.join("").length ?? 0;
  return inRuns >= letters * SHARE_IN_RUNS;
}

function linesWithLetters(bytes: Buffer): Buffer {
  const lines: Buffer[] = [];
  let length = 0;
  for (let at = 0; at < bytes.length && length < SAMPLE_BYTES;) {
    const lineEnd = bytes.indexOf(0x0a, at);
    const end = lineEnd === -1 ? bytes.length : lineEnd + 1;
    const line = bytes.subarray(at, Math.min(end, at + SAMPLE_BYTES));
    // The last line may end in the middle of a character.
    const isWhole = lineEnd !== -1 || lines.length === 0;
    if (!isAscii(line) && isWhole) {
      lines.push(line);
      length += line.length;
    }
    at = end;
  }
  return Buffer.concat(lines);
}
