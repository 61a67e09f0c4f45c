import type { RawLead } from "#shared/raw-lead.ts";
import { columnsByRole, rolesOfColumns } from "#server/pipeline/text/column-roles.ts";
import { nameColumns } from "#server/pipeline/text/columns.ts";
import { isColumnRole } from "#server/pipeline/text/header-words.ts";
import { RowReader } from "#server/pipeline/text/row-reader.ts";

/**
 * Reads a stored row, an object of cells by column name, with the current reader; null for anything else. Only the
 * names are stored, so a column without a header is identified by its letter. `known` are the roles that the values of
 * the whole sheet showed.
 */
export function rereadSheetRow(raw: unknown, known: RawLead["roles"] = {}): Pick<RawLead, "fields" | "facts"> | null {
  if (!isRow(raw)) return null;
  const names = Object.keys(raw);
  const columns = nameColumns(names, names.length, 1);
  const byHeader = rolesOfColumns(columns);
  const roles = names.map((name, at) => {
    const role = Object.hasOwn(known, name) ? known[name] : byHeader[at];
    return isColumnRole(role) ? role : null;
  });
  const { fields, facts } = new RowReader(columns, columnsByRole(columns, roles)).read(Object.values(raw));
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
