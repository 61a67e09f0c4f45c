import type { FieldCriterion } from "#server/db/leads/fields/field-criteria.ts";
import type { LeadCriteria } from "#server/db/leads/lead-filter.ts";
import { sql, type Sql, verbatim, type Work } from "#server/db/engine/sql.ts";

/**
 * The criteria with the ids of at most `few` leads instead of a text that a custom field contains, since only a scan of
 * all values may find them. `find` selects them for a criterion; null if there are more, as far as it knows.
 */
export function* withLeadsOfTexts(
  criteria: LeadCriteria,
  few: number,
  find: (criterion: FieldCriterion, text: string) => Work<Sql | null>,
): Work<LeadCriteria> {
  const { fields = [], ...others } = criteria;
  let { ids } = criteria;
  const kept: FieldCriterion[] = [];
  for (const criterion of fields) {
    const { contains } = criterion;
    const select = contains === undefined ? null : yield* find(criterion, contains);
    const found = select === null ? null : yield* verbatim<[string | number]>(sql`${select} limit ${few + 1}`);
    if (found === null || found.length > few) {
      kept.push(criterion);
      continue;
    }
    const each = new Set(found.map(([id]) => String(id)));
    ids = ids?.filter((id) => each.has(id)) ?? [...each];
  }
  if (kept.length === fields.length) return criteria;
  return { ...others, ...(ids && { ids }), ...(kept.length > 0 && { fields: kept }) };
}
