import { readA1, writeA1 } from "#test/peers/google/a1-notation.ts";
import { type GoogleAnswer, refusals } from "#test/peers/google/google-answers.ts";

/** A cell: its text, or what it shows and what it holds. */
export type PeerCell = string | { formatted: string; value: string | number | boolean; formula?: string };

/** The cells of a tab, or a function that returns them at each request. */
export type PeerCells = PeerCell[][] | (() => PeerCell[][]);

interface Tab {
  sheetId: number;
  title: string;
  hidden: boolean;
  rows: () => PeerCell[][];
}

const RENDERINGS = ["FORMATTED_VALUE", "UNFORMATTED_VALUE", "FORMULA"];
const DIMENSIONS = ["ROWS", "COLUMNS"];

/** One spreadsheet with its tabs and permissions. A new tab has Google's 1000 rows and 26 columns, or more. */
export class Spreadsheet {
  readonly id: string;
  readonly sharedWith = new Set<string>();
  /** Anyone with the link may view: what an API key needs. */
  isPublic = false;
  /** An Excel file stored on Drive, which the Sheets API rejects. */
  isOfficeFile = false;
  readonly #tabs: Tab[] = [];

  constructor(id: string) {
    this.id = id;
  }

  setTab(title: string, cells: PeerCells, { hidden = false } = {}): void {
    const rows = typeof cells === "function" ? cells : () => cells;
    const tab = this.#tabs.find((one) => one.title === title);
    if (tab) Object.assign(tab, { rows, hidden });
    else this.#tabs.push({ sheetId: this.#tabs.length * 7919, title, hidden, rows });
  }

  removeTab(title: string): void {
    this.#tabs.splice(0, this.#tabs.length, ...this.#tabs.filter((tab) => tab.title !== title));
  }

  /** The Spreadsheet resource without cells: https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets */
  describe(): Record<string, unknown> {
    return {
      spreadsheetId: this.id,
      properties: {
        title: "Leads of the spring fair",
        locale: "en_GB",
        autoRecalc: "ON_CHANGE",
        timeZone: "Europe/London",
      },
      sheets: this.#tabs.map((tab, index) => ({
        properties: {
          sheetId: tab.sheetId,
          title: tab.title,
          index,
          sheetType: "GRID",
          gridProperties: gridOf(tab),
          ...(tab.hidden && { hidden: true }),
        },
      })),
      spreadsheetUrl: `https://docs.google.com/spreadsheets/d/${this.id}/edit`,
    };
  }

  /** https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values/get */
  values(range: string, query: URLSearchParams): GoogleAnswer {
    const rendering = query.get("valueRenderOption") ?? "FORMATTED_VALUE";
    const dimension = query.get("majorDimension") ?? "ROWS";
    if (!RENDERINGS.includes(rendering)) return refusals.invalidValue("value_render_option", rendering);
    if (!DIMENSIONS.includes(dimension)) return refusals.invalidValue("major_dimension", dimension);

    const asked = readA1(range);
    const tab = asked && this.#tabs.find(({ title, hidden }) => (asked.tab === null ? !hidden : title === asked.tab));
    if (!asked || !tab) return refusals.unparsableRange(range);
    const { rowCount, columnCount } = gridOf(tab);
    if (asked.top > rowCount || asked.left > columnCount) return refusals.outsideGrid(range, rowCount, columnCount);
    const area = { ...asked, bottom: Math.min(asked.bottom, rowCount), right: Math.min(asked.right, columnCount) };

    const rows = tab
      .rows()
      .slice(area.top - 1, area.bottom)
      .map((row) => row.slice(area.left - 1, area.right).map((cell) => render(cell, rendering)));
    const values = withoutTrailingBlanks(dimension === "ROWS" ? rows : transpose(rows));
    return {
      status: 200,
      body: { range: writeA1(tab.title, area), majorDimension: dimension, ...(values.length > 0 && { values }) },
    };
  }
}

function gridOf(tab: Tab): { rowCount: number; columnCount: number } {
  const rows = tab.rows();
  const widest = rows.reduce((width, row) => Math.max(width, row.length), 26);
  return { rowCount: Math.max(1000, rows.length), columnCount: widest };
}

function render(cell: PeerCell, rendering: string): string | number | boolean {
  if (typeof cell === "string") return cell;
  if (rendering === "FORMATTED_VALUE") return cell.formatted;
  return rendering === "FORMULA" ? (cell.formula ?? cell.value) : cell.value;
}

/** "Empty trailing rows and columns are omitted", each row on its own. */
function withoutTrailingBlanks<T>(rows: T[][]): T[][] {
  const short = rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== "") + 1));
  return short.slice(0, short.findLastIndex((row) => row.length > 0) + 1);
}

function transpose<T>(rows: T[][]): (T | "")[][] {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? ""));
}
