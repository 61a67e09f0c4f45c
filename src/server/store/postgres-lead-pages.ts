import { sql, type RawBuilder } from "kysely";
import { listsMissing, type LeadCriteria } from "#server/store/lead-filter.ts";
import { comesAfter, orderBy } from "#server/store/lead-order.ts";
import { allOf, countOf, type LeadPageFinder, type LeadPageQuery, type LeadPageRow } from "#server/store/lead-page.ts";
import { LIMITS } from "#shared/limits.ts";
import type { LeadCount } from "#server/store/types.ts";
import { verbatim, type Work } from "#server/store/work.ts";

/** From what numbers of leads on another way is faster. */
export interface Thresholds {
  /** A search first looks through this many leads in the order of the list. */
  glanced: number;
  /** When it finds this many there, it goes on in the same way, as far as `walked`. */
  promising: number;
  walked: number;
  /** A count looks at no more matches than this. */
  lookedAt: number;
}

const THRESHOLDS: Thresholds = { glanced: 2_000, promising: 5, walked: 20_000, lookedAt: 20_000 };

/**
 * PostgreSQL knows how often values occur and chooses the index itself, except for a search: its text index gathers
 * all matches before the first is known, which takes long for common letters. Those are found by walking a little.
 */
export function postgresLeadPages(thresholds = THRESHOLDS): LeadPageFinder {
  return {
    page: (query) => page(query, thresholds),
    count: (criteria, upTo) => count(criteria, upTo, thresholds),
  };
}

function* page(query: LeadPageQuery, { glanced: glance, promising, walked: stretch }: Thresholds): Work<LeadPageRow[]> {
  const { criteria, order, limit } = query;
  const { search } = criteria;
  if (search === undefined) {
    if (order.column === "id" && isOfScores(criteria)) return yield* pageOfScores(query, glance);
    return yield* verbatim<LeadPageRow>(list(query), { planEachTime: goesByValue(criteria) });
  }
  const glanced = yield* verbatim<LeadPageRow>(walk(query, search, glance));
  if (glanced.length === limit) return glanced;
  if (glanced.length >= promising) {
    const walked = yield* verbatim<LeadPageRow>(walk(query, search, stretch));
    if (walked.length === limit) return walked;
  }
  const found = sql`(select id from lead_search where text like ${patternOf(search)} offset 0) found
    join leads l on l.id = found.id`;
  return yield* verbatim<LeadPageRow>(read(query, found, conditionsOf(query)), { planEachTime: true });
}

/**
 * The newest leads of a range of scores: among the newest of all, else by a merge of what each score has newest first.
 * PostgreSQL would walk on however far they are.
 */
function* pageOfScores(query: LeadPageQuery, stretch: number): Work<LeadPageRow[]> {
  const { criteria, order, after, limit } = query;
  const { score, ...others } = criteria;
  const { min, max } = score ?? LIMITS.score;
  const behind = after === null ? [] : [comesAfter(order, after)];
  const newest = sql`(select l.* from leads l where ${allOf(behind)} order by ${orderBy(order)} limit ${stretch}) l`;
  const glanced = yield* verbatim<LeadPageRow>(read(query, newest, allOf(tests(criteria))));
  if (glanced.length === limit) return glanced;
  const each = allOf([sql`l.score = of.score`, ...tests(others), ...behind]);
  const runs = sql`generate_series(${min}::integer, ${max}::integer) of (score) cross join lateral (
    select l.id from leads l where ${each} order by ${orderBy(order)} limit ${limit}) l`;
  return yield* verbatim<LeadPageRow>(read(query, runs, sql`true`));
}

function isOfScores(criteria: LeadCriteria): boolean {
  return criteria.score !== undefined && Object.keys(criteria).every((each) => each === "score" || each === "status");
}

function list(query: LeadPageQuery) {
  const { order, limit, columns } = query;
  return sql`
    select l.id, ${sql.raw(`l.${order.column}`)}, ${columns}
    from leads l where ${conditionsOf(query)} order by ${orderBy(order)} limit ${limit}`;
}

/** The page out of `from`, which has the leads as `l`. Only its own leads are read whole. */
function read({ order, limit, columns }: LeadPageQuery, from: RawBuilder<unknown>, where: RawBuilder<unknown>) {
  return sql`
    select l.id, ${sql.raw(`l.${order.column}`)}, ${columns}
    from (select l.id from ${from} where ${where} order by ${orderBy(order)} limit ${limit}) page
    join leads l on l.id = page.id
    order by ${orderBy(order)}`;
}

