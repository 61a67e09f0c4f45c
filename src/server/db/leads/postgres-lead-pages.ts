import { LIMITS } from "#shared/limits.ts";
import { listsMissing, type LeadCriteria } from "#server/db/leads/lead-filter.ts";
import type { Condition, Search } from "#server/db/leads/lead-search.ts";
import { comesAfter, orderBy } from "#server/db/leads/lead-order.ts";
import {
  allOf,
  type LeadPageFinder,
  type LeadPageQuery,
  type LeadPageRow,
  type StatusScores,
} from "#server/db/leads/lead-page.ts";
import { countOf, type LeadCount } from "#server/db/engine/lead-count.ts";
import { verbatim, type Work } from "#server/db/engine/work.ts";
import { sql, type Sql } from "#server/db/engine/sql.ts";

/** Numbers of leads above which another query plan is faster. */
export interface Thresholds {
  /** A search first scans this many leads in list order. */
  glanced: number;
  /** With at least this many hits, the scan continues up to `walked` leads. */
  promising: number;
  walked: number;
  /** With more hits than this in the first scan, a count goes on with `walked` twice. */
  common: number;
  /** A count examines at most this many matches. */
  lookedAt: number;
  /** The leads of a tag with at most this many are collected and sorted. */
  fewTagged: number;
}

const THRESHOLDS: Thresholds = {
  glanced: 2_000,
  promising: 5,
  walked: 20_000,
  common: 500,
  lookedAt: 20_000,
  fewTagged: 3_000,
};

/**
 * PostgreSQL has statistics on values and picks the index itself, except for a search: its text index collects all
 * matches before returning the first, which is slow for common letters. Those are found by a short scan in list order.
 */
export function postgresLeadPages(thresholds = THRESHOLDS): LeadPageFinder {
  return {
    page: (query) => page(query, thresholds),
    count: (criteria, upTo) => count(criteria, upTo, thresholds),
    totals: (criteria) => totals(criteria, thresholds),
  };
}

function* page(query: LeadPageQuery, thresholds: Thresholds): Work<LeadPageRow[]> {
  const { glanced: glance, promising, walked: stretch } = thresholds;
  const { criteria, order, limit } = query;
  const { search } = criteria;
  if (search === undefined) {
    const tagged = yield* pageOfTags(query, thresholds);
    if (tagged !== null) return tagged;
    if (order.column === "id" && isOfScores(criteria)) return yield* pageOfScores(query, glance);
    return yield* verbatim<LeadPageRow>(list(query), { planEachTime: goesByValue(criteria) });
  }
  const glanced = yield* verbatim<LeadPageRow>(walk(query, search, glance));
  if (glanced.length === limit) return glanced;
  if (glanced.length >= promising) {
    const walked = yield* verbatim<LeadPageRow>(walk(query, search, stretch));
    if (walked.length === limit) return walked;
  }
  const found = sql`(${matchesOf(search)}) found join leads l on l.id = found.id`;
  return yield* verbatim<LeadPageRow>(read(query, found, conditionsOf(query)), { planEachTime: true });
}

/**
 * The newest leads in a score range: a scan of the newest leads first, then a merge of each score's newest. PostgreSQL
 * would scan on however far away they are.
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

/** Reads the page from `from`, which provides the leads as `l`. Only the page's own leads are read in full. */
function read({ order, limit, columns }: LeadPageQuery, from: Sql, where: Sql) {
  return sql`
    select l.id, ${sql.raw(`l.${order.column}`)}, ${columns}
    from (select l.id from ${from} where ${where} order by ${orderBy(order)} limit ${limit}) page
    join leads l on l.id = page.id
    order by ${orderBy(order)}`;
}

/** Reads the page from the first `stretch` leads in list order. */
function walk(query: LeadPageQuery, search: Search, stretch: number) {
  const { order, criteria, after } = query;
  const tested = isMatch(search);
  // Newest first without other filters is the order of the narrow search table itself.
  if (order.column === "id" && Object.keys(criteria).length === 1) {
    const behind = after === null ? sql`true` : comesAfter(order, after);
    return read(
      query,
      sql`(select l.id, l.text, l.words from lead_search l where ${behind} order by ${orderBy(order)} limit ${stretch}) l
        cross join lateral (select l.text, l.words) s`,
      tested,
    );
  }
  return read(
    query,
    sql`(select l.* from leads l where ${conditionsOf(query)} order by ${orderBy(order)} limit ${stretch}) l`,
    sql`(select ${tested} from lead_search s where s.id = l.id)`,
  );
}

