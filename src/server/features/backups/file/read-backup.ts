import { createReadStream } from "node:fs";
import type { z } from "zod";
import { createZstdDecompress } from "node:zlib";
import { AppError } from "#server/platform/errors.ts";
import {
  damagedBackup as damaged,
  newerBackup,
  unreadableBackup,
} from "#server/features/backups/file/backup-errors.ts";
import { packedBytes } from "#server/features/backups/file/backup-seal.ts";
import {
  BackupHeader,
  CellValue,
  FORMAT_VERSION,
  TableEndLine,
  TableStartLine,
  TrailerLine,
} from "#server/features/backups/file/backup-format.ts";
import type { BackupEntry } from "#server/db/backup/backup-entry.ts";
import { TableDigest, type Cell } from "#server/db/backup/snapshot.ts";
import { wrongFields } from "#server/platform/checked.ts";

/** Winnow writes no longer lines: imported files are split, and pages have 3 MB. */
const MAX_LINE_CHARACTERS = 128_000_000;
/** Approximate size of a batch of rows. */
const BATCH_CHARACTERS = 500_000;

/** Reads only the header. Throws backup_unreadable, backup_damaged or backup_newer. */
export async function readBackupHeader(path: string): Promise<BackupHeader> {
  for await (const [line] of linesOf(path)) return headerOf(line ?? "", path);
  throw damaged(path, "it's empty");
}

/**
 * Streams a backup with constant memory. Counts and digests are checked along the way, so it's only known to be good at
 * its end. Throws backup_unreadable, backup_damaged or backup_newer.
 */
export async function* readBackup(path: string): AsyncGenerator<BackupEntry> {
  const parser = new BackupParser(path);
  for await (const lines of linesOf(path)) yield* parser.take(lines);
  parser.end();
}

/** Parser state: before the header, between tables, in a table, or after the trailer. */
class BackupParser {
  readonly #path: string;
  #at: "header" | "between" | "table" | "end" = "header";
  #table = { name: "", columns: 0, digest: new TableDigest() };
  #tables = 0;
  #rows = 0;

  constructor(path: string) {
    this.#path = path;
  }

  *take(lines: readonly string[]): Generator<BackupEntry> {
    let rows: { cells: Cell[][]; lines: string[] } = { cells: [], lines: [] };
    for (const line of lines) {
      if (this.#at === "end") throw damaged(this.#path, "there is data after its end");
      if (this.#at === "table" && line.startsWith("[")) {
        rows.cells.push(this.#row(line));
        rows.lines.push(line);
        continue;
      }
      if (rows.cells.length > 0) yield { kind: "rows", ...rows };
      rows = { cells: [], lines: [] };
      if (line.startsWith(`{"tables":`)) this.#trailer(line);
      else if (this.#at === "header") this.#header(line);
      else yield this.#at === "table" ? this.#end(line) : this.#start(line);
    }
    if (rows.cells.length > 0) yield { kind: "rows", ...rows };
  }

  end(): void {
    if (this.#at !== "end") throw damaged(this.#path, "its end is missing");
  }

  #header(line: string): void {
    headerOf(line, this.#path);
    this.#at = "between";
  }

  #start(line: string): BackupEntry {
    const { table, columns } = parsed(TableStartLine, line, this.#path);
    this.#table = { name: table, columns: columns.length, digest: new TableDigest() };
    this.#at = "table";
    return { kind: "table", table, columns };
  }

  #row(line: string): Cell[] {
    const row = json(line, this.#path);
    const isRow = Array.isArray(row) && row.length === this.#table.columns && row.every(isCell);
    if (!isRow) throw damaged(this.#path, `a row of ${this.#table.name} is invalid`);
    this.#table.digest.add(line);
    return row;
  }

  #end(line: string): BackupEntry {
    const { end, rows, digest, lastId } = parsed(TableEndLine, line, this.#path);
    const { name, digest: read } = this.#table;
    if (end !== name || rows !== read.rows || digest !== read.hex) {
      throw damaged(this.#path, `the rows of ${name} were changed`);
    }
    this.#tables += 1;
    this.#rows += rows;
    this.#at = "between";
    return { kind: "end", table: name, rows, digest, lastId };
  }

  #trailer(line: string): void {
    const trailer = parsed(TrailerLine, line, this.#path);
    const isRight = this.#at === "between" && trailer.tables === this.#tables && trailer.rows === this.#rows;
    if (!isRight) throw damaged(this.#path, "tables or rows are missing");
    this.#at = "end";
  }
}

function isCell(value: unknown): value is Cell {
  // Check common types first: a schema for millions of cells would take longer than everything else.
  return value === null || typeof value === "string" || typeof value === "number" || CellValue.safeParse(value).success;
}

function headerOf(line: string, path: string): BackupHeader {
  const value = json(line, path);
  const version = (value as { formatVersion?: unknown } | null)?.formatVersion;
  if (typeof version === "number" && version > FORMAT_VERSION) {
    throw newerBackup(path, `format ${version}; this version supports ${FORMAT_VERSION}`);
  }
  return parsed(BackupHeader, line, path);
}

function parsed<T>(schema: z.ZodType<T>, line: string, path: string): T {
  const result = schema.safeParse(json(line, path));
  if (!result.success) throw damaged(path, `a line is invalid (${wrongFields(result.error)})`);
  return result.data;
}

function json(line: string, path: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw damaged(path, "a line is truncated or changed", error);
  }
}

/** The lines of a backup in batches; each ends with a line feed. */
async function* linesOf(path: string): AsyncGenerator<string[]> {
  const { bytes } = await packedBytes(path);
  const file = createReadStream(path, { end: bytes - 1, highWaterMark: 1 << 18 });
  const unpack = createZstdDecompress();
  file.on("error", (error) => unpack.destroy(error));
  const text = file.pipe(unpack).setEncoding("utf8");
  let pieces: string[] = [];
  let characters = 0;
  let waiting: string[] = [];
  let waitingCharacters = 0;
  try {
    for await (const chunk of text as AsyncIterable<string>) {
      const [first = "", ...more] = chunk.split("\n");
      pieces.push(first);
      characters += first.length;
      if (characters > MAX_LINE_CHARACTERS) throw damaged(path, "a line is too long");
      for (const next of more) {
        const line = pieces.join("");
        waiting.push(line);
        waitingCharacters += line.length;
        pieces = [next];
        characters = next.length;
      }
      if (waitingCharacters < BATCH_CHARACTERS) continue;
      yield waiting;
      waiting = [];
      waitingCharacters = 0;
    }
  } catch (error) {
    throw unreadable(error, path);
  } finally {
    file.destroy();
  }
  if (characters > 0) throw damaged(path, "its last line is truncated");
  if (waiting.length > 0) yield waiting;
}

function unreadable(error: unknown, path: string): unknown {
  if (error instanceof AppError) return error;
  const { code = "" } = error as NodeJS.ErrnoException;
  if (code.startsWith("ZSTD") || code.startsWith("Z_") || code.startsWith("ERR_")) {
    return damaged(path, "it can't be decompressed", error);
  }
  return unreadableBackup(path, error);
}
