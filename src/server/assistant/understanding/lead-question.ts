import { fieldConditionsText } from "#shared/contract/leads/field-filter.ts";
import type { LeadFilter } from "#shared/contract/leads/lead.ts";
import { LIMITS } from "#shared/limits.ts";
import { findDue, TO_CONTACT } from "#server/assistant/understanding/due-words.ts";
import {
  TAKERS,
  type LeadQuestion,
  type Narrowing,
  type Part,
  type Said,
} from "#server/assistant/understanding/lead-phrases.ts";
import type { KnownNames } from "#server/assistant/understanding/mark-names.ts";
import { REQUEST } from "#server/assistant/understanding/request-words.ts";
import { tagIn } from "#server/assistant/understanding/tag-in.ts";
import { peopleIn } from "#server/assistant/understanding/people-in.ts";
import { countriesIn } from "#server/assistant/understanding/country-names.ts";
import { findTimeSpan } from "#server/assistant/understanding/find-time-span.ts";
import { moved, filterOfSpan, NUMBER, numberOf } from "#server/assistant/understanding/time-span.ts";
import {
  LIGHT,
  FIELD,
  fieldsIn,
  saidBetween,
  wordsOf,
  type AskedField,
  type Wording,
} from "#server/assistant/understanding/words.ts";

const { conditions: MOST_CONDITIONS, conditionsLength: LONGEST_CONDITIONS } = LIMITS.customField;
/** Before what a question excludes: "not from websites", "without the rejected ones". */
const EXCLUDING =
  /(?<=^|[\s|])(?:not|never|neither|nor|except|excluding|without|apart|besides|other than)(?: (?:counting|including|who|ever|for|from|the|those|these|any|all|leads?|ones?|come|came|coming|been|be|have|has|are|is|were|that|which|yet|by|an?|of|in))* ?$/u;
/** "Leads that match the rule Budget and no other" */
const NO_OTHERS =
  /\b(?:(?:and |but )?(?:no|not any|without any) other(?: rules?| keywords?| tags?)?|(?:and |but )?nothing else|match(?:es|ed|ing)? (?:only|just)|(?:only|just|exclusively) match(?:es|ed|ing)?)\b/u;

const NO_RULE =
  /\b(?:that |which )?(?:match(?:ed|es|ing)?|hit|hits|with|without) (?:no|not any|any|none of the|not a single) (?:active )?(?:rules?|keywords?)\b/u;
const OF_RULE = /\b(?:(?:that |which )?match\w* )?(?:by )?(?:the )?rule\b|\bmatch\w*\b/u;
const NOBODY = "(?:not|never|nobody|no one|noone|without|no|none|untouched)";
/** "Nobody has called them yet", "no contact in two weeks" */
const NO_CONTACT = new RegExp(
  String.raw`\b(?:(?:that|which|who|whom|but|and|i|we|they|anyone|have|has|had|was|were|are|is|did|been|still|yet) )*(?:untouched|inactive|(?:with |had |have |has )?(?:no|without) (?:any |recent )?(?:activity|activities|movement|changes|updates)|${NOBODY}(?: (?:i|we|has|have|had|been|was|were|yet|ever|any|anyone|anybody|still|even|once|in))* (?:contact(?:ed)?(?! (?:details?|info\w*|data|form|person|us)\b)|call(?:ed|s)|touch(?:ed)?|spoken (?:to|with)|talked to|reached out to|emailed|followed up(?: with| on)?|worked on|moved|heard from|looked at(?= (?:since|for|in|over|within)\b)))(?: (?:with|by|to|from|us|me|anyone|anybody|them|yet|still|already|so far))*(?: (?:for|in|within|over|since)(?: (?:more than|over|at least|about|the last|the past|last))?(?: (?<n>${NUMBER.slice(1, -1)}|an?))? (?<unit>day|week|month)s?)?(?![a-z])`,
  "u",
);
/** "Mention vans but not trucks" */
const BUT_NOT = /\bbut not (?<x>[^\s\u0000]+)(?=$|\s*\u0000)/u;
const HAS_STEP = /\b(?:with|have|has|having|got) (?:an? |any |the )?next steps?(?: (?:set|planned|scheduled))?\b/u;
/** Before the name of a tag. */
const OF_TAGS = String.raw`(?<!\b(?:not|without|no|nor) (?:\w+ )?)\b(?:(?:that|which|who|are|is|have|has|been|with|having|of|the|a) )*(?:tagged(?: as| with)?|(?<!without (?:the )?)(?:tags?|labels?)) `;
/** Before a country. */
const OF_COUNTRY =
  /(?:(?:or|and|nor|but) )?(?:(?:that |who |which )?(?:are |is |come |came |live |based |located |work |sit )*(?:in |from |of |to )+)?(?:the )?$/u;

