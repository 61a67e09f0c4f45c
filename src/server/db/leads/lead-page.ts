import type { LeadCount } from "#server/db/engine/lead-count.ts";
import type { LeadCriteria } from "#server/db/leads/lead-filter.ts";
import { isNumeric, type LeadOrder, type LeadPosition } from "#server/db/leads/lead-order.ts";
import { sql, type Sql, type Work } from "#server/db/engine/sql.ts";

/** A page of a filtered, ordered list of leads. */
export interface LeadPageQuery {
  criteria: LeadCriteria;
  order: LeadOrder;
  after: LeadPosition | null;
  limit: number;
  /** The columns to select of each lead, from table `l`. */
  columns: Sql;
}

/** A lead's stored values: its id, its sort key, then the columns of the query. */
export type LeadPageRow = [id: string | number, key: string | number | null, ...columns: unknown[]];

/** What totals are grouped by: a column, and what to join to the leads, of table `l`, for it. */
export interface Grouping {
  column: Sql;
  join: Sql;
}

export const BY_STATUS: Grouping = { column: sql`l.status`, join: sql`` };

export interface TotalsQuery {
  criteria: LeadCriteria;
  by: Grouping;
}

/** The number of leads in a group, and the sum of their scores; PostgreSQL returns sums as text. */
export type GroupScores = [group: string | null, count: number | string, scoreSum: number | string];

/** Finds leads by index; each engine has its own fast paths. */
export interface LeadPageFinder {
  /** The same criteria in a form that the other calls answer faster; reading several pages needs it once. */
  prepare(criteria: LeadCriteria): Work<LeadCriteria>;
  /** Null when the query would block others for too long; use `parts` then. */
  page(query: LeadPageQuery): Work<LeadPageRow[] | null>;
  /** Finds the same in several id ranges. */
  parts?: { page: LeadParts<LeadPageQuery, LeadPageRow>; totals: LeadParts<TotalsQuery, GroupScores> };
  /** Exact up to `upTo`. Beyond that, or when too many leads would have to be examined, a lower bound. */
  count(criteria: LeadCriteria, upTo: number): Work<LeadCount>;
  /** Exact however many match. Null when that would block others for too long; use `parts` then. */
  totals(query: TotalsQuery): Work<GroupScores[] | null>;
}

export interface LeadParts<Query, Row> {
  /** Together they cover all leads. */
  ids(): Work<LeadIdRange[]>;
  read(query: Query, ids: LeadIdRange): Work<Row[]>;
}

/** An id range, inclusive at both ends. */
export interface LeadIdRange {
  first: number;
  last: number;
}

/** A row's position in its order; numeric keys are numbers on both engines. */
export function positionOf(order: LeadOrder, [id, key]: LeadPageRow): LeadPosition {
  return { id: String(id), key: key !== null && isNumeric(order) ? Number(key) : key };
}

/** Joins the conditions with AND; an empty list matches every lead. */
export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, " and ");
}
