import {
  type CellFormat,
  dateText,
  numberText,
  readCellFormats,
} from "#server/pipeline/sources/file-import/cell-formats.ts";
import { LIMITS } from "#shared/limits.ts";
import { LONGEST_ROW, TOO_LONG, type FileRow, type RowsRead } from "#server/pipeline/sources/file-import/file-row.ts";
import { lengthened, XmlSteps, type XmlReader } from "#server/pipeline/sources/file-import/read-xml.ts";
import {
  readSharedStrings,
  unescapeText,
  type SharedStrings,
} from "#server/pipeline/sources/file-import/shared-strings.ts";
import type { Sheet, Workbook } from "#server/pipeline/sources/file-import/workbook.ts";

/** The highest row number a sheet can have. */
const LAST_ROW = 1_048_576;

/**
 * Yields all rows of a sheet in batches, with the values Excel last calculated: dates as ISO 8601, numbers at full
 * precision, in percent and with leading zeros as shown, TRUE and FALSE, and error names. Only the first cell of a merged range has a value.
 */
export async function* sheetRows(workbook: Workbook, sheet: Sheet): AsyncGenerator<RowsRead> {
  const { archive, isFrom1904 } = workbook;
  const strings = await readSharedStrings(archive.read(workbook.sharedStrings ?? "", Infinity));
  const formats = await readCellFormats(archive.read(workbook.styles ?? ""));
  const reader = new SheetReader({ strings, formats, isFrom1904 });
  const steps = new XmlSteps(reader);
  const size = archive.sizeOf(sheet.entry);
  let read = 0;
  for await (const piece of archive.read(sheet.entry, Infinity)) {
    steps.write(piece);
    read += piece.length;
    yield { rows: reader.takeRows(), progress: read / size };
  }
}

class SheetReader implements XmlReader {
  readonly #book: { strings: SharedStrings; formats: readonly CellFormat[]; isFrom1904: boolean };
  #rows: FileRow[] = [];
  #number = 0;
  #cells: string[] = [];
  /** Of the row's texts. */
  #length = 0;
  #element = "";
  #column = -1;
  #type = "";
  #style = 0;
  #value = "";
  #isValue = false;
  #isPhonetic = false;

  constructor(book: { strings: SharedStrings; formats: readonly CellFormat[]; isFrom1904: boolean }) {
    this.#book = book;
  }

  takeRows(): FileRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string): void {
    this.#element = name;
    switch (name) {
      case "row":
        this.#number += 1;
        this.#cells = [];
        this.#length = 0;
        this.#column = -1;
        break;
      case "c":
        this.#column += 1;
        this.#type = "";
        this.#style = 0;
        this.#value = "";
        break;
      case "rPh":
        this.#isPhonetic = true;
        break;
      case "v":
      case "t":
        this.#isValue = !this.#isPhonetic;
    }
  }

  attribute(name: string, value: string): void {
    if (this.#element === "c") {
      if (name === "r") this.#column = columnOf(value) ?? this.#column;
      else if (name === "t") this.#type = value;
      else if (name === "s") this.#style = Number(value);
    } else if (this.#element === "row" && name === "r") {
      // Row numbers must ascend and stay within Excel's limit, whatever the file claims.
      const number = Number(value);
      if (Number.isInteger(number) && number <= LAST_ROW) this.#number = Math.max(this.#number, number);
    }
  }

  text(text: string): void {
    if (this.#isValue) this.#value = lengthened(this.#value, text);
  }

  close(name: string): void {
    switch (name) {
      case "v":
      case "t":
        this.#isValue = false;
        break;
      case "rPh":
        this.#isPhonetic = false;
        break;
      case "c":
        if (this.#value !== "") this.#setCell(this.#column, this.#text());
        break;
      case "row":
        this.#rows.push({
          number: this.#number,
          cells: this.#cells,
          ...(this.#length > LONGEST_ROW && { broken: TOO_LONG }),
        });
    }
  }

  /** A row with cells beyond the column limit is skipped; one extra cell is enough to detect that. */
  #setCell(at: number, text: string): void {
    this.#length += text.length;
    // Every cell may repeat the same shared text.
    if (this.#length > LONGEST_ROW) return;
    const column = Math.min(at, LIMITS.import.columns);
    while (this.#cells.length < column) this.#cells.push("");
    this.#cells[column] = text;
  }

  #text(): string {
    const value = this.#value;
    switch (this.#type) {
      case "s":
        return this.#book.strings.at(Number(value));
      case "str":
      case "inlineStr":
        return unescapeText(value);
      case "b":
        return value === "0" ? "FALSE" : "TRUE";
      case "e":
      case "d":
        return value;
      default: {
        const format = this.#book.formats[this.#style] ?? null;
        const date = format === "date" ? dateText(Number(value), this.#book.isFrom1904) : null;
        return date ?? numberText(value, format);
      }
    }
  }
}

/** 0-based column of a reference such as "AB12"; undefined if it is not a reference. */
function columnOf(reference: string): number | undefined {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column === 0 ? undefined : column - 1;
}
