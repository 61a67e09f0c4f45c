import type { FieldCriterion } from "#server/db/leads/fields/field-criteria.ts";
import { isOfField, meetsField } from "#server/db/leads/fields/field-sql.ts";
import { listsMissing, type LeadCriteria } from "#server/db/leads/lead-filter.ts";
import { allOf } from "#server/db/leads/lead-page.ts";
import { isMatch, type Search } from "#server/db/leads/lead-search.ts";
import { sql, type Sql } from "#server/db/engine/sql.ts";
import { matchesOf } from "#server/db/leads/sqlite-lead-search.ts";

/** Each criterion on a custom field is separate, by its position. */
export type Criterion = keyof LeadCriteria | `field ${number}`;

/** One filter in the forms a query can use. SQLite uses no index for a column behind a unary plus. */
interface Narrowing {
  /** Tests a lead of table `l` that was found another way. */
  test: Sql;
  /** Finds its leads through its own index. */
  find: Sql;
  /** The distinct ids of its leads, through its own index. */
  ids: Sql;
  /** The number of matching leads, where it is known without counting. */
  size?: Sql;
}

export type Narrowings = ReadonlyMap<Criterion, Narrowing>;

/** The criteria's filters, usually most selective first. */
export function narrowingsOf(criteria: LeadCriteria): Narrowings {
  const { ids, status, statuses, inProgress, search, source, keywords, created, score, missing, hasEmail } = criteria;
  const { due, hasNextStep, company, owner, tags, addressQuality, changed, fields } = criteria;
  const narrowings = new Map<Criterion, Narrowing>();
  const byColumn = (criterion: Criterion, column: string, compare: (column: Sql) => Sql): void => {
    narrowings.set(criterion, columnNarrowing(column, compare));
  };
  if (ids !== undefined) narrowings.set("ids", idNarrowing(ids));
  if (inProgress !== undefined) narrowings.set("inProgress", progressNarrowing(inProgress));
  if (statuses !== undefined) byColumn("statuses", "status", (column) => sql`${column} in (${sql.join(statuses)})`);
  if (company !== undefined) byColumn("company", company.column, (column) => sql`${column} = ${company.value}`);
  if (due !== undefined) byColumn("due", "next_step_due", inTime(due));
  if (hasNextStep !== undefined) narrowings.set("hasNextStep", nextStepNarrowing(hasNextStep));
  if (status !== undefined) {
    const size = sql`select coalesce(sum(count), 0) from lead_totals where status = ${status}`;
    narrowings.set("status", { ...columnNarrowing("status", (column) => sql`${column} = ${status}`), size });
  }
  if (search !== undefined) narrowings.set("search", searchNarrowing(search));
  if (source !== undefined) byColumn("source", "source", (column) => sql`${column} = ${source}`);
  if (owner !== undefined) byColumn("owner", "owner_key", (column) => sql`${column} = ${owner}`);
  if (addressQuality !== undefined) {
    byColumn("addressQuality", "address_quality", (column) => sql`${column} = ${addressQuality}`);
  }
  if (keywords !== undefined) narrowings.set("keywords", keywordNarrowing(keywords));
  if (tags !== undefined) narrowings.set("tags", tagNarrowing(tags));
  for (const [at, field] of (fields ?? []).entries()) narrowings.set(`field ${at}`, fieldNarrowing(field));
  if (created !== undefined) byColumn("created", "created_at", inTime(created));
  if (changed !== undefined) byColumn("changed", "updated_at", inTime(changed));
  if (score !== undefined) byColumn("score", "score", (column) => sql`${column} between ${score.min} and ${score.max}`);
  if (missing !== undefined) {
    byColumn("missing", "missing_info", (column) => sql`${column} in (${sql.join(listsMissing(missing))})`);
  }
  if (hasEmail !== undefined) {
    byColumn("hasEmail", "email_key", (column) => sql`${column} ${sql.raw(hasEmail ? "is not null" : "is null")}`);
  }
  return narrowings;
}

function columnNarrowing(column: string, compare: (column: Sql) => Sql): Narrowing {
  return {
    test: compare(sql.raw(`+l.${column}`)),
    find: compare(sql.raw(`l.${column}`)),
    ids: sql`select id from leads where ${compare(sql.raw(column))}`,
  };
}

function inTime({ from, before }: NonNullable<LeadCriteria["created"]>) {
  return (column: Sql): Sql => {
    if (from === undefined) return sql`${column} < ${before}`;
    return before === undefined ? sql`${column} >= ${from}` : sql`${column} >= ${from} and ${column} < ${before}`;
  };
}

