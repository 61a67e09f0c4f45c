/**
 * PostgreSQL's text can't hold NUL, UTF-8 can't hold an unpaired surrogate, and SQLite's JSON functions stop at NUL.
 * Such characters, and this noncharacter itself, are stored as the noncharacter plus the four hex digits of their code
 * unit, so that every text round-trips exactly. The noncharacter needs two bytes in memory, so searching for it in
 * ordinary one-byte text ends at once.
 */
const MARK = "\u{fdd0}";
// With the u flag, a surrogate matches only when it is unpaired.
const UNSTORABLE = /[\0\u{fdd0}\u{d800}-\u{dfff}]/gu;
const STORED = /\u{fdd0}([0-9a-f]{4})/gu;
const STORED_OR_CUT = /\u{fdd0}([0-9a-f]{0,4})/gu;

/** Encodes text so that both databases can hold it. */
export function toStored(text: string): string {
  if (text.isWellFormed() && !text.includes("\0") && !text.includes(MARK)) return text;
  return text.replace(UNSTORABLE, (unit) => MARK + unit.charCodeAt(0).toString(16).padStart(4, "0"));
}

/** The inverse of toStored. */
export function fromStored(text: string): string {
  if (!text.includes(MARK)) return text;
  return text.replace(STORED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Decodes every stored text of a row. */
export function textsFromStored(row: Record<string, unknown>): void {
  for (const [column, value] of Object.entries(row)) if (typeof value === "string") row[column] = fromStored(value);
}

/** NUL and unpaired surrogates as JSON escapes. */
const UNSTORABLE_IN_JSON = /\\u(?:0000|d[89a-f])/u;

/**
 * JSON of stored texts, for the database to parse. Its escape marks are escaped too, so the JSON can be stored as text
 * unchanged.
 */
export function toStoredJson(value: unknown): string {
  const json = JSON.stringify(value);
  // The common case; checking each text separately takes several times as long.
  if (!UNSTORABLE_IN_JSON.test(json) && !json.includes(MARK)) return json;
  const stored = (_: string, part: unknown): unknown => (typeof part === "string" ? toStored(part) : part);
  return JSON.stringify(value, stored).replaceAll(MARK, String.raw`\ufdd0`);
}

/** Decodes JSON that the database built from stored texts. A truncated escape mark is dropped. */
export function jsonFromStored(json: string): string {
  if (!json.includes(MARK)) return json;
  return json.replace(STORED_OR_CUT, (_, hex: string) => (hex.length === 4 ? `\\u${hex}` : ""));
}