/** A question about all leads. */
const NOTHING: LeadQuestion = {
  filter: {},
  span: null,
  sort: null,
  ofThreshold: null,
  nearThreshold: null,
  tags: [],
  tagMatch: "any",
  isOfNext: false,
  limit: null,
  isEmpty: true,
  leftOver: [],
  parts: [],
  excluded: [],
  others: [],
  also: [],
  owners: [],
  deciders: [],
  origins: [],
  isDecided: false,
  countries: [],
  notCountries: [],
  isOnlyRule: false,
  isOfContact: false,
  isWithoutRule: false,
  isOfTitle: false,
};

/** Filler words, which don't change what a question asks for. */
const FILLING = new Set(
  `a an the all any every each our my your their me us i we you it they do does did is are was were be been being have has had having
  how many much number count total of in on to at by for and or with that which who what when there show list give tell find get got getting
  see display whose name please can could would lead leads contact contacts prospect prospects people ones one persons record records
  new come comes came coming arrive arrived add added create created receive received capture captured collected gathered so far now
  currently right exactly still just only also altogether overall entire whole exist know system product winnow database
  amount sum up out where than hav anyone someone anything something somebody industry most by through bring got get wait waiting decision more this these those them let look pull bring brought into state status then about some ever today's everything everyone everybody exist yet landed reached turned anyway still make call list board boards kanban cards belong belongs belonging owned assigned everywhere anywhere everybody either both pipeline
  but of also too really even maybe perhaps already again else want wanted need like would should know gonna lol hey hi good morning because cause actually basically roughly around than quickly quick if as sitting everyone here guys whom whose happen happened whatsoever though although old customers customer clients client summary result results myself yourself ourselves please accident accidentally mistake mistakenly somehow by thing things stuff interesting anyways sure ok okay thanks day plate tagged team line sentence deals news area region company moment anybody own owns mostly mainly usually folks guys total person peeps
  very quite rather pretty truly simply nearly almost definitely probably certainly therefore thus hence however whether while during upon via onto across along among itself himself herself themselves ours yours theirs such another several various certain enough always sometimes normally generally typically especially particularly specifically finally yes must might may shall cannot produce produces produced generate generates generated group grouped broken split deliver delivers delivered yield yields scores sorted`
    .split(/\s+/u)
    .filter(Boolean),
);

const isUsual = (word: string): boolean =>
  FILLING.has(word) ||
  LIGHT.has(word) ||
  /^(?:pending|qualified|approved|rejected|open|hot|cold|warm|best|top|good|bad|old|worst|score|source|urgent|emails?|phone|website|sheet|imported|file|form|call|demo|spam|junk)$/u.test(
    word,
  );

/** Of someone with an account; otherwise a team's leads are everyone's. */
const MINE = /\bmy (?=(?:\w+ ){0,2}(?:leads|contacts|prospects|tasks)\b)/u;

