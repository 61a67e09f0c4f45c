import type { RawLead } from "#shared/raw-lead.ts";
import { LeadRows } from "#server/sources/file-import/lead-rows.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Reads the rows of one import again, by the columns that a person chose then; null for rows of which these are lost. */
export async function rereadFileRow(
  { store }: Pick<Workspace, "store">,
  importId: string,
): Promise<(raw: unknown) => RawLead | null> {
  const record = await store.imports.get(importId);
  if (record === null) return () => null;
  const { fileName, reading, columns } = record;
  const rows = new LeadRows({ importId, fileName, sheet: reading.sheet, hasHeader: reading.hasHeader, columns });
  return (raw) => {
    if (typeof raw !== "object" || raw === null) return null;
    // Only LeadRows writes it, with a cell for each column.
    const kept = raw as Record<string, string>;
    const read = rows.read({ number: 0, cells: columns.map(({ name }) => kept[name] ?? "") });
    return "leftOut" in read ? null : read;
  };
}
