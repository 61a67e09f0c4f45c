import { asksOther, isOfAnyLead, namesLead, OF_ALL, OF_LEAD } from "#server/assistant/understanding/intent-kinds.ts";
import { asksIn } from "#server/assistant/understanding/asks.ts";
import { ofSameLead } from "#server/assistant/understanding/same-lead.ts";
import { ofSameLeads } from "#server/assistant/understanding/same-leads.ts";
import { askedField } from "#server/assistant/understanding/asked-field.ts";
import { askedBy, isOutOfScope } from "#server/assistant/understanding/asked.ts";
import { findDue } from "#server/assistant/understanding/due-words.ts";
import { groupingsIn, intentOfGrouping } from "#server/assistant/understanding/grouping.ts";
import { FIGURES, FILTERED, GROUPED, MORE_THAN_LEADS, type IntentId } from "#server/assistant/understanding/intents.ts";
import { asksHow, rankIntents } from "#server/assistant/understanding/intent-model.ts";
import { leadsRather } from "#server/assistant/understanding/leads-rather.ts";
import type { Context, Meaning } from "#server/assistant/understanding/question.ts";
import { readLeadQuestion } from "#server/assistant/understanding/lead-question.ts";
import { overlaid } from "#server/assistant/understanding/overlaid.ts";
import { correctSpelling } from "#server/assistant/understanding/spelling.ts";
import { translate } from "#server/assistant/understanding/translate.ts";
import { mainClause } from "#server/assistant/understanding/main-clause.ts";
import type { KnownNames } from "#server/assistant/understanding/mark-names.ts";
import { intentOfFields, isCommented, masked, OF_NAMED } from "#server/assistant/understanding/intent-kinds.ts";
import { domainIn, nameIn } from "#server/assistant/understanding/name-in.ts";
import { readFields } from "#server/assistant/understanding/read-fields.ts";
import * as Said from "#server/assistant/understanding/request-words.ts";
import { fieldsIn, saidBetween, wordingOf, wordsOf, type Wording } from "#server/assistant/understanding/words.ts";

/** From this probability on, the likeliest meaning is taken for granted. */
const SURE = 0.4;

/** A longer text is no question. */
const MOST_WORDS = 80;
/** Follow-ups are short. */
const MOST_FOLLOW_UP_WORDS = 7;
/** Such as "what is the phone number", about the lead whose page is open. */
const MOST_OF_PAGE = 6;

const MOST_OF_MANNERS = 8;

/**
 * What a question means; null for a text that is no question. `earlier` contains the person's previous questions,
 * latest last, which give "and last week?", "why?" and "show them" their meaning. The words of `known` names mean
 * nothing else.
 */
export function meaningOf(
  question: string,
  earlier: readonly string[],
  now: Date,
  known: KnownNames = {},
): Meaning | null {
  const said = earlier.length === 0 ? question : question.replace(Said.CORRECTING, "");
  const isCorrection = said !== question && said !== "";
  const before = earlier.length === 0 ? null : meaningOf(earlier.at(-1) ?? "", earlier.slice(0, -1), now, known);
  const { wording, language } = translate(isCorrection ? said : question, known, before?.language);
  if (wording.words.length > MOST_WORDS || wording.words.length === 0) return null;
  const too =
    before === null || before.intent !== "act" || (before.who ?? "") === "" ? null : Said.TOO.exec(question.trim());
  if (before !== null && too?.groups?.["name"] !== undefined) {
    return meaningOf(before.wording.question.replace(before.who ?? "", too.groups["name"]), [], now, known);
  }
  if (before?.intent === "act" && isCorrection) {
    // "No, to Priya", "no, Ann Lee"
    const [person, other] = [before.wording.question, said].map((text) => personIn(text, known));
    const name = /^\p{Lu}[^?!.,]+/u.exec(said)?.[0];
    const [was, is] = other === undefined ? [before.who || undefined, name] : [person, other];
    if (was !== undefined && is !== undefined)
      return meaningOf(before.wording.question.replace(was, is), [], now, known);
  }
  const read = (asked: Wording): Meaning =>
    understand(readFields(asked, now, language), before, { isCorrection, language, now, known });
  const meaning = read(wording);
  const corrected = language === "en" ? correctSpelling(wording) : wording;
  if (corrected === wording) return meaning;
  const better = read(corrected);
  if (better.who === undefined || meaning.who === undefined) return better;
  // A name that looks like a typo is still a name, but not a verb before it: "aprove Ann Lee".
  const isLonger = better.who !== "" && meaning.who.endsWith(` ${better.who}`);
  return isLonger ? better : { ...better, who: meaning.who };
}

