import { MANNERS, REQUEST } from "#server/assistant/understanding/request-words.ts";
import { correctSpelling } from "#server/assistant/understanding/spelling.ts";
import { translate } from "#server/assistant/understanding/translate.ts";

/** Between two requests; "an" is a typo. */
const AND = /^(?:and|an|then|also|plus)$/u;
const VERB =
  /^(?:approve|reject|qualify|assign|unassign|tag|untag|export|download|send|set|add|remove|give|move|push|postpone|create|pause|sync|remind|schedule|delete|put|leave|write|note|mark)$/u;

/** The requests of a message, as written: "approve Ann and assign her to me". */
export function requestsIn(message: string): string[] {
  const { wording, language } = translate(message);
  const { words, text } = language === "en" ? correctSpelling(wording) : wording;
  if (!REQUEST.test(text.replace(MANNERS, ""))) return [message];
  const starts = words.flatMap(({ meant, start }, at) => {
    const before = words[at - 1];
    return before !== undefined && at > 1 && AND.test(before.meant) && VERB.test(meant)
      ? [{ start, end: before.start }]
      : [];
  });
  const begins = [0, ...starts.map(({ start }) => start)];
  return begins.map((from, at) => message.slice(from, starts[at]?.end).trim());
}
