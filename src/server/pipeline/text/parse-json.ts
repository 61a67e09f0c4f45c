/** Deeper than any real form or row, yet safe for recursive code. */
const DEEPEST = 100;
/** A number that a double may not hold: many digits or a large exponent. Only then is the slow reviver needed. */
const MAYBE_INEXACT = /\d{16}|\d[eE]\+?\d{3}/u;

/**
 * Parses JSON, with or without a byte order mark, or returns why it is invalid. Numbers that JavaScript cannot represent
 * exactly, such as 17-digit ids, stay strings. Runs in linear time.
 */
export function parseJson(source: string): { value: unknown } | { unreadable: string } {
  const text = source.replace(/^\u{feff}/u, "");
  if (isDeeperThan(text, DEEPEST)) {
    return { unreadable: `The body is nested more than ${DEEPEST} levels deep.` };
  }
  try {
    return { value: JSON.parse(text, MAYBE_INEXACT.test(text) ? keepExact : undefined) as unknown };
  } catch {
    return { unreadable: "The body isn't valid JSON." };
  }
}

function keepExact(_name: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== "number" || context?.source === undefined) return value;
  const isExact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  return isExact ? value : context.source;
}

function isDeeperThan(text: string, most: number): boolean {
  let depth = 0;
  let isText = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isText) {
      if (character === "\\") index += 1;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === "{" || character === "[") {
      depth += 1;
      if (depth > most) return true;
    } else if (character === "}" || character === "]") depth -= 1;
  }
  return false;
}
