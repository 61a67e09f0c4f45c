import type { TagMatch } from "#shared/tags.ts";
import { nameKey } from "#shared/text/plain-signs.ts";
import { stem } from "#server/assistant/understanding/intent-model.ts";
import { wordsOf } from "#server/assistant/understanding/words.ts";

const OF_TAG = /^(?:for|a|an|the|has|have|of|us|me|our|your|to|about|in|on|at)$/u;

/** Where the words of a tag are that say what leads did: "asked us for prices" is the tag "Asked for a price". */
export function tagIn(text: string, tag: string): [start: number, end: number] | null {
  const own = wordsOf(tag)
    .words.map(({ meant }) => meant)
    .filter((word) => !OF_TAG.test(word));
  if (own.length < 2) return null;
  const ends = own.map((word) => `${RegExp.escape(stem(word).replace(/e$/u, ""))}(?:e?s|ed|ing|e)?`);
  const fill = "(?: (?:for|an?|the|us|me|our|your|to|about|any|some))*";
  const match = new RegExp(
    String.raw`(?<=^|\s)(?:(?:that|who|which|have|has|had|people) )*${ends.join(`${fill} `)}(?=\s|$|\u0000)`,
    "u",
  ).exec(text);
  return match === null ? null : [match.index, match.index + match[0].length];
}

/** Several keywords, or the name of a rule. */
export const SEVERAL = /\b(?:and|or|but|not|without|except|nor)\b|\brules?\b/iu;

export function isTag(said: string, tags: readonly string[]): boolean {
  return tags.some((tag) => nameKey(tag) === nameKey(said));
}

/** "vip", or several known ones: "vip and partner". */
export function tagged(
  question: { tags: readonly string[]; tagMatch: TagMatch },
  said: string,
  { tags = [] }: { tags?: readonly string[] },
): boolean {
  if (!SEVERAL.test(said)) {
    question.tags = [said];
    return true;
  }
  const isAll = /\sand\s/iu.test(said);
  const parts = said.split(isAll ? /\s+and\s+/iu : /\s+or\s+/iu);
  if (!parts.every((part) => isTag(part, tags))) return false;
  question.tags = parts;
  question.tagMatch = isAll ? "all" : "any";
  return true;
}
