import type { Narrowing } from "#server/assistant/understanding/lead-phrases.ts";
import { LIGHT } from "#server/assistant/understanding/words.ts";
import { intentsOfWord } from "#server/assistant/understanding/intent-model.ts";
import type { IntentId } from "#server/assistant/understanding/intents.ts";
import type { Meaning } from "#server/assistant/understanding/question.ts";
import { nameIn } from "#server/assistant/understanding/name-in.ts";
import { isAnyQuestionWord } from "#server/assistant/understanding/translate.ts";
import { quoted, type Say } from "#server/assistant/words/say.ts";

const STATED = ["status", "search", "keyword", "missing", "addressQuality", "minScore", "maxScore", "other"] as const;
const WHOSE = ["source", "owner", "tags", "from"] as const;

/** These answers use everything else that a question says. */
const FIGURES: ReadonlySet<string> = new Set(
  "decided by_source by_country by_time by_status by_owner by_field average_score conversion compare field_figures tags comments".split(
    " ",
  ),
);
/** What of a question an answer with figures doesn't use besides sets; the other answers use all of it or none. */
const DROPPED: Partial<Record<IntentId, readonly Narrowing[]>> = {
  what_if: ["missing", "addressQuality", ...WHOSE],
  duplicates: [...STATED, ...WHOSE],
  follow_ups: ["status", "addressQuality", "minScore", "maxScore", "other", ...WHOSE],
  last_sync: ["from"],
  scrapes: ["from", "other"],
  rules_that_work: ["from", "source", "tags"],
};

/** The phrases and names of a question that the reply to it ignores. */
export function leftOut({ intent, leads, asks, wording, language, sides }: Meaning, reply: string): string[] {
  // "What if we drop the sheet?" is about its leads.
  if (intent === "what_if" && !/\b(?:rules?|threshold|points?|keywords?|words?|weight)\b|\d/u.test(wording.text))
    return [];
  // "Did the sync run today?" is answered by when it did.
  if (intent === "last_sync" && !/\bhow many\b/u.test(wording.text)) return [];
  const dropped = DROPPED[intent] ?? (FIGURES.has(intent) ? (["other"] as const) : undefined);
  if (dropped === undefined) return [];
  const usesSets =
    (FIGURES.has(intent) && intent !== "comments") || intent === "what_if" || intent === "rules_that_work";
  const isDropped = (one: Narrowing): boolean => dropped.includes(one) || (one === "set" && !usesSets);
  const isUsed = (said: string): boolean => (leads.isDecided || asks.statuses.length > 1) && statusSaid(said);
  const said = [
    ...leads.parts.filter((part) => part.sets.some(isDropped) && !isUsed(part.said)).map((part) => part.said),
    ...(FIGURES.has(intent) && language === "en" && sides === undefined
      ? unused({ intent, leads, wording }, reply)
      : []),
  ];
  const inQuotes = /[“"„«]([^”"“»]+)[”"“»]/u.exec(wording.question)?.[1];
  const name = inQuotes ?? (language === "en" ? nameIn(wording, language) : "");
  const known = [reply, ...leads.parts.map((part) => part.said)].join("\n").toLowerCase();
  const isUnused = name !== "" && (inQuotes !== undefined || /^\p{Lu}\p{Ll}/u.test(name));
  const isKnown = name.split(/,? (?:and|or) |, /u).every((one) => known.includes(one.toLowerCase()));
  return isUnused && !isKnown ? [...said, name] : said;
}

/** Of questions for figures, beyond the words of the examples. */
const OF_FIGURES =
  /^(?:scor|qualif|compar|reason|decid|several|multiple|sen[dt]|dried|quiet|nothing|against|least|between|than|rest$|share|percent|rate|average|median|proportion|case|current|actual|overall|(?:mon|tues|wednes|thurs|fri|satur|sun)days)/u;

/** Words that neither the answer nor any such question has: "approval rate of dentists". */
function unused({ intent, leads, wording }: Pick<Meaning, "intent" | "leads" | "wording">, reply: string): string[] {
  const known = reply.toLowerCase();
  return leads.leftOver.filter((word) => {
    const isOfQuestions = intentsOfWord(word)?.has(intent) ?? isAnyQuestionWord(word);
    const one = wording.words.find(({ meant }) => meant === word);
    const isName = one === undefined || one.isOfLead === true || one.isOfName === true || one.field !== undefined;
    return (
      word.length > 3 &&
      !isOfQuestions &&
      !isName &&
      !LIGHT.has(word) &&
      !OF_FIGURES.test(word) &&
      !known.includes(word)
    );
  });
}

/** In any language. */
const statusSaid = (said: string): boolean =>
  /appro[uv]|reject|rejet|refus|valid|genehm|freigeg|abgelehnt|aprob|rechaz|qualif|calific|pend/iu.test(said);

/** What an answer says about the parts of a question that it ignores. */
export function leftOutNote(left: readonly string[], say: Say): string {
  const said = left.map((one) => quoted(one, say)).join(say(" and ", ", ", ", ", ", "));
  return say(
    `I can't narrow this down by ${said}, so the answer leaves it out.`,
    `Nicht berücksichtigt: ${said}.`,
    `La réponse ne tient pas compte de ${said}.`,
    `La respuesta no tiene en cuenta ${said}.`,
  );
}
