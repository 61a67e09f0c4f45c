import { acting } from "#server/platform/acting.ts";
import type { LeadImport } from "#shared/contract/leads/lead-import.ts";
import { LIMITS } from "#shared/limits.ts";
import { conflict, notFound } from "#server/platform/errors.ts";
import { PART_BYTES } from "#server/pipeline/sources/file-import/stored-file.ts";
import type { ImportRecord } from "#server/db/imports/import-records.ts";
import type { Store } from "#server/db/store.ts";
import { fileTooLarge, importLease, inspected, publicImport, storedFile } from "#server/features/imports/imports.ts";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import type { Workspace } from "#server/workspace.ts";

/** Checking for room costs a little, so it is done once per 64 MB. */
const PARTS_BETWEEN_LOOKS = 256;
const NOTHING_SEEN = { seen: 0, created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };

/**
 * Stores a file as it arrives, in pieces, and detects how to read it. Throws too_large, too_many_files if there is no
 * room for more, file_refused if it isn't a table, and the error that ends the body early; then nothing of it is
 * stored.
 */
export async function uploadImport(
  workspace: Workspace,
  fileName: string,
  body: AsyncIterable<Uint8Array>,
  mayDecide: boolean,
): Promise<LeadImport> {
  const { imports } = workspace.store;
  const arriving = await imports.create({
    ...emptyImport(fileName),
    uploadedBy: acting().by,
    createdAt: workspace.clock().toISOString(),
  });
  const { id } = arriving;
  try {
    const ready = await withLease(workspace, importLease(id), async (stop) => {
      const bytes = await keepParts(workspace, id, body, stop);
      // File readers are loaded with the first file to save memory.
      const { inspectFile } = await import("#server/pipeline/sources/file-import/index.ts");
      const file = await inspectFile(storedFile(workspace, { ...arriving, bytes }), {
        reading: {},
        fields: await workspace.store.leadFields.list(),
      });
      return imports.update(id, { ...inspected(file, mayDecide), bytes, state: "ready" });
    });
    if (ready === null) throw notFound("import");
    workspace.feed.changed(["imports"]);
    return publicImport(ready);
  } catch (error) {
    await imports.remove(id);
    throw error;
  }
}

/** Returns the number of bytes. */
async function keepParts(
  { store }: Pick<Workspace, "store">,
  id: string,
  body: AsyncIterable<Uint8Array>,
  stop: AbortSignal,
): Promise<number> {
  const part = Buffer.alloc(PART_BYTES);
  let parts = 0;
  let filled = 0;
  const keep = async (): Promise<void> => {
    if (parts % PARTS_BETWEEN_LOOKS === 0) await requireRoom(store);
    await store.imports.addPart(id, parts, part.subarray(0, filled));
    parts += 1;
    filled = 0;
  };
  for await (const bytes of body) {
    if (parts * PART_BYTES + filled + bytes.length > LIMITS.import.fileBytes) throw fileTooLarge();
    for (let at = 0; at < bytes.length;) {
      const piece = bytes.subarray(at, at + PART_BYTES - filled);
      part.set(piece, filled);
      filled += piece.length;
      at += piece.length;
      if (filled < PART_BYTES) continue;
      stop.throwIfAborted();
      await keep();
    }
  }
  const bytes = parts * PART_BYTES + filled;
  if (filled > 0) await keep();
  return bytes;
}

/** Many files at once may fill the disk too. */
async function requireRoom({ imports }: Pick<Store, "imports">): Promise<void> {
  if ((await imports.countParts()) * PART_BYTES < LIMITS.import.storedBytes) return;
  throw conflict("too_many_files", "Too many files are waiting to be imported. Import or discard them first.");
}

/** The record until the file has arrived: running, but never started. */
function emptyImport(fileName: string): Omit<ImportRecord, "id" | "createdAt" | "uploadedBy"> {
  return {
    fileName,
    bytes: 0,
    format: "csv",
    state: "running",
    reading: { encoding: null, delimiter: null, hasHeader: false, sheet: null },
    sheets: [],
    columns: [],
    preview: [],
    policy: "fill",
    counts: NOTHING_SEEN,
    qualified: 0,
    rejects: 0,
    rowsRead: 0,
    progress: 0,
    message: "",
    undo: null,
    actId: null,
    startedAt: null,
    finishedAt: null,
  };
}
