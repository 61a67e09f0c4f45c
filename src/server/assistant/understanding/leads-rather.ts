import { groupingsIn, intentOfGrouping } from "#server/assistant/understanding/grouping.ts";
import type { IntentId } from "#server/assistant/understanding/intents.ts";
import type { LeadQuestion } from "#server/assistant/understanding/lead-phrases.ts";
import { isAnyQuestionWord } from "#server/assistant/understanding/translate.ts";
import type { Wording } from "#server/assistant/understanding/words.ts";

/** What the examples take for figures, sources or times, although it names leads: "what came in since Friday?" */
export function leadsRather(best: IntentId, wording: Wording, leads: LeadQuestion): IntentId | undefined {
  const { text, words } = wording;
  const list = /\b(?:how many|number of|count)\b/u.test(text) ? "count_leads" : "list_leads";
  const { groupings, isStated } = groupingsIn(wording);
  const [grouping] = groupings;
  const isOfOne = words.some(({ isOfLead }) => isOfLead);
  if (best.startsWith("lead_") && isStated && grouping !== undefined && !isOfOne) return intentOfGrouping(grouping);
  const isArrival =
    /\b(?:what|who|which|anything|anyone|something|neue?s?)\b.*\b(?:came|come|arrived|landed|reached)\b/u.test(text);
  if (best === "by_time" || best === "lead_origin" || best === "mailbox")
    return leads.span !== null && isArrival && !OF_GROUPS.test(text) ? list : undefined;
  if (best === "compare")
    return OF_CHANGE.test(text) || leads.parts.every(({ sets }) => sets.every((one) => one === "from"))
      ? undefined
      : list;
  if (
    ["forms", "scrapes", "mailbox", "sources"].includes(best) &&
    leads.filter.source !== undefined &&
    leads.leftOver.length === 0 &&
    /^(?:show|list|give|find|see) .*\b(?:everything|everyone|all|anything|leads)\b|^(?:everything|everyone|all) /u.test(
      text,
    )
  )
    return list;
  if ((best === "forms" || best === "scrapes") && /\b(?:how many|number of) leads\b/u.test(text)) return "count_leads";
  if (
    /^(?:(?:show|list|give|get|me|all|the) )*(?:e?mails?(?: address(?:es)?)?|phones?(?: numbers?)?) (?:of|for) (?:\w+ )*leads\b/u.test(
      text,
    ) &&
    !isOfOne
  )
    return list;
  if (best === "tags" && leads.tags.length > 0 && !isStated) return list;
  if (best === "follow_ups" && (leads.tags.length > 0 || leads.filter.keyword !== undefined)) return list;
  if (best === "act" && /^(?:rejected|approved|qualified|pending) (?:leads|ones|contacts)\b/u.test(text)) return list;
  // "Any florists?", although one is called so
  if (best.startsWith("lead_") && /^any \p{Ll}+$/u.test(text)) return "list_leads";
  const isRead =
    leads.leftOver.length === 0 && (leads.filter.fields ?? leads.filter.source ?? leads.countries[0]) !== undefined;
  if (best === "none" && isRead) return list;
  if (
    best === "average_score" &&
    !/\b(?:average|median|mean|typical|distribut\w*|histogram|spread|bands?|buckets?|brackets?)\b/u.test(text)
  )
    return list;
  if (best === "lead_duplicates" && /^(?:is|are) there (?:an? |any )?leads?\b/u.test(text)) return list;
  if (best === "lead_missing" && leads.filter.status !== undefined) return "count_leads";
  // "Bakeries?"
  const [word = "", ...others] = leads.leftOver;
  if (
    best === "none" &&
    words.length <= 3 &&
    others.length === 0 &&
    word.length > 4 &&
    !isAnyQuestionWord(word) &&
    words.every(({ said, isOfLead }) => isOfLead !== true && said === said.toLowerCase())
  )
    return "list_leads";
  const isOfRun = /\b(?:scrap\w*|sync\w*|run|runs|often|fail\w*|import\w*|submissions?)\b/u.test(text);
  if (
    leads.origins.length > 0 &&
    !isOfRun &&
    ["forms", "scrapes", "imports", "sources", "none", "last_sync", "help"].includes(best)
  )
    return REQUEST_OF_ORIGIN.test(text) ? undefined : list;
  return undefined;
}

const OF_GROUPS = /\b(?:per|by|each|every|trend|how often|less|fewer|more|dropped|busiest|average|usual\w*)\b/u;
const OF_CHANGE =
  /\b(?:compar\w*|more|less|fewer|better|worse|up|down|vs|versus|against|trend|chang\w*|than|grow\w*|grew|drop\w*|fell|increas\w*|beat|ahead|behind|outperform\w*|how (?:is|are|was|were|did|has)|before|previous|difference)\b/u;
const REQUEST_OF_ORIGIN = /\b(?:rid of|turn|stop|pause|delete|remove|add|connect|how (?:do|can|to)|want to)\b/u;
