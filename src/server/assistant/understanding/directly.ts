import { asksOther, isOfAnyLead, namesLead, OF_ALL, OF_LEAD } from "#server/assistant/understanding/intent-kinds.ts";
import { asksIn, hasFigure, SHARE } from "#server/assistant/understanding/asks.ts";
import { askedField } from "#server/assistant/understanding/asked-field.ts";
import { askedBy, isOutOfScope } from "#server/assistant/understanding/asked.ts";
import { groupingsIn, intentOfGrouping } from "#server/assistant/understanding/grouping.ts";
import { FIGURES, FILTERED, GROUPED, MORE_THAN_LEADS, type IntentId } from "#server/assistant/understanding/intents.ts";
import { asksHow, rankIntents } from "#server/assistant/understanding/intent-model.ts";
import { COUNTED, leadsRather } from "#server/assistant/understanding/leads-rather.ts";
import type { Context, Meaning } from "#server/assistant/understanding/question.ts";
import { readLeadQuestion } from "#server/assistant/understanding/lead-question.ts";
import {
  intentOfFields,
  isCommented,
  masked,
  OF_NAMED,
  saysElse,
} from "#server/assistant/understanding/intent-kinds.ts";
import { domainIn, leadsNamed, nameIn } from "#server/assistant/understanding/name-in.ts";
import { sidesIn } from "#server/assistant/understanding/overlaid.ts";
import * as Said from "#server/assistant/understanding/request-words.ts";
import { fieldsIn, saidBetween, wordingOf, type Wording } from "#server/assistant/understanding/words.ts";

/** From this probability on, the likeliest meaning is taken for granted. */
const SURE = 0.4;

/** Such as "what is the phone number", about the lead whose page is open. */
const MOST_OF_PAGE = 6;

const MOST_OF_MANNERS = 8;

