const LONGEST = 2_000_000;

/**
 * Parses JSON as found in pages: wrapped in HTML comments or CDATA, with comments, trailing commas, raw line breaks in
 * strings, or character references for quotes. Undefined if it is still invalid; never throws.
 */
export function parseLooseJson(text: string): unknown {
  if (text.length > LONGEST) return undefined;
  const bare = unwrapped(text);
  return (
    parsed(bare) ??
    parsed(corrected(bare)) ??
    (bare.includes("&quot;") ? parsed(corrected(bare.replaceAll("&quot;", '"'))) : undefined)
  );
}

const OPENING = /^(?:(?:\/\/|\/\*)?\s*(?:<!--|<!\[CDATA\[)\s*(?:\*\/)?\s*)+/u;
/**
 * Closing parts of a wrapper. Stripped one at a time, since a single pattern would backtrack on every run of spaces.
 */
const CLOSINGS = [";", "*/", "-->", "]]>", "//", "/*"];

function unwrapped(text: string): string {
  let bare = text.trim().replace(OPENING, "");
  for (let closing = closingOf(bare); closing !== ""; closing = closingOf(bare)) {
    bare = bare.slice(0, -closing.length).trimEnd();
  }
  return bare;
}

/** The closing part at the end of a text, which is never part of JSON; empty if there is none. */
function closingOf(text: string): string {
  return CLOSINGS.find((closing) => text.endsWith(closing)) ?? "";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * A string, a comment, or a comma before a closing bracket. Unclosed pieces extend to the end; otherwise every later
 * opening would search for the end again.
 */
const PIECE = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|<!--[\s\S]*?(?:-->|$)|,(?=\s*[}\]])/gu;

function corrected(text: string): string {
  return text
    .replace(PIECE, (piece) => (piece.startsWith('"') ? escapedControls(piece) : " "))
    .replace(/,(?=\s*[}\]])/gu, (comma, at: number, whole: string) => (isInString(whole, at) ? comma : " "))
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/gu, " ");
}

function escapedControls(literal: string): string {
  return literal.replaceAll(
    /[\u0000-\u001F]/gu,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * Whether a comma is inside a string. The second pass finds commas that a comment separated from their bracket, and
 * must not change strings.
 */
function isInString(text: string, at: number): boolean {
  const line = text.slice(Math.max(0, at - 200), at);
  return (line.match(/(?<!\\)"/gu) ?? []).length % 2 === 1;
}