/** The only colleague that a text names, as written. */
function personIn(text: string, { people = [] }: KnownNames): string | undefined {
  const [person, ...others] = wordsOf(text).words.filter(({ meant }) => people.includes(meant));
  return others.length > 0 ? undefined : person?.said;
}

/**
 * Whether a question about leads has words that weren't understood: the part that was would be a different question.
 */
export function asksForMore({ intent, leads }: Meaning): boolean {
  return (intent === "count_leads" || intent === "list_leads") && leads.leftOver.length > 0;
}

function understand(asked: Wording, before: Meaning | null, context: Context): Meaning {
  const wording = without(mainClause(asked), Said.MANNERS);
  if (before !== null) {
    const meaning = followUp(wording, before, context);
    if (meaning !== null) return meaning;
  }
  // Without a previous question, "and last week?" means nothing.
  const isShort = wording.words.length < 5 && fieldsIn(wording).length === 0;
  const isFragment = before === null && isShort && without(wording, Said.FOLLOW_UP) !== wording;
  const meaning: Meaning = { ...directly(wording, context), ...(isFragment && { intent: "none" }) };
  if (before !== null && meaning.intent === "act" && Said.OF_EARLIER.test(wording.text)) {
    const who = meaning.who === "" ? (before.who ?? "") : meaning.who;
    return { ...meaning, ...(who !== undefined && { who }), before };
  }
  const ofLead = OF_LEAD[meaning.intent];
  const isOfBefore =
    (before?.who ?? "") !== "" && meaning.leads.isEmpty && wording.words.length <= MOST_FOLLOW_UP_WORDS;
  if (before !== null && ofLead !== undefined && isOfBefore)
    return { ...meaning, intent: ofLead, who: before.who ?? "", before };
  if (meaning.who !== "" || meaning.isOfThePage === true || before === null) return meaning;
  return { ...meaning, ...(before.who !== undefined && before.who !== "" && { who: before.who }), before };
}

