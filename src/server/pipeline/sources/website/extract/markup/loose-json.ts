export type Json = Record<string, unknown>;

const LONGEST = 2_000_000;

/**
 * Parses JSON as found in pages: JavaScript's unquoted keys and other quotes, comments, wrappers, trailing commas, raw
 * line breaks in strings. Undefined if it is still invalid; never throws.
 */
export function parseLooseJson(text: string): unknown {
  if (text.length > LONGEST) return undefined;
  return parsed(text) ?? parsed(corrected(text));
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Strings, comments, wrappers and words that JSON doesn't have. Unclosed pieces extend to the end; otherwise every later
 * opening would search for the end again.
 */
const PIECE =
  /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|'((?:[^'\\]|\\[\s\S])*)(?:'|\\?$)|`([^`\\$]*)(?:`|$)|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|<!--|-->|<!\[CDATA\[|\]\]>|;|([{,]\s*)([A-Za-z_$][\w$]*)(?=\s*:)|\bundefined\b|!0\b|!1\b/gu;
const WORDS: Readonly<Record<string, string>> = { undefined: "null", "!0": "true", "!1": "false" };
const TRAILING_COMMA = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|,(?=\s*[}\]])/gu;

function corrected(text: string): string {
  return text
    .replaceAll(PIECE, (piece, single?: string, back?: string, before?: string, key?: string) => {
      if (piece.startsWith('"')) return escapedControls(piece);
      if (key !== undefined) return `${before ?? ""}"${key}"`;
      const literal = single ?? back;
      return literal === undefined ? (WORDS[piece] ?? " ") : JSON.stringify(literal.replaceAll("\\'", "'"));
    })
    .replaceAll(TRAILING_COMMA, (piece) => (piece === "," ? " " : piece));
}

function escapedControls(literal: string): string {
  return literal.replaceAll(
    /[\u0000-\u001F]/gu,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
