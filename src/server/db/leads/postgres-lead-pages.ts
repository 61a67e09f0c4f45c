import { LIMITS } from "#shared/limits.ts";
import { isInOrder, isOneKey, meetsField } from "#server/db/leads/fields/field-sql.ts";
import { withLeadsOfTexts } from "#server/db/leads/fields/leads-of-texts.ts";
import { OPTION } from "#server/db/leads/fields/field-values.ts";
import type { FieldCriterion } from "#server/db/leads/fields/field-criteria.ts";
import { definedFields } from "#shared/defined-fields.ts";
import type { LeadCriteria } from "#server/db/leads/lead-filter.ts";
import { isMatch, type Search } from "#server/db/leads/lead-search.ts";
import { comesAfter, keyOf, orderBy } from "#server/db/leads/lead-order.ts";
import {
  allOf,
  type GroupScores,
  type LeadPageFinder,
  type LeadPageQuery,
  type LeadPageRow,
  type TotalsQuery,
} from "#server/db/leads/lead-page.ts";
import { countUpTo, fewFound, idsOfText, type Thresholds } from "#server/db/leads/postgres-few-leads.ts";
import { countMatches, isCommon, matchesOf } from "#server/db/leads/postgres-lead-search.ts";
import { goesByValue, leadMeets, idsByValue, isTag, listsOf, tests } from "#server/db/leads/postgres-lead-tests.ts";
import { countOf, lookedAtFor, type LeadCount } from "#server/db/engine/lead-count.ts";
import { sql, verbatim, type Sql, type Work } from "#server/db/engine/sql.ts";

const THRESHOLDS: Thresholds = {
  sampled: 500,
  common: 150,
  glanced: 2_000,
  promising: 5,
  walked: 20_000,
  sought: 100_000,
  lookedAt: 20_000,
  few: 5_000,
  gathered: 100_000,
};

/** A match in the index of texts costs as much as scanning this many leads. */
const COST_OF_MATCH = 2;

/**
 * PostgreSQL has statistics on values and picks the index itself, except for a search: its text index collects all
 * matches before returning the first, which is slow for common letters. Those are found by a short scan in list order.
 */
export function postgresLeadPages(thresholds = THRESHOLDS): LeadPageFinder {
  const prepare = (criteria: LeadCriteria): Work<LeadCriteria> =>
    withLeadsOfTexts(criteria, thresholds.few, (criterion, text) => idsOfText(criterion, text, thresholds));
  return {
    prepare,
    page: (query) => page(query, thresholds),
    *count(criteria, upTo) {
      return yield* count(yield* prepare(criteria), upTo, thresholds);
    },
    *totals({ criteria, by }) {
      return yield* totals({ criteria: yield* prepare(criteria), by }, thresholds);
    },
  };
}

function* page(query: LeadPageQuery, thresholds: Thresholds): Work<LeadPageRow[]> {
  const { sampled, glanced: glance, walked: stretch } = thresholds;
  const { criteria, order, limit } = query;
  const { search } = criteria;
  if (search === undefined) {
    // These leads are anywhere in the other orders, which PostgreSQL expects to meet sooner.
    const isByFew = criteria.changed !== undefined || criteria.ids !== undefined;
    const ofFew = isByFew ? yield* pageOfFew(query, thresholds.few) : null;
    if (ofFew !== null) return ofFew;
    const ofFields = yield* pageOfFields(query, thresholds);
    if (ofFields !== null) return ofFields;
    const tagged = yield* pageOfTags(query, thresholds);
    if (tagged !== null) return tagged;
    if (order.column === "id" && isOfScores(criteria)) return yield* pageOfScores(query, glance);
    return yield* verbatim<LeadPageRow>(list(query), { planEachTime: goesByValue(criteria) });
  }
  const sample = yield* verbatim<LeadPageRow>(walk(query, search, sampled));
  if (sample.length === limit) return sample;
  if (isNear(sample, limit, sampled)) {
    const walked = yield* verbatim<LeadPageRow>(walk(query, search, stretch));
    if (walked.length === limit) return walked;
  }
  const found = isBySearchTable(query)
    ? sql`(${matchesOf(search)}) l`
    : sql`(${matchesOf(search)}) found join leads l on l.id = found.id`;
  return yield* verbatim<LeadPageRow>(read(query, found, conditionsOf(query)), { planEachTime: true });
}