/** A question that only makes sense after the previous one. */
function followUp(asked: Wording, before: Meaning, context: Context): Meaning | null {
  const { isCorrection, language, now, known } = context;
  const wording = without(asked, Said.FOLLOW_UP);
  const { text, words } = wording;
  const isMarked = isCorrection || wording !== asked || Said.OF_THEM.test(asked.text);
  const same: Meaning = { ...before, language, wording, before };
  // No answer counts some of the leads that a supposition shows.
  if (before.intent === "what_if" && Said.OF_THEM.test(asked.text)) return { ...same, intent: "none" };
  // "Only in the notes", "would that lift anyone?", after a new rule
  if (before.intent === "act" && /\brule\b/u.test(before.wording.text) && !Said.REQUEST.test(text)) {
    if (REFINES.test(text)) {
      const whole = translate(`${before.wording.question} ${asked.question}`, known).wording;
      return directly(readFields(whole, now, language), context);
    }
    if (/\b(?:would|will|effect|change|lift|qualify|happen)\b/u.test(text)) return { ...before, language };
  }
  const ofLead = ofSameLead(asked, wording, before, isMarked, context);
  if (ofLead !== null) return ofLead;
  if (words.length > MOST_FOLLOW_UP_WORDS) return ofSameLeads(asked, wording, before, isMarked, context);
  const isOfLeads = before.intent === "count_leads" || before.intent === "list_leads";
  if (isOfLeads && Said.SHOW_THEM.test(text)) return { ...same, intent: "list_leads" };
  if (isOfLeads && Said.GO_ON.test(text)) return { ...same, intent: "list_leads", skip: (before.skip ?? 0) + 1 };
  if (isOfLeads && WHOSE.test(text)) return { ...same, intent: "list_leads" };
  const isOfLead = before.intent.startsWith("lead_") && (before.who ?? "") !== "";
  if (isOfLead && WHOSE.test(text)) return { ...same, intent: "lead_field", wording: wordsOf("who is the owner") };
  if (isOfLead && HAS_STEP.test(text)) return { ...same, intent: "lead_field" };
  if ((isOfLeads || FIGURES.has(before.intent)) && Said.WHERE_FROM.test(text))
    return {
      ...same,
      intent: "by_source",
      leads: (before.leads.isEmpty ? before.before : before)?.leads ?? before.leads,
    };
  if (before.intent === "what_if" && Said.WHICH_ONES.test(text)) return { ...before, language };
  if (isOfLeads && IN_PERCENT.test(text) && !wordsOfLeads(wording, now, known)) return inPercent(same, before);
  if (FIGURES.has(before.intent) && Said.WHY.test(text)) return { ...same, intent: "none", isWhy: true };
  if (before.intent === "decided" && /^(?:by )?whom?$/u.test(text)) return same;
  if (isOfLeads && /\border\b/u.test(text) && !/\bby\b/u.test(text)) return { ...same, intent: "list_leads" };
  const ofSame = ofSameLeads(asked, wording, before, isMarked, context);
  if (ofSame !== null) return ofSame;
  const meaning = directly(wording, context);
  const leads = readLeadQuestion(wording, now, known);
  const isFilter = !leads.isEmpty && leads.leftOver.length === 0;
  const isQuestion =
    Said.REQUEST.test(text) || /^(?:how|who|what|which|when|where|why|is|are|did|do|show|list)\b/u.test(text);
  if (!before.intent.startsWith("lead_") && isFilter && (isMarked || !isQuestion) && !/\bleads\b/u.test(text)) {
    return {
      ...same,
      leads: overlaid(before.leads, leads),
      // "Over 80 then", after "approve everything over 90"
      ...(before.intent === "act" && !Said.REQUEST.test(text) && { wording: before.wording }),
      ...(before.intent === "list_leads" && /\bhow many\b/u.test(text) && { intent: "count_leads" }),
    };
  }
  const name = nameIn(wording, language, known);
  const isName = name !== "" && name === wording.question.slice(words[0]?.start, words.at(-1)?.end);
  if (isOfLeads && isMarked && isName)
    return { ...same, leads: { ...before.leads, filter: { ...before.leads.filter, search: name }, leftOver: [] } };
  // "And tomorrow?", after what is due today.
  const { dueFrom, dueBefore, nextStep: _step, ...undue } = before.leads.filter;
  const due = (dueFrom ?? dueBefore) === undefined ? null : findDue(`due ${text}`, now);
  if (due !== null && words.length < 4)
    return { ...same, leads: { ...before.leads, filter: { ...undue, ...due.filter } } };
  // "OK, do 65."
  if (before.intent === "what_if" && Said.REQUEST.test(text)) return { ...same, intent: "act" };
  if (before.intent === "what_if" && /\d/u.test(text) && words.length < 5) return same;
  if (isMarked && before.who !== undefined && isName) return { ...same, who: name };
  if (meaning.intent === "skipped" || (isMarked && meaning.who === "")) {
    return { ...meaning, ...(before.who !== undefined && { who: before.who }), before };
  }
  return null;
}

