import type { FileRow } from "#server/sources/file-import/file-row.ts";

export type LineEnd = "\n" | "\r";

/** In UTF-16 units. No row of a table is longer, but what follows a quotation mark left open may be. */
const LONGEST_ROW = 8_000_000;
/** So much of a row that is too long is shown. */
const UNITS_SHOWN = 10_000;
const LEFT_OPEN = "A quotation mark is opened in this row and never closed";
const TOO_LONG = `The row is longer than ${LONGEST_ROW / 1_000_000} million characters`;

const QUOTE = 0x22;
const SPACE = 0x20;
const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;

/** In place of an index: the text so far does not tell. */
const UNKNOWN = -1;
/** In place of an index: a quotation mark has no partner. */
const OPEN = -2;

/**
 * Takes delimited text apart, a piece at a time, by RFC 4180 and what people's files do beside it: spaces around quoted
 * cells, quotation marks inside of cells that are not doubled, rows of any number of cells. A quotation mark left open
 * breaks just the row it stands in: reading goes on with the next line. Time is linear in the text, whatever it holds.
 */
export class DelimitedParser {
  readonly #delimiter: string;
  readonly #lineEnd: LineEnd;
  /** From the first row that is not complete. */
  #text = "";
  #isLast = false;
  #number = 0;
  /** The first quotation mark from the row on, the text's length without one. */
  #quoteAt = 0;
  /** A partner for a quotation mark before here has been looked for in vain: each that opens must close in its line. */
  #singleLinesTo = 0;
  /** Whether `#text` begins inside of a row that was too long. */
  #isInsideLongRow = false;

  constructor(delimiter: string, lineEnd: LineEnd) {
    this.#delimiter = delimiter;
    this.#lineEnd = lineEnd;
  }

  /** The rows that are complete with this text. */
  push(text: string): FileRow[] {
    this.#text += text;
    return this.#rows();
  }

  /** The rows of what is left when the text has ended. */
  end(): FileRow[] {
    this.#isLast = true;
    return this.#rows();
  }

