import type { IntentId } from "#server/assistant/understanding/intents.ts";
import { fieldsIn, type Wording } from "#server/assistant/understanding/words.ts";

/** What figures can be grouped by, with the words for it and what they ask for; custom fields besides. */
const NOUNS = {
  source: [
    "sources?|channels?|where (?:they|these|those|it|leads) (?:all )?(?:came|come|came in)(?: from)?",
    "by_source",
  ],
  country: ["countr(?:y|ies)|nations?|markets?", "by_country"],
  owner: ["owners?|reps?|colleagues?|persons?|people|members?|team ?mates?", "by_owner"],
  status: ["status(?:es)?", "by_status"],
  tag: ["tags?|labels?", "tags"],
  title: ["(?:job )?titles?|positions?|roles?|functions?|professions?", "by_field"],
  company: ["compan(?:y|ies)|firms?|employers?", "by_field"],
  industry: ["industr(?:y|ies)|sectors?|branch(?:es)?", "by_field"],
  keyword: ["keywords?|key words?", "keywords"],
  rule: ["(?!)", "rules_that_work"],
  origin: [
    "(?:web |contact |landing )?(?:forms?|pages?)|web ?sites?|sites|director(?:y|ies)|mailbox(?:es)?|sheets?|files?",
    "by_source",
  ],
  hour: ["hours?|time of (?:the )?day|times? of day", "by_time"],
  weekday: ["weekdays?|days? of the week", "by_time"],
  day: ["days?|daily", "by_time"],
  week: ["weeks?|weekly", "by_time"],
  month: ["months?|monthly", "by_time"],
} as const satisfies Readonly<Record<string, readonly [words: string, intent: IntentId]>>;
export type Grouping = keyof typeof NOUNS;

export function intentOfGrouping(grouping: Grouping): IntentId {
  return NOUNS[grouping][1];
}

const ALL = Object.entries(NOUNS).map(([grouping, [words]]) => [grouping as Grouping, words] as const);
const ANY = ALL.map(([, words]) => words).join("|");
const OF_TIME: ReadonlySet<Grouping> = new Set(["hour", "weekday", "day", "week", "month"] as const);
const KIND = "(?:(?:lead|data|different|arrival|most|job|its|their|our) )*";
/** "By source and country", "per week", "for each owner" */
const BY = new RegExp(
  String.raw`\b(?:by|per|each|every|across|between|group\w*|split|broken down|breakdown)(?: (?:by|into|of|for|the|each|of the))* ${KIND}(?:${ANY})(?:(?: (?:and|by|per|then|,))+ ${KIND}(?:${ANY}))?\b`,
  "gu",
);
/** "Which countries bring most", "top job titles" */
const WHICH = new RegExp(
  String.raw`\b(?:which|what(?: (?:is|are)(?: the| our)?)?|most(?: (?:common|frequent|used|popular))?|top|best|worst|(?:least|fewest)) (?:of the |of our |\d{1,2} )?${KIND}(?:${ANY})\b|\b(?:${ANY}) (?:(?:that|which|who|with)(?: the)? (?:has |have |brings? )?(?:most|least|fewest|best|worst)|breakdown|split|ranking|distribution|comparison)\b`,
  "gu",
);
const EACH_OF_US = /(?<!\b(?:none|all|some|any|one|most))\s?\bof us\b|\bper head\b/u;
const WHO_ON_AVERAGE =
  /^who has (?:the )?(?:highest|lowest|best|worst|biggest) average\b|^who (?:owns|has|have|got) (?:the )?(?:most|fewest|least)\b(?!.*\bpoints\b)/u;