/** What a question means on its own. */
export function directly(wording: Wording, { language, now, known }: Context): Meaning {
  const asked = readLeadQuestion(withoutQuoted(wording), now, known);
  const domain = domainIn(wording.question);
  const several = Said.COMPARED.test(wording.text) && !Said.REQUEST.test(wording.text) ? leadsNamed(wording) : [];
  const name = domain ?? (several.length > 1 ? several.join(", ") : nameIn(wording, language, known));
  const ofFields = intentOfFields(wording, asked, name);
  // "The budget of qualified leads": lists show the fields of a question.
  const named = ofFields === "list_leads" ? fieldsIn(wording).map((field) => field.name) : [];
  const own = asksIn(wording);
  const leftOver = asked.leftOver.filter((word) => !named.includes(word) && !(own.isShare && SHARE.test(word)));
  const leads = { ...asked, leftOver };
  const ranked = rankIntents(masked(wording), language);
  const intents = ranked.map(({ id }) => (id.startsWith("help:") ? "help" : id) as IntentId);
  // A question about leads in general is not about one of them.
  const isGeneral =
    name === "" && (!leads.isEmpty || /\bleads?\b/u.test(wording.text)) && !Said.THIS.test(wording.text);
  // A longer question would say whom it means.
  const mayBeOfLead =
    !isGeneral && (name !== "" || Said.THIS.test(wording.text) || wording.words.length <= MOST_OF_PAGE);
  const isOnlyName = name !== "" && name === saidBetween(wording, 0, wording.text.length);
  const isOfFirst =
    (Said.OF_FIRST.test(wording.text) && askedField(wording.text) !== undefined) || Said.WHY_FIRST.test(wording.text);
  const isOnlyFilter = !leads.isEmpty && leads.leftOver.length === 0;
  const isAnyone = Said.ANYONE.test(wording.text) && isOnlyFilter;
  const isOfPast = leads.span?.from.getTime() === 0;
  const isSeen = Said.SEEING.test(wording.text) && isOnlyFilter && /\bleads\b/u.test(wording.text);
  const isLeads =
    Said.LEADS.test(wording.text) && isOnlyFilter && (isOfPast || !MORE_THAN_LEADS.has(intents[0] ?? "none"));
  // "What's overdue?", "top 10": what the filter says is all there is.
  const { owner, nextStep, dueFrom, dueBefore, addressQuality, status } = leads.filter;
  const isOfHelp = intents[0] === "help" && asksHow(wording.text);
  const isOfFilter =
    leads.leftOver.length === 0 &&
    (leads.tags[0] ??
      owner ??
      nextStep ??
      dueFrom ??
      dueBefore ??
      addressQuality ??
      (status === "qualified" ? leads.sort : leads.limit)) != null &&
    intents.slice(0, 1).every((one) => !FILTERED.has(one) || (one === "help" && !isOfHelp));
  // "When did we look at acme.com?"
  const isOfCompany =
    Object.keys(leads.filter).every((key) => key === "search") &&
    !/\b(?:leads?|people|contacts|how many)\b/u.test(wording.text);
  const grouped = groupingsIn(wording);
  const [grouping] = grouped.groupings;
  const isGrouped =
    grouping !== undefined &&
    name === "" &&
    !/\b(?:if (?:we|i)|what if|suppose|imagine)\b/u.test(wording.text) &&
    !asksHow(wording.text) &&
    !Said.REQUEST.test(wording.text) &&
    (GROUPED.has(intents[0] ?? "none") || (grouped.isStated && intents[0]?.startsWith("lead_") === true));
  const stated = (): IntentId | undefined => {
    if (ofFields !== undefined) return ofFields;
    if (isOnlyName) return "lead_about";
    // "Ann Lee bitte ablehnen"
    const isAsked = wording.question.includes("?") || /^(?:who|why|when|what|how|did|was|is|has)\b/u.test(wording.text);
    if (namesLead(wording) && /\b(?:approve|reject)\b/u.test(wording.text) && !isAsked) return "act";
    if (Said.MENTIONS.test(wording.text)) return "mentions";
    if (Said.REACHING.test(wording.text) && name !== "") return "lead_field";
    if (Said.HOW_TO.test(wording.text) && (name === "" || Said.OF_DOING.test(wording.text))) return "help";
    if (Said.FILE.test(wording.text)) return "act";
    if (isAnyone || isSeen || isLeads || (isOfFilter && !Said.REQUEST.test(wording.text))) return "list_leads";
    const isOfRules = /\b(?:rules?|keywords?)\b/u.test(wording.text);
    if (Said.BROKEN.test(wording.text) && !isOfRules && name === "" && !Said.REQUEST.test(wording.text))
      return "failing";
    if (Said.REQUEST.test(wording.text)) return "act";
    if (isOfFirst) return Said.WHY_FIRST.test(wording.text) ? "lead_status" : "lead_field";
    if (isCommented(wording.question, name)) return "lead_comments";
    if (name !== "" && OF_NAMED.test(wording.text)) return "lead_field";
    if (namesLead(wording) && NEXT.test(wording.text)) return "lead_about";
    if (domain !== null && isOfCompany && !asksHow(wording.text)) return "lead_about";
    return undefined;
  };
  const likely = intents.find(
    (one) =>
      (!one.startsWith("lead_") || mayBeOfLead) &&
      ((one !== "rules_that_work" && one !== "rules") || !Said.WHICH_LEADS.test(wording.text)) &&
      // "Thanks! One more, can you …"
      ((one !== "thanks" && one !== "greeting") || wording.words.length <= MOST_OF_MANNERS) &&
      (one !== "secret" || Said.SECRET.test(wording.text)),
  );
  // Two capitalized words may be a lead that isn't there.
  const mayBeNamed =
    (name.includes(" ") || (name !== name.toLowerCase() && /^who is\b/u.test(wording.text))) &&
    intents[0]?.startsWith("lead_") === true;
  const isOutside = !mayBeNamed && isOutOfScope(wording, leads, domain ?? name, known.people ?? []);
  const asksOf = askedBy(wording, asked, asksHow(wording.text) || Said.REQUEST.test(wording.text), known.people ?? []);
  const isNarrowed = leads.parts.some(({ sets }) =>
    sets.some((one) => !["search", "keyword", "from", "status", "owner", "other"].includes(one)),
  );
  const isOfOne = namesLead(wording) && !isNarrowed && !/\b(?:by|per|each|compare|rate|average)\b/u.test(wording.text);
  const ofName = isOfOne ? ofOneLead(ranked, wording) : undefined;
  // "Is Ann Lee worth calling?" asks for no list.
  const isOfState = status !== undefined && /^(?:is|was|has|does|did) (?!.*\bleads?\b)/u.test(wording.text);
  const ofLead = isOfState && (ofName === "list_leads" || ofName === "count_leads") ? "lead_status" : ofName;
  // Only leads have a status.
  const isOfStatus = status !== undefined && leads.span !== null && !FILTERED.has(intents[0] ?? "none");
  const isAsked = asksHow(wording.text) || Said.REQUEST.test(wording.text);
  const isCombined = (intents[0] === "help" || isOfStatus) && isOnlyFilter && leads.parts.length > 1 && !isAsked;
  const isDue =
    (dueFrom ?? dueBefore) !== undefined && own.by.length === 0 && !hasFigure(own) && leads.leftOver.length === 0;
  const list = Said.COUNTING.test(wording.text) ? "count_leads" : "list_leads";
  const ofFilter =
    isCombined || leads.isOfContact || leads.isOnlyRule || leads.isWithoutRule || isDue ? list : undefined;
  const ofSeveral = BY_SCORE.test(wording.text) ? "lead_score" : "lead_about";
  const given =
    several.length > 1
      ? ofSeveral
      : isOutside && asksOf !== "rules" && !isGrouped && !Said.REQUEST.test(wording.text)
        ? "none"
        : isGrouped
          ? grouping === "owner" && DECIDES.test(wording.text)
            ? "decided"
            : intentOfGrouping(grouping)
          : (asksOf ??
            (leads.isOfTitle && likely !== "what_if" && !Said.REQUEST.test(wording.text) && !asksHow(wording.text)
              ? list
              : undefined) ??
            stated() ??
            OF_LEAD[ofLead ?? "none"] ??
            ofLead ??
            ofFilter);
  // Without a lead, what is asked of one is asked of all.
  const ofAll = name === "" && !Said.THIS.test(wording.text) ? OF_ALL[likely ?? "none"] : undefined;
  const ofPage = Said.THE_PAGE.test(wording.text) && name === "" && given === undefined;
  const onPage = ofPage ? intents.find((one) => one.startsWith("lead_") || one === "act") : undefined;
  const best = given ?? onPage ?? (wording.words.length > 2 ? ofAll : undefined) ?? likely ?? "none";
  const isWhatIfOfOne =
    best === "what_if" && (wording.words.some(({ isOfLead }) => isOfLead) || Said.ONE_LEAD.test(wording.text));
  const isOfOneLead = best.startsWith("lead_") || best === "act" || isWhatIfOfOne;
  // "Anything from Acme?", "reject the lead from Acme"
  const isOfSearch =
    (best === "count_leads" || best === "list_leads") &&
    leads.filter.search !== undefined &&
    Object.keys(leads.filter).length === 1 &&
    !leads.isOfTitle;
  // An unknown word asks for something that no answer has.
  const asksWhich = /^(?:which|who|show|list)\b/u.test(wording.text);
  // Without a time, approved leads are simply those with that status.
  const isOfSome = best === "decided" || best === "count_leads" || best === "list_leads";
  const isOfPerson =
    best === "decided" &&
    (asksOf === best || isGrouped || Said.WHO_DECIDED.test(wording.text) || leads.deciders.length > 0);
  const isDecided = leads.span === null ? isOfPerson : best === "decided" || leads.isDecided;
  const listed = asksWhich || owner === "me" ? "list_leads" : "count_leads";
  const whoDecided = Said.WHO_DECIDED.test(wording.text) && name === "" ? "decided" : undefined;
  const meant =
    whoDecided ??
    leadsRather(best, wording, leads) ??
    (isOfSome ? (isDecided ? "decided" : best === "decided" ? listed : best) : best);
  // A list says how many there are, too.
  const timed = meant === "count_leads" && !COUNTED.test(wording.text) ? "list_leads" : meant;
  const isOther = isGrouped || timed === "act" || timed === "what_if" || asksHow(wording.text);
  const sides = isOther || own.isShare ? null : sidesIn(wording, leads, now, known);
  // "Time to approve vs reject"
  const isOfPace = !isOther && own.isDuration && own.statuses.length > 1 && own.by.length === 0;
  // "Conversion rate this month vs last month"
  const isOfTimes =
    !isOther && own.isCompared && own.by.length === 0 && (leads.span !== null || hasFigure(own)) && OF_TIMES.has(timed);
  // "What percentage scores above 50?"
  const isOfPart =
    !isOther &&
    own.isShare &&
    own.statuses.length === 0 &&
    isOnlyFilter &&
    leads.parts.some(({ sets }) => !sets.includes("from"));
  const operation =
    sides !== null || isOfTimes ? "compare" : isOfPart ? "count_leads" : isOfPace ? "decision_time" : timed;
  // "Who rejected the most?"
  const asks =
    timed === "decided" && own.by.length === 0 && /\bwhom?\b/u.test(wording.text)
      ? { ...own, by: ["owner" as const] }
      : isOfPace
        ? { ...own, by: ["status" as const] }
        : own;
  // "Is Priya faster than Diego?", at deciding
  const isOfSpeed = timed === "by_owner" && asks.isDuration;
  const isByDecision =
    isOfPace ||
    isOfSpeed ||
    timed === "decided" ||
    timed === "decision_time" ||
    (own.by.some((one) => ["day", "week", "month"].includes(one as string)) && DECISIONS.test(wording.text)) ||
    (leads.isDecided && timed !== "count_leads");
  return {
    intent: operation,
    ...(isOfPart && operation === "count_leads" && { isShare: true as const }),
    ...(sides != null && { sides }),
    language,
    wording,
    leads: {
      ...leads,
      ...(isOfSpeed && { deciders: [...leads.owners, ...leads.deciders], owners: [] }),
      isDecided:
        isByDecision &&
        !asks.isRate &&
        !asks.isShare &&
        timed !== "conversion" &&
        !timed.startsWith("lead_") &&
        timed !== "act",
    },
    asks,
    ranked,
    isSure:
      given !== undefined ||
      operation !== timed ||
      (operation === "compare" && (own.isCompared || sides !== null)) ||
      (isOfSome && isOnlyFilter) ||
      timed !== best ||
      asks.isDuration ||
      ((ranked.find(({ id }) => id === best)?.probability ?? 0) >= SURE && !asksOther(wording, leads, best)),
    ...((isOfOneLead || isOfSearch) && {
      who: isOfFirst ? "" : name || (leads.filter.search ?? ""),
      isOfThePage: name === "" && Said.THE_PAGE.test(wording.text),
    }),
  };
}

