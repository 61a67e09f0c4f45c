import { RE2JS } from "re2js";
import { requiredLiterals } from "#server/intake/regex-literals.ts";
import { LIMITS } from "#shared/limits.ts";

interface Span {
  start: number;
  end: number;
}

/** A keyword in mode `regex`, ready to run; `size` is that of its program, which its time and memory grow with. */
export interface KeywordRegex {
  size: number;
  /** The leftmost match, in UTF-16 units; null when there is none, or an empty one. */
  find(text: string): Span | null;
  /** Whether it matches where nothing stands, and so says nothing about a text. */
  matchesNothing: boolean;
}

/**
 * Compiles a regular expression in RE2's syntax (github.com/google/re2/wiki/Syntax), blind to case. What RE2 has not,
 * such as looking around and back, and what compiles to too large a program answers `refused`: the reason for people.
 */
export function compileKeywordRegex(pattern: string): KeywordRegex | { refused: string } {
  if (pattern.length > LIMITS.rule.keywordLength) {
    return { refused: `A regular expression may have at most ${LIMITS.rule.keywordLength} characters.` };
  }
  let regex: RE2JS;
  try {
    regex = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    return { refused: `Not a regular expression that can be run: ${reasonOf(error)}` };
  }
  const size = regex.programSize();
  if (size > LIMITS.rule.regexSize) {
    return { refused: "This regular expression repeats too much: use smaller numbers in { }." };
  }
  const needed = anyOf(requiredLiterals(pattern));
  const find = (text: string): Span | null => (needed?.test(text) === false ? null : findFirst(regex, text));
  return { size, find, matchesNothing: regex.test("") };
}

/** Literals alone need no going back, so that JavaScript's own engine is linear too, and some ten times as quick. */
function anyOf(literals: readonly string[] | null): RegExp | null {
  return literals === null ? null : new RegExp(literals.map((literal) => RegExp.escape(literal)).join("|"), "iu");
}

function findFirst(regex: RE2JS, text: string): Span | null {
  // Whether is found more quickly than where.
  if (!regex.test(text)) return null;
  const matcher = regex.matcher(text);
  if (!matcher.find() || matcher.end() === matcher.start()) return null;
  return { start: matcher.start(), end: matcher.end() };
}

function reasonOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  if (/\(\?<?[=!]/u.test(said)) return "looking ahead or behind is not supported.";
  if (/invalid escape sequence: `\\[1-9]/u.test(said)) return "a reference back to a group is not supported.";
  return `${said.replace(/^error parsing regexp: /u, "")}.`;
}
