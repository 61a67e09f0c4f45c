import { percentDecoded, reversed } from "#server/pipeline/sources/website/extract/hidden-address.ts";
import { parseLooseJson } from "#server/pipeline/sources/website/extract/markup/loose-json.ts";

/** Scripts that hide an address are short; longer ones are programs and are ignored. */
const LONGEST = 4_000;
const LITERAL_OR_COMMENT =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.)*`|(?:\/\/|<!--)[^\n]*|\/\*[\s\S]*?\*\//gu;
const CODES = /String\.fromCharCode\(([\d\s,]+)\)/gu;
const DECODED = /(?:unescape|decodeURIComponent)\(\s*("(?:[^"\\]|\\.)*")\s*\)/gu;
const REVERSED = /("(?:[^"\\]|\\.)*")\s*\.split\(""\)\s*\.reverse\(\)\s*\.join\(""\)/gu;
const TERM = String.raw`(?:"(?:[^"\\]|\\.)*"|[A-Za-z_$][\w$]*)`;
const TERMS = new RegExp(TERM, "gu");
const SUM = String.raw`${TERM}(?:\s*\+\s*${TERM})*(?=\s*(?:[;,)\n]|$))`;
const SUMS = new RegExp(SUM, "gu");
const STATEMENT = new RegExp(String.raw`(?:([\w$]+)\s*=|\.\s*write(?:ln)?\s*\()\s*(${SUM})`, "gu");

/**
 * What a short script writes into the page, as HTML, if it is made of literals and variables that hold them. No code is
 * run.
 */
export function writtenByScript(code: string): string {
  if (code.length > LONGEST || !/document\s*\.\s*write|innerHTML|\.href\s*=/u.test(code)) return "";
  const variables = new Map<string, string>();
  let written = "";
  for (const [, target, sum = ""] of plainLiterals(code).matchAll(STATEMENT)) {
    const value = valueOf(sum, variables);
    if (value === null) continue;
    if (target === undefined) written += value;
    else if (target === "innerHTML" || target === "textContent") written += ` ${value} `;
    else if (target === "href") written += ` <a href="${value.replaceAll('"', "")}"></a> `;
    else variables.set(target, value);
  }
  return written;
}

/** The text of `'mai' + 'lto:' + …` in an event handler or javascript: link; empty if there is none. */
export function joinedLiterals(code: string): string {
  if (code.length > LONGEST || !/['"`]/u.test(code)) return "";
  const sums = plainLiterals(code).match(SUMS) ?? [];
  return sums.map((sum) => valueOf(sum, new Map())).find((value) => value?.startsWith("mailto:") === true) ?? "";
}

/** The value of a sum of literals and variables; null if one is unknown. */
function valueOf(sum: string, variables: ReadonlyMap<string, string>): string | null {
  const terms = (sum.match(TERMS) ?? []).map((term) => (term.startsWith('"') ? textOf(term) : variables.get(term)));
  return terms.includes(undefined) ? null : terms.join("");
}

/** The script with all literals in double quotes, also for character codes and escaped or reversed text. */
function plainLiterals(code: string): string {
  return code
    .replaceAll(LITERAL_OR_COMMENT, (piece) => (/^["'`]/u.test(piece) ? unquoted(piece) : ""))
    .replaceAll(CODES, (_, codes: string) => JSON.stringify(String.fromCharCode(...codes.split(",").map(Number))))
    .replaceAll(DECODED, (_, literal: string) => JSON.stringify(percentDecoded(textOf(literal))))
    .replaceAll(REVERSED, (_, literal: string) => JSON.stringify(reversed(textOf(literal))));
}

function unquoted(literal: string): string {
  return JSON.stringify(
    literal
      .slice(1, -1)
      .replaceAll(/\\(?:x([\da-f]{2})|u([\da-f]{4})|([\s\S]))/giu, (_, hex?: string, unicode?: string, plain = "") => {
        const character = hex ?? unicode;
        if (character !== undefined) return String.fromCharCode(Number.parseInt(character, 16));
        return plain === "n" ? "\n" : plain === "t" ? "\t" : String(plain);
      }),
  );
}

function textOf(literal: string): string {
  const text = parseLooseJson(literal);
  return typeof text === "string" ? text : "";
}
