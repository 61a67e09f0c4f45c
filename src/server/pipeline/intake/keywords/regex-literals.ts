/**
 * Returns literals of which at least one occurs in every match of a regular expression, ignoring case; null when
 * unknown. Reads RE2 syntax and treats anything unclear as matching anything, so the result can be too weak but never
 * wrong.
 */
export function requiredLiterals(pattern: string): string[] | null {
  const found = new LiteralReader(pattern).readAll();
  return found === null || shortestOf(found) < SHORTEST ? null : found;
}

/** A single letter occurs in nearly every text. */
const SHORTEST = 2;
/** Searching for more literals than this is no faster than running the expression. */
const MOST = 50;
/** ASCII only, because engines fold other letters differently. */
const LITERAL = /[ -~]/u;
const REPEAT = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/u;
const GROUP_OPENING = /^\((?:\?(?:P?<\w+>|[imsU-]*:))?/u;
const FLAGS = /^\(\?[imsU-]+\)/u;
/** Escapes for a character class or a position. */
const ESCAPED_CLASS = /^\\[dDsSwWbBAz]/u;
const ESCAPED_SIGN = /^\\([!-/:-@[-`{-~])/u;
const CLASS = /^\[\^?\]?(?:\[:\^?\w+:\]|\\[^pPQE]|[^\]\\[])*\]/u;

/** Thrown when part of an expression can't be interpreted with certainty. */
class Unread extends Error {}

class LiteralReader {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  readAll(): string[] | null {
    try {
      const found = this.#readBranches();
      return this.#at === this.#pattern.length ? found : null;
    } catch (error) {
      if (error instanceof Unread) return null;
      throw error;
    }
  }

  /** One branch must match, so the result is the union of all branches' literals. */
  #readBranches(): string[] | null {
    let all: string[] | null = this.#readBranch();
    while (this.#take(/^\|/u) !== null) {
      const branch: string[] | null = this.#readBranch();
      all = all === null || branch === null || all.length + branch.length > MOST ? null : [...all, ...branch];
    }
    return all;
  }

  /** Every part of a sequence must match, so the most selective part is enough. */
  #readBranch(): string[] | null {
    let best: string[] | null = null;
    let run = "";
    const offer = (texts: string[] | null): void => {
      if (texts !== null && shortestOf(texts) > shortestOf(best ?? [""])) best = texts;
    };
    const endRun = (): void => {
      offer([run]);
      run = "";
    };
    while (this.#at < this.#pattern.length && !/[|)]/u.test(this.#pattern[this.#at] ?? "")) {
      if (this.#take(FLAGS) !== null) continue;
      const literal = this.#readLiteral();
      const group = literal === null ? this.#readOther() : null;
      const repeat = this.#take(REPEAT);
      const isOptional = repeat !== null && !repeat[0].startsWith("+") && !(Number(repeat[1]) > 0);
      if (literal === null || isOptional) endRun();
      else run += literal;
      if (repeat !== null) endRun();
      if (group !== null && !isOptional) offer(group);
    }
    endRun();
    return best;
  }

  #readLiteral(): string | null {
    const escaped = this.#take(ESCAPED_SIGN)?.[1];
    if (escaped !== undefined) return escaped;
    const character = this.#pattern[this.#at] ?? "";
    if (!LITERAL.test(character) || "\\()[|^$.*+?".includes(character)) return null;
    if (character === "{" && REPEAT.test(this.#pattern.slice(this.#at))) throw new Unread();
    this.#at += 1;
    return character;
  }

  /** Literals of a group; null for anything else. */
  #readOther(): string[] | null {
    if (this.#take(GROUP_OPENING) !== null) {
      const inside = this.#readBranches();
      if (this.#take(/^\)/u) === null) throw new Unread();
      return inside;
    }
    const known = this.#take(ESCAPED_CLASS) ?? this.#take(CLASS) ?? this.#take(/^[^\\[*+?(){}|]/u);
    if (known === null) throw new Unread();
    return null;
  }

  #take(what: RegExp): RegExpExecArray | null {
    const taken = what.exec(this.#pattern.slice(this.#at));
    if (taken !== null) this.#at += taken[0].length;
    return taken;
  }
}

function shortestOf(texts: readonly string[]): number {
  return Math.min(...texts.map(({ length }) => length));
}
