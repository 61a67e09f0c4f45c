import { sql, type RawBuilder } from "kysely";
import type { LeadCriteria } from "#server/store/lead-filter.ts";
import { comesAfter, orderBy } from "#server/store/lead-order.ts";
import type { LeadPageFinder, LeadPageQuery, LeadPageRow } from "#server/store/lead-page.ts";
import type { LeadCount } from "#server/store/types.ts";
import { verbatim, type Work } from "#server/store/work.ts";

/** A search looks through this many leads in the order of the list before it asks the text index. */
const WALKED = 2_000;

/**
 * PostgreSQL knows how often values occur and chooses the index itself, except for a search: its text index gathers
 * all matches before the first is known, which takes long for common letters. Those are found by walking a little.
 */
export const postgresLeadPages: LeadPageFinder = { page, count };

function* page(query: LeadPageQuery): Work<LeadPageRow[]> {
  const { criteria, order, after, limit, columns } = query;
  const key = sql.ref(`l.${order.column}`);
  const where = allOf([...tests(criteria), ...(after === null ? [] : [comesAfter(order, after)])]);
  if (criteria.search === undefined) {
    return yield* verbatim<LeadPageRow>(sql`
      select l.id, ${key}, ${columns} from leads l where ${where} order by ${orderBy(order)} limit ${limit}`);
  }
  const pattern = patternOf(criteria.search);
  const walked = yield* verbatim<LeadPageRow>(sql`
    select l.id, ${key}, ${columns} from (
      select l.* from leads l where ${where} order by ${orderBy(order)} limit ${WALKED}
    ) l where (select s.text like ${pattern} from lead_search s where s.id = l.id)
    order by ${orderBy(order)} limit ${limit}`);
  if (walked.length === limit) return walked;
  return yield* verbatim<LeadPageRow>(
    sql`
    with found as materialized (select id from lead_search where text like ${pattern})
    select l.id, ${key}, ${columns} from (
      select l.* from found join leads l on l.id = found.id where ${where} order by ${orderBy(order)} limit ${limit}
    ) l order by ${orderBy(order)}`,
    { planEachTime: true },
  );
}

function* count(criteria: LeadCriteria, upTo: number): Work<LeadCount> {
  const { search } = criteria;
  const matches =
    search === undefined
      ? sql`select 1 from leads l where ${allOf(tests(criteria))}`
      : Object.keys(criteria).length === 1
        ? sql`select 1 from lead_search s where s.text like ${patternOf(search)}`
        : sql`select 1 from lead_search s join leads l on l.id = s.id
            where s.text like ${patternOf(search)} and ${allOf(tests(criteria))}`;
  const [row] = yield* verbatim<[string]>(sql`select count(*) from (${matches} limit ${upTo + 1}) m`, {
    planEachTime: true,
  });
  const found = Number(row?.[0] ?? 0);
  return { count: Math.min(found, upTo), exact: found <= upTo };
}

function tests({ status, source, minScore }: LeadCriteria): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = [];
  if (status !== undefined) conditions.push(sql`l.status = ${status}`);
  if (source !== undefined) conditions.push(sql`l.source = ${source}`);
  if (minScore !== undefined) conditions.push(sql`l.score >= ${minScore}`);
  return conditions;
}

function allOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** A LIKE pattern that means the letters as they are. */
function patternOf(search: string): string {
  return `%${search.replace(/[\\%_]/gu, String.raw`\$&`)}%`;
}
