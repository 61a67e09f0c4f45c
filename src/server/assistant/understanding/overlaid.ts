import { fieldConditionsText, fieldConditionsOf } from "#shared/contract/leads/field-filter.ts";
import type { LeadFilter } from "#shared/contract/leads/lead.ts";
import type { LeadQuestion } from "#server/assistant/understanding/lead-phrases.ts";
import { readLeadQuestion } from "#server/assistant/understanding/lead-question.ts";
import type { KnownNames } from "#server/assistant/understanding/mark-names.ts";
import type { Meaning } from "#server/assistant/understanding/question.ts";
import { filterOfSpan } from "#server/assistant/understanding/time-span.ts";
import { wordingOf, type Wording } from "#server/assistant/understanding/words.ts";

const DECISIONS =
  /^(?:approvals?|rejections?|decisions?|freigaben?|genehmigungen|ablehnungen|approbations|rejets|aprobaciones|rechazos)$/iu;

/** Both ends of a range; a due date is before the second. */
const RANGES = [
  ["dueFrom", "dueBefore"],
  ["minScore", "maxScore"],
] as const;

/** The previous question with the changes of the new one. */
export function overlaid(before: LeadQuestion, now: LeadQuestion): LeadQuestion {
  const fields = overlaidFields(before.filter.fields, now.filter.fields);
  const filter = { ...before.filter, ...now.filter, ...(fields !== undefined && { fields }) };
  if (now.span !== null && now.span.to === null) delete filter.to;
  // "What's due today?", "and overdue?": the new end replaces the range that it would make empty.
  for (const [first, end] of RANGES) {
    const [from, to] = [filter[first], filter[end]];
    if (from === undefined || to === undefined || from < to || (from === to && end === "maxScore")) continue;
    if (now.filter[first] === undefined) delete filter[first];
    if (now.filter[end] === undefined) delete filter[end];
  }
  return {
    ...before,
    filter,
    span: now.span ?? before.span,
    sort: now.sort ?? before.sort,
    ofThreshold: now.ofThreshold ?? before.ofThreshold,
    nearThreshold: now.nearThreshold ?? before.nearThreshold,
    owners: now.owners.length > 0 || now.filter.owner !== undefined ? now.owners : before.owners,
    deciders: now.deciders.length === 0 ? before.deciders : now.deciders,
    origins: now.origins.length === 0 ? before.origins : now.origins,
    tags: now.tags.length === 0 ? before.tags : now.tags,
    tagMatch: now.tags.length === 0 && now.tagMatch === "any" ? before.tagMatch : now.tagMatch,
    limit: now.limit ?? before.limit,
    isEmpty: false,
    parts: [...before.parts, ...now.parts],
    excluded: [...before.excluded, ...now.excluded],
    also: [...before.also, ...now.also],
    countries: now.countries.length === 0 ? before.countries : now.countries,
    notCountries: [...before.notCountries, ...now.notCountries],
    isDecided:
      before.isDecided || now.isDecided || (before.span !== null && now.parts.some(({ said }) => DECISIONS.test(said))),
    isOnlyRule: before.isOnlyRule || now.isOnlyRule,
    isOfTitle: before.isOfTitle || now.isOfTitle,
    isWithoutRule: before.isWithoutRule || now.isWithoutRule,
    isOfContact: before.isOfContact || now.isOfContact,
    others: [
      ...before.others.filter((other) => Object.keys(other).every((key) => !(key in now.filter))),
      ...now.others,
    ],
  };
}

/** The conditions of both questions; on the same field, only those of the new one. */
function overlaidFields(before = "", now = ""): string | undefined {
  const [former, latter] = [fieldConditionsOf(before) ?? [], fieldConditionsOf(now) ?? []];
  const kept = former.filter(({ key }) => !latter.some((one) => one.key === key));
  return kept.length + latter.length === 0 ? undefined : fieldConditionsText([...kept, ...latter]);
}

const AGAINST = /^(?:vs|versus|against|than|or|and)$/u;
const COMPARING = /\b(?:vs|versus|against|compar\w*|better|worse|higher|lower|more|fewer|less|differ\w*|quality)\b/u;
const THE_REST =
  /^(?:(?:to|with) )?(?:the )?(?:rest|others?|other (?:leads|ones)|all others|every(?:one|body) else|(?:those |leads |ones |the ones )?(?:without|not)(?: one| any| it| them)?)(?: (?:in|of|on|do)\b.*)?$/u;