/** Ids as JSON numbers, which SQLite reads without losing digits. */
function givenIds(ids: Iterable<string | number>): Sql {
  return sql`select value as id from json_each(${`[${[...new Set(ids)].join(",")}]`})`;
}

function idNarrowing(ids: readonly string[]): Narrowing {
  const given = givenIds(ids);
  return { test: sql`+l.id in (${given})`, find: sql`l.id in (${given})`, ids: given };
}

/** Reads only the index of leads in progress. */
function progressNarrowing(is: boolean): Narrowing {
  const ids = sql`select id from leads indexed by leads_in_progress where qualification_status = 'in_progress'`;
  if (is) return { test: sql`+l.id in (${ids})`, find: sql`l.id in (${ids})`, ids };
  const test = sql`+l.id not in (${ids})`;
  return { test, find: test, ids: sql`select l.id from leads l indexed by leads_facets where ${test}` };
}

/** Leads with a next step are in a small index; without one, reading the leads themselves is faster than excluding it. */
function nextStepNarrowing(has: boolean): Narrowing {
  if (!has) return columnNarrowing("next_step_due", (column) => sql`${column} is null`);
  const ids = sql`select id from leads indexed by leads_next_step where next_step_due is not null`;
  return { test: sql`+l.id in (${ids})`, find: sql`l.next_step_due is not null`, ids };
}

function keywordNarrowing(keywords: readonly string[]): Narrowing {
  const isOne = sql`keyword in (select value from json_each(${JSON.stringify(keywords)}))`;
  // With a single spelling, in the order of ids.
  const ids =
    keywords.length === 1
      ? sql`select lead_id as id from lead_keywords where keyword = ${keywords[0]}`
      : sql`select distinct lead_id as id from lead_keywords where ${isOne}`;
  return {
    test: sql`exists (select 1 from lead_keywords k where k.${isOne} and k.lead_id = l.id)`,
    find: sql`l.id in (${ids})`,
    ids,
  };
}

/** Leads by tag, from the index of tags; those without a tag have no index. */
function tagNarrowing({ match, ids }: NonNullable<LeadCriteria["tags"]>): Narrowing {
  const isOne = (tag: readonly string[]): Sql => sql`tag_id in (select value from json_each(${`[${tag.join(",")}]`}))`;
  const has = (tag: readonly string[]): Sql =>
    sql`exists (select 1 from lead_tags t where t.${isOne(tag)} and t.lead_id = l.id)`;
  if (match === "none") {
    const test = sql`not ${has(ids.flat())}`;
    return { test, find: test, ids: sql`select l.id from leads l indexed by leads_facets where ${test}` };
  }
  // Unless others were merged into it, the leads of a tag are in the order of their ids.
  const found = ids.map((tag) =>
    tag.length === 1
      ? sql`select lead_id as id from lead_tags where tag_id = ${tag[0]}`
      : sql`select distinct lead_id as id from lead_tags where ${isOne(tag)}`,
  );
  const all = sql.join(found, " intersect ");
  return { test: allOf(ids.map(has)), find: sql`l.id in (${all})`, ids: all };
}

/** Leads by a custom field, from the index of values; those without a value have no index. */
function fieldNarrowing(criterion: FieldCriterion): Narrowing {
  if (!criterion.has) {
    const test = sql`not ${hasValue(isOfField(criterion))}`;
    const ids = sql`select l.id from leads l indexed by leads_facets where ${test}`;
    return { test, find: test, ids, size: sql`select ${Number.MAX_SAFE_INTEGER}` };
  }
  const ids = idsByValue(criterion);
  return { test: hasValue(meetsField(criterion)), find: sql`l.id in (${ids})`, ids };
}

/** Whether a lead of table `l` has a value that meets the condition on `v`. */
function hasValue(condition: Sql): Sql {
  return sql`exists (select 1 from lead_field_values v indexed by lead_field_values_lead
    where v.lead_id = l.id and ${condition})`;
}

/** The leads that meet the criterion, from the index of values. */
export function idsByValue(criterion: FieldCriterion): Sql {
  const distinct = sql.raw((criterion.any?.length ?? 1) > 1 ? "distinct" : "");
  return sql`select ${distinct} v.lead_id as id from lead_field_values v where ${meetsField(criterion)}`;
}

/** The leads that meet the criterion, from the text index. */
export function idsBySearch(criterion: FieldCriterion, search: Search): Sql {
  return sql`select l.id from (${matchesOf(search)}) l where ${hasValue(meetsField(criterion))}`;
}

function searchNarrowing(search: Search): Narrowing {
  const ids = matchesOf(search);
  return {
    test: sql`(select ${isMatch(search, "instr")} from lead_search s where s.id = l.id)`,
    find: sql`l.id in (${ids})`,
    ids,
  };
}