/** "Who owns the approved leads?" */
const WHO_OWNS = /^(?:and )?(?:who owns (?:\S+ )*(?:leads|ones|contacts|prospects)\b|whose are\b)/u;
const WHICH_TIME = /\bwhich (?:months?|weeks?|days?)\b/u;
/** "What day do most leads come in?" */
const WEEKDAY =
  /^(?:the )?busiest (?:week)?day$|\b(?:days? of the week|weekdays?)\b|\b(?:more|fewer|less|most|fewest|busier|better)\b.*\bon (?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\b(?:what|which) days? (?!.*\b(?:last|this)\b).*\b(?:most|busiest|least|fewest|best|worst)\b/u;
/** "Busiest month", "the week with the fewest" */
const UNIT =
  /\b(?:busiest|slowest|quietest|best|worst|strongest|weakest|biggest|lowest|highest|peak|record|top)(?: (?!last|this|previous|next)\w+)? (?<first>day|week|month)s?\b(?! of the week)|\b(?<second>day|week|month) (?:(?:with|had|has|when|where|that|did|do|we|got|get|brought|came in|of) )+(?:the )?(?:most|fewest|least|highest|lowest)\b|\b(?:which|what) (?<unit>day|week|month)\b.*\b(?:best|worst|strong\w*|busiest|slowest|quietest|weak\w*|most|fewest|least|highest|lowest)\b/u;
/** "Companies we have more than one contact at" */
export const OF_SEVERAL =
  /\b(?:more than (?:one|1)|several|multiple|(?<!how )many|at least (?:two|2)|(?:two|2) or more)\b/u;
const SHARED =
  /\bcompan(?:y|ies|ys) (?:\w+ ){0,5}(?:contacts?|leads?|people|persons?)\b|\b(?:contacts?|leads|people) (?:\w+ ){0,4}compan(?:y|ies)\b/u;
const HOURS =
  /\b(?:what|which) time (?:of day )?do\b.*\b(?:come|arrive)\b|\b(?:mornings?|afternoons?|evenings?)\b.*\b(?:or|and)\b|\bbusiest hours?\b/u;
/** Asked of everything that is grouped: "which country has the most". */
const OF_AMOUNT =
  /\b(?:most|least|fewest|best|worst|better|more|top|common|often|frequent\w*|many|rates?|shares?|percent\w*|quality|numbers|figures|come|comes|came|bring|brings|brought|busiest|happen|good|junk|drop|behind|waste|worst|responsible|approved?|rejected?|qualif\w+|worth|useless|garbage|dropped|fell|grew|distribution|breakdown|ranking|average|median|score|scores)\b/u;

/** What a question groups its figures by, in its order; `isStated` if it says so rather than naming one. */
export function groupingsIn(wording: Wording): { groupings: Grouping[]; isStated: boolean } {
  const { text } = wording;
  const stated = named([...text.matchAll(BY)].map(([match]) => match).join(" "));
  if (stated.length > 0) return { groupings: stated, isStated: true };
  if (EACH_OF_US.test(text) || WHO_ON_AVERAGE.test(text) || WHO_OWNS.test(text))
    return { groupings: ["owner"], isStated: true };
  if (WEEKDAY.test(text)) return { groupings: ["weekday"], isStated: true };
  const { first, second = first, unit = second } = UNIT.exec(text)?.groups ?? {};
  if (unit !== undefined) return { groupings: [unit as Grouping], isStated: true };
  if (OF_SEVERAL.test(text) && SHARED.test(text)) return { groupings: ["company"], isStated: true };
  if (HOURS.test(text)) return { groupings: ["hour"], isStated: true };
  const which = named([...text.matchAll(WHICH)].map(([match]) => match.replaceAll(/\bpeople\b/gu, "")).join(" "));
  const isOfAmount = OF_AMOUNT.test(text) && fieldsIn(wording).every(({ conditions }) => conditions !== undefined);
  return {
    groupings: isOfAmount
      ? which.filter((one) => !OF_TIME.has(one) || WHICH_TIME.test(text) || one === "weekday" || one === "hour")
      : [],
    isStated: false,
  };
}

/** Each in the order of the text; a word of a longer one counts once. */
function named(text: string): Grouping[] {
  const found = new Map<Grouping, number>();
  let rest = text;
  for (const [grouping, words] of ALL.toSorted(
    ([one], [other]) => Number(other === "weekday") - Number(one === "weekday"),
  )) {
    const match = new RegExp(String.raw`\b(?:${words})\b`, "u").exec(rest);
    if (match === null) continue;
    found.set(grouping, match.index);
    rest = rest.slice(0, match.index) + "_".repeat(match[0].length) + rest.slice(match.index + match[0].length);
  }
  return [...found].toSorted(([, one], [, other]) => one - other).map(([grouping]) => grouping);
}