/** Parses which leads a question means. Each match is removed before later patterns run. */
export function readLeadQuestion(wording: Wording, now: Date, known: KnownNames = {}): LeadQuestion {
  const question: LeadQuestion = { ...NOTHING, filter: {}, leftOver: [] };
  const parts: Part[] = [];
  const excluded: string[] = [];
  const fields = fieldsIn(wording);
  let rest = clausesOf(wording).replaceAll(FIELD, "\u0000".repeat(FIELD.length));
  const cut = (start: number, end: number): void => {
    // Keeps the length, so that positions still refer to the original text.
    rest = rest.slice(0, start) + "\u0000".repeat(end - start) + rest.slice(end);
    question.isEmpty = false;
  };
  /** What a pattern matches, which means nothing else then. */
  const take = (match: RegExpExecArray | null, ...sets: Narrowing[]): match is RegExpExecArray => {
    if (match === null) return false;
    const end = match.index + match[0].length;
    if (sets.length > 0) parts.push({ said: saidBetween(wording, match.index, end), sets });
    cut(match.index, end);
    return true;
  };
  if (known.hasAccount === true && take(MINE.exec(rest), "owner")) question.filter.owner = "me";
  for (const { name, isDecider, start, end } of peopleIn(wording, wording.text, known)) {
    if (isDecider) question.deciders = [...new Set([...question.deciders, name])];
    else question.owners = [...new Set([...question.owners, name])];
    parts.push({ said: saidBetween(wording, start, end), sets: ["owner"] });
    cut(start, end);
  }
  question.origins = wording.words.flatMap(({ origin }) => origin ?? []);
  parts.push(...question.origins.map((said): Part => ({ said, sets: ["set"] })));
  // "Partner leads", "everything with vip": a tag without the word.
  for (const tag of known.tags ?? []) {
    // "Tagged vip or trade fair" names both.
    const inWords = /\btagged\b.*\b(?:or|and)\b/u.test(rest) ? null : tagIn(rest, tag);
    if (inWords !== null && question.tags.length === 0) {
      question.tags = [tag];
      parts.push({ said: tag, sets: ["tags"] });
      cut(...inWords);
      continue;
    }
    const name = wordsOf(tag).text;
    const tagged = new RegExp(String.raw`${OF_TAGS}${RegExp.escape(name)}(?! (?:and|or|nor)\b)(?=\s|$)`, "u").exec(
      rest,
    );
    if (question.tags.length === 0 && take(tagged, "tags")) {
      question.tags = [tag];
      continue;
    }
    const at = ` ${rest} `.indexOf(` ${name} `);
    const isOfLeads = /^ (?:leads?|ones?|contacts?|people|prospects)\b/u.test(rest.slice(at + name.length));
    const isWith = /\b(?:with|are|is|marked|labell?ed) (?:the )?$/u.test(rest.slice(0, at));
    // "VIP folks": a word that says nothing else.
    const isOwn = name.length > 2 && !REQUEST.test(wording.text) && name.split(" ").every((word) => !isUsual(word));
    if (at < 0 || !(isOfLeads || isWith || isOwn) || question.tags.length > 0 || /\btag/u.test(rest.slice(0, at)))
      continue;
    question.tags = [tag];
    parts.push({ said: tag, sets: ["tags"] });
    cut(at, at + name.length);
  }
  for (const { view, start } of placed(
    wording,
    wording.words.flatMap((word, at) => (word.view === undefined ? [] : [{ view: word.view, at, length: 1 }])),
  )) {
    Object.assign(question.filter, view);
    parts.push({ said: saidBetween(wording, start, start + "leads".length), sets: ["set"] });
    question.isEmpty = false;
  }
  // "The heads of logistics": a job title that leads have.
  for (const title of known.leads?.titles ?? []) {
    const at = new RegExp(String.raw`(?<=^|\s)${RegExp.escape(title)}s?(?=\s|$)`, "u").exec(rest);
    if (question.filter.search !== undefined || !take(at, "search")) continue;
    question.filter.search = title;
    question.isOfTitle = true;
  }
  question.isWithoutRule = take(NO_RULE.exec(rest), "set");
  const noContact = NO_CONTACT.exec(rest);
  if (take(noContact)) {
    question.isOfContact = true;
    const { n, unit } = noContact.groups ?? {};
    if (unit !== undefined) question.excluded = [{ changedFrom: ago(now, n ?? "1", unit).toISOString() }];
  }
  const noOthers = NO_OTHERS.exec(rest);
  const rule = wording.words.filter(({ isOfName, field }) => isOfName === true && field === undefined);
  const ofRule = noOthers === null ? [] : rule.map(({ meant }) => meant);
  if (noOthers !== null) {
    const end = noOthers.index + noOthers[0].length;
    question.isOnlyRule = rule.length > 0;
    if (!question.isOnlyRule) excluded.push(saidBetween(wording, noOthers.index, end));
    cut(noOthers.index, end);
    const at = ofRule.length === 0 ? -1 : rest.indexOf(ofRule.join(" "));
    if (at >= 0) cut(at, at + ofRule.join(" ").length);
    if (question.isOnlyRule) take(OF_RULE.exec(rest));
  }
  const due = findDue(rest.replaceAll("\u0000", "|"), now);
  if (due !== null) {
    const { owner, ...days } = due.filter;
    const isMine = owner !== undefined || /\bfor me\b|\bmy\b/u.test(rest);
    Object.assign(question.filter, days, isMine && known.hasAccount === true && { owner: "me" });
    question.sort = due.filter.nextStep === undefined ? "nextStep" : null;
    parts.push({ said: saidBetween(wording, due.start, due.end), sets: ["nextStep"] });
    cut(due.start, due.end);
  }
  const contact = due === null ? TO_CONTACT[0].exec(rest) : null;
  if (take(contact, "status")) TO_CONTACT[1](question, contact, () => "", known);
  if (due === null && take(HAS_STEP.exec(rest))) question.excluded = [...question.excluded, { nextStep: "none" }];
  const time = findTimeSpan(rest, now);
  if (time !== null && question.isOfContact && question.excluded.length === 0) {
    // "Older than a month, untouched": since then.
    const since = time.span.from.getTime() === 0 ? (time.span.to ?? now) : time.span.from;
    question.excluded = [{ changedFrom: since.toISOString() }];
    cut(time.start, time.end);
  } else if (time !== null) {
    question.span = time.span;
    parts.push({ said: saidBetween(wording, time.start, time.end), sets: ["from"] });
    cut(time.start, time.end);
  }
  if (question.isOfContact && question.excluded.length === 0) question.filter.nextStep = "none";
  for (const { code, start, end } of placed(wording, countriesIn(wording))) {
    if (rest.slice(start, end).includes("\u0000")) continue;
    const [of = ""] = OF_COUNTRY.exec(rest.slice(0, start)) ?? [];
    const from = start - of.length;
    const isNot = EXCLUDING.exec(rest.replaceAll("\u0000", "|").slice(0, from));
    const goesOn = /\| (?:or|and|nor) (?:\w+ )?$/u.test(rest.slice(0, start).replaceAll("\u0000", "|"));
    const isExcluded =
      isNot !== null || (goesOn && question.countries.length === 0 && question.notCountries.length > 0);
    if (isExcluded) question.notCountries = [...question.notCountries, code];
    else question.countries = [...question.countries, code];
    parts.push({ said: saidBetween(wording, start, end), sets: ["set"] });
    cut(isNot?.index ?? from, end);
  }
  for (const [pattern, apply] of TAKERS) {
    const match = new RegExp(pattern.source, `${pattern.flags}d`).exec(rest.replaceAll("\u0000", "|"));
    if (match === null) continue;
    const said: Said = (group) => {
      const place = match.indices?.groups?.[group];
      return place === undefined ? "" : clean(saidBetween(wording, ...place));
    };
    const end = match.index + match[0].length;
    const excluding = EXCLUDING.exec(rest.replaceAll("\u0000", "|").slice(0, match.index));
    if (excluding !== null) {
      const words = saidBetween(wording, excluding.index, end);
      const not = excludedBy(() => apply(question, match, said, known), question);
      if (not === null) excluded.push(words);
      else {
        question.excluded = [...question.excluded, not];
        parts.push({ said: words, sets: ["set"] });
      }
      cut(excluding.index, end);
      continue;
    }
    const before = { ...question.filter };
    const { tags, tagMatch, ofThreshold, others } = question;
    const isTaken = apply(question, match, said, known);
    const hasOther = question.others !== others;
    // A lead has one source, and some phrases mean two statuses.
    const isSet = question.others.at(-1)?.source !== undefined || question.filter.status !== before.status;
    const isOther = hasOther && !isSet && !isListed(wording.text, match.index, end);
    const taken = isTaken !== false && isOther ? false : isTaken;
    if (taken === false) question.others = others;
    else if (hasOther) parts.push({ said: saidBetween(wording, match.index, end), sets: ["set"] });
    const sets: Narrowing[] = (Object.keys(question.filter) as (keyof LeadFilter)[]).filter(
      (key) => question.filter[key] !== before[key],
    );
    if (question.tags !== tags || question.tagMatch !== tagMatch) sets.push("tags");
    if (question.ofThreshold !== ofThreshold) sets.push("minScore");
    parts.push({ said: saidBetween(wording, match.index, end), sets: taken === false ? ["other"] : sets });
    if (taken === false || taken === null) question.isEmpty = false;
    else cut(match.index, end);
  }
  const butNot = question.filter.keyword === undefined ? null : BUT_NOT.exec(rest);
  if (take(butNot, "set")) question.excluded = [...question.excluded, { keyword: butNot.groups?.["x"] ?? "" }];
  if (question.span !== null) Object.assign(question.filter, filterOfSpan(question.span));
  question.isDecided = question.deciders.length > 0 || (question.span !== null && DECIDED.test(wording.text));
  question.parts = [...parts, ...excluded.map((said): Part => ({ said, sets: ["other"] }))];
  // "From the food segment": the field says the rest.
  const others = rest.replaceAll(/\b(?:from|but) (?:the )?(?=\u0000)/gu, "");
  question.leftOver = [...ofRule, ...others.split(/[\s\u0000]+/u).filter((word) => word !== "" && !FILLING.has(word))];
  question.leftOver.push(...excluded.map((said) => said.toLowerCase()));
  if (question.origins.length > 0)
    question.leftOver = question.leftOver.filter(
      (word) => !/^(?:forms?|files?|sheets?|(?:web)?sites?|pages?|brought|bring|anything)$/u.test(word),
    );
  addFields(question, fields);
  return question;
}

