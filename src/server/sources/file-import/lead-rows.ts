import type { ColumnTarget } from "#shared/contract/lead-import.ts";
import type { RawLead } from "#shared/raw-lead.ts";
import type { Column } from "#server/reading/columns.ts";
import { hashOf, isBlank, RowReader, type RowIdentity } from "#server/reading/row-reader.ts";
import { columnsByTarget } from "#server/sources/file-import/column-targets.ts";
import { FILE_READER_VERSION } from "#server/sources/file-import/reader-version.ts";
import type { FileRow } from "#server/sources/file-import/file-row.ts";

/** A table's columns and what a person chose to make of them. */
export interface TableColumns {
  /** The import that they are of. */
  importId: string;
  fileName: string;
  /** Null for text. */
  sheet: string | null;
  hasHeader: boolean;
  columns: readonly { name: string; target: ColumnTarget }[];
}

/** Reads the rows of a file below its header, each into a raw lead or the reason why it is left out. */
export class LeadRows {
  readonly #table: TableColumns;
  readonly #reader: RowReader;

  constructor(table: TableColumns) {
    this.#table = table;
    const columns = table.columns.map(({ name }, index): Column => ({
      index,
      name,
      identity: `h:${name}`,
      hasHeader: true,
    }));
    const targets = table.columns.map(({ target }) => target);
    const ignored = new Set(columns.filter(({ index }) => targets[index] === "ignore").map(({ index }) => index));
    const headers = hashOf(JSON.stringify(columns.map(({ name }) => name)));
    this.#reader = new RowReader(columns, columnsByTarget(columns, targets), {
      ignored,
      keyOf: (row) => rowKey(row, headers),
    });
  }

  /** Never throws. The same row read again gives the same lead, key and hash, whatever was read before it. */
  read({ number, cells, broken }: FileRow): RawLead | { leftOut: string } {
    const { importId, fileName, sheet, columns, hasHeader } = this.#table;
    if (broken !== undefined) return { leftOut: broken };
    const width = filledWidth(cells);
    if (width > columns.length) {
      return { leftOut: `Has ${width} cells where the table has ${columns.length} columns` };
    }
    // Tables joined from several exports carry the header row again in their middle; it is nobody's lead.
    if (hasHeader && cells.length > 0 && columns.every(({ name }, index) => (cells[index] ?? "").trim() === name)) {
      return { leftOut: "Repeats the headers" };
    }
    const place = sheet === null ? fileName : `${fileName}, ${sheet}`;
    const sourceData = { file: fileName, ...(sheet !== null && { sheet }), row: number };
    const locator = `${place}, row ${number}`;
    return { ...this.#reader.read(cells), locator, readBy: FILE_READER_VERSION, recordId: importId, sourceData };
  }
}

/** How many cells a row has up to its last one with something in it. */
export function filledWidth(cells: readonly string[]): number {
  let width = cells.length;
  while (width > 0 && isBlank(cells[width - 1] ?? "")) width -= 1;
  return width;
}

/**
 * Nothing is remembered, however long the file. Whoever has an e-mail is known by that, so the key tells rows apart by all
 * they hold and nothing said of a lead is lost; a row without one is told again by its id in tables of the same headers.
 */
function rowKey({ id, email, contentHash }: RowIdentity, headers: string): string {
  return id !== undefined && !email.includes("@") ? `file:id:${hashOf(`${headers}:${id}`)}` : `file:${contentHash}`;
}