function* count(criteria: LeadCriteria, upTo: number, thresholds: Thresholds): Work<LeadCount> {
  const { lookedAt } = thresholds;
  const { search, ...others } = criteria;
  if (search === undefined) {
    const { tags, ...rest } = criteria;
    const few = yield* fewTagged(criteria, thresholds);
    if (few !== null) {
      const found = sql`select 1 from (${few}) found join leads l on l.id = found.id where ${allOf(tests(criteria))}`;
      return countOf(yield* countUpTo(found, upTo), upTo);
    }
    const [only] = tags === undefined ? [] : listsOf(tags);
    if (only !== undefined && tags?.ids.length === 1 && Object.keys(rest).length === 0) {
      return countOf(yield* countUpTo(sql`select distinct id from (${only}) tagged`, upTo), upTo);
    }
    return countOf(yield* countUpTo(sql`select 1 from leads l where ${allOf(tests(criteria))}`, upTo), upTo);
  }
  if (Object.keys(others).length === 0) return countOf(yield* countMatches(search, upTo, thresholds), upTo);
  const matches = matchesOf(search, lookedAt + 1);
  const found = sql`select 1 from (${matches} limit ${lookedAt}) found join leads l on l.id = found.id
    where ${allOf(tests(others))}`;
  const answer = countOf(yield* countUpTo(found, upTo), upTo);
  if (!answer.exact || (yield* countUpTo(matches, lookedAt)) <= lookedAt) return answer;
  return { ...answer, exact: false };
}

/** In one statement, which blocks nobody. A search that most leads match is tested on each. */
function* totals({ search, ...others }: LeadCriteria, { glanced, common }: Thresholds): Work<StatusScores[]> {
  const isCommon = search !== undefined && (yield* countUpTo(newestMatches(search, glanced), common)) > common;
  const found =
    search === undefined
      ? sql``
      : isCommon
        ? sql`join lead_search s on s.id = l.id and ${isMatch(search)}`
        : sql`join (${matchesOf(search)}) found on found.id = l.id`;
  return yield* verbatim<StatusScores>(
    sql`select l.status, count(*), sum(l.score) from leads l ${found} where ${allOf(tests(others))} group by l.status`,
    { planEachTime: true },
  );
}

/** What most leads have is counted by a scan, because the index collects all matches first. */
function* countMatches(search: Search, upTo: number, { glanced, walked, common }: Thresholds): Work<number> {
  if ((yield* countUpTo(newestMatches(search, glanced), common)) > common) {
    const found = yield* countUpTo(newestMatches(search, 2 * walked), upTo);
    if (found > upTo) return found;
  }
  return yield* countUpTo(matchesOf(search, upTo + 1), upTo);
}

function newestMatches(search: Search, stretch: number): Sql {
  return sql`
    select 1 from (select s.text, s.words from lead_search s order by s.id desc limit ${stretch}) s
    where ${isMatch(search)}`;
}

function* countUpTo(rows: Sql, upTo: number): Work<number> {
  const counted = sql`select count(*) from (${rows} limit ${upTo + 1}) counted`;
  const [row] = yield* verbatim<[string]>(counted, { planEachTime: true });
  return Number(row?.[0] ?? 0);
}

function conditionsOf({ criteria, order, after }: LeadPageQuery): Sql {
  return allOf([...tests(criteria), ...(after === null ? [] : [comesAfter(order, after)])]);
}

