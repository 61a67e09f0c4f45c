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