/** "Approvals per week", "how many did we reject per month" */
const DECISIONS = /\b(?:approvals|rejections|decisions|(?:i|we|you|they|team) (?:approve|reject|decide))\b/u;
/** Rather than "approved leads" */
const DECIDES = /\b(?:approves?|rejects?|decides?)\b/u;
/** "What should I do next with Ann Lee?" */
const NEXT = /^what (?:should|can|do) (?:i|we) do\b.* with\b/u;
/** "Why is Ann Lee above Bob Ray?", rather than "compare Ann Lee and Bob Ray" */
const BY_SCORE = /\b(?:scor\w+|points|why)\b/u;
/** What two times can be compared by, or nothing that is known. */
const OF_TIMES = FIGURES.difference(new Set(["by_owner"])).union(new Set<IntentId>(["list_leads", "help", "none"]));
/** A name makes what is asked of one lead likelier than what is asked of all. */
const OF_NAMED_LEAD = 5;

/** What is asked of the lead that a question names. */
function ofOneLead(ranked: Meaning["ranked"], wording: Wording): IntentId | undefined {
  const first = ranked.find(({ id }) => id in OF_LEAD || isOfAnyLead(id as IntentId));
  const own = ranked.find(({ id }) => id.startsWith("lead_"));
  const isOwn = (own?.probability ?? 0) * OF_NAMED_LEAD > (first?.probability ?? 0) && (first?.id ?? "") in OF_LEAD;
  const id = (isOwn ? own : first)?.id as IntentId | undefined;
  return id !== undefined && saysElse(wording, id) ? "lead_about" : id;
}

/** Without the name of a tag to give, which isn't a filter: "tag them as “Website”". */
function withoutQuoted(wording: Wording): Wording {
  const { question, words, text } = wording;
  const quoted = /["“„«][^"”“»]*["”“»]/u.exec(question);
  if (quoted === null || !/^(?:tag|label|add|put|set)\b.*\b(?:as|with|tag|label)\b/u.test(text)) return wording;
  const end = quoted.index + quoted[0].length;
  return wordingOf(
    question,
    words.filter((word) => word.end <= quoted.index || word.start >= end),
  );
}

/** Without the words that a pattern matches at the beginning. */
export function without(wording: Wording, pattern: RegExp): Wording {
  const match = pattern.exec(wording.text)?.[0];
  if (match === undefined) return wording;
  return wordingOf(wording.question, wording.words.slice(match.trim().split(" ").length));
}
