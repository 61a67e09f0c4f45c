import { productShare } from "#server/assistant/understanding/intent-model.ts";
import type { IntentId } from "#server/assistant/understanding/intents.ts";
import type { LeadQuestion } from "#server/assistant/understanding/lead-phrases.ts";
import { LIGHT, plainWord, type Wording } from "#server/assistant/understanding/words.ts";

/**
 * What is asked by the words of a question, in any order: each group needs one of its words, `!` none of them, and `*`
 * is any ending. {r} is a rule, {l} a lead, {p} a person of the team, {s} a source,
 * {c} a country, {t} a tag, {n} a number and {f} a custom field. The first row
 * that fits decides; the examples decide on other questions.
 */
const ASKED = `
decided: why|reason|reasons|grounds reject*|declin* !{l} !{r} !it !this !that !he !she !him !her !last !top !first !newest !latest !if !rule !rules
last_sync: sync|import bring|brought|come|came|deliver|get|got|fetch|fetched !next !often !when !per !{l} !if !would !how_do !source !sources !failed !fail
by_source: {s} compare|converts|convert|better|best|brought|brings with|or|vs|versus|than !if !would !week !month !quarter !year !last !today !yesterday
settings: per|most|maximum|max sync|syncs leads !{l}
count_leads: number|amount|quantity leads !per !if !how !rule !{r} !by !sync !syncs !max !phone !score
conversion: share|percent|percentage|proportion|fraction approv*|reject*|qualif*|pending !if !would !how !{s} !source* !per !by !rule !{r} !month !week
what_if: would|suppose|drop|lose|go|went|giving|gave|qualify {n} !lead_ !report !reports !why !last !{r} !who !did !approve !{l} !gave
what_if: if|suppose|imagine|would|lose only|without|took|take|dropped|drop|kept|keep|accepted|accept|remove|removed|ignore|ignored|reject|rejected|exclude|excluded|stop|stopped|skip|close|closed|lose|using {s}|{c}|{t}|{w} !why !who !{l}
average_score: average|median score|scores !{l} !per !by !each !compare* !if !would !than !vs !versus !{s}
what_if: if|suppose|imagine threshold|cut_off|bar {n} !why !who !{l}
activity: who|when|what set|sets|changed|edited|modified|deleted|removed|created|adjusted|added|wrote|made rule|rules|threshold|setting|settings|weight|weights|{r} !if !would !should !how !can !average !score
lead_field: {l} what write|wrote|writes !{p} !comment* !note* !about !on
lead_about: {l} know|everything about|on|of|we !how !why !who !when !not
decided: who approv*|reject*|decid* most|least|fewest
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

const OF_AMOUNT =
  /^(?:leads?|people|contacts?|prospects|weeks?|days?|months?|hours?|minutes?|years?|points?|percent|th|st|nd|rd)$/u;

/** What the words say that is asked for; undefined if they leave it open. */
export function askedBy(
  { words, text }: Wording,
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
  if (words.some(({ meant }, at) => /^-?\d{1,3}$/u.test(meant) && !OF_AMOUNT.test(words[at + 1]?.meant ?? "")))
    said.push("{n}");
  if (words.some(({ isOfLead }) => isOfLead)) said.push("{l}");
  const named = [...new Set(words.map(({ meant }) => meant))].filter((one) => people.includes(one));
  if (named.length > 0) said.push("{p}");
  const has = (word: string): boolean =>
    word.endsWith("*") ? said.some((one) => one.startsWith(word.slice(0, -1))) : said.includes(word);
  const row = ROWS.find(({ groups }) =>
    groups.every(({ isNone, words: alternatives }) => alternatives.some(has) !== isNone),
  )?.intent;
  const compared = (): IntentId | undefined => {
    const statuses = [filter, ...others].filter(({ status }) => status !== undefined).length;
    if (others.some(({ source }) => source !== undefined) && has("share")) return "by_source";
    const isOfTwo = statuses > 1 && ["vs", "versus", "against", "compare", "compared"].some(has);
    return statuses > 2 || isOfTwo ? "by_status" : undefined;
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
