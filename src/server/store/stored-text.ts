/**
 * PostgreSQL's text cannot hold NUL, UTF-8 cannot hold half a surrogate pair, and SQLite's JSON functions stop at NUL.
 * Such characters are stored as this noncharacter and the four hex digits of their code unit, the noncharacter itself
 * likewise, so every text comes back exactly. It needs two bytes in memory, so a search for it in the usual one-byte
 * text ends at once.
 */
const MARK = "\u{fdd0}";
// In a regular expression with the u flag a surrogate matches only when it is not half of a pair.
const UNSTORABLE = /[\0\u{fdd0}\u{d800}-\u{dfff}]/gu;
const STORED = /\u{fdd0}([0-9a-f]{4})/gu;
const STORED_OR_CUT = /\u{fdd0}([0-9a-f]{0,4})/gu;

/** Text as both databases can hold it. */
export function toStored(text: string): string {
  if (text.isWellFormed() && !text.includes("\0") && !text.includes(MARK)) return text;
  return text.replace(UNSTORABLE, (unit) => MARK + unit.charCodeAt(0).toString(16).padStart(4, "0"));
}

/** The inverse of toStored. */
export function fromStored(text: string): string {
  if (!text.includes(MARK)) return text;
  return text.replace(STORED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Makes every stored text of a row the original one. */
export function textsFromStored(row: Record<string, unknown>): void {
  for (const [column, value] of Object.entries(row)) if (typeof value === "string") row[column] = fromStored(value);
}

/** What JSON makes of NUL and of half a surrogate pair. */
const UNSTORABLE_IN_JSON = /\\u(?:0000|d[89a-f])/u;

/** JSON of stored texts, for the database to take apart. Its marks are escaped, so that as a text it is stored as it is. */
export function toStoredJson(value: unknown): string {
  const json = JSON.stringify(value);
  // Nearly always; looking at each text apart takes several times as long.
  if (!UNSTORABLE_IN_JSON.test(json) && !json.includes(MARK)) return json;
  const stored = (_: string, part: unknown): unknown => (typeof part === "string" ? toStored(part) : part);
  return JSON.stringify(value, stored).replaceAll(MARK, String.raw`\ufdd0`);
}

/** JSON that the database built from stored texts, as the JSON of the original ones. A mark cut short is dropped. */
export function jsonFromStored(json: string): string {
  if (!json.includes(MARK)) return json;
  return json.replace(STORED_OR_CUT, (_, hex: string) => (hex.length === 4 ? `\\u${hex}` : ""));
}
