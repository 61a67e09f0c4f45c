import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import { unwritable } from "#server/features/backups/file/backup-errors.ts";
import { sealing } from "#server/features/backups/file/backup-seal.ts";
import type { BackupHeader } from "#server/features/backups/file/backup-format.ts";
import type { BackupEntry, TableEnd } from "#server/db/backup/backup-entry.ts";

/**
 * Writes a backup file with constant memory and syncs it to disk. Only its owner can read it. Throws backup_exists,
 * disk_full, backup_unwritable, errors from `entries` and the signal's reason; the caller removes the file.
 */
export async function writeBackup(
  path: string,
  header: BackupHeader,
  entries: AsyncIterable<BackupEntry>,
  options: { signal: AbortSignal; progress: (table: string, rows: number) => void },
) {
  const ends: TableEnd[] = [];
  try {
    await pipeline(
      linesOf(header, entries, ends, options.progress),
      createZstdCompress({
        params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
      }),
      sealing(),
      createWriteStream(path, { mode: 0o600, flags: "wx", flush: true }),
      { signal: options.signal },
    );
    return { bytes: (await stat(path)).size, ends };
  } catch (error) {
    options.signal.throwIfAborted();
    throw unwritable(error, path);
  }
}

async function* linesOf(
  header: BackupHeader,
  entries: AsyncIterable<BackupEntry>,
  ends: TableEnd[],
  progress: (table: string, rows: number) => void,
): AsyncGenerator<string> {
  let rows = 0;
  let table = "";
  yield `${JSON.stringify(header)}\n`;
  for await (const entry of entries) {
    if (entry.kind === "table") {
      table = entry.table;
      rows = 0;
      yield `${JSON.stringify({ table, columns: entry.columns })}\n`;
    } else if (entry.kind === "rows") {
      rows += entry.lines.length;
      progress(table, rows);
      yield `${entry.lines.join("\n")}\n`;
    } else {
      ends.push(entry);
      const { digest, lastId } = entry;
      yield `${JSON.stringify({ end: table, rows: entry.rows, digest, lastId })}\n`;
    }
  }
  const all = ends.reduce((sum, end) => sum + end.rows, 0);
  yield `${JSON.stringify({ tables: ends.length, rows: all })}\n`;
}
