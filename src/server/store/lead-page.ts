import { sql, type RawBuilder } from "kysely";
import type { LeadCriteria } from "#server/store/lead-filter.ts";
import { isNumeric, type LeadOrder, type LeadPosition } from "#server/store/lead-order.ts";
import type { LeadCount } from "#server/store/types.ts";
import type { Work } from "#server/store/work.ts";

/** A page of a filtered, ordered list of leads. */
export interface LeadPageQuery {
  criteria: LeadCriteria;
  order: LeadOrder;
  after: LeadPosition | null;
  limit: number;
  /** What to select of each lead, from the table named `l`. */
  columns: RawBuilder<unknown>;
}

/** The stored values of one lead: its id, its sort key, then the columns of the query. */
export type LeadPageRow = [id: string | number, key: string | number | null, ...columns: unknown[]];

/** How an engine finds leads by index: what is fast differs between the two. */
export interface LeadPageFinder {
  /** Null where others would have to wait for it too long: then `parts` finds it, a part at a time. */
  page(query: LeadPageQuery): Work<LeadPageRow[] | null>;
  /** The same page out of some of the leads each, which together are all of them. */
  parts?: { ids(): Work<LeadIdRange[]>; page(query: LeadPageQuery, ids: LeadIdRange): Work<LeadPageRow[]> };
  /** Exact up to `upTo`; beyond that, or when too many leads would have to be looked at, at least the count. */
  count(criteria: LeadCriteria, upTo: number): Work<LeadCount>;
}

/** The leads with these ids and those between. */
export interface LeadIdRange {
  first: number;
  last: number;
}

/** Where a row stands in its order; keys of numbers are numbers on both engines. */
export function positionOf(order: LeadOrder, [id, key]: LeadPageRow): LeadPosition {
  return { id: String(id), key: key !== null && isNumeric(order) ? Number(key) : key };
}

/** Each of the conditions; none holds for every lead. */
export function allOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** What was found when counting stopped at one more than `upTo`. */
export function countOf(found: number, upTo: number): LeadCount {
  return { count: Math.min(found, upTo), exact: found <= upTo };
}
