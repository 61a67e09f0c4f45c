import { fieldConditionsText, fieldConditionsOf } from "#shared/contract/leads/field-filter.ts";
import type { LeadQuestion } from "#server/assistant/understanding/lead-phrases.ts";

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
    owners: now.owners.length === 0 ? before.owners : now.owners,
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