/**
 * Whether a scan for the page probably passes fewer leads than the index of texts has matches. The highest id shows how
 * many leads there are.
 */
function isNear(hits: readonly LeadPageRow[], limit: number, sampled: number): boolean {
  const share = hits.length / sampled;
  const leads = Math.max(0, ...hits.map(([id]) => Number(id)));
  return limit / share < COST_OF_MATCH * leads * share;
}

/** Newest first without other filters is the order of the narrow search table itself. */
function isBySearchTable({ order, criteria }: LeadPageQuery): boolean {
  return order.column === "id" && Object.keys(criteria).length === 1;
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
  const tested = isMatch(search, "strpos");
  if (isBySearchTable(query)) {
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
  const lookedAt = lookedAtFor(upTo, thresholds);
  const { search, ...others } = criteria;
  if (search === undefined) {
    const few = yield* fewFound(criteria, thresholds.few);
    if (few !== null) {
      const found = sql`select 1 from (${few}) found join leads l on l.id = found.id where ${allOf(tests(criteria))}`;
      return countOf(yield* countUpTo(found, upTo), upTo);
    }
    const { fields, ...rest } = criteria;
    const [tag] = listsOf(criteria.tags);
    const isAlone = Object.keys(criteria).length === 1;
    if (tag !== undefined && isAlone && criteria.tags?.ids.length === 1) {
      return countOf(yield* countUpTo(sql`select distinct id from (${tag}) found`, upTo), upTo);
    }
    if (fields !== undefined) return yield* countOfFields(fields, rest, upTo, lookedAt);
    return countOf(yield* countUpTo(sql`select 1 from leads l where ${allOf(tests(criteria))}`, upTo), upTo);
  }
  if (Object.keys(others).length === 0) return countOf(yield* countMatches(search, upTo, thresholds), upTo);
  return yield* countAmong(matchesOf(search), others, upTo, lookedAt);
}

/** Counts from the index of values, or from the other criteria if all are about leads without a value. */
function* countOfFields(
  fields: readonly FieldCriterion[],
  rest: LeadCriteria,
  upTo: number,
  lookedAt: number,
): Work<LeadCount> {
  const by = fields.find(({ has }) => has);
  if (by === undefined) {
    return yield* countAmong(sql`select l.id from leads l where ${allOf(tests(rest))}`, { fields }, upTo, lookedAt);
  }
  const others = { ...rest, fields: fields.filter((one) => one !== by) };
  const keys = by.part === OPTION ? (by.any ?? []) : [];
  // Only a lead with several options can come twice, and one option alone may have enough leads.
  for (const key of keys.length > 1 ? keys : []) {
    const most = yield* countAmong(idsByValue({ ...by, any: [key] }), others, upTo, lookedAt);
    if (!most.exact) return most;
  }
  const distinct = sql.raw(keys.length > 1 ? "distinct" : "");
  return yield* countAmong(sql`select ${distinct} id from (${idsByValue(by)}) found`, others, upTo, lookedAt);
}

/** Counts those of the first `lookedAt` leads that meet the criteria. */
function* countAmong(ids: Sql, criteria: LeadCriteria, upTo: number, lookedAt: number): Work<LeadCount> {
  const { fields = [], ...others } = criteria;
  const more = Object.keys(others).length > 0 ? [leadMeets(others)] : [];
  const found = sql`select 1 from (${ids} limit ${lookedAt}) found cross join lateral (select found.id) l
    where ${allOf([...more, ...tests({ fields })])}`;
  const answer = countOf(yield* countUpTo(found, upTo), upTo);
  if (!answer.exact || (yield* countUpTo(ids, lookedAt)) <= lookedAt) return answer;
  return { ...answer, exact: false };
}

/** In one statement, which blocks nobody. A search that most leads match is tested on each. */
function* totals({ criteria, by }: TotalsQuery, thresholds: Thresholds): Work<GroupScores[]> {
  const { search, ...others } = criteria;
  const isFrequent = search !== undefined && (yield* isCommon(search, thresholds));
  const found =
    search === undefined
      ? sql``
      : isFrequent
        ? sql`join lead_search s on s.id = l.id and ${isMatch(search, "strpos")}`
        : sql`join (${matchesOf(search)}) found on found.id = l.id`;
  return yield* verbatim<GroupScores>(
    sql`select ${by.column}, count(*), sum(l.score) from leads l ${found} ${by.join}
      where ${allOf(tests(others))} group by ${by.column}`,
    { planEachTime: true },
  );
}

function conditionsOf({ criteria, order, after }: LeadPageQuery): Sql {
  return allOf([...tests(criteria), ...(after === null ? [] : [comesAfter(order, after)])]);
}

function* pageOfFew(query: LeadPageQuery, upTo: number): Work<LeadPageRow[] | null> {
  const few = yield* fewFound(query.criteria, upTo);
  return few === null ? null : yield* collect(query, few);
}

/** Collects and sorts the leads, those with these ids if given. */
function collect(query: LeadPageQuery, ids: Sql | null): Work<LeadPageRow[]> {
  const from = ids === null ? sql`leads l` : sql`(${ids}) found join leads l on l.id = found.id`;
  return verbatim<LeadPageRow>(read(query, from, conditionsOf(query)), { planEachTime: true });
}

/**
 * A page of leads filtered or sorted by custom fields. Few leads are collected and sorted; otherwise leads are tested in
 * list order, as far as that promises to fill the page, or else against the ids of a criterion that some leads meet.
 * Null without such a filter or order.
 */
function* pageOfFields(query: LeadPageQuery, thresholds: Thresholds): Work<LeadPageRow[] | null> {
  const { criteria, order, limit } = query;
  if (criteria.fields === undefined && order.column !== "field") return null;
  const { glanced, walked, sought, few, gathered } = thresholds;
  const ofFew = yield* pageOfFew(query, few);
  if (ofFew !== null) return ofFew;
  let some: Sql | null = null;
  const rows: LeadPageRow[] = [];
  for (const [skipped, length] of [
    [0, glanced],
    [glanced, walked],
    [glanced + walked, 2 * walked],
  ] as const) {
    const stretch = stretchOf(query, length, skipped);
    const found = walkFields({ ...query, limit: limit - rows.length }, stretch);
    const next = yield* verbatim<LeadPageRow>(found, { planEachTime: true });
    // A lead added between the two scans moves the last one into the next stretch.
    const ids = new Set(rows.map(([id]) => id));
    rows.push(...next.filter(([id]) => !ids.has(id)));
    if (rows.length === limit || (yield* isShorter(stretch, length))) return rows;
    if (skipped === 0 && rows.length * 5 < limit) some = yield* fewFound(criteria, gathered);
    if (some !== null || (skipped > 0 && rows.length * 3 < limit)) break;
  }
  if (some !== null) {
    const stretch = stretchOf(query, sought);
    const found = yield* verbatim<LeadPageRow>(walkFields(query, stretch, some), { planEachTime: true });
    if (found.length === limit || (yield* isShorter(stretch, sought))) return found;
  }
  return yield* collect(query, some ?? leadsToTest(criteria));
}

/** Selects the leads of a text, or else of another criterion that isn't about leads without a value; null if none is. */
function leadsToTest({ fields = [] }: LeadCriteria): Sql | null {
  const by = fields.find(({ contains }) => contains !== undefined) ?? fields.find(isSelective);
  return by === undefined ? null : sql`select distinct id from (${idsByValue(by)}) found`;
}

function isSelective({ has, any, min, max }: FieldCriterion): boolean {
  return has && (any !== undefined || min !== undefined || max !== undefined);
}

/** The page, from a stretch of leads in list order that are among `ids`, if given. */
function walkFields(query: LeadPageQuery, stretch: Sql, ids: Sql | null = null): Sql {
  const { order, limit, columns } = query;
  const direction = sql.raw(order.descending ? "desc" : "asc");
  // `is true` keeps PostgreSQL from turning this into a join, whose size it may misjudge.
  const among = ids === null ? [] : [sql`(l.id in (${ids})) is true`];
  const inOrder = sql`order by found.key ${direction}, found.id ${direction}`;
  return sql`select l.id, page.key, ${columns}
    from (select l.id, found.key from (${stretch}) found cross join lateral (select found.id) l
      where ${allOf([...among, ...testsBesideOrder(query)])} ${inOrder} limit ${limit}) page
    join leads l on l.id = page.id order by page.key ${direction}, page.id ${direction}`;
}

/** Tests for the criteria that the index of a stretch doesn't cover; its leads are in table `found`. */
function testsBesideOrder(query: LeadPageQuery): Sql[] {
  const { fields = [], search: _search, ...all } = query.criteria;
  const held = heldFields(query);
  const { hasEmail: _hasEmail, hasNextStep: _hasNextStep, ...most } = all;
  const others = isByLeads(query) ? most : all;
  const tested = tests({ fields: fields.filter((one) => !held.includes(one)) });
  return Object.keys(others).length === 0 ? tested : [leadMeets(others), ...tested];
}

/** Whether a stretch of the list comes from an index of leads, which also tells those with an email or next step. */
function isByLeads(query: LeadPageQuery): boolean {
  return query.order.column !== "field" && heldFields(query).length === 0;
}

/** Whether the list ends within the stretch. */
function* isShorter(stretch: Sql, length: number): Work<boolean> {
  return (yield* countUpTo(sql`select 1 from (${stretch}) ordered`, length)) < length;
}

/** The ids and sort keys of the leads after the first `skipped` in list order, from the index of values if it fits. */
function stretchOf(query: LeadPageQuery, stretch: number, skipped = 0): Sql {
  const part = sql`limit ${stretch} offset ${skipped}`;
  const { order, after } = query;
  const { hasEmail, hasNextStep } = query.criteria;
  const held = heldFields(query);
  const direction = sql.raw(order.descending ? "desc" : "asc");
  const than = sql.raw(order.descending ? "<" : ">");
  if (order.column === "field") {
    const behind = after === null ? [] : [sql`(v.sort_key, v.lead_id) ${than} (${after.key}, ${after.id}::bigint)`];
    const runOf = (
      more: readonly Sql[],
      limit: Sql,
    ): Sql => sql`(select v.lead_id as id, v.sort_key as key from lead_field_values v
      where ${allOf([...held.map(meetsField), ...behind, ...more])}
      order by v.sort_key ${direction}, v.lead_id ${direction} ${limit})`;
    // PostgreSQL reads several keys in order only one by one.
    const keys = held.find(({ any = [] }) => any.length > 1)?.any ?? [];
    if (keys.length === 0) return runOf([], part);
    const runs = keys.map((key) => runOf([sql`v.sort_key = ${key}`], sql`limit ${skipped + stretch}`));
    return sql`select id, key from (${sql.join(runs, " union all ")}) runs
      order by key ${direction}, id ${direction} ${part}`;
  }
  const [one] = held;
  if (one !== undefined) {
    const behind = after === null ? [] : [sql`v.lead_id ${than} ${after.id}::bigint`];
    return sql`select v.lead_id as id, v.lead_id as key from lead_field_values v
      where ${allOf([meetsField(one), ...behind])} order by v.lead_id ${direction} ${part}`;
  }
  const behind = after === null ? [] : [comesAfter(order, after)];
  return sql`select l.id, ${keyOf(order)} as key from leads l where ${allOf([...tests(definedFields({ hasEmail, hasNextStep })), ...behind])}
    order by ${orderBy(order)} ${part}`;
}

/** The criteria whose leads are one run in the index of values, in the order of the list. */
function heldFields({ criteria: { fields = [] }, order: { column, field } }: LeadPageQuery): FieldCriterion[] {
  if (column === "field") return fields.filter((one) => one.id === field && isInOrder(one));
  return column === "id" ? fields.filter(isOneKey).slice(0, 1) : [];
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
  const few = yield* pageOfFew(query, thresholds.few);
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
