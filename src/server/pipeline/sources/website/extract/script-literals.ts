import { reversed, rot13, percentDecoded } from "#server/pipeline/sources/website/extract/hidden-address.ts";

/** Scripts that hide an address are short; longer ones are programs and are ignored. */
const LONGEST = 4_000;

const TOKEN =
  /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.)*`|[\w$]+|[\s\S]/gu;

/**
 * Evaluates the `document.write` calls of a short script, limited to string literals, variables that hold them, `+`,
 * String.fromCharCode, unescape, and reversed literals. No code is run; other expressions are skipped.
 */
export function writtenByScript(code: string): string {
  if (code.length > LONGEST || !/document\s*\.\s*write|innerHTML|\.href\s*=/u.test(code)) return "";
  const tokens = (code.match(TOKEN) ?? []).filter((token) => !/^(?:\s|\/\/|\/\*)/u.test(token));
  const reader = new ExpressionReader(tokens);
  let written = "";
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? "";
    if ((token === "write" || token === "writeln") && tokens[at - 1] === "." && tokens[at + 1] === "(") {
      written += reader.read(at + 2)?.value ?? "";
    } else if (token === "=" && tokens[at + 1] !== "=" && tokens[at - 1] !== "=") {
      const target = tokens[at - 1] ?? "";
      const read = reader.read(at + 1);
      if (read === null) continue;
      if (target === "innerHTML" || target === "textContent") written += ` ${read.value} `;
      else if (target === "href") written += ` <a href="${read.value.replaceAll('"', "")}"></a> `;
      else if (/^[\w$]+$/u.test(target)) reader.variables.set(target, read.value);
    }
  }
  return written;
}

/** The text of `'mai' + 'lto:' + …` in an event handler or javascript: link; empty if there is none. */
export function joinedLiterals(code: string): string {
  if (code.length > LONGEST || !/['"`]/u.test(code)) return "";
  const tokens = (code.match(TOKEN) ?? []).filter((token) => !/^\s/u.test(token));
  const reader = new ExpressionReader(tokens);
  for (let at = 0; at < tokens.length; at++) {
    const read = reader.read(at);
    if (read === null) continue;
    if (/^mailto:/iu.test(read.value)) return read.value;
    at = read.end - 1;
  }
  return "";
}

interface Read {
  value: string;
  end: number;
}

class ExpressionReader {
  readonly variables = new Map<string, string>();
  readonly #tokens: readonly string[];

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  /** Evaluates a sum of terms starting at `start`; null if it is not made of literals only. */
  read(start: number): Read | null {
    let sum = this.#term(start);
    while (sum !== null && this.#tokens[sum.end] === "+") {
      const next = this.#term(sum.end + 1);
      if (next === null) return null;
      sum = { value: sum.value + next.value, end: next.end };
    }
    return sum;
  }

  #term(start: number): Read | null {
    const token = this.#tokens[start] ?? "";
    if (/^["'`]/u.test(token) && token.length > 1) return this.#methods({ value: unquoted(token), end: start + 1 });
    if (token === "String" && this.#tokens[start + 2] === "fromCharCode") return this.#characters(start + 3);
    if (
      (token === "unescape" || token === "decodeURIComponent" || token === "atob") &&
      this.#tokens[start + 1] === "("
    ) {
      const inner = this.#term(start + 2);
      if (inner === null || this.#tokens[inner.end] !== ")") return null;
      const value =
        token === "atob" ? Buffer.from(inner.value, "base64").toString("latin1") : percentDecoded(inner.value);
      return { value, end: inner.end + 1 };
    }
    const known = this.variables.get(token);
    return known === undefined ? null : this.#methods({ value: known, end: start + 1 });
  }

  #characters(start: number): Read | null {
    let value = "";
    let at = start + 1;
    for (; at < this.#tokens.length && this.#tokens[at] !== ")"; at++) {
      const token = this.#tokens[at] ?? "";
      if (token === ",") continue;
      const code = Number(token);
      if (!Number.isInteger(code) || code < 9 || code > 0xffff) return null;
      value += String.fromCharCode(code);
    }
    return { value, end: at + 1 };
  }

  /** Evaluates the few calls used to hide an address: split, reverse and join; replacing letters is ROT13. */
  #methods(term: Read): Read | null {
    const call = this.#tokens.slice(term.end, term.end + 14).join("");
    const reverse = /^\.split\((["'`])\1\)\.reverse\(\)\.join\((["'`])\2\)/u.exec(call)?.[0];
    if (reverse !== undefined)
      return { value: reversed(term.value), end: term.end + countTokens(this.#tokens, term.end, reverse) };
    if (this.#tokens[term.end] === "." && this.#tokens[term.end + 1] === "replace" && /^znvygb:/iu.test(term.value)) {
      return { value: rot13(term.value), end: this.#tokens.length };
    }
    return this.#tokens[term.end] === "." ? null : term;
  }
}

function countTokens(tokens: readonly string[], start: number, text: string): number {
  let length = 0;
  let at = start;
  while (length < text.length) length += (tokens[at++] ?? " ").length;
  return at - start;
}

function unquoted(literal: string): string {
  return literal
    .slice(1, -1)
    .replaceAll(
      /\\(?:x([\da-f]{2})|u([\da-f]{4})|([\s\S]))/giu,
      (_, hex: string | undefined, unicode: string | undefined, plain: string | undefined) => {
        const code = hex ?? unicode;
        if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
        return plain === "n" ? "\n" : plain === "t" ? "\t" : (plain ?? "");
      },
    );
}
