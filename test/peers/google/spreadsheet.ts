import {
  type Area,
  applyRequests,
  gridData,
  gridOf,
  ownRows,
  type PeerCell,
  type PeerCells,
  type Tab,
  writeByDataFilter,
} from "#test/peers/google/sheet-edits.ts";
import { readA1, writeA1 } from "#test/peers/google/a1-notation.ts";
import { type GoogleAnswer, refusals } from "#test/peers/google/google-answers.ts";

const RENDERINGS = ["FORMATTED_VALUE", "UNFORMATTED_VALUE", "FORMULA"];
const DIMENSIONS = ["ROWS", "COLUMNS"];

/** One spreadsheet with its tabs and permissions. A new tab has Google's 1000 rows and 26 columns, or more. */
export class Spreadsheet {
  readonly id: string;
  readonly sharedWith = new Set<string>();
  readonly editors = new Set<string>();
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
    else this.#tabs.push({ sheetId: this.#tabs.length * 7919, title, hidden, rows, columnCount: 0, marks: [] });
  }

  tab(title: string): Tab {
    const found = this.#tabs.find((one) => one.title === title);
    if (!found) throw new Error(`The peer has no tab ${title}.`);
    return found;
  }

  /** A person's edit: the rows may be changed in place. */
  edit<T>(title: string, change: (rows: PeerCell[][], tab: Tab) => T): T {
    const tab = this.tab(title);
    return change(ownRows(tab), tab);
  }

  /** https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/batchUpdate: all or nothing. */
  batchUpdate(body: unknown): GoogleAnswer {
    return applyRequests(this.id, this.#tabs, body);
  }

  /** https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values/batchUpdateByDataFilter */
  batchUpdateByDataFilter(body: unknown): GoogleAnswer {
    return writeByDataFilter(this.id, this.#tabs, body);
  }

  removeTab(title: string): void {
    this.#tabs.splice(0, this.#tabs.length, ...this.#tabs.filter((tab) => tab.title !== title));
  }

  /** The Spreadsheet resource with the cells of some ranges, and only the tabs they are in. */
  describeRanges(ranges: readonly string[]): GoogleAnswer {
    const grids = new Map<Tab, unknown[]>();
    for (const range of ranges) {
      const found = this.#area(range);
      if ("refusal" in found) return found.refusal;
      grids.set(found.tab, [...(grids.get(found.tab) ?? []), gridData(found.tab, found.area)]);
    }
    const whole = this.describe();
    const sheets = [...grids].map(([tab, data]) => ({ properties: propertiesOf(tab, this.#tabs.indexOf(tab)), data }));
    return { status: 200, body: { ...whole, sheets } };
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
      sheets: this.#tabs.map((tab, index) => ({ properties: propertiesOf(tab, index) })),
      spreadsheetUrl: `https://docs.google.com/spreadsheets/d/${this.id}/edit`,
    };
  }

  /** https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values/get */
  values(range: string, query: URLSearchParams): GoogleAnswer {
    const rendering = query.get("valueRenderOption") ?? "FORMATTED_VALUE";
    const dimension = query.get("majorDimension") ?? "ROWS";
    if (!RENDERINGS.includes(rendering)) return refusals.invalidValue("value_render_option", rendering);
    if (!DIMENSIONS.includes(dimension)) return refusals.invalidValue("major_dimension", dimension);

    const found = this.#area(range);
    if ("refusal" in found) return found.refusal;
    const { tab, area } = found;

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

  #area(range: string): { tab: Tab; area: Area } | { refusal: GoogleAnswer } {
    const asked = readA1(range);
    const tab = asked && this.#tabs.find(({ title, hidden }) => (asked.tab === null ? !hidden : title === asked.tab));
    if (!asked || !tab) return { refusal: refusals.unparsableRange(range) };
    const { rowCount, columnCount } = gridOf(tab);
    if (asked.top > rowCount || asked.left > columnCount)
      return { refusal: refusals.outsideGrid(range, rowCount, columnCount) };
    const area = { ...asked, bottom: Math.min(asked.bottom, rowCount), right: Math.min(asked.right, columnCount) };
    return { tab, area };
  }
}

function propertiesOf(tab: Tab, index: number): Record<string, unknown> {
  return {
    sheetId: tab.sheetId,
    title: tab.title,
    index,
    sheetType: "GRID",
    gridProperties: gridOf(tab),
    ...(tab.hidden && { hidden: true }),
  };
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
