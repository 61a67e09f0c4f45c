import { isDeepStrictEqual } from "node:util";
import type { AssignmentConditions, FieldCondition } from "#shared/contract/assignment.ts";
import { impliesCondition, readCondition, type RuleCondition } from "#shared/contract/leads/rule-condition.ts";
import type { LeadRecord } from "#shared/lead-record.ts";
import { ConditionMatcher } from "#server/pipeline/intake/keywords/condition-matcher.ts";
import { customTexts } from "#server/pipeline/intake/lead-text.ts";
import { resolveCondition } from "#server/pipeline/intake/resolve-fields.ts";
import { phoneCountry } from "#server/pipeline/text/phone-country.ts";
import { invalid } from "#server/platform/errors.ts";
import type { AssignmentState } from "#server/db/assignment/assignment.ts";
import { foldText } from "#server/db/leads/search-text.ts";
import { tagIdsOf } from "#server/db/leads/lead-tags.ts";
import { faultsOf } from "#server/features/rules/check-rule-fields.ts";
import { shownId } from "#server/features/tags/tags.ts";

/** What conditions name. */
export interface Named extends Pick<AssignmentState, "fields"> {
  /** The tag that an ID means now; null if it was deleted. */
  tagOf: (id: string) => number | null;
}

export function namedBy({ fields, tags: all }: Pick<AssignmentState, "fields" | "tags">): Named {
  const shown = shownId(all);
  return { fields, tagOf: (id) => shown(Number(id)) };
}

/** Whether a lead meets the conditions, prepared for many leads. */
export function conditionTest(
  conditions: AssignmentConditions,
  { fields, tagOf }: Named,
): (lead: LeadRecord) => boolean {
  const { source, minScore, maxScore, country, texts = [], customFields = [] } = conditions;
  const matchers = customFields.map((one) => matcherOf(one, fields));
  const tagged = conditions.tags?.map(tagOf) ?? [];
  const hasTags = ({ tagMarks }: LeadRecord): boolean => {
    const ids = new Set(tagIdsOf(tagMarks).map((id) => tagOf(String(id))));
    return tagged.every((id) => id !== null && ids.has(id));
  };
  const meetsFields = (lead: LeadRecord): boolean => {
    const values = customTexts(lead);
    return matchers.every((matcher) => matcher.occurrences(values).length > 0);
  };
  return (lead) =>
    (source === undefined || lead.source === source) &&
    (minScore === undefined || lead.score >= minScore) &&
    (maxScore === undefined || lead.score <= maxScore) &&
    texts.every(({ field, contains }) => foldText(lead[field]).includes(foldText(contains))) &&
    (country === undefined || countryOf(lead) === country) &&
    (tagged.length === 0 || hasTags(lead)) &&
    (matchers.length === 0 || meetsFields(lead));
}

function matcherOf({ field, anyOf }: FieldCondition, fields: Named["fields"]): ConditionMatcher {
  const resolved = resolveCondition({ keywords: anyOf, fields: [field] }, fields);
  return new ConditionMatcher(resolved.keywords.map((text, keyword) => ({ keyword, text, field: resolved.fields[0] })));
}

/** Why no lead can meet the conditions, because a field or tag was deleted or changed; null if one can. */
export function conditionFault({ customFields = [], tags = [] }: AssignmentConditions, named: Named): string | null {
  for (const one of customFields) {
    const faults = faultsOfField(one, named);
    const isOfField = faults.some(({ keyword }) => keyword === null);
    if (isOfField || faults.length === one.anyOf.length) return faults[0]?.message ?? null;
  }
  return tags.some((id) => named.tagOf(id) === null) ? "One of its tags was deleted." : null;
}

/**
 * Refuses conditions that no lead can meet. Those that the rule had before stay allowed. Throws invalid, naming the
 * place.
 */
