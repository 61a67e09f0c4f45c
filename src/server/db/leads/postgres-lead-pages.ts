import { LIMITS } from "#shared/limits.ts";
import { isInOrder, isOneKey, meetsField, patternOf } from "#server/db/leads/fields/field-sql.ts";
import type { LeadCriteria } from "#server/db/leads/lead-filter.ts";
import type { Condition, Search } from "#server/db/leads/lead-search.ts";
import { comesAfter, keyOf, orderBy } from "#server/db/leads/lead-order.ts";
import {
  allOf,
  type GroupScores,
  type LeadPageFinder,
  type LeadPageQuery,
  type LeadPageRow,
  type TotalsQuery,
} from "#server/db/leads/lead-page.ts";
import { goesByValue, idsByField, isTag, listsOf, tests } from "#server/db/leads/postgres-lead-tests.ts";
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
  /** The leads of a tag or of a custom field's value with at most this many are collected and sorted. */
  few: number;
  /** After a failed scan, up to this many leads of a custom field's value are collected after all. */
  gathered: number;
  /** A text that more of the first leads contain is common. */
  wide: number;
}

const THRESHOLDS: Thresholds = {
  glanced: 2_000,
  promising: 5,
  walked: 20_000,
  common: 500,
  lookedAt: 20_000,
  few: 5_000,
  gathered: 50_000,
  wide: 50,
};

/**
 * PostgreSQL has statistics on values and picks the index itself, except for a search: its text index collects all
 * matches before returning the first, which is slow for common letters. Those are found by a short scan in list order.
 */
export function postgresLeadPages(thresholds = THRESHOLDS): LeadPageFinder {
  return {
    page: (query) => page(query, thresholds),
    count: (criteria, upTo) => count(criteria, upTo, thresholds),
    totals: (query) => totals(query, thresholds),
  };
}

