import type { FieldCriterion } from "#server/db/leads/fields/field-criteria.ts";
import { isInOrder, isOneKey, meetsField } from "#server/db/leads/fields/field-sql.ts";
import { listsMissing, type LeadCriteria } from "#server/db/leads/lead-filter.ts";
import { allOf, type LeadPageQuery } from "#server/db/leads/lead-page.ts";
import type { Criterion } from "#server/db/leads/sqlite-lead-narrowings.ts";
import { sql, type Sql } from "#server/db/engine/sql.ts";

/** The criteria on custom fields that the order's index covers. */
export function heldFields(
  { criteria: { fields = [] } }: LeadPageQuery,
  held: ReadonlySet<Criterion>,
): FieldCriterion[] {
  return fields.filter((_, at) => held.has(`field ${at}`));
}

/** The values of `v` in the order's index, that of one custom field. */
export function heldValues(query: LeadPageQuery, held: ReadonlySet<Criterion>): Sql {
  return allOf(heldFields(query, held).map(meetsField));
}

/** Filters covered by the order's index, so that a scan only meets matching leads. */
export function heldByIndexOf({ criteria, order }: LeadPageQuery): ReadonlySet<Criterion> {
  switch (order.column) {
    case "id":
      return new Set(
        firstOf(criteria, [
          "keywords",
          "tags",
          ...fieldNames(criteria, isOneKey),
          "hasEmail",
          "owner",
          "addressQuality",
          "source",
          "status",
        ]),
      );
    case "score":
      return new Set(["status", "score"]);
    case "created_at":
      return new Set(["created"]);
    case "email_key":
      return new Set(["hasEmail"]);
    case "next_step_due":
      return new Set(["due", "hasNextStep"]);
    case "source":
    case "status":
      return new Set([order.column]);
    case "owner_key":
      return new Set(["owner"]);
    case "field":
      return new Set(fieldNames(criteria, (criterion) => criterion.id === order.field && isInOrder(criterion)));
    default:
      return new Set();
  }
}

/** The first active filter whose index is sorted by id, as a keyword's with a single spelling, or a single tag's. */
function firstOf(criteria: LeadCriteria, wanted: readonly Criterion[]): Criterion[] {
  const fits = (criterion: Criterion): boolean => {
    if (criterion === "keywords") return criteria.keywords?.length === 1;
    if (criterion.startsWith("field ")) return true;
    if (criterion === "tags") return criteria.tags?.match !== "none" && criteria.tags?.ids.flat().length === 1;
    return criteria[criterion as keyof LeadCriteria] !== undefined;
  };
  return wanted.filter(fits).slice(0, 1);
}

function fieldNames({ fields = [] }: LeadCriteria, fits: (criterion: FieldCriterion) => boolean): Criterion[] {
  return fields.flatMap((criterion, at) => (fits(criterion) ? [`field ${at}` as const] : []));
}

/**
 * The leads of these criteria as runs that an index sorts by id: one per score, per status, per list of missing
 * information, or per score of a status. Null when there is no such index.
 */
export function runsById(criteria: LeadCriteria): Sql[] | null {
  const { score, missing, status, ...others } = criteria;
  const { statuses, ...rest } = others;
  if (Object.keys(rest).length > 0) return null;
  if (statuses !== undefined) {
    const isAlone = score === undefined && missing === undefined && status === undefined;
    return isAlone ? statuses.map((each) => sql`l.status = ${each}`) : null;
  }
  if (missing !== undefined) {
    const isAlone = score === undefined && status === undefined;
    return isAlone ? listsMissing(missing).map((list) => sql`l.missing_info = ${list}`) : null;
  }
  if (score === undefined) return null;
  const scores = Array.from({ length: Math.max(score.max - score.min + 1, 0) }, (_, at) => score.min + at);
  // An empty score range matches no leads.
  if (scores.length === 0) return [sql`false`];
  const andStatus = status === undefined ? sql`` : sql` and l.status = ${status}`;
  return scores.map((value) => sql`l.score = ${value}${andStatus}`);
}