const WHOSE =
  /^(?:whose|(?:and )?whom? belongs? to|who (?:owns|is the owner|are the owners|is responsible|has)|by whom)\b.{0,25}$/u;
/** Where a rule looks, and how often it counts. */
const REFINES = /\bin the (?:notes?|messages?|titles?|company|industry)\b|\bonce\b|\b(?:worth|points)\b/u;
const HAS_STEP =
  /^(?:(?:does|has|have|is) )?(?:(?:he|she|they|it|there) )?(?:already )?(?:has|have|an?)? ?(?:a )?next step\b.{0,12}$/u;
const IN_PERCENT =
  /\b(?:percent\w*|per ?cent|up or down|difference|increase|growth|more or (?:less|fewer)|better or worse)\b/u;

function wordsOfLeads(wording: Wording, now: Date, known: KnownNames): boolean {
  const { filter, span } = readLeadQuestion(wording, now, known);
  return span !== null || Object.keys(filter).length > 0;
}

/** "Up or down in percent?", of the two spans counted before, or of all leads. */
function inPercent(same: Meaning, before: Meaning): Meaning {
  const earlier = before.before;
  if (earlier?.leads.span == null || before.leads.span === null || earlier.leads.span.words === before.leads.span.words)
    return { ...same, intent: "count_leads", isShare: true };
  const words = [...earlier.wording.words, ...before.wording.words];
  const spans = [earlier.leads.span, before.leads.span] as const;
  return { ...same, intent: "compare", wording: wordingOf(same.wording.question, words), spans };
}