  #rows(): FileRow[] {
    const rows: FileRow[] = [];
    const { length } = this.#text;
    let at = this.#isInsideLongRow ? this.#skipLongRow() : 0;
    this.#quoteAt = -1;
    while (at < length) {
      const next = this.#readRow(at, rows);
      if (next === UNKNOWN) break;
      at = next;
    }
    this.#text = this.#text.slice(at);
    this.#singleLinesTo = Math.max(0, this.#singleLinesTo - at);
    return rows;
  }

  /** Adds the row at `start` and answers where the next one begins. */
  #readRow(start: number, rows: FileRow[]): number {
    const lineEnd = this.#find(this.#lineEnd, start);
    if (this.#quoteAt < start) this.#quoteAt = this.#find('"', start);
    const isComplete = lineEnd < this.#text.length || this.#isLast;
    if (this.#quoteAt < lineEnd) {
      const cells: string[] = [];
      const next = this.#readQuotedRow(start, lineEnd, cells);
      if (next >= 0) {
        rows.push({ number: ++this.#number, cells });
        return next;
      }
      if (next === UNKNOWN && !this.#isTooLong(start)) return UNKNOWN;
      if (next === UNKNOWN) this.#singleLinesTo = this.#text.length;
      if (isComplete) {
        rows.push({ number: ++this.#number, cells: this.#split(start, lineEnd), broken: LEFT_OPEN });
        return lineEnd + 1;
      }
    }
    if (!isComplete) return this.#isTooLong(start) ? this.#leaveLongRow(start, rows) : UNKNOWN;
    rows.push({ number: ++this.#number, cells: this.#split(start, lineEnd) });
    return lineEnd + 1;
  }

  /** Reads a row with quotation marks into `cells`; answers where the next one begins, UNKNOWN or OPEN. */
  #readQuotedRow(start: number, firstLineEnd: number, cells: string[]): number {
    const text = this.#text;
    let lineEnd = firstLineEnd;
    for (let at = start; ; at += 1) {
      const opening = this.#skipBlanks(at);
      if (text.charCodeAt(opening) === QUOTE) {
        const closing = this.#closingQuote(opening, lineEnd);
        if (closing < 0) return closing;
        const value = text.slice(opening + 1, closing);
        cells.push(value.includes('""') ? value.replaceAll('""', '"') : value);
        at = this.#skipBlanks(closing + 1);
        if (closing > lineEnd) lineEnd = this.#find(this.#lineEnd, at);
      } else {
        const end = Math.min(this.#find(this.#delimiter, at), lineEnd);
        if (end === text.length && !this.#isLast) return UNKNOWN;
        cells.push(text.slice(at, end === lineEnd ? this.#withoutReturn(at, end) : end));
        at = end;
      }
      if (!text.startsWith(this.#delimiter, at)) return lineEnd + 1;
    }
  }

  /**
   * The quotation mark that closes the cell opened at `opening`: one not doubled, with a delimiter or the row's end after
   * it. Any other belongs to the cell, unless it begins another cell in a later line: then this one was left open.
   */
  #closingQuote(opening: number, lineEnd: number): number {
    const text = this.#text;
    for (let at = opening + 1; ; at += 1) {
      at = text.indexOf('"', at);
      if (at === -1) return this.#isLast ? this.#leftOpen(text.length) : UNKNOWN;
      if (at > lineEnd && opening < this.#singleLinesTo) return OPEN;
      if (text.charCodeAt(at + 1) === QUOTE) {
        at += 1;
        continue;
      }
      const isEnd = this.#isCellEnd(this.#skipBlanks(at + 1));
      if (isEnd === undefined) return UNKNOWN;
      if (isEnd) return at;
      if (at > lineEnd && this.#isCellStart(at)) return this.#leftOpen(at);
    }
  }

  /** Undefined where the text so far does not tell. */
  #isCellEnd(at: number): boolean | undefined {
    const text = this.#text;
    if (at >= text.length) return this.#isLast || undefined;
    if (text.startsWith(this.#delimiter, at) || text.startsWith(this.#lineEnd, at)) return true;
    if (text.charCodeAt(at) !== CARRIAGE_RETURN) return false;
    if (at + 1 === text.length) return this.#isLast || undefined;
    return text.startsWith(this.#lineEnd, at + 1);
  }

  #isCellStart(at: number): boolean {
    return this.#text.startsWith(this.#delimiter, at - 1) || this.#text.startsWith(this.#lineEnd, at - 1);
  }

  #leftOpen(searchedTo: number): typeof OPEN {
    this.#singleLinesTo = searchedTo;
    return OPEN;
  }

  #isTooLong(start: number): boolean {
    return this.#text.length - start > LONGEST_ROW;
  }

  #leaveLongRow(start: number, rows: FileRow[]): number {
    const shown = this.#text.slice(start, start + UNITS_SHOWN).split(this.#delimiter);
    rows.push({ number: ++this.#number, cells: shown, broken: TOO_LONG });
    this.#isInsideLongRow = true;
    return this.#text.length;
  }

  #skipLongRow(): number {
    const end = this.#find(this.#lineEnd, 0);
    this.#isInsideLongRow = end === this.#text.length;
    return this.#isInsideLongRow ? end : end + 1;
  }

  #split(start: number, lineEnd: number): string[] {
    return this.#text.slice(start, this.#withoutReturn(start, lineEnd)).split(this.#delimiter);
  }

  /** Where a line ends before its CRLF. */
  #withoutReturn(start: number, lineEnd: number): number {
    return lineEnd > start && this.#text.charCodeAt(lineEnd - 1) === CARRIAGE_RETURN ? lineEnd - 1 : lineEnd;
  }

  #skipBlanks(from: number): number {
    let at = from;
    for (let code = this.#text.charCodeAt(at); code === SPACE || code === TAB; code = this.#text.charCodeAt(at)) {
      if (this.#text.startsWith(this.#delimiter, at)) break;
      at += 1;
    }
    return at;
  }

  /** The text's length when it is not there. */
  #find(part: string, from: number): number {
    const at = this.#text.indexOf(part, from);
    return at === -1 ? this.#text.length : at;
  }
}
