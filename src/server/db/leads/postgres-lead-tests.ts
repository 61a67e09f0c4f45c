import { LIMITS } from "#shared/limits.ts";
import { sql, type Sql } from "#server/db/engine/sql.ts";
import type { FieldCriterion } from "#server/db/leads/fields/field-criteria.ts";
import { isOfField, meetsField } from "#server/db/leads/fields/field-sql.ts";
import { allOf } from "#server/db/leads/lead-page.ts";
import { listsMissing, type LeadCriteria } from "#server/db/leads/lead-filter.ts";

/** The conditions that leads of table `l` meet. */
export function tests(criteria: LeadCriteria): Sql[] {
  const { ids, status, statuses, inProgress, source, score, created, missing, keywords, tags, hasEmail } = criteria;
  const { due, hasNextStep, company, owner, addressQuality, changed, fields = [] } = criteria;
  const conditions: Sql[] = [];
  if (ids !== undefined) conditions.push(sql`l.id = any(${ids}::bigint[])`);
  if (status !== undefined) conditions.push(sql`l.status = ${status}`);
  if (statuses !== undefined) conditions.push(sql`l.status in (${sql.join(statuses)})`);
  if (inProgress !== undefined) {
    conditions.push(sql`l.qualification_status ${sql.raw(inProgress ? "=" : "<>")} 'in_progress'`);
  }
  if (source !== undefined) conditions.push(sql`l.source = ${source}`);
  if (score !== undefined && score.min > LIMITS.score.min) conditions.push(sql`l.score >= ${score.min}`);
  if (score !== undefined && score.max < LIMITS.score.max) conditions.push(sql`l.score <= ${score.max}`);
  if (created?.from !== undefined) conditions.push(sql`l.created_at >= ${created.from}`);
  if (created?.before !== undefined) conditions.push(sql`l.created_at < ${created.before}`);
  if (changed !== undefined) conditions.push(sql`l.updated_at >= ${changed.from}`);
  if (missing !== undefined) conditions.push(sql`l.missing_info in (${sql.join(listsMissing(missing))})`);
  if (owner !== undefined) conditions.push(sql`l.owner_key = ${owner}`);
  if (addressQuality !== undefined) conditions.push(sql`l.address_quality = ${addressQuality}`);
  if (keywords !== undefined) conditions.push(hasKeyword(keywords));
  if (company !== undefined) conditions.push(sql`${sql.raw(`l.${company.column}`)} = ${company.value}`);
  if (due?.from !== undefined) conditions.push(sql`l.next_step_due >= ${due.from}`);
  if (due?.before !== undefined) conditions.push(sql`l.next_step_due < ${due.before}`);
  if (hasNextStep !== undefined) {
    conditions.push(sql`l.next_step_due ${sql.raw(hasNextStep ? "is not null" : "is null")}`);
  }
  if (tags !== undefined) conditions.push(...hasTags(tags));
  conditions.push(...fields.map(hasField));
  if (hasEmail !== undefined) conditions.push(sql`l.email_key ${sql.raw(hasEmail ? "is not null" : "is null")}`);
  return conditions;
}

/** Whether the lead of a row of `found` meets the criteria, as a subquery that PostgreSQL doesn't turn into a join. */
export function leadMeets(criteria: LeadCriteria): Sql {
  return sql`(select true from leads l where l.id = found.id and ${allOf(tests(criteria))})`;
}

function hasKeyword([first, ...others]: readonly string[]): Sql {
  const is = others.length === 0 ? sql`= ${first ?? null}` : sql`= any(${[first, ...others]})`;
  // A scan by number of keywords can skip leads that have none.
  return sql`l.keyword_count > 0 and exists (select from lead_keywords k where k.lead_id = l.id and k.keyword ${is})`;
}

/** A subquery that PostgreSQL doesn't turn into a join, which would read all leads of a common tag first. */
function hasTags({ match, ids }: Tags): Sql[] {
  const is = sql.raw(match === "none" ? "is null" : "");
  return ids.map((tag) => sql`(select true from lead_tags t where t.lead_id = l.id and ${isTag(tag)} limit 1) ${is}`);
}

/** A subquery for the same reason. */
function hasField(criterion: FieldCriterion): Sql {
  const { has } = criterion;
  const is = has ? meetsField(criterion) : isOfField(criterion);
  return sql`(select true from lead_field_values v where v.lead_id = l.id and ${is} limit 1) ${sql.raw(has ? "" : "is null")}`;
}

/** Selects the leads that meet the criterion, from the index of values; a lead may come several times. */
export function idsByValue(criterion: FieldCriterion): Sql {
  return sql`select v.lead_id as id from lead_field_values v where ${meetsField(criterion)}`;
}

export type Tags = NonNullable<LeadCriteria["tags"]>;

export function isTag(tag: readonly string[]): Sql {
  const [first, ...others] = tag;
  return others.length === 0 ? sql`tag_id = ${first ?? "0"}` : sql`tag_id = any(${tag}::bigint[])`;
}

/** The ids of the leads of each list of tags, from the index; none for leads without tags, which has no index. */
export function listsOf(tags: Tags | undefined): Sql[] {
  if (tags === undefined || tags.match === "none") return [];
  return tags.ids.map((tag) => sql`select lead_id as id from lead_tags where ${isTag(tag)}`);
}

/** Filters whose selectivity depends on the value, from a handful of leads to most of them. */
const BY_VALUE = [
  "created",
  "changed",
  "missing",
  "keywords",
  "tags",
  "ids",
  "inProgress",
  "owner",
  "addressQuality",
  "due",
  "company",
  "hasNextStep",
  "fields",
] as const;

export function goesByValue(criteria: LeadCriteria): boolean {
  return BY_VALUE.some((criterion) => criteria[criterion] !== undefined);
}