function directly(wording: Wording, { language, now, known }: Context): Meaning {
  const asked = readLeadQuestion(withoutQuoted(wording), now, known);
  const domain = domainIn(wording.question);
  const name = domain ?? nameIn(wording, language, known);
  const ofFields = intentOfFields(wording, asked, name);
  // "The budget of qualified leads": lists show the fields of a question.
  const named = ofFields === "list_leads" ? fieldsIn(wording).map((field) => field.name) : [];
  const leads = { ...asked, leftOver: asked.leftOver.filter((word) => !named.includes(word)) };
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
  const isLeads =
    Said.LEADS.test(wording.text) && isOnlyFilter && (isOfPast || !MORE_THAN_LEADS.has(intents[0] ?? "none"));
  const isSeen = Said.SEEING.test(wording.text) && isOnlyFilter && /\bleads\b/u.test(wording.text);
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
    !asksHow(wording.text) &&
    !Said.REQUEST.test(wording.text) &&
    GROUPED.has(intents[0] ?? "none");
  const stated = (): IntentId | undefined => {
    if (ofFields !== undefined) return ofFields;
    if (isOnlyName) return "lead_about";
    // "Ann Lee bitte ablehnen"
    const isAsked = wording.question.includes("?") || /^(?:who|why|when|what|how|did|was|is|has)\b/u.test(wording.text);
    if (namesLead(wording) && /\b(?:approve|reject)\b/u.test(wording.text) && !isAsked) return "act";
    if (Said.MENTIONS.test(wording.text)) return "mentions";
    if (Said.REACHING.test(wording.text) && name !== "") return "lead_field";
    if (Said.HOW_TO.test(wording.text) && (name === "" || Said.OF_DOING.test(wording.text))) return "help";
    if (isAnyone || isSeen || isLeads || (isOfFilter && !Said.REQUEST.test(wording.text))) return "list_leads";
    if (Said.BROKEN.test(wording.text) && name === "") return "failing";
    if (Said.FILE.test(wording.text) || Said.REQUEST.test(wording.text)) return "act";
    if (isOfFirst) return Said.WHY_FIRST.test(wording.text) ? "lead_status" : "lead_field";
    if (isCommented(wording.question, name)) return "lead_comments";
    if (name !== "" && OF_NAMED.test(wording.text)) return "lead_field";
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
  const mayBeNamed = name.includes(" ") && intents[0]?.startsWith("lead_") === true;
  const isOutside = !mayBeNamed && isOutOfScope(wording, leads, domain ?? name, known.people ?? []);
  const asksOf = askedBy(wording, asked, asksHow(wording.text) || Said.REQUEST.test(wording.text), known.people ?? []);
  const isNarrowed = leads.parts.some(({ sets }) =>
    sets.some((one) => !["search", "keyword", "from", "status", "owner", "other"].includes(one)),
  );
  const isOfOne = namesLead(wording) && !isNarrowed && !/\b(?:by|per|each|compare|rate|average)\b/u.test(wording.text);
  const ofLead = isOfOne ? intents.find((one) => one in OF_LEAD || isOfAnyLead(one)) : undefined;
  // Only leads have a status.
  const isOfStatus = status !== undefined && leads.span !== null && !FILTERED.has(intents[0] ?? "none");
  const isCombined =
    (intents[0] === "help" || isOfStatus) &&
    leads.parts.length > 1 &&
    leads.leftOver.length === 0 &&
    !asksHow(wording.text) &&
    !Said.REQUEST.test(wording.text);
  const isDue = (dueFrom ?? dueBefore) !== undefined && !FIGURES.has(likely ?? "none") && leads.leftOver.length === 0;
  const list = /\b(?:how many|number of|count)\b/u.test(wording.text) ? "count_leads" : "list_leads";
  const ofFilter =
    isCombined || leads.isOfContact || leads.isOnlyRule || leads.isWithoutRule || isDue ? list : undefined;
  const given =
    isOutside && asksOf !== "rules" && !isGrouped && !Said.REQUEST.test(wording.text)
      ? "none"
      : isGrouped
        ? intentOfGrouping(grouping)
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
  // An unknown word asks for something that no answer has.
  const asksWhich = /^(?:which|who|show|list)\b/u.test(wording.text);
  // Without a time, approved leads are simply those with that status.
  const isOfSome = best === "decided" || best === "count_leads" || best === "list_leads";
  const isOfPerson =
    best === "decided" && (asksOf === best || Said.WHO_DECIDED.test(wording.text) || leads.deciders.length > 0);
  const isDecided = leads.span === null ? isOfPerson : best === "decided" || leads.isDecided;
  const listed = asksWhich || owner === "me" ? "list_leads" : "count_leads";
  const whoDecided = Said.WHO_DECIDED.test(wording.text) && name === "" ? "decided" : undefined;
  const timed =
    whoDecided ??
    leadsRather(best, wording, leads) ??
    (isOfSome ? (isDecided ? "decided" : best === "decided" ? listed : best) : best);
  const own = asksIn(wording);
  // "Who rejected the most?"
  const asks =
    timed === "decided" && own.by.length === 0 && /\bwhom?\b/u.test(wording.text)
      ? { ...own, by: ["owner" as const] }
      : own;
  const isByDecision = timed === "decided" || timed === "decision_time" || (leads.isDecided && timed !== "count_leads");
  return {
    intent: timed,
    language,
    wording,
    leads: {
      ...leads,
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
      (isOfSome && isOnlyFilter) ||
      timed !== best ||
      asks.isDuration ||
      ((ranked.find(({ id }) => id === best)?.probability ?? 0) >= SURE && !asksOther(wording, leads, best)),
    ...(isOfOneLead && { who: isOfFirst ? "" : name, isOfThePage: name === "" && Said.THE_PAGE.test(wording.text) }),
  };
}

/** Without the name of a tag to give, which is no filter: "tag them as “Website”". */
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
function without(wording: Wording, pattern: RegExp): Wording {
  const match = pattern.exec(wording.text)?.[0];
  if (match === undefined) return wording;
  return wordingOf(wording.question, wording.words.slice(match.trim().split(" ").length));
}
