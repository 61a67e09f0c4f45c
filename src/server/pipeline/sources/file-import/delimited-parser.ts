import { LONGEST_ROW, TOO_LONG, type FileRow } from "#server/pipeline/sources/file-import/file-row.ts";

export type LineEnd = "\n" | "\r";

/** How much of an overlong row is shown, in UTF-16 units. */
const UNITS_SHOWN = 10_000;
const LEFT_OPEN = "This row has an unclosed quotation mark";

const QUOTE = 0x22;
const SPACE = 0x20;
const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;

/** Returned instead of an index when more text is needed to decide. */
const UNKNOWN = -1;
/** Returned instead of an index when a quotation mark is never closed. */
const OPEN = -2;

/**
 * Parses delimited text incrementally per RFC 4180, tolerating what real files contain: spaces around quoted cells,
 * unescaped quotes inside cells, and rows of varying length. An unclosed quote breaks only its own row; parsing resumes
 * on the next line. Runs in linear time for any input.
 */
export class DelimitedParser {
  readonly #delimiter: string;
  readonly #lineEnd: LineEnd;
  /** Unparsed text, starting at the first incomplete row. */
  #text = "";
  #isLast = false;
  #number = 0;
  /** Index of the first quotation mark at or after the current row; the text's length if there is none. */
  #quoteAt = 0;
  /** No closing quote was found before this index, so quotes opened before it must close on their own line. */
  #singleLinesTo = 0;
  /** Whether `#text` starts inside an overlong row. */
  #isInsideLongRow = false;

  constructor(delimiter: string, lineEnd: LineEnd) {
    this.#delimiter = delimiter;
    this.#lineEnd = lineEnd;
  }

  /** Returns the rows completed by this text. */
  push(text: string): FileRow[] {
    this.#text += text;
    return this.#rows();
  }

  /** Returns the remaining rows once the text has ended. */
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

  /** Adds the row at `start` and returns the index of the next one, or UNKNOWN. */
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

  /** Reads a row containing quotes into `cells`; returns the index of the next row, UNKNOWN or OPEN. */
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
   * Finds the quote that closes the cell opened at `opening`: an undoubled one followed by a delimiter or the end of
   * the row. Other quotes are part of the cell, unless one starts a cell on a later line, which means this one was
   * never closed.
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

  /** Undefined when more text is needed to decide. */
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

  /** The end of the line, excluding the CR of a CRLF. */
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

  /** Returns the text's length if `part` is not found. */
  #find(part: string, from: number): number {
    const at = this.#text.indexOf(part, from);
    return at === -1 ? this.#text.length : at;
  }
}