export function checkConditions(
  { customFields = [], tags = [] }: AssignmentConditions,
  before: AssignmentConditions,
  named: Named,
): void {
  for (const [at, one] of customFields.entries()) {
    if (before.customFields?.some((known) => isDeepStrictEqual(known, one)) === true) continue;
    const [fault] = faultsOfField(one, named);
    if (fault === undefined) continue;
    const place = fault.place === "fields" ? "field" : fault.place.replace("keywords", "anyOf");
    throw invalid(`conditions.customFields.${at}.${place}`, fault.message);
  }
  const deleted = tags.findIndex((id) => before.tags?.includes(id) !== true && named.tagOf(id) === null);
  if (deleted >= 0) throw invalid(`conditions.tags.${deleted}`, "This tag was deleted. Choose another one.");
}

/** The names of rules that would lose conditions if custom fields were these. */
export function rulesLosing(
  rules: readonly { name: string; conditions: AssignmentConditions }[],
  named: Named,
  after: Named["fields"],
): string[] {
  const faultOf = ({ conditions }: (typeof rules)[number], fields: Named["fields"]) =>
    conditionFault(conditions, { ...named, fields });
  return rules
    .filter((rule) => faultOf(rule, named.fields) === null && faultOf(rule, after) !== null)
    .map(({ name }) => name);
}

function faultsOfField({ field, anyOf }: FieldCondition, { fields }: Named) {
  return faultsOf({ mode: "condition", fields: [field], keywords: anyOf }, fields);
}

/** Conditions to compare with others: those on custom fields are read. */
interface Compared extends Omit<AssignmentConditions, "customFields" | "tags"> {
  customFields: readonly { field: string; anyOf: readonly (RuleCondition | null)[] }[];
  tags: readonly (number | null)[];
}

export function comparedBy(
  { customFields = [], tags = [], ...rest }: AssignmentConditions,
  { tagOf }: Named,
): Compared {
  const read = customFields.map(({ field, anyOf }) => ({ field, anyOf: anyOf.map(readCondition) }));
  return { ...rest, customFields: read, tags: tags.map(tagOf) };
}

/** Whether every lead that meets the second conditions meets the first. */
export function covers(wide: Compared, narrow: Compared): boolean {
  return (
    (wide.source === undefined || wide.source === narrow.source) &&
    (wide.country === undefined || wide.country === narrow.country) &&
    (wide.minScore ?? 0) <= (narrow.minScore ?? 0) &&
    (wide.maxScore ?? 100) >= (narrow.maxScore ?? 100) &&
    (wide.texts ?? []).every((text) =>
      (narrow.texts ?? []).some(
        ({ field, contains }) => field === text.field && foldText(contains).includes(foldText(text.contains)),
      ),
    ) &&
    wide.customFields.every(({ field, anyOf }) =>
      narrow.customFields.some(
        (one) => one.field === field && one.anyOf.every((text) => anyOf.some((other) => impliesCondition(text, other))),
      ),
    ) &&
    wide.tags.every((id) => narrow.tags.includes(id))
  );
}

/** Top-level domains that name a country by another code, or no country. */
const DOMAINS: Readonly<Record<string, string | null>> = {
  uk: "GB",
  eu: null,
  io: null,
  ai: null,
  co: null,
  me: null,
  tv: null,
};

/** The country of the phone number, or else of the email's or website's domain; null if neither tells. */
function countryOf({ phone, email, scrapeUrl }: LeadRecord): string | null {
  const byPhone = phoneCountry(phone);
  if (byPhone !== null) return byPhone;
  for (const host of [email.slice(email.lastIndexOf("@") + 1), hostOf(scrapeUrl)]) {
    const [, ending] = /\.([a-z]{2})$/u.exec(host.toLowerCase()) ?? [];
    if (ending === undefined) continue;
    const country = ending in DOMAINS ? DOMAINS[ending] : ending.toUpperCase();
    if (country != null) return country;
  }
  return null;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : "";
}
