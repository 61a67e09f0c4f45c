/**
 * Texts of which one must stand in whatever a regular expression matches, case aside; null when none can be told. Reads
 * RE2's syntax, and what it does not know for sure it takes for anything: so it may say less than is true, never more.
 */
export function requiredLiterals(pattern: string): string[] | null {
  const found = new LiteralReader(pattern).readAll();
  return found === null || shortestOf(found) < SHORTEST ? null : found;
}

/** A single letter stands in nearly every text. */
const SHORTEST = 2;
/** More than so many are no quicker to look for than the expression itself. */
const MOST = 50;
/** Plain ASCII: of other letters one would have to know how each engine folds them. */
const LITERAL = /[ -~]/u;
const REPEAT = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/u;
const GROUP_OPENING = /^\((?:\?(?:P?<\w+>|[imsU-]*:))?/u;
const FLAGS = /^\(\?[imsU-]+\)/u;
/** Escapes that stand for one of a class of characters, or for a place. */
const ESCAPED_CLASS = /^\\[dDsSwWbBAz]/u;
const ESCAPED_SIGN = /^\\([!-/:-@[-`{-~])/u;
const CLASS = /^\[\^?\]?(?:\[:\^?\w+:\]|\\[^pPQE]|[^\]\\[])*\]/u;

/** Thrown at what cannot be read for sure. */
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

  /** Of branches one must match: so one of the texts of all of them must stand there. */
  #readBranches(): string[] | null {
    let all: string[] | null = this.#readBranch();
    while (this.#take(/^\|/u) !== null) {
      const branch: string[] | null = this.#readBranch();
      all = all === null || branch === null || all.length + branch.length > MOST ? null : [...all, ...branch];
    }
    return all;
  }

  /** Of what follows one another all must match: the best of it is enough. */
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

  /** A group's texts; null for anything else. */
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
