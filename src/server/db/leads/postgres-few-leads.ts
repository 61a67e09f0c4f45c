import { definedFields } from "#shared/defined-fields.ts";
import { sql, type Sql, verbatim, type Work } from "#server/db/engine/sql.ts";
import type { FieldCriterion } from "#server/db/leads/fields/field-criteria.ts";
import { WHOLE } from "#server/db/leads/fields/field-values.ts";
import type { LeadCriteria } from "#server/db/leads/lead-filter.ts";
import { allOf } from "#server/db/leads/lead-page.ts";
import { idsByValue, listsOf, tests } from "#server/db/leads/postgres-lead-tests.ts";

/** Numbers of leads above which another query plan is faster. */
export interface Thresholds {
  /** A search first scans this many leads in list order. */
  sampled: number;
  /** With more hits than this among them, a count goes on with `walked` twice. */
  common: number;
  /** Other filters first scan this many leads in list order. */
  glanced: number;
  /** With at least this many hits, the scan continues up to `walked` leads. */
  promising: number;
  walked: number;
  /** A scan for the ids of a custom field's value stops after this many leads. */
  sought: number;
  /** A count examines at most this many matches, more if it is to be exact for more. */
  lookedAt: number;
  /** The leads of a tag or of a custom field's value with at most this many are collected and sorted. */
  few: number;
  /** After a failed scan, up to this many leads of a custom field's value are collected after all. */
  gathered: number;
}

/** What texts have in the index of texts in custom fields. */
const INDEXED = /[^0-9a-f-]/u;

/**
 * Some of the criteria's leads if these are few: the given ones, or those that changed lately or that have a tag, an
 * owner, a next step or such, or a custom field's value. Null if none are few.
 */
export function* fewFound(criteria: LeadCriteria, few: number): Work<Sql | null> {
  const { ids, changed, tags, owner, company, due, hasNextStep, inProgress, addressQuality, fields = [] } = criteria;
  const rare = tests(definedFields({ owner, company, due, hasNextStep, inProgress, addressQuality }));
  const lists = [
    ...(ids === undefined ? [] : [sql`select unnest(${ids}::bigint[]) as id`]),
    ...(changed === undefined ? [] : [sql`select id from leads where updated_at >= ${changed.from}`]),
    ...listsOf(tags),
    ...(fields.length > 0 && rare.length > 0 ? [sql`select l.id from leads l where ${allOf(rare)}`] : []),
    // A text that few leads contain was found before.
    ...fields.filter(({ has, contains }) => has && contains === undefined).map(idsByValue),
  ];
  for (const found of lists) {
    // The limit is for PostgreSQL to know that these ids fit into memory.
    if ((yield* countUpTo(found, few)) <= few) return sql`select distinct id from (${found} limit ${few}) few`;
  }
  return null;
}

/**
 * Selects the leads of a text in a custom field, from the index of texts if it has them. Null if so many leads have it
 * that a scan in list order finds a page.
 */
export function* idsOfText(
  criterion: FieldCriterion,
  text: string,
  { glanced, promising }: Pick<Thresholds, "glanced" | "promising">,
): Work<Sql | null> {
  const newest = sql`select l.id from lead_search l order by l.id desc limit ${glanced}`;
  const having = sql`select 1 from (${newest}) l where ${allOf(tests({ fields: [criterion] }))}`;
  if ((yield* countUpTo(having, promising)) > promising) return null;
  const isIndexed = text.length > 2 && criterion.part === WHOLE && INDEXED.test(text);
  return isIndexed
    ? sql`${idsByValue(criterion)} and v.sort_key ~ ${sql.raw(`'${INDEXED.source}'`)}`
    : idsByValue(criterion);
}

/** The number of rows of the query, at most `upTo` + 1. */
export function* countUpTo(rows: Sql, upTo: number): Work<number> {
  const counted = sql`select count(*) from (${rows} limit ${upTo + 1}) counted`;
  const [row] = yield* verbatim<[string]>(counted, { planEachTime: true });
  return Number(row?.[0] ?? 0);
}
