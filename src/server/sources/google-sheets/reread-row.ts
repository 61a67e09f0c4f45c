import type { RawLead } from "#shared/raw-lead.ts";
import { nameColumns, recogniseColumns } from "#server/reading/columns.ts";
import { RowReader } from "#server/reading/row-reader.ts";

/**
 * What today's reader makes of a row that is kept as its cells by their columns' names; null for anything else. Nothing
 * but the names is left of the sheet, so that a column without a header is read by its letter.
 */
export function rereadSheetRow(raw: unknown): Pick<RawLead, "fields" | "facts"> | null {
  if (!isRow(raw)) return null;
  const names = Object.keys(raw);
  const columns = nameColumns(names, names.length, 1);
  const { fields, facts } = new RowReader(columns, recogniseColumns(columns)).read(Object.values(raw));
  return { fields, facts };
}

function isRow(raw: unknown): raw is Record<string, string> {
  return (
    typeof raw === "object" &&
    raw !== null &&
    !Array.isArray(raw) &&
    Object.values(raw).every((cell) => typeof cell === "string")
  );
}