/** The sets of leads that a question compares; null if it compares none. */
export function sidesIn(wording: Wording, whole: LeadQuestion, now: Date, known: KnownNames): Meaning["sides"] | null {
  if (!COMPARING.test(wording.text)) return null;
  return ofValues(whole) ?? ofHalves(wording, now, known);
}

/** A set for each of several values of one kind: sources, countries, tags, options or words searched for. */
function ofValues(leads: LeadQuestion): Meaning["sides"] | null {
  const { filter, others, countries, tags, tagMatch } = leads;
  const conditions = fieldConditionsOf(filter.fields ?? "") ?? [];
  const [field, ...options] = conditions.filter(({ test }) => test === "is");
  const isOfValue = (other: LeadFilter): boolean => Object.keys(other).every((key) => COMPARED.has(key));
  if (others.length > 0 && others.every(isOfValue))
    return [{}, ...others].map((other) => ({ ...leads, others: [], filter: { ...filter, ...other } }));
  if (countries.length > 1) return countries.map((country) => ({ ...leads, countries: [country] }));
  if (tags.length > 1 && tagMatch === "any") return tags.map((tag) => ({ ...leads, tags: [tag] }));
  if (field === undefined || options.length === 0 || options.some(({ key }) => key !== field.key)) return null;
  const rest = conditions.filter(({ key }) => key !== field.key);
  return [field, ...options].map((option) => ({
    ...leads,
    filter: { ...filter, fields: fieldConditionsText([...rest, option]) },
  }));
}

/** People and statuses are compared elsewhere. */
const COMPARED: ReadonlySet<string> = new Set(["source", "search", "keyword"]);

/** What comes before "or" and after it, each with the time of both. */
function ofHalves({ words, text, question }: Wording, now: Date, known: KnownNames): Meaning["sides"] | null {
  const compared = words.findIndex(
    ({ meant }, index) =>
      index > 0 &&
      (AGAINST.test(meant) || (meant === "compared" && /^(?:to|with)$/u.test(words[index + 1]?.meant ?? ""))),
  );
  // "Compare VIPs with the rest"
  const isOfVerb = compared < 0 && /^(?:please )?compare\b/u.test(text);
  const at = isOfVerb ? words.findLastIndex(({ meant }) => /^(?:with|to)$/u.test(meant)) : compared;
  if (at < 0) return null;
  // "Are leads with a phone better than …?"
  const end = words
    .slice(0, at)
    .findLastIndex(
      ({ meant }) => !COMPARING.test(meant) && !/^(?:do|are|is|score|convert\w*|perform\w*)$/u.test(meant),
    );
  const rest = words.slice(at + (words[at]?.meant === "compared" ? 2 : 1));
  const [left, right] = [words.slice(0, end + 1), rest].map((part) => wordingOf(question, part));
  if (left === undefined || right === undefined) return null;
  const first = readLeadQuestion(left, now, known);
  const other = THE_REST.test(right.text) ? complementOf(first) : readLeadQuestion(right, now, known);
  if (other === null || !isSet(first) || !isSet(other)) return null;
  const span = first.span ?? other.span;
  return [first, other].map((one) => ({
    ...one,
    span,
    leftOver: [],
    filter: { ...one.filter, ...(span !== null && filterOfSpan(span)) },
  }));
}

/** Says more of leads than a time, and nothing that other answers compare: statuses and people. */
function isSet({ filter, tags, tagMatch, excluded, others, countries, owners, deciders }: LeadQuestion): boolean {
  const { from: _from, to: _to, status, ...own } = filter;
  return (
    status === undefined &&
    owners.length + deciders.length + others.length === 0 &&
    (Object.keys(own).length > 0 || tags.length + countries.length + excluded.length > 0 || tagMatch === "none")
  );
}

/** All other leads; null if no filter expresses them. */
function complementOf(leads: LeadQuestion): LeadQuestion | null {
  const { from, to, ...own } = leads.filter;
  const time = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const { tags, tagMatch, excluded, countries } = leads;
  const [not, ...others] = excluded;
  if (tags.length > 0) return { ...leads, tagMatch: tagMatch === "none" ? "any" : "none" };
  if (countries.length > 0) return { ...leads, countries: [], notCountries: countries };
  if (not !== undefined)
    return others.length === 0 && Object.keys(own).length === 0
      ? { ...leads, filter: { ...time, ...not }, excluded: [] }
      : null;
  return { ...leads, filter: time, excluded: [own] };
}
