import type { IsOpen, Occurrence } from "#server/intake/keyword-matcher.ts";
import { compileKeywordRegex, type KeywordRegex } from "#server/intake/keyword-regex.ts";

/** Finds the keywords that are regular expressions. One that cannot be run finds nothing. */
export class RegexMatcher {
  readonly #regexes: { regex: KeywordRegex; keywords: number[] }[];

  /** `keywords` as written, each with its index; the same expression is run once for all of them. */
  constructor(keywords: Iterable<readonly [index: number, pattern: string]>) {
    const byPattern = new Map<string, number[]>();
    for (const [index, pattern] of keywords) byPattern.set(pattern, [...(byPattern.get(pattern) ?? []), index]);
    this.#regexes = [...byPattern].flatMap(([pattern, indexes]) => {
      const regex = compileKeywordRegex(pattern);
      return "refused" in regex ? [] : [{ regex, keywords: indexes }];
    });
  }

  /** Each keyword once, at its leftmost match in the first text that has one and is open to it. */
  firstOccurrences(texts: readonly string[], isOpen: IsOpen | null): Occurrence[] {
    const occurrences: Occurrence[] = [];
    for (const { regex, keywords } of this.#regexes) {
      let sought = keywords;
      for (let text = 0; text < texts.length && sought.length > 0; text += 1) {
        const open = isOpen === null ? sought : sought.filter((keyword) => isOpen(keyword, text));
        const match = open.length === 0 ? null : regex.find(texts[text] ?? "");
        if (match === null) continue;
        for (const keyword of open) occurrences.push({ keyword, text, ...match });
        sought = sought.filter((keyword) => !open.includes(keyword));
      }
    }
    return occurrences;
  }
}
