import { BYTE_ORDER_MARK, csvRows } from "#server/features/leads/lead-csv.ts";
import { REJECT_HEADERS } from "#server/pipeline/sources/file-import/column-targets.ts";
import type { Store } from "#server/db/store.ts";
import type { ImportRecord } from "#server/db/imports/import-records.ts";

const PAGE = 500;

/**
 * The rejected rows of an import as CSV in chunks: row number and reason, then the file's own columns, so that they can
 * be fixed and imported again.
 */
export async function* streamRejectedRows(
  { imports }: Pick<Store, "imports">,
  { id, columns }: Pick<ImportRecord, "id" | "columns">,
): AsyncIterable<string> {
  yield BYTE_ORDER_MARK + csvRows([[...REJECT_HEADERS, ...columns.map(({ name }) => name)]]);
  for (let after = 0; ;) {
    const rows = await imports.rejected(id, after, PAGE);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield csvRows(rows.map(({ row, reason, cells }) => [String(row), reason, ...cells]));
    after = last.row;
  }
}