function* page(query: LeadPageQuery, thresholds: Thresholds): Work<LeadPageRow[]> {
  const { glanced: glance, promising, walked: stretch } = thresholds;
  const { criteria, order, limit } = query;
  const { search } = criteria;
  if (search === undefined) {
    // Recent changes are anywhere in the other orders, which PostgreSQL expects to meet sooner.
    const changed = criteria.changed === undefined ? null : yield* pageOfFew(query, thresholds.few, thresholds);
    if (changed !== null) return changed;
    const ofFields = yield* pageOfFields(query, thresholds);
    if (ofFields !== null) return ofFields;
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
    select l.id, ${keyOf(order)}, ${columns}
    from leads l where ${conditionsOf(query)} order by ${orderBy(order)} limit ${limit}`;
}

/** Reads the page from `from`, which provides the leads as `l`. Only the page's own leads are read in full. */
function read({ order, limit, columns }: LeadPageQuery, from: Sql, where: Sql) {
  return sql`
    select l.id, ${keyOf(order)}, ${columns}
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
  const inOrder =
    order.column === "field"
      ? sql`select l.* from (${stretchOf(query, stretch)}) found ${leadsOf(criteria)}`
      : sql`select l.* from leads l where ${conditionsOf(query)} order by ${orderBy(order)} limit ${stretch}`;
  return read(query, sql`(${inOrder}) l`, sql`(select ${tested} from lead_search s where s.id = l.id)`);
}

function* count(criteria: LeadCriteria, upTo: number, thresholds: Thresholds): Work<LeadCount> {
  const { lookedAt } = thresholds;
  const { search, ...others } = criteria;
  if (search === undefined) {
    const few = yield* fewFound(criteria, thresholds.few, thresholds);
    if (few !== null) {
      const found = sql`select 1 from (${few}) found join leads l on l.id = found.id where ${allOf(tests(criteria))}`;
      return countOf(yield* countUpTo(found, upTo), upTo);
    }
    const byField = yield* idsOfFields(criteria, thresholds);
    const [only] = [...listsOf(criteria.tags), ...byField];
    const isAlone = Object.keys(criteria).length === 1;
    if (only !== undefined && isAlone && (criteria.tags?.ids ?? criteria.fields)?.length === 1) {
      return countOf(yield* countUpTo(sql`select distinct id from (${only}) found`, upTo), upTo);
    }
    const { fields, ...rest } = criteria;
    if (fields !== undefined) {
      const [ids = sql`select l.id from leads l where ${allOf(tests(rest))}`] = byField;
      return yield* countAmong(ids, criteria, upTo, lookedAt);
    }
    return countOf(yield* countUpTo(sql`select 1 from leads l where ${allOf(tests(criteria))}`, upTo), upTo);
  }
  if (Object.keys(others).length === 0) return countOf(yield* countMatches(search, upTo, thresholds), upTo);
  return yield* countAmong(matchesOf(search, lookedAt + 1), others, upTo, lookedAt);
}

/** Counts those of the first `lookedAt` leads that meet the criteria. */
function* countAmong(ids: Sql, criteria: LeadCriteria, upTo: number, lookedAt: number): Work<LeadCount> {
  const found = sql`select 1 from (${ids} limit ${lookedAt}) found join leads l on l.id = found.id
    where ${allOf(tests(criteria))}`;
  const answer = countOf(yield* countUpTo(found, upTo), upTo);
  if (!answer.exact || (yield* countUpTo(ids, lookedAt)) <= lookedAt) return answer;
  return { ...answer, exact: false };
}

/** In one statement, which blocks nobody. A search that most leads match is tested on each. */
function* totals({ criteria, by }: TotalsQuery, { glanced, common }: Thresholds): Work<GroupScores[]> {
  const { search, ...others } = criteria;
  const isCommon = search !== undefined && (yield* countUpTo(newestMatches(search, glanced), common)) > common;
  const found =
    search === undefined
      ? sql``
      : isCommon
        ? sql`join lead_search s on s.id = l.id and ${isMatch(search)}`
        : sql`join (${matchesOf(search)}) found on found.id = l.id`;
  return yield* verbatim<GroupScores>(
    sql`select ${by.column}, count(*), sum(l.score) from leads l ${found} ${by.join}
      where ${allOf(tests(others))} group by ${by.column}`,
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

/** The leads that changed lately, of a tag or of a criterion on a custom field, if these are few; null if none are. */
function* fewFound(criteria: LeadCriteria, few: number, thresholds: Thresholds): Work<Sql | null> {
  const { changed, tags } = criteria;
  const since = changed === undefined ? [] : [sql`select id from leads where updated_at >= ${changed.from}`];
  for (const found of [...since, ...listsOf(tags), ...(yield* idsOfFields(criteria, thresholds))]) {
    if ((yield* countUpTo(found, few)) <= few) return sql`select distinct id from (${found}) few`;
  }
  return null;
}

/** The text index isn't used for texts that many leads contain elsewhere, because it collects all of them first. */
function* idsOfFields(criteria: LeadCriteria, { glanced, wide }: Thresholds): Work<Sql[]> {
  const found = new Set<string>();
  for (const { contains } of criteria.fields ?? []) {
    if (contains === undefined) continue;
    const newest = sql`select s.text from lead_search s order by s.id desc limit ${glanced}`;
    const matching = sql`select 1 from (${newest}) s where s.text like ${patternOf(contains)}`;
    if ((yield* countUpTo(matching, wide)) > wide) found.add(contains);
  }
  return idsByField(criteria, (text) => found.has(text));
}

function* pageOfFew(query: LeadPageQuery, upTo: number, thresholds: Thresholds): Work<LeadPageRow[] | null> {
  const few = yield* fewFound(query.criteria, upTo, thresholds);
  if (few === null) return null;
  const found = sql`(${few}) found join leads l on l.id = found.id`;
  return yield* verbatim<LeadPageRow>(read(query, found, conditionsOf(query)), { planEachTime: true });
}

/**
 * A page of leads filtered or sorted by custom fields: a scan in list order, unless few leads meet one of the criteria.
 * Null without such a filter or order.
 */
function* pageOfFields(query: LeadPageQuery, thresholds: Thresholds): Work<LeadPageRow[] | null> {
  const { criteria, order, limit, columns } = query;
  if (criteria.fields === undefined && order.column !== "field") return null;
  const { glanced, walked, few: fewest, gathered } = thresholds;
  const direction = sql.raw(order.descending ? "desc" : "asc");
  for (const stretch of [glanced, walked]) {
    const inOrder = stretchOf(query, stretch);
    const found = yield* verbatim<LeadPageRow>(
      sql`select l.id, found.key, ${columns} from (${inOrder}) found ${leadsOf(criteria)}
        order by found.key ${direction}, found.id ${direction} limit ${limit}`,
      { planEachTime: true },
    );
    if (found.length === limit || (yield* countUpTo(sql`select 1 from (${inOrder}) ordered`, stretch)) < stretch)
      return found;
    const few = yield* pageOfFew(query, stretch === glanced ? fewest : gathered, thresholds);
    if (few !== null) return few;
  }
  return yield* verbatim<LeadPageRow>(read(query, sql`leads l`, conditionsOf(query)), { planEachTime: true });
}

/** The ids and sort keys of the next leads in list order, from the index of values if it has that order. */
function stretchOf({ criteria, order, after }: LeadPageQuery, stretch: number): Sql {
  const { fields = [], search: _search, ...others } = criteria;
  const direction = sql.raw(order.descending ? "desc" : "asc");
  const than = sql.raw(order.descending ? "<" : ">");
  if (order.column === "field") {
    const own = fields.filter((one) => one.id === order.field && isInOrder(one));
    const behind = after === null ? [] : [sql`(v.sort_key, v.lead_id) ${than} (${after.key}, ${after.id}::bigint)`];
    const runOf = (more: readonly Sql[]): Sql => sql`(select v.lead_id as id, v.sort_key as key from lead_field_values v
      where ${allOf([...own.map(meetsField), ...behind, ...more])}
      order by v.sort_key ${direction}, v.lead_id ${direction} limit ${stretch})`;
    // PostgreSQL reads several keys in order only one by one.
    const keys = own.find(({ any = [] }) => any.length > 1)?.any ?? [];
    if (keys.length === 0) return runOf([]);
    const runs = keys.map((key) => runOf([sql`v.sort_key = ${key}`]));
    return sql`select id, key from (${sql.join(runs, " union all ")}) runs
      order by key ${direction}, id ${direction} limit ${stretch}`;
  }
  const one = order.column === "id" ? fields.find(isOneKey) : undefined;
  if (one !== undefined) {
    const behind = after === null ? [] : [sql`v.lead_id ${than} ${after.id}::bigint`];
    return sql`select v.lead_id as id, v.lead_id as key from lead_field_values v
      where ${allOf([meetsField(one), ...behind])} order by v.lead_id ${direction} limit ${stretch}`;
  }
  const behind = after === null ? [] : [comesAfter(order, after)];
  return sql`select l.id, ${keyOf(order)} as key from leads l where ${allOf([...tests(others), ...behind])}
    order by ${orderBy(order)} limit ${stretch}`;
}

/** Joins those of the leads in `found` that meet the criteria, in the same order. */
function leadsOf(criteria: LeadCriteria): Sql {
  return sql`cross join lateral
    (select l.* from leads l where l.id = found.id and ${allOf(tests(criteria))} offset 0) l`;
}

/**
 * A page of leads with tags: those of a rare tag are collected and sorted, and those of a common one are read from its
 * index in order of ids. Null if there is no tag, or if the order or other filters need a scan in list order.
 */
function* pageOfTags(query: LeadPageQuery, thresholds: Thresholds): Work<LeadPageRow[] | null> {
  const { criteria, order, after, limit, columns } = query;
  const few = yield* pageOfFew(query, thresholds.few, thresholds);
  if (few !== null) return few;
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
