import type { Occurrence } from "#server/pipeline/intake/keywords/keyword-matcher.ts";
import type { LeadText } from "#server/pipeline/intake/lead-text.ts";
import { readCondition, type RuleCondition } from "#shared/contract/leads/rule-condition.ts";

/** Finds keywords that are conditions on a field. */
export class ConditionMatcher {
  readonly #conditions: readonly (RuleCondition & { keyword: number; field: string })[];

  /** `keywords` as written, each with its index and field; without a field it never matches. */
  constructor(keywords: readonly { keyword: number; text: string; field: string | undefined }[]) {
    this.#conditions = keywords.flatMap(({ keyword, text, field }) => {
      const condition = readCondition(text);
      return condition === null || field === undefined ? [] : [{ ...condition, keyword, field }];
    });
  }

  get isEmpty(): boolean {
    return this.#conditions.length === 0;
  }

  /** Each condition that is met, with the whole text of its field, or the index -1 if that is empty. */
  occurrences(texts: readonly LeadText[]): Occurrence[] {
    const met: Occurrence[] = [];
    for (const { keyword, field, meets } of this.#conditions) {
      const text = texts.findIndex((one) => one.field === field);
      const value = texts[text]?.text;
      if (meets(value)) met.push({ keyword, text, start: 0, end: value?.length ?? 0 });
    }
    return met;
  }
}
