import { asksIn, hasFigure, overlaidAsks, type Asks } from "#server/assistant/understanding/asks.ts";
import { intentOfGrouping } from "#server/assistant/understanding/grouping.ts";
import { FIGURES, type IntentId } from "#server/assistant/understanding/intents.ts";
import type { LeadQuestion } from "#server/assistant/understanding/lead-phrases.ts";
import { readLeadQuestion } from "#server/assistant/understanding/lead-question.ts";
import { overlaid } from "#server/assistant/understanding/overlaid.ts";
import type { Context, Meaning } from "#server/assistant/understanding/question.ts";
import { COUNTING, REQUEST, WHO_DECIDED } from "#server/assistant/understanding/request-words.ts";
import { asksHow } from "#server/assistant/understanding/intent-model.ts";
import { isAnyQuestionWord } from "#server/assistant/understanding/translate.ts";
import { LIGHT, plainWord, wordingOf, type Wording } from "#server/assistant/understanding/words.ts";

/** A question that may be of the same leads is about leads, and has no other subject. */
const OF_DATA: ReadonlySet<IntentId> = FIGURES.union(
  new Set<IntentId>(["list_leads", "activity", "tags", "keywords", "by_field", "field_figures", "decision_time"]),
);
const THEM =
  /\b(?:them|these|those|they|their|ones?|hers|his|its|of (?:which|whom)|that (?:up|by)|among)\b|^(?:so |and |well |then )*(?:which|who|why)\b/u;
const OWN_SUBJECT = /\b(?:leads|contacts|prospects)\b/u;
const LISTED =
  /^(?:(?:and|but|so|ok|okay|well|please|then|now|just|of (?:them|these|those)) )*(?:which|who|whos|list|show|see|name|give|sort|order|what are)\b|\btop\b|\bsort(?:ed)?\b/u;
const SUMMED =
  /\b(?:add|sum|total|adds?) (?:that|them|those|these|it|all|everything)?(?: ?up)?\b|\bin total\b|\baltogether\b/u;
/** "Their phone numbers please" */
const OF_CONTACT =
  /^(?:(?:what are|show|give|me|and|their|the|with|of|them|all) )*(?:(?:e?mails?|phones?|phone numbers?|numbers?|email address(?:es)?|contact details)(?: and )?)+(?: (?:please|of them|too|as well))*$/u;
/** "Sort by score", "best first please" */
const SORTING =
  /^(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?|arrange)\b|^(?:the )?(?:best|worst|hottest|highest|lowest|newest|latest|most recent|oldest)(?: scor\w+| points| ones?)? (?:first|at the top)\b/u;
/** "Plus France and Italy" */
const MORE = /^(?:plus|add|include|including|together with|and also)\b|\b(?:too|as well)$/u;
const OF_REFINING = /^(?:sort|sorted|order|ordered|rank|ranked|arrange|plus|include|including|together|first)$/u;
const MOST_WORDS = 14;

/**
 * The question before with what this one changes: other leads, another figure, other groups, another time; null if
 * it stands alone.
 */