/** What people decided, rather than what leads are. */
const DECIDED =
  /\b(?:did|were|was|have|has|been|got|we|i|team)\b.*\b(?:approved?|reject(?:ed)?)\b|\bapprovals?\b|\brejections?\b|\b(?:approved|rejected) (?:(?:by|per|each) \w+ )?(?:in|since|on|last|this|yesterday|today|before|after|during)\b/u;

/** A German date ends with a period: "vom 9.11. bis 13.11." */
const DAY = /^\d{1,2}(?:\.\d{1,2})?$/u;
/** Phrases don't go on after a sentence or a colon. */
function clausesOf({ text, words, question }: Wording): string {
  let at = 0;
  let clauses = text;
  words.forEach(({ meant, end }, index) => {
    at += meant.length;
    const next = words[index + 1];
    const between = next === undefined ? "" : question.slice(end, next.start);
    if (/[?!;:]|\s[–—-]\s/u.test(between) || (/\.\s/u.test(between) && !DAY.test(meant)))
      clauses = `${clauses.slice(0, at)}\u0000${clauses.slice(at + 1)}`;
    at += 1;
  });
  return clauses;
}

/** Where words are in the text. */
function placed<T extends { at: number; length: number }>(
  { words }: Wording,
  found: readonly T[],
): (T & { start: number; end: number })[] {
  const textOf = (to: number): number => words.slice(0, to).reduce((sum, { meant }) => sum + meant.length + 1, 0);
  return found.map((one) => ({ ...one, start: textOf(one.at), end: textOf(one.at + one.length) - 1 }));
}

