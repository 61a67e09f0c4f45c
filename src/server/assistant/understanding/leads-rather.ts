import { asksHow } from "#server/assistant/understanding/intent-model.ts";
import { groupingsIn, intentOfGrouping } from "#server/assistant/understanding/grouping.ts";
import type { IntentId } from "#server/assistant/understanding/intents.ts";
import type { LeadQuestion } from "#server/assistant/understanding/lead-phrases.ts";
import { REQUEST } from "#server/assistant/understanding/request-words.ts";
import { LIGHT, type Wording } from "#server/assistant/understanding/words.ts";

/** What the examples take for figures, sources or times, although it names leads: "what came in since Friday?" */
export function leadsRather(best: IntentId, wording: Wording, leads: LeadQuestion): IntentId | undefined {
  const { text, words } = wording;
  const list = COUNTED.test(text) ? "count_leads" : "list_leads";
  const { groupings, isStated } = groupingsIn(wording);
  const [grouping] = groupings;
  const isOfOne = words.some(({ isOfLead }) => isOfLead);
  if (best.startsWith("lead_") && isStated && grouping !== undefined && !isOfOne) return intentOfGrouping(grouping);
  const isRead = leads.leftOver.length === 0;
  const isOfTime = leads.span !== null || leads.filter.source !== undefined;
  if (
    isRead &&
    isOfTime &&
    ARRIVED.test(text) &&
    !OF_GROUPS.test(text) &&
    !REQUEST.test(text) &&
    (best === "decided" ? !/\b(?:approv|reject|decid)/u.test(text) : !NO_ARRIVAL.has(best))
  )
    return list;
  // "How many before November?" compares nothing.
  const isUntil = leads.span?.from.getTime() === 0;
  if (best === "compare") return (OF_CHANGE.test(text) && !isUntil) || !isRead ? undefined : list;
  if (
    isRead &&
    isNarrowed(leads) &&
    (MISREAD.has(best) || (best === "failing" && leads.filter.keyword !== undefined)) &&
    !isOfOne &&
    !asksHow(text)
  )
    return list;
  if ((best === "forms" || best === "scrapes") && /\b(?:how many|number of) leads\b/u.test(text)) return "count_leads";
  if (best === "act" && /^(?:rejected|approved|qualified|pending) (?:leads|ones|contacts)\b/u.test(text)) return list;
  if (
    best === "average_score" &&
    !/\b(?:average|median|mean|typical|distribut\w*|histogram|spread|bands?|buckets?|brackets?)\b/u.test(text)
  )
    return list;
  if (best.startsWith("lead_") && /^(?:is|are|was|were) there (?:an? |any )?(?:new )?leads?\b/u.test(text)) return list;
  if (best === "lead_missing" && leads.filter.status !== undefined && !isOfOne) return "count_leads";
  const isOfRun = /\b(?:scrap\w*|sync\w*|run|runs|often|fail\w*|import\w*|submi\w+|creat\w*|bec[ao]me|filled)\b/u.test(
    text,
  );
  if (
    leads.origins.length > 0 &&
    !isOfRun &&
    ["forms", "scrapes", "imports", "sources", "none", "last_sync", "help"].includes(best)
  )
    return REQUEST_OF_ORIGIN.test(text) ? undefined : list;
  return undefined;
}

/** Without one of these, leads are shown rather than only counted. */
export const COUNTED =
  /\b(?:how (?:many|much)|(?<!phone )number|count|total|amount|figure|percent\w*|share|track|target|goal|pace|enough|why)\b/u;
const ARRIVED =
  /\b(?:what|who|which|how many|any\w*|some\w*|new|leads?|neue?s?)\b.*\b(?:came|come|coming|arrived?|landed|reached|wrote|written|emailed|contacted|signed up|showed up|turned up|br(?:ing|ings|ought)|got in touch|dropped in)\b|^(?:(?:we|got|get|have|did|do) )*any(?:thing|one|body)?\b/u;
const NO_ARRIVAL: ReadonlySet<string> = new Set("what_if compare activity count_leads failing skipped".split(" "));
/** What examples take for these is about leads if all its words say which. */
const MISREAD: ReadonlySet<string> = new Set(
  "help none lead_status lead_field lead_about lead_score lead_missing comments imports follow_ups accounts".split(" "),
);

/** Says more of leads than when they came in or what was decided. */
function isNarrowed({ parts, countries, excluded, also }: LeadQuestion): boolean {
  const weak: ReadonlySet<string> = new Set(["from", "other", "search", "status"]);
  return (
    countries.length + excluded.length + also.length > 0 ||
    parts.some(({ sets }) => sets.some((one) => !weak.has(one) && one !== "set"))
  );
}

const OF_GROUPS =
  /\b(?:per|by(?! (?:e?mail|hand|phone|form|file|import))|each|every|trend|how often|less|fewer|more|dropped|busiest|average|usual\w*)\b/u;
/** Around words to search for. */
const AROUND =
  /^(?:which|who|any|the|all|an?|some|show|me|list|find|search|for|our|my|with|do|we|have|i|please|are|there|is|leads?|prospects?|contacts?)$/u;
const MOST_SEARCHED = 2;

/** What "hotels?" and "show me the bakeries" search for, in the singular: words that say nothing else. */
export function searchedFor({ words }: Wording): { said: string; search: string } | undefined {
  const said = words.filter(({ meant }) => !LIGHT.has(meant) && !AROUND.test(meant));
  const isOther = words.some((word) => !said.includes(word) && !AROUND.test(word.meant));
  const isShort = said.some(({ meant }) => meant.length < 3 || !/^\p{L}+$/u.test(meant));
  if (said.length === 0 || said.length > MOST_SEARCHED || isOther || isShort) return undefined;
  const singular = said.map(({ meant }) => meant.replace(/ies$/u, "y").replace(/(?:(?<=ch|sh|x)es|(?<!s)s|en)$/u, ""));
  return { said: said.map((word) => word.said).join(" "), search: singular.join(" ") };
}

const OF_CHANGE =
  /\b(?:compar\w*|more|less|fewer|better|worse|up|down|vs|versus|against|trend|chang\w*|than|grow\w*|grew|drop\w*|fell|increas\w*|beat|best (?:last|the last)|ahead|behind|outperform\w*|how (?:is|are|was|were|did|has)|before|previous|difference)\b/u;
const REQUEST_OF_ORIGIN = /\b(?:turn|stop|pause|delete|remove|add|connect|how (?:do|can|to)|want to)\b/u;
