import type { IsOpen, Occurrence } from "#server/pipeline/intake/keywords/keyword-matcher.ts";
import { runnableRegexes, type KeywordRegex } from "#server/pipeline/intake/keywords/keyword-regex.ts";
import { LIMITS } from "#shared/limits.ts";

/** The steps (instructions times characters) that regular expressions have left in one run. */
export interface StepBudget {
  left: number;
  /** Whether any search exceeded the budget. */
  isExceeded: boolean;
}

/** A budget that keeps the event loop responsive. */
export function stepsAtOnce(): StepBudget {
  return { left: LIMITS.rule.regexStepsAtOnce, isExceeded: false };
}

/** How many times cheaper a literal search is than running the program. */
const LITERAL_SPEEDUP = 50;

/** Finds keywords that are regular expressions. Expressions that can't be run find nothing. */
export class RegexMatcher {
  readonly isEmpty: boolean;
  readonly #regexes: readonly { keyword: number; regex: KeywordRegex }[];

  /** `keywords` as written, each with its index. */
  constructor(keywords: readonly (readonly [index: number, pattern: string])[]) {
    const runnable = runnableRegexes(keywords.map(([, pattern]) => pattern));
    this.#regexes = keywords.flatMap(([keyword], at) => {
      const regex = runnable[at] ?? null;
      return regex === null ? [] : [{ keyword, regex }];
    });
    this.isEmpty = this.#regexes.length === 0;
  }

  /** Returns each keyword once, at its leftmost match in the first open text that has one. */
  firstOccurrences(texts: readonly string[], isOpen: IsOpen | null): Occurrence[] {
    const occurrences: Occurrence[] = [];
    for (const { keyword, regex } of this.#regexes) {
      for (const { text, read } of readable(texts, keyword, isOpen)) {
        const match = regex.find(read);
        if (match === null) continue;
        occurrences.push({ keyword, text, ...match });
        break;
      }
    }
    return occurrences;
  }

  /** Charges the steps for searching these texts to the budget, before any program runs; false when they exceed it. */
  fits(texts: readonly string[], isOpen: IsOpen | null, budget: StepBudget): boolean {
    let steps = 0;
    for (const { keyword, regex } of this.#regexes) {
      for (const { read } of readable(texts, keyword, isOpen)) {
        const run = regex.size * read.length;
        const scan = Math.ceil(run / LITERAL_SPEEDUP);
        if (steps + scan <= budget.left) {
          // The scan is charged whether or not the rest fits.
          budget.left -= scan;
          if (regex.mayMatch(read)) steps += run;
        } else {
          steps = Infinity;
        }
        if (steps > budget.left) {
          budget.isExceeded = true;
          return false;
        }
      }
    }
    budget.left -= steps;
    return true;
  }
}

/** The open texts, cut at the per-expression limit, so that the result doesn't depend on other rules. */
function readable(texts: readonly string[], keyword: number, isOpen: IsOpen | null): { text: number; read: string }[] {
  const found: { text: number; read: string }[] = [];
  let left = LIMITS.rule.regexCharacters;
  for (let text = 0; text < texts.length && left > 0; text += 1) {
    if (isOpen?.(keyword, text) === false) continue;
    const read = (texts[text] ?? "").slice(0, left);
    left -= read.length;
    found.push({ text, read });
  }
  return found;
}