/** The start of so much time ago: "in two weeks". */
function ago(now: Date, count: string, unit: string): Date {
  const n = /^an?$/u.test(count) ? 1 : numberOf(count);
  return moved(now, -n, unit);
}

const AND = "(?:and|or|plus|vs|versus)";
const AND_BEFORE = new RegExp(String.raw`\b${AND}(?: \w+){0,3} $`, "u");
const AND_AFTER = new RegExp(String.raw`^ ${AND}\b`, "u");

/** "Rejected or approved", rather than "approved leads that were rejected". */
function isListed(text: string, start: number, end: number): boolean {
  return (
    AND_BEFORE.test(text.slice(0, start)) ||
    AND_AFTER.test(text.slice(end)) ||
    / (?:or|and) /u.test(text.slice(start, end))
  );
}

/** The filter of a phrase alone; null if a filter can't express it. */
function excludedBy(apply: () => unknown, question: LeadQuestion): LeadFilter | null {
  const { filter, tags, tagMatch, ofThreshold, sort, limit } = question;
  question.filter = {};
  const taken = apply();
  const alone = question.filter;
  const isMore = question.tags !== tags || question.ofThreshold !== ofThreshold;
  Object.assign(question, { filter, tags, tagMatch, ofThreshold, sort, limit });
  return taken === false || taken === null || isMore || Object.keys(alone).length === 0 ? null : alone;
}

/** What the question asks of custom fields; a field that isn't understood is left over. */
function addFields(question: LeadQuestion, fields: readonly AskedField[]): void {
  const conditions = fields.flatMap((field) => (field.isExcluded === true ? [] : (field.conditions ?? [])));
  for (const { conditions: own, isExcluded, name } of fields) {
    if (isExcluded !== true || own === undefined) continue;
    question.excluded = [...question.excluded, { fields: fieldConditionsText(own) }];
    question.parts = [...question.parts, { said: name, sets: ["set"] }];
  }
  const text = fieldConditionsText(conditions);
  const isTooLong = conditions.length > MOST_CONDITIONS || text.length > LONGEST_CONDITIONS;
  if (text !== "" && !isTooLong) question.filter.fields = text;
  question.sort = fields.find((field) => field.sort !== undefined)?.sort ?? question.sort;
  if (fields.some(({ conditions: own, sort }) => (own ?? sort) !== undefined)) question.isEmpty = false;
  question.leftOver.push(...fields.filter((field) => isTooLong || !isUnderstood(field)).map(({ name }) => name));
}

/** Whether a question says more of a custom field than its name. */
function isUnderstood({ conditions, sort, figure, set }: AskedField): boolean {
  return (conditions ?? sort ?? figure ?? set) !== undefined;
}

/** Removes a possessive ending and surrounding white space. */
function clean(said: string): string {
  return said.replace(/['’]s?$/u, "").trim();
}
