/** Deeper than any form, and shallow enough for whatever walks it afterwards. */
const DEEPEST = 100;

/**
 * JSON as its value, or why it has none. A number that JavaScript cannot hold exactly, such as a service's id of 17
 * digits, is kept as the text it was written as. Takes time linear in the text.
 */
export function parseJson(text: string): { value: unknown } | { unreadable: string } {
  if (isDeeperThan(text, DEEPEST)) {
    return { unreadable: `The body is nested deeper than ${DEEPEST} levels, which no form is.` };
  }
  try {
    return { value: JSON.parse(text, keepExact) as unknown };
  } catch {
    return { unreadable: "The body is not valid JSON." };
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
