import type { SourceRef } from "#shared/raw-lead.ts";
import { keysOf, type NormalRow } from "#server/pipeline/intake/decide-batch.ts";
import { acting, beyondSight } from "#server/platform/acting.ts";
import type { Workspace } from "#server/workspace.ts";

export const LEAD_OF_OTHER =
  "A lead with this email or phone is assigned to someone else. Ask an owner to assign it to you.";

/** The rows that would change a lead which the caller doesn't see; none for a caller who sees all. */
export async function rowsOfOthers(
  { store }: Pick<Workspace, "store">,
  { id }: Pick<SourceRef, "id">,
  rows: readonly NormalRow[],
): Promise<NormalRow[]> {
  if (acting().sight === undefined) return [];
  const known = await beyondSight(() => {
    const { rowKeys, ...keys } = keysOf(rows);
    return store.leads.known({ ...keys, source: { id, rowKeys } });
  });
  const seen = new Set((await store.leads.named(known.leads.map((lead) => lead.id))).map((lead) => lead.id));
  const hidden = known.leads.filter((lead) => !seen.has(lead.id));
  const { emails, phones } = known.aliases;
  return rows.filter((row) => {
    const { emailKeys, phoneKeys, rowKeys, ids: exported } = keysOf([row]);
    const ids = [
      ...exported,
      ...rowKeys.map((key) => known.rowLeads.get(key)),
      ...emailKeys.map((key) => emails.get(key)),
      ...phoneKeys.map((key) => phones.get(key)),
    ];
    return hidden.some(
      (lead) =>
        ids.includes(lead.id) || emailKeys.includes(lead.emailKey ?? "") || phoneKeys.includes(lead.phoneKey ?? ""),
    );
  });
}