function tests(criteria: LeadCriteria): Sql[] {
  const { ids, status, statuses, inProgress, source, score, created, missing, keywords, tags, hasEmail } = criteria;
  const { due, hasNextStep, company, owner, addressQuality, changed } = criteria;
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
  if (hasEmail !== undefined) conditions.push(sql`l.email_key ${sql.raw(hasEmail ? "is not null" : "is null")}`);
  return conditions;
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

type Tags = NonNullable<LeadCriteria["tags"]>;

function isTag(tag: readonly string[]): Sql {
  const [first, ...others] = tag;
  return others.length === 0 ? sql`tag_id = ${first ?? "0"}` : sql`tag_id = any(${tag}::bigint[])`;
}

/** The ids of the leads of each list of tags, from the index; none for leads without tags, which has no index. */
function listsOf({ match, ids }: Tags): Sql[] {
  return match === "none" ? [] : ids.map((tag) => sql`select lead_id as id from lead_tags where ${isTag(tag)}`);
}

/** The leads of a tag that has few of them; null if none has. */
function* fewTagged({ tags }: LeadCriteria, { fewTagged: few }: Thresholds): Work<Sql | null> {
  for (const tagged of tags === undefined ? [] : listsOf(tags)) {
    if ((yield* countUpTo(tagged, few)) <= few) return sql`select distinct id from (${tagged}) few`;
  }
  return null;
}

/**
 * A page of leads with tags: those of a rare tag are collected and sorted, and those of a common one are read from its
 * index in order of ids. Null if there is no tag, or if the order or other filters need a scan in list order.
 */
function* pageOfTags(query: LeadPageQuery, thresholds: Thresholds): Work<LeadPageRow[] | null> {
  const { criteria, order, after, limit, columns } = query;
  const few = yield* fewTagged(criteria, thresholds);
  if (few !== null) {
    const found = sql`(${few}) found join leads l on l.id = found.id`;
    return yield* verbatim<LeadPageRow>(read(query, found, conditionsOf(query)), { planEachTime: true });
  }
  const { tags, ...others } = criteria;
  const [tag, ...more] = tags?.ids.flat() ?? [];
  if (tag === undefined || more.length > 0 || tags?.match === "none" || order.column !== "id") return null;
  const direction = sql.raw(order.descending ? "desc" : "asc");
  const behind = after === null ? sql`` : sql`and lead_id ${sql.raw(order.descending ? "<" : ">")} ${after.id}`;
  const inOrder = sql`select lead_id as id from lead_tags where ${isTag([tag])} ${behind}
    order by lead_id ${direction} limit ${thresholds.walked}`;
  // Without the offset, PostgreSQL may join and sort all of them before it returns the first.
  const found = yield* verbatim<LeadPageRow>(sql`
    select l.id, l.id, ${columns} from (${inOrder}) found
    cross join lateral (select l.* from leads l where l.id = found.id and ${allOf(tests(others))} offset 0) l
    order by found.id ${direction} limit ${limit}`);
  return found.length === limit || Object.keys(others).length === 0 ? found : null;
}

/** Whether a filter's selectivity depends on its value, from a handful of leads to most of them. */
function goesByValue({
  created,
  changed,
  missing,
  keywords,
  tags,
  ids,
  inProgress,
  due,
  hasNextStep,
  company,
  owner,
  addressQuality,
}: LeadCriteria): boolean {
  return (
    created !== undefined ||
    changed !== undefined ||
    missing !== undefined ||
    keywords !== undefined ||
    tags !== undefined ||
    ids !== undefined ||
    inProgress !== undefined ||
    owner !== undefined ||
    addressQuality !== undefined ||
    due !== undefined ||
    company !== undefined ||
    hasNextStep !== undefined
  );
}

/** The ids of leads that match the search, by the index of each text, at most so many of each. */
function matchesOf({ text, words }: Search, atMost?: number): Sql {
  const limit = atMost === undefined ? sql`` : sql`limit ${atMost}`;
  const found = [...(text === null ? [] : [meets(text, hasPart)]), ...(words === null ? [] : [meets(words, hasStart)])];
  const each = found.map((condition) => sql`(select s.id from lead_search s where ${condition} ${limit})`);
  return sql`select id from (${sql.join(each, " union ")}) matches`;
}

/** Tests the search texts `s` without an index. */
function isMatch({ text, words }: Search): Sql {
  const inTexts = [
    ...(text === null ? [] : [meets(text, hasPart)]),
    ...(words === null ? [] : [meets(words, likeStart)]),
  ];
  return sql`(${sql.join(inTexts, " or ")})`;
}

function hasPart(part: string): Sql {
  return sql`s.text like ${patternOf(part)}`;
}

function meets(condition: Condition, test: (text: string) => Sql): Sql {
  if (typeof condition === "string") return test(condition);
  const parts = ("any" in condition ? condition.any : condition.all).map((part) => meets(part, test));
  return sql`(${sql.join(parts, "any" in condition ? " or " : " and ")})`;
}

function likeStart(start: string): Sql {
  return sql`s.words like ${patternOf(start)}`;
}

function hasStart(start: string): Sql {
  // Words have only letters and digits, so in quotes they mean themselves.
  return sql`search_words(s.words) @@ ${`'${start.trim()}':*`}::tsquery`;
}

/** A LIKE pattern that matches the text literally. */
function patternOf(search: string): string {
  return `%${search.replace(/[\\%_]/gu, String.raw`\$&`)}%`;
}
