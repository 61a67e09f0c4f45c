import { productShare } from "#server/assistant/understanding/intent-model.ts";
import type { IntentId } from "#server/assistant/understanding/intents.ts";
import type { LeadQuestion } from "#server/assistant/understanding/lead-phrases.ts";
import { LIGHT, plainWord, type Wording } from "#server/assistant/understanding/words.ts";

/**
 * What is asked by the words of a question, in any order: each group needs one of its words, `!` none of them, and `*`
 * is any ending. {r} is a rule, {l} a lead, {p} a person of the team, {s} a source,
 * {c} a country, {t} a tag, {q} something quoted, {n} a number and {f} a custom field. The first row
 * that fits decides; the examples decide on other questions.
 */
const ASKED = `
decided: why|reason|reasons|grounds reject*|declin* !{l} !{r} !it !this !that !he !she !him !her !last !top !first !newest !latest !if !rule !rules
count_leads: why|lack* pending !{l} !it !this !that !he !she !him !her !how
by_owner: whose overdue|due
by_owner: who owns|own|has|have nothing|none|no !{l} !lead !phone !email !company !next !step !steps
lead_to_qualify: {l} holding|holds|dragging|drags|keeps|keeping|stopping|prevents|preventing !who
lead_field: {l} tags|tag|label|labels !who !when !how
lead_history: {l} contacted|called|spoken|spoke|talked|touched|touch|reached !who !how !why !next !duplicate
last_sync: sync|import bring|brought|come|came|deliver|get|got|fetch|fetched !next !often !when !per !{l} !if !would !how_do !source !sources !failed !fail
by_owner: who|whom most|least|fewest|more overdue|due|steps|tasks|reminders
rules_that_work: rule|rules customer|customers|client|clients|deals !if !would !how !who !create !new !{l}
by_source: source|sources|channel|channels dried|quiet|slowed|slower|fading|dying
by_source: {s} compare|converts|convert|better|best|brought|brings with|or|vs|versus|than !if !would !week !month !quarter !year !last !today !yesterday
settings: per|most|maximum|max sync|syncs leads !{l}
count_leads: number|amount|quantity leads !per !if !how !rule !{r} !by !sync !syncs !max !phone !score
compare: more|fewer|less|better|worse than last|previous|before month|week|year|quarter|that !{s} !{l} !{p} !by !per !if
reports: mail|email|report|digest out|sent|arrive|arrived|delivered did|has|was|is !{l} !every
conversion: share|percent|percentage|proportion|fraction approv*|reject*|qualif*|pending !if !would !how !{s} !source* !per !by !rule !{r} !month !week
none: {l} will|gonna sign|buy|close|convert|purchase|reply|answer
lead_duplicates: {l} twice|double|duplicate|duplicated|again is|are|was|did
count_leads: something|anything new !if !would !how !rule !{r} !happened !since
lead_history: {l} who|when|anyone|somebody added|add|changed|change|edited|edit|removed|tagged|assigned|touched|touch|moved|modified !if
by_time: {s} less|fewer|more|dropped|quiet used|before|usual|lately|sending|sends|recently !if !would
by_owner: {p} if|leaves|leave|goes|away|vacation|holiday|sick many leads
by_owner: whose|who queue|pile|backlog|workload|plate|stack
by_owner: why fewer|less|more than {p}
lead_history: {l} why showing|shown|belong*|owned|owner|assigned
decided: pace|forecast|predict|projection|extrapolate approv*|reject*|decid*
what_if: if|suppose|imagine|would|effect|impact|without|anymore|doubling|halving {r} !how !why !who !did !{p}
what_if: would|suppose|drop|lose|go|went|giving|gave|qualify {n} !lead_ !why !last !{r} !who !did !approve !{l} !gave
what_if: if|suppose|imagine|would|lose only|without|took|take|dropped|drop|kept|keep|accepted|accept|remove|removed|ignore|ignored|reject|rejected|exclude|excluded|stop|stopped|skip|close|closed|lose|using {s}|{c}|{t}|{w} !why !who !{l}
what_if: effect|giving|gave|worth|what {n}|nothing {q} effect|if|would|giving
activity: anyone|anybody|someone|somebody edit|edited|change|changed|touch|touched|modified rules|rule|scoring|settings|setting|threshold|weights !if
skipped: wrong|failed|skipped|missing|lost import|upload|file rows|row|wrong|failed|missing !how !delete
activity: who|when|what set|sets|changed|edited|modified|deleted|removed|created|adjusted|added|wrote|made rule|rules|threshold|setting|settings|weight|weights|{r} !if !would !should !how !can
lead_field: {l} what write|wrote|writes !{p} !comment* !note* !about !on
lead_about: {l} know|everything about|on|of|we !how !why !who !when !not
activity: {p} do|doing|done|did|up what !list !plate !agenda !due !approv* !reject* !say !said !write !wrote !own* !have !next !{l}
keywords: keyword|keywords|words common|comment|typical|often|frequent !rule !{r}
rules_that_work: {r} worth|useful|useless|work|works|working !if !would
decided: who approv*|reject*|decid* most|least|fewest
count_leads: track|target|goal|pace leads !how
by_source: {s} worth|junk|garbage|useless|keep|keeping !how !rule
by_status: summary|summarize|recap|briefing|sum meeting|team|boss|manager|management|standup|call|up !report !email !{l} !send !how
by_status: numbers|figures|summary|recap|overview|stats|statistics|status|kpis|breakdown|results leads|week|month|quarter|yesterday|today|pipeline|last|stand !source* !countr* !owner* !rule* !report* !phone !{s} !person !colleague !per !score* !{f}
rules: word|keyword|term help*|hurt*|count|counts|matter|matters|points|give|gives|good|bad|plus|minus|positive|negative|score !create !make !new !which !lead !leads !if !would
`;

