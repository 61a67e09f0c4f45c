import { RE2JS } from "re2js";
import { requiredLiterals } from "#server/pipeline/intake/keywords/regex-literals.ts";
import { LIMITS } from "#shared/limits.ts";

interface Span {
  start: number;
  end: number;
}

/** A compiled keyword in mode `regex`. `size` is its program's size, which drives its time and memory use. */
export interface KeywordRegex {
  size: number;
  /** False if the text lacks something every match contains; far cheaper than `find`. */
  mayMatch(text: string): boolean;
  /** The leftmost match, in UTF-16 units; null when there is none or it is empty. */
  find(text: string): Span | null;
  /** Whether it matches an empty text, and so says nothing about a text. */
  matchesNothing: boolean;
}

/** For a refused expression, `size` is what was compiled before refusing it. */
type Compiled = KeywordRegex | { refused: string; size: number };

/** Cached because rules are checked and compiled far more often than their expressions change. */
const recent = new Map<string, Compiled>();
const MOST_RECENT = 2_000;

/**
 * Compiles a case-insensitive regular expression in RE2 syntax (github.com/google/re2/wiki/Syntax). Unsupported
 * features, such as lookaround and backreferences, and programs that are too large return `refused` with a reason for
 * the user.
 */
export function compileKeywordRegex(pattern: string): Compiled {
  const known = recent.get(pattern);
  if (known !== undefined) return known;
  const compiled = compile(pattern);
  if (recent.size >= MOST_RECENT) recent.clear();
  recent.set(pattern, compiled);
  return compiled;
}

/**
 * Compiles each expression, in order; null for one that is refused or exceeds the shared size limit. Saved rules can
 * contain such expressions if the limits have changed since.
 */
export function runnableRegexes(patterns: readonly string[]): (KeywordRegex | null)[] {
  let size = 0;
  return patterns.map((pattern) => {
    const regex = compileKeywordRegex(pattern);
    if ("refused" in regex || size + regex.size > LIMITS.rule.allRegexSize) return null;
    size += regex.size;
    return regex;
  });
}

function compile(pattern: string): Compiled {
  if (pattern.length > LIMITS.rule.keywordLength) {
    return { refused: `A regular expression can have at most ${LIMITS.rule.keywordLength} characters.`, size: 0 };
  }
  let regex: RE2JS;
  try {
    regex = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    return { refused: `Unsupported regular expression: ${reasonOf(error)}`, size: 0 };
  }
  const size = regex.programSize();
  if (size > LIMITS.rule.regexSize) {
    return { refused: "This regular expression repeats too much. Use smaller numbers in { }.", size };
  }
  const needed = anyOf(requiredLiterals(pattern));
  const mayMatch = (text: string): boolean => needed?.test(text) !== false;
  const find = (text: string): Span | null => (mayMatch(text) ? findFirst(regex, text) : null);
  return { size, mayMatch, find, matchesNothing: regex.test("") };
}

/** Plain literals never backtrack, so JavaScript's own engine is linear too, and about ten times as fast. */
function anyOf(literals: readonly string[] | null): RegExp | null {
  return literals === null ? null : new RegExp(literals.map((literal) => RegExp.escape(literal)).join("|"), "iu");
}

function findFirst(regex: RE2JS, text: string): Span | null {
  // Testing for a match is faster than locating it.
  if (!regex.test(text)) return null;
  const matcher = regex.matcher(text);
  if (!matcher.find() || matcher.end() === matcher.start()) return null;
  return { start: matcher.start(), end: matcher.end() };
}

function reasonOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  if (/\(\?<?[=!]/u.test(said)) return "lookahead and lookbehind aren't supported.";
  if (/invalid escape sequence: `\\[1-9]/u.test(said)) return "backreferences aren't supported.";
  return `${said.replace(/^error parsing regexp: /u, "")}.`;
}
