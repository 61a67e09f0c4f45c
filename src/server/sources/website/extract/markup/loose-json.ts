const LONGEST = 2_000_000;

/**
 * Reads JSON as it stands in pages: wrapped in HTML comments or CDATA, with comments, trailing commas, line breaks
 * within strings, character references for quotes. Undefined when it is no JSON even so; never throws.
 */
export function parseLooseJson(text: string): unknown {
  if (text.length > LONGEST) return undefined;
  const bare = unwrapped(text);
  return (
    parsed(bare) ??
    parsed(mended(bare)) ??
    (bare.includes("&quot;") ? parsed(mended(bare.replaceAll("&quot;", '"'))) : undefined)
  );
}

const OPENING = /^(?:(?:\/\/|\/\*)?\s*(?:<!--|<!\[CDATA\[)\s*(?:\*\/)?\s*)+/u;
/** What closes a wrapper; a pattern that looks for several of them before the end would try each run of spaces anew. */
const CLOSINGS = [";", "*/", "-->", "]]>", "//", "/*"];

function unwrapped(text: string): string {
  let bare = text.trim().replace(OPENING, "");
  for (let closing = closingOf(bare); closing !== ""; closing = closingOf(bare)) {
    bare = bare.slice(0, -closing.length).trimEnd();
  }
  return bare;
}

/** The mark that a text ends in and no JSON does; empty when it ends in none. */
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
 * A string, a comment, or a comma before a closing bracket. What is not closed reaches to the end: to give up on it would
 * be to look for the end anew from each next beginning.
 */
const PIECE = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|<!--[\s\S]*?(?:-->|$)|,(?=\s*[}\]])/gu;

function mended(text: string): string {
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

/** A comma that a comment parted from its bracket is seen only in the second turn; one within a string stays. */
function isInString(text: string, at: number): boolean {
  const line = text.slice(Math.max(0, at - 200), at);
  return (line.match(/(?<!\\)"/gu) ?? []).length % 2 === 1;
}
