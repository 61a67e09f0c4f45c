import type { Language } from "#shared/language.ts";
import type { Meaning } from "#server/assistant/understanding/question.ts";
import type { KnownNames } from "#server/assistant/understanding/mark-names.ts";
import { OF_LEAD } from "#server/assistant/understanding/intent-kinds.ts";
import { asksHow, rankIntents } from "#server/assistant/understanding/intent-model.ts";
import { readLeadQuestion } from "#server/assistant/understanding/lead-question.ts";
import {
  ALL_OF_THEM,
  COMPARED,
  CONFIRMING,
  FOLLOW_UP,
  GO_ON,
  MANNERS,
  POLITE_END,
  REQUEST,
  WHY,
} from "#server/assistant/understanding/request-words.ts";
import { correctSpelling } from "#server/assistant/understanding/spelling.ts";
import { translate } from "#server/assistant/understanding/translate.ts";
import { keywordSaid } from "#server/assistant/understanding/keyword-said.ts";
import { askedField } from "#server/assistant/understanding/asked-field.ts";
import { without } from "#server/assistant/understanding/directly.ts";
import { plainWord, type Word, type Wording } from "#server/assistant/understanding/words.ts";

/** A line of an answer's list: a lead with its score, or the quoted name of a rule or source. */
const LINE =
  /^• (?:[“„«]\s?(?<quoted>[^”“»]+?)\s?[”“»]|(?<name>[^:,\n]+?)(?:, (?<company>[^:,\n]+?))?(?=,| ?:).*(?:\b(?:score|Punkte|puntuación)\b|\((?:overdue|today|due|überfällig|heute|fällig|en retard|aujourd'hui|à faire|atrasado|hoy|pendiente)))/gmu;

/** The leads, rules or sources that an answer lists, in its order. */
export function listedIn(answer: string): string[] {
  const lines = [...answer.matchAll(LINE)].map(({ groups = {} }) => groups);
  return lines.map(({ name, company, quoted }) => {
    if (name === undefined) return `“${quoted ?? ""}”`;
    const isShared = lines.filter((other) => other["name"] === name).length > 1;
    return isShared && company !== undefined ? `${name} of ${company}` : name;
  });
}

const PLACES = [
  "first|1st|top|erste[nrs]?|premi[eè]re?|primer[oa]?",
  "second|2nd|zweite[nrs]?|deuxi[eè]me|seconde?|segund[oa]",
  "third|3rd|dritte[nrs]?|troisi[eè]me|tercer[oa]?",
  "fourth|4th|vierte[nrs]?|quatri[eè]me|cuart[oa]",
  "fifth|5th|fünfte[nrs]?|cinqui[eè]me|quint[oa]",
  "last|bottom|letzte[nrs]?|derni[eè]re?|últim[oa]|ultim[oa]",
];
const THE = "the|de[nmr]|die|das|le|la|el|al";
const ONE =
  "one|lead|guy|man|woman|person|contact|entry|davon|eintrag|prospect|d'entre eux|de ellos|of (?:them|these|those)";
/** Without "one", what follows may not be what it is the first of: "the last report". */
const ENDS =
  "(?=\\s*(?:[,.;:?!)]|$)|\\s+(?:is|was|has|can|could|should|goes|looks|needs|and|to|for|as|so|please|now|ist|hat|mir|an|bitte|und|als|est|à|aux?|et|en|es|a|para|como|y)\\b|\\s+\\p{Ll}+(?:en|ieren)\\s*$)";
/** "The second one", "den ersten", "el último"; of many leads, "the last lead" is the newest. */
const PLACE = PLACES.map(
  (words, at) =>
    new RegExp(
      `(?<![\\p{L}\\p{N}])(?:(?:${THE})\\s+)?(?:${words})\\s+(?:${at === PLACES.length - 1 ? ONE.replace("|lead", "") : ONE})(?!\\p{L})(?:\\s+of (?:them|these|those))?(?!\\s+(?:ever|from|of|who|that|with|we|i|in)\\b)|(?<![\\p{L}\\p{N}])(?:${THE})\\s+(?:${words})${ENDS}`,
      "iu",
    ),
);
const NUMBER = /(?<!\b(?:lead|phone|row)\s)(?:#|\b(?:number|no\.?|nr\.?|nummer|numéro|número)\s)(\d)\b/iu;
/** "Give it 5 points": the rule that the list began with. */
const IT =
  /(?<!\b(?:do|set|send|is|was|does|will|would)\s)\b(?:it|that rule|this rule|that source|this source|that one)\b/iu;

/** "Ann is mine", "the others can be approved": a request without its verb in front. */
const STATED: readonly (readonly [RegExp, string])[] = [
  [/^(?:i'll|i will|let me) (?:take|grab|handle|do) (.+)$|^(?:take|grab) (.+) for me$/iu, "assign $1$2 to me"],
  [/^(.+) (?:is|are) (?:mine|for me)$/iu, "assign $1 to me"],
  [/^(.+?) (?:should )?(?:goe?s?|belongs?) to (@?\p{L}[\p{L}.@]*)$/iu, "assign $1 to $2"],
  [
    /^i (?:accidentally )?((?:rejected|approved|deleted|assigned|tagged) .*?),? (?:by mistake|by accident|accidentally|oops)$|^i accidentally (.*)/iu,
    "undo $1$2",
  ],
  [/^(?:i'm |i am )?done with (.+?)(?:,? (?:please )?mark (?:it|that|them).*)?$/iu, "mark $1 as done"],
  [
    /^(?:no,? )?(?:make|do|set) (?:it|that) (?:on |for |to )?((?:today|tomorrow|next \w+|in \d+ \w+|(?:mon|tues|wednes|thurs|fri|satur|sun)day).*?)(?: instead)?$/iu,
    "move it to $1",
  ],
  // No status says so; a note does.
  [/^mark (.+?) as (contacted|called|phoned|emailed|visited|met|spoken to)$/iu, "note on $1: $2"],
  [/^(.+?) (?:can|could|should|must|may) be (?:approved|accepted)$/iu, "approve $1"],
  [/^(.+?) (?:can|could|should|must|may) be (?:rejected|declined|thrown out)$/iu, "reject $1"],
  [/^(.+?) (?:can|could|should|must|may) be (?:deleted|removed)$/iu, "delete $1"],
];
const IS_ASKED = /^(?:who|what|which|when|where|why|how|does|do|did|is|are|if|can|the reports?|reports?)\b|\bif\b/iu;

function asRequest(text: string): string {
  const bare = text.trim().replace(/[.!]+$/u, "");
  const polite = bare.replace(/^(?:(?:and|but|ok|okay|then|so|oh|well),? )+/iu, "").replace(POLITE_END, "");
  const found = text.endsWith("?") || IS_ASKED.test(polite) ? undefined : STATED.find(([said]) => said.test(polite));
  return found === undefined ? text : polite.replace(...found);
}

/** Nobody approves a rule. */
const DECIDING = /\b(?:approve|reject|qualify|assign|call|phone|email)\b|^(?:not|no)\b/iu;

const SENT = /^(?:please )?(?:send|forward|pass|hand) (.+?) (?:on |over )?to (\p{L}+)$/iu;
const PERSON = /^(?:he|she|him|her|hers|his)$/u;
const THING = /^(?:it|its)$/u;
/** "That one", "this guy" */
const THAT_ONE = /^(?:one|guy)$/u;
const POSSESSIVE = /^(?:his|its)$/u;
/** "Is it possible", "do it" */
const OF_NOTHING = /\b(?:is it (?:possible|true|normal|safe|ok)|do it|it is|how is it)\b/u;
/** What a question is about instead. */
const OWN_SUBJECT =
  /\b(?:leads|contacts|prospects|ones|them|these|those|they|rules?|keywords?|threshold|reports?|backups?|mailbox|gmail|webhooks?|crm|sheets?|forms?|websites?|sources?|sync\w*|import\w*|export\w*|notifications?|members?|viewers?|settings?|undo|everyone|team|how many|all|others?|rest|if|this (?:lead|person|contact))\b/u;
const OF_LEADS =
  /^(?:please )?(?:assign|give|hand|transfer|tag|untag|label|qualify|disqualify|reject|approve|delete|remind|note|comment|snooze|postpone|reschedule|move|push|mark|call|phone|schedule|follow up|try(?: \w+)? again|(?:set|add|create|make) (?:an? )?(?:reminder|next step|follow up|task|note|comment))\b/u;
const LONGEST_ELLIPSIS = 7;

/** The question with names in place of "the second one", "her" and the like, or with the lead that it leaves out. */
export function resolved(question: string, before: Meaning | null, now: Date, known: KnownNames): string {
  const other = otherKeyword(question, before);
  if (other !== undefined) return other;
  const { shown = [] } = known;
  const listed = shown.findLast(({ length }) => length > 0) ?? [];
  const isQuoted = listed[0]?.startsWith("“") === true;
  const stated = asRequest(withNames(question, listed, isQuoted));
  // "Send the top one to Sarah", of the team
  const said = stated.replace(SENT, (whole, what: string, person: string) =>
    known.people?.includes(plainWord(person)) === true ? `assign ${what} to ${person}` : whole,
  );
  const [only, ...others] = (shown.at(-1) ?? []).filter((name) => !name.startsWith("“"));
  const fresh = only === undefined ? (before?.lead ?? "") : others.length === 0 ? only : "";
  const first = isQuoted ? "" : (listed[0] ?? "");
  const isOrdered = before?.intent === "list_leads" && before.leads.sort !== null;
  const { wording, language } = translate(said, known, before?.language);
  const isOfOther = wording.words.some(({ isOfLead }) => isOfLead) && !COMPARED.test(wording.text);
  if (before === null || isOfOther || CONFIRMING.test(wording.text)) return said;
  const person = fresh || (others.length > 0 ? first : lastLead(before, known));
  const thing = fresh || (isOrdered ? first : "");
  const pronoun = wording.words.find(
    ({ meant }, at) =>
      (person !== "" && PERSON.test(meant)) ||
      // "Wann kam sie rein?"
      (language === "de" && fresh !== "" && meant === "them" && !ALL_OF_THEM.test(wording.text)) ||
      (thing !== "" && /^(?:that|this)$/u.test(meant) && THAT_ONE.test(wording.words[at + 1]?.meant ?? "")) ||
      (thing !== "" && THING.test(meant) && !OF_NOTHING.test(wording.text) && before.subject === undefined),
  );
  if (pronoun !== undefined)
    return withName(said, wording, pronoun, PERSON.test(pronoun.meant) ? person : thing || person);
  // "Why?", of a list in an order, is about its first.
  const isLeftOut = fresh !== "" ? leavesOut(wording, language, now, known) : thing !== "" && WHY.test(wording.text);
  return isLeftOut ? withLead(said, wording, thing) : said;
}

const OF_KEYWORDS = /\b(?:keyword|word|counts?|match|rules?|stichwort|wort|zählt|mot|compte|palabra|cuenta|suma)\b/iu;
const OTHER_WORD =
  /^(?:(?:and|ok|okay|also|what about|how about|und|auch|et|aussi|y|también) )+(?:["“„«]\s*([^"”“»]+?)\s*["”“»].{0,30}|([\p{L}-]+)\W*)$/iu;

/** "And “budgets”?", after whether “budget” counts as a keyword: the same of this word. */
function otherKeyword(question: string, before: Meaning | null): string | undefined {
  const asked = before?.wording.question ?? "";
  const said = /^(?:act|what_if)$/u.test(before?.intent ?? "") || !OF_KEYWORDS.test(asked) ? "" : keywordSaid(asked);
  const [, inQuotes, word = inQuotes] = OTHER_WORD.exec(question) ?? [];
  return said === "" || word === undefined ? undefined : asked.replace(said, () => word);
}

/** The last lead that a question was about, unless a colleague was named since. */
function lastLead(before: Meaning, known: KnownNames): string {
  for (let one: Meaning | undefined = before; one !== undefined; one = one.previous) {
    if ((one.lead ?? "") !== "") return one.lead ?? "";
    if (one.wording.words.some(({ meant }) => known.people?.includes(meant))) return "";
  }
  return "";
}

function withName(said: string, wording: Wording, pronoun: Word, name: string): string {
  const { words } = wording;
  // "Rejette-le": part of the verb
  if (words.some((word) => word !== pronoun && word.start === pronoun.start)) return withLead(said, wording, name);
  const next = words[words.indexOf(pronoun) + 1];
  if (pronoun.meant.startsWith("th") && THAT_ONE.test(next?.meant ?? ""))
    return `${said.slice(0, pronoun.start)}${name}${said.slice(next?.end)}`;
  const isNoun = next !== undefined && /^\s/u.test(said.slice(pronoun.end)) && !NO_NOUN.test(next.meant);
  const isOf = POSSESSIVE.test(pronoun.meant) || (pronoun.meant === "her" && isNoun);
  return `${said.slice(0, pronoun.start)}${name}${isOf ? "'s" : ""}${said.slice(pronoun.end)}`;
}
const NO_NOUN =
  /^(?:to|as|on|in|at|by|for|from|and|or|with|back|again|please|now|today|tomorrow|next|last|first|then|too|off|up|about|instead|yet|so|that|a|an|the|\w+day)$/u;

/** What each lead has. */
const OF_FACT = /\b(?:next step|owner|status|score|points|tags?|notes?|comments?|history|duplicates?|planned)\b/u;
/** From this probability on, a question without a lead is taken for one about something else. */
const SURE = 0.6;

/** Whether a short question asks something of a lead without naming any: "and the phone number?", "assign to me" */
function leavesOut(asked: Wording, language: Language, now: Date, known: KnownNames): boolean {
  const spelled = language === "en" ? correctSpelling(asked) : asked;
  const bare = without(spelled, FOLLOW_UP);
  const { words, text: whole } = bare;
  const text = whole.replace(MANNERS, "");
  const isRequest = REQUEST.test(text);
  if (words.length === 0 || words.length > LONGEST_ELLIPSIS || asksHow(text) || GO_ON.test(text)) return false;
  if (OWN_SUBJECT.test(text) || /^in\b/u.test(text) || (isRequest && !OF_LEADS.test(text))) return false;
  const isOther = words.some(
    ({ isOfName, field, origin, view, meant, said }, at) =>
      isOfName === true ||
      (origin ?? view ?? field?.conditions) !== undefined ||
      (!isRequest && known.people?.includes(meant) === true) ||
      (at > 0 && language !== "de" && /^\p{Lu}\p{Ll}/u.test(said)),
  );
  if (isOther) return false;
  if (isRequest || (words.length < 6 && (askedField(text) !== undefined || OF_FACT.test(text)))) return true;
  const { span, filter, sort } = readLeadQuestion(asked, now, known);
  const ofLead = bare === spelled ? ["status"] : [];
  if ((span ?? sort) !== null || Object.keys(filter).some((key) => !ofLead.includes(key))) return false;
  const said = words.map(({ meant }) => meant);
  const [alone] = rankIntents(said, language);
  const [named] = rankIntents([...said, "{x}"], language);
  const isOfLead = alone !== undefined && (alone.id.startsWith("lead_") || alone.id in OF_LEAD || alone.id === "none");
  return named?.id.startsWith("lead_") === true && (isOfLead || (alone?.probability ?? 0) < SURE);
}

/** Before a text that is dictated, after the verb of a request, after "why", or else at the end. */
function withLead(said: string, { words, text }: Wording, name: string): string {
  const dictated = said.search(/:\s/u);
  if (dictated > 0) return `${said.slice(0, dictated)} ${name}${said.slice(dictated)}`;
  const verb = OF_LEADS.exec(text.replace(MANNERS, ""))?.[0].split(" ").at(-1) ?? "";
  const isAfter = /^why\b/u.test(text)
    ? "why"
    : /^(?:remind\w*|schedule|note|comment|step|up|task)$/u.test(verb)
      ? ""
      : verb;
  const end =
    words.find(({ meant }) => isAfter !== "" && meant === isAfter)?.end ?? said.replace(/[\s?!.]+$/u, "").length;
  return `${said.slice(0, end)} ${name}${said.slice(end)}`;
}

function withNames(text: string, listed: readonly string[], isQuoted: boolean): string {
  if (listed.length === 0) return text;
  // A name that two listed leads share identifies neither.
  const named = listed.map((name) => (listed.indexOf(name) === listed.lastIndexOf(name) ? name : undefined));
  const numbered = text.replace(NUMBER, (said, at: string) => named[Number(at) - 1] ?? said);
  const placed = PLACE.reduce((said, place, at) => {
    const name = at === PLACE.length - 1 ? named.at(-1) : named[at];
    return name === undefined ? said : said.replace(place, () => name);
  }, numbered);
  return isQuoted && !DECIDING.test(placed) ? placed.replace(IT, () => listed[0] ?? "") : placed;
}