export function ofSameLeads(
  { text: whole }: Wording,
  wording: Wording,
  last: Meaning,
  isMarked: boolean,
  { language, now, known }: Context,
): Meaning | null {
  const { text, words } = wording;
  let before = last;
  const isSorting = SORTING.test(text);
  if (!OF_DATA.has(before.intent) || words.length > MOST_WORDS) return null;
  const isOfMine = /\b(?:over)?due\b/u.test(text) && words.length < 4 && before.leads.filter.owner === "me";
  const refers = isMarked || isOfMine || isSorting || MORE.test(text) || THEM.test(whole);
  // "Wholesalers" are read as leads of an option.
  const isSubject = words.some(({ meant }, at) => OWN_SUBJECT.test(meant) && words[at - 1]?.field === undefined);
  // "And just website leads?"
  const isNarrower = isMarked && words.length < 5 && !/^(?:how|what|which|who|show|list)\b/u.test(text);
  if (isSubject && !isNarrower && !/\b(?:them|these|those|hers|his)\b/u.test(text)) return null;
  if (REQUEST.test(text) || asksHow(text) || /\bif\b/u.test(text)) return null;
  if (words.some(({ isOfLead }) => isOfLead) || WHO_DECIDED.test(text)) return null;
  if (/\b(?:why|reasons?)\b/u.test(text) && (before.leads.isDecided || before.leads.filter.status === "rejected"))
    return { ...before, intent: "decided", language, wording, before, asks: { ...before.asks, by: [] }, isSure: true };
  if (OF_CONTACT.test(text))
    return {
      ...before,
      intent: "list_leads",
      language,
      wording,
      before,
      asks: { ...before.asks, by: [] },
      isSure: true,
    };
  const read = readLeadQuestion(wording, now, known);
  // "And October?", "and the 26th?", "and in Berlin?"
  const [first] = words;
  const tried = ["in", "on", ...(/^(?:in|from|at|with)\b/u.test(text) ? ["leads"] : [])].flatMap((meant) =>
    read.span === null && words.length < 4 && first !== undefined
      ? readLeadQuestion(wordingOf(wording.question, [{ ...first, meant }, ...words]), now, known)
      : [],
  );
  const found = tried.find(({ span, filter }) => span !== null || filter.search !== undefined) ?? read;
  const delta = { ...found, leftOver: found.leftOver.filter((word) => !OF_REFINING.test(word)) };
  const said = asksIn(wording);
  // "Which came by form?" names the source rather than asks for the sources.
  const isNamed = (by: Asks["by"][number]): boolean =>
    ((by === "source" || by === "origin") && delta.filter.source !== undefined) ||
    (by === "owner" && delta.owners.length > 0);
  const own: Asks = LISTED.test(text) ? { ...said, by: said.by.filter((by) => !isNamed(by)) } : said;
  // "Which of Diego's are pending?", after figures by owner, asks for leads.
  if (LISTED.test(text) && before.asks.by.some(isNamed))
    before = {
      ...before,
      intent: "list_leads",
      asks: { ...before.asks, by: before.asks.by.filter((by) => !isNamed(by)) },
    };
  const isCount = COUNTING.test(text) && words.length < 6;
  const isAsked =
    own.by.length > 0 ||
    hasFigure(own) ||
    own.statuses.length > 0 ||
    own.isQuality ||
    own.first !== "most" ||
    own.isAverage ||
    own.isCompared ||
    isCount ||
    SUMMED.test(text);
  if (!refers && delta.leftOver.length > 0 && own.by.length === 0 && !own.isCompared && !hasFigure(own)) return null;
  const isMost = /\b(?:most|least|fewest|best|worst)\b/u.test(text);
  const isOfPeople =
    isMost && own.by.length === 0 && before.asks.by.length === 0 && /^who (?:has|have|got|owns)\b/u.test(text);
  const asked: Asks = isOfPeople ? { ...own, by: ["owner"] } : own;
  const isListed = LISTED.test(text) && asked.by.length === 0 && !(isMost && before.asks.by.length > 0);
  if (delta.isEmpty && !isAsked && !isMost && !(refers && isListed)) return null;
  // Nothing says what an unknown word asks for.
  const unknown = delta.leftOver.filter((word) => !LIGHT.has(word) && !isAnyQuestionWord(word));
  if (unknown.length > 0 && delta.isEmpty && !isAsked && !isMost) return null;
  // "Bakeries", which the leads before were searched for
  const isOfLeads = before.intent === "count_leads" || before.intent === "list_leads";
  const searched = before.leads.leftOver.filter(
    (word) => isOfLeads && !isAnyQuestionWord(word) && !LIGHT.has(word) && !/\d|^lack/u.test(word),
  );
  // "The top three", of a list in another order
  const isInOrder = before.leads.sort !== null && delta.sort === "-score" && !/\bscores?\b|\bpoints\b/u.test(text);
  const ordered = isInOrder ? { ...delta, sort: before.leads.sort } : delta;
  const changed = overlaid(before.leads, ordered);
  // "And in Berlin?" narrows what was searched for, another industry replaces it.
  const [was, is = ""] = [before.leads.filter.search, ordered.filter.search];
  if (was !== undefined && text.startsWith("in ") && is !== "" && !isOfIndustry(is, known))
    changed.filter = { ...changed.filter, search: `${was} ${is}` };
  // "Plus France": with those before
  const countries = MORE.test(text)
    ? [...new Set([...before.leads.countries, ...changed.countries])]
    : changed.countries;
  const leads: LeadQuestion = { ...changed, countries, leftOver: [...searched, ...unknown] };
  // "And by score?", after countries
  const isByScore = before.asks.by.length > 0 && /^by (?:the )?(?:average )?(?:scores?|points)$/u.test(text);
  const asks = overlaidAsks(before.asks, isByScore ? { ...asked, score: "average" } : asked);
  if (before.sides !== undefined && own.by.length === 0 && !isCount && !/^(?:show|list)\b/u.test(text))
    return {
      ...before,
      language,
      wording,
      before,
      asks,
      sides: before.sides.map((one) => overlaid(one, delta)),
      isSure: true,
    };
  const isFigure = SUMMED.test(text) || (own.isAverage && own.score === null && own.field === null);
  const summed = isFigure ? summedField(before, known.fields ?? []) : null;
  const figure = own.isAverage ? "average" : "total";
  const all: Asks = summed === null ? asks : { ...asks, field: { ...summed, figure }, by: own.by };
  const intent = intentOf(all, asked, before, text, isListed, delta.sort !== null);
  return {
    ...before,
    intent,
    language,
    wording,
    before,
    leads: { ...leads, limit: delta.limit ?? (intent === "list_leads" ? before.leads.limit : null) },
    asks: intent === "count_leads" || intent === "list_leads" ? { ...all, by: [] } : all,
    isSure: true,
    ...spansOf(before, delta, own),
  };
}

