import type { RawLead } from "#shared/raw-lead.ts";
import { LeadRows } from "#server/pipeline/sources/file-import/lead-rows.ts";
import { FILE_READER_VERSION } from "#server/pipeline/sources/file-import/reader-version.ts";
import { readingOf, type SourceKindCode } from "#server/features/source-kinds/source-kind.ts";
import type { Workspace } from "#server/workspace.ts";

export const file: SourceKindCode<"file"> = {
  place: (_origin, input) => (input?.recordId === undefined ? null : { kind: "import", target: input.recordId }),
  reader: {
    version: FILE_READER_VERSION,
    open(workspace) {
      const files = new Map<string, ReturnType<typeof rereadFileRow>>();
      return async ({ recordId = "", raw }) => {
        const known = files.get(recordId) ?? rereadFileRow(workspace, recordId);
        files.set(recordId, known);
        return readingOf((await known)(raw));
      };
    },
  },
};

/** Rereads the rows of one import with the columns that were chosen then; null if those are no longer stored. */
async function rereadFileRow(
  { store }: Pick<Workspace, "store">,
  importId: string,
): Promise<(raw: unknown) => RawLead | null> {
  const record = await store.imports.get(importId);
  if (record === null) return () => null;
  const { fileName, reading, columns } = record;
  const fields = await store.leadFields.list();
  const { sheet, hasHeader } = reading;
  const rows = new LeadRows({ importId, fileName, sheet, hasHeader, columns, fields });
  return (raw) => {
    if (typeof raw !== "object" || raw === null) return null;
    // Written only by LeadRows, with one cell per column.
    const kept = raw as Record<string, string>;
    const read = rows.read({ number: 0, cells: columns.map(({ name }) => kept[name] ?? "") });
    return "skipped" in read ? null : read;
  };
}