/** The page out of the first leads in the order of the list, as many as `stretch`. */
function walk(query: LeadPageQuery, search: string, stretch: number) {
  const { order, criteria, after } = query;
  const pattern = patternOf(search);
  // Newest first, with nothing else asked, is the order of the narrow table itself.
  if (order.column === "id" && Object.keys(criteria).length === 1) {
    const behind = after === null ? sql`true` : comesAfter(order, after);
    return read(
      query,
      sql`(select l.id, l.text from lead_search l where ${behind} order by ${orderBy(order)} limit ${stretch}) l`,
      sql`l.text like ${pattern}`,
    );
  }
  return read(
    query,
    sql`(select l.* from leads l where ${conditionsOf(query)} order by ${orderBy(order)} limit ${stretch}) l`,
    sql`(select s.text like ${pattern} from lead_search s where s.id = l.id)`,
  );
}

function* count(criteria: LeadCriteria, upTo: number, { lookedAt }: Thresholds): Work<LeadCount> {
  const { search, ...others } = criteria;
  if (search === undefined) {
    return countOf(yield* countUpTo(sql`select 1 from leads l where ${allOf(tests(criteria))}`, upTo), upTo);
  }
  const matches = sql`select id from lead_search where text like ${patternOf(search)}`;
  if (Object.keys(others).length === 0) return countOf(yield* countUpTo(matches, upTo), upTo);
  const found = sql`select 1 from (${matches} limit ${lookedAt}) found join leads l on l.id = found.id
    where ${allOf(tests(others))}`;
  const answer = countOf(yield* countUpTo(found, upTo), upTo);
  if (!answer.exact || (yield* countUpTo(matches, lookedAt)) <= lookedAt) return answer;
  return { ...answer, exact: false };
}

function* countUpTo(rows: RawBuilder<unknown>, upTo: number): Work<number> {
  const counted = sql`select count(*) from (${rows} limit ${upTo + 1}) counted`;
  const [row] = yield* verbatim<[string]>(counted, { planEachTime: true });
  return Number(row?.[0] ?? 0);
}

function conditionsOf({ criteria, order, after }: LeadPageQuery): RawBuilder<unknown> {
  return allOf([...tests(criteria), ...(after === null ? [] : [comesAfter(order, after)])]);
}

function tests(criteria: LeadCriteria): RawBuilder<boolean>[] {
  const { ids, status, source, score, created, missing, keywords, hasEmail } = criteria;
  const conditions: RawBuilder<boolean>[] = [];
  if (ids !== undefined) conditions.push(sql`l.id = any(${ids}::bigint[])`);
  if (status !== undefined) conditions.push(sql`l.status = ${status}`);
  if (source !== undefined) conditions.push(sql`l.source = ${source}`);
  if (score !== undefined && score.min > LIMITS.score.min) conditions.push(sql`l.score >= ${score.min}`);
  if (score !== undefined && score.max < LIMITS.score.max) conditions.push(sql`l.score <= ${score.max}`);
  if (created?.from !== undefined) conditions.push(sql`l.created_at >= ${created.from}`);
  if (created?.before !== undefined) conditions.push(sql`l.created_at < ${created.before}`);
  if (missing !== undefined) conditions.push(sql`l.missing_info in (${sql.join(listsMissing(missing))})`);
  if (keywords !== undefined) conditions.push(hasKeyword(keywords));
  if (hasEmail !== undefined) conditions.push(sql`l.email_key ${sql.raw(hasEmail ? "is not null" : "is null")}`);
  return conditions;
}

function hasKeyword([first, ...others]: readonly string[]): RawBuilder<boolean> {
  const is = others.length === 0 ? sql`= ${first ?? null}` : sql`= any(${[first, ...others]})`;
  // A walk by the number of keywords need not pass those that have none.
  return sql`l.keyword_count > 0 and exists (select from lead_keywords k where k.lead_id = l.id and k.keyword ${is})`;
}

/** Whether one value of a filter may keep a handful of leads and another most of them. */
function goesByValue({ created, missing, keywords, ids }: LeadCriteria): boolean {
  return created !== undefined || missing !== undefined || keywords !== undefined || ids !== undefined;
}

/** A LIKE pattern that means the letters as they are. */
function patternOf(search: string): string {
  return `%${search.replace(/[\\%_]/gu, String.raw`\$&`)}%`;
}