const isOfIndustry = (said: string, { leads }: Context["known"]): boolean =>
  plainWord(said)
    .split(" ")
    .every((word) => leads?.found?.has(word));

/** "Compared to October", after the leads of November. */
function spansOf(before: Meaning, delta: LeadQuestion, own: Asks): Pick<Meaning, "spans"> {
  const { span } = before.leads;
  return own.isCompared && delta.span !== null && span !== null && own.first !== "dropped"
    ? { spans: [span, delta.span] }
    : {};
}

function intentOf(all: Asks, own: Asks, before: Meaning, text: string, isListed: boolean, isSorted: boolean): IntentId {
  const [by] = own.by;
  if (all.by.length > 0 && all.score !== null && own.score === null && by === undefined) return before.intent;
  if (by !== undefined) return typeof by === "string" ? intentOfGrouping(by) : "by_field";
  if (
    all.by.length > 0 &&
    !COUNTING.test(text) &&
    (own.first !== "most" || own.isQuality || own.statuses.length > 0 || hasFigure(own))
  )
    return before.intent;
  if (own.isCompared && all.by.length === 0) return "compare";
  if (isSorted && before.intent === "count_leads") return "list_leads";
  if (COUNTING.test(text)) return before.intent === "decided" ? "decided" : "count_leads";
  if (own.field !== null || all.field !== before.asks.field) return "field_figures";
  if (own.score !== null) return "average_score";
  if (own.isRate || own.isShare) return "conversion";
  // "And who has none?", after what each of the team has
  if (before.intent === "by_owner" && /^who\b/u.test(text)) return before.intent;
  if (isListed && before.intent !== "decided") return "list_leads";
  if (before.intent === "activity") return "list_leads";
  return before.intent;
}

/** The number that the leads before were about, or the only one there is. */
function summedField(before: Meaning, fields: NonNullable<Context["known"]["fields"]>): Asks["field"] {
  const keys = [
    before.asks.field?.key,
    ...(before.leads.filter.fields ?? "").split(",").map((one) => one.split(":")[0]),
  ];
  const numbers = fields.filter(({ kind }) => kind === "number");
  const field =
    numbers.find(({ key }) => keys.includes(key) || before.leads.sort?.includes(key)) ??
    (numbers.length === 1 ? numbers[0] : undefined);
  return field === undefined ? null : { ...field, figure: "total" };
}