const ROWS = ASKED.trim()
  .split("\n")
  .map((row) => {
    const [intent = "", text = ""] = row.split(": ");
    const groups = text
      .split(" ")
      .map((group) => ({ isNone: group.startsWith("!"), words: group.replace("!", "").split("|") }));
    return { intent: intent as IntentId, groups };
  });

const COMPARED = "share percent vs versus against compare compared more better worse than".split(" ");
const OF_AMOUNT =
  /^(?:leads?|people|contacts?|prospects|weeks?|days?|months?|hours?|minutes?|years?|points?|percent|th|st|nd|rd)$/u;

/** What the words say that is asked for; undefined if they leave it open. */
export function askedBy(
  { words, text, question }: Wording,
  { filter, others, excluded, countries, notCountries, tags }: LeadQuestion,
  isOfHow: boolean,
  people: readonly string[],
): IntentId | undefined {
  const said = words.map(({ meant, isOfName, field }) =>
    field !== undefined ? "{f}" : isOfName === true ? "{r}" : meant,
  );
  if (filter.source !== undefined || excluded.some(({ source }) => source !== undefined)) said.push("{s}");
  if (countries.length + notCountries.length > 0) said.push("{c}");
  if (tags.length > 0) said.push("{t}");
  const { missing, search, minScore, maxScore, addressQuality } = filter;
  const isOfSome = [missing, search, minScore, maxScore, addressQuality].some((one) => one !== undefined);
  if (isOfSome || excluded.some((one) => one.missing !== undefined)) said.push("{w}");
  if (/[“"„«]/u.test(question)) said.push("{q}");
  if (words.some(({ meant }, at) => /^-?\d{1,3}$/u.test(meant) && !OF_AMOUNT.test(words[at + 1]?.meant ?? "")))
    said.push("{n}");
  if (words.some(({ isOfLead }) => isOfLead)) said.push("{l}");
  const named = [...new Set(words.map(({ meant }) => meant))].filter((one) => people.includes(one));
  if (named.length > 0) said.push("{p}");
  const has = (word: string): boolean =>
    word.endsWith("*") ? said.some((one) => one.startsWith(word.slice(0, -1))) : said.includes(word);
  const valuesOf = (key: "source" | "status"): number =>
    [filter, ...others].filter((one) => one[key] !== undefined).length;
  const row = ROWS.find(({ groups }) =>
    groups.every(({ isNone, words: alternatives }) => alternatives.some(has) !== isNone),
  )?.intent;
  const compared = (): IntentId | undefined => {
    if (valuesOf("source") > 1 && COMPARED.some(has)) return "by_source";
    if (countries.length > 1 && COMPARED.some(has)) return "by_country";
    const isOfTwo = valuesOf("status") > 1 && ["vs", "versus", "against", "compare", "compared"].some(has);
    return valuesOf("status") > 2 || isOfTwo ? "by_status" : undefined;
  };
  // "How do German leads convert compared with British ones?"
  if (isOfHow) return row === "what_if" && has("{n}") ? row : compared();
  const isOfMe = /\b(?:me|i)\b/u.test(text) && /\b(?:or|vs|versus|than|and)\b/u.test(text);
  if (
    (named.length > 1 || (named.length > 0 && isOfMe && /\b(?:who|more|most|better)\b/u.test(text))) &&
    row === undefined
  )
    return "by_owner";
  // "Diego's approved leads" are those he owns.
  const isDecided = words.some(
    ({ meant, said: written }, at) =>
      people.includes(meant) &&
      !/['’]s?$/u.test(written) &&
      /^(?:approved|rejected)$/u.test(words[at + 1]?.meant ?? ""),
  );
  if (isDecided) return "decided";
  return compared() ?? row;
}

const OF_PEOPLE =
  /\b(?:some(?:one|body|thing)|any(?:one|body|thing)?|leads?|people|contacts?|ones?|who|compan(?:y|ies)) (?:\w+ )?(?:from|at|in)\b/u;
const LEAST_SHARE = 0.3;
/** A longer question has more words that another question could have, too. */
const LEAST_SHARE_OF_MANY = 0.4;
const FEW = 3;
const OF_PRODUCT = 0.9;

/** Whether too few of a question's words are about the product to answer it. */
export function isOutOfScope(
  { words, text }: Wording,
  { parts, also, countries, isOfContact, leftOver }: LeadQuestion,
  name: string,
  people: readonly string[],
): boolean {
  const isNamed = words.some(
    ({ isOfName, isOfLead, field, said }) =>
      isOfName === true || isOfLead === true || field !== undefined || people.includes(plainWord(said)),
  );
  const isFiltered =
    parts.some(({ sets }) => sets.some((one) => one !== "from" && one !== "search" && one !== "other")) ||
    countries.length + also.length > 0;
  // "Do we have someone from Berlin?"
  const isOfPlace = parts.some(({ sets }) => sets.includes("search")) && OF_PEOPLE.test(text);
  const isRead = parts.length > 0 && leftOver.length === 0;
  if (isRead || isNamed || isOfPlace || isFiltered || isOfContact || name.includes("@")) return false;
  const content = words.filter(({ meant }) => !LIGHT.has(meant) && !/^\d/u.test(meant));
  const ofProduct = content.filter(({ meant }) => productShare(meant) >= OF_PRODUCT);
  const least = content.length > FEW ? LEAST_SHARE_OF_MANY : LEAST_SHARE;
  return content.length > 0 && ofProduct.length / content.length < least;
}
