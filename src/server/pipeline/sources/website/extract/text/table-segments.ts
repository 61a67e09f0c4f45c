import { rolesNextTo } from "#server/pipeline/text/column-roles.ts";
import { roleOfHeader } from "#server/pipeline/text/columns.ts";
import { withoutEnding } from "#server/pipeline/text/fold.ts";
import type { PageTree } from "#server/pipeline/sources/website/extract/page-tree.ts";
import { type Segment, type Slice, WHOLE_LINE } from "#server/pipeline/sources/website/extract/text/rows.ts";

type Role = Slice["role"];
type Cells = readonly (Cell | null)[];

const FURTHER_ROLES: readonly (readonly [RegExp, Role])[] = [
  [/^(?:tele)?fax\b|^télécopie|^факс|^传真|^ファックス/iu, "fax"],
  [/^(?:mobile?|handy|cell|móvil|portable|携帯|手机)\b/iu, "mobile"],
];
const MOST_ROWS = 5_000;
const LONGEST_HEADER = 60;

interface TableWay {
  segments: Segment[];
  /** Its headers name the fields. */
  isLabeled: boolean;
}

/**
 * The ways to read a table: one record per row or per column. Empty for a table that contains another one.
 */
export function tableSegments(tree: PageTree, table: number, hasContact: (line: number) => boolean): TableWay[] {
  const grid = gridOf(tree, table);
  if (grid === null || grid.length < 2) return [];
  const rolesIn = (cells: Cells): Role[] =>
    headerRoles(cells.map((cell) => (cell === null || holdsContact(cell) ? "" : textOf(tree, cell))));
  const holdsContact = ({ first, end }: Cell): boolean => {
    for (let line = first; line < end; line++) if (hasContact(line)) return true;
    return false;
  };
  const headerAt = grid.slice(0, 3).findIndex((row) => describesContact(rolesIn(row)));
  const roles = headerAt < 0 ? [] : rolesIn(grid[headerAt] ?? []);
  const rows = grid.slice(headerAt + 1, MOST_ROWS).filter((row) => headerAt < 0 || !describesContact(rolesIn(row)));
  const columns = transposed(grid);
  const side = headerAt < 0 && columns.length > 2 ? rolesIn(columns[0] ?? []) : [];
  const isSideLabeled = describesContact(side);
  // A row of names above a row of addresses: each cell continues the one above it.
  const cells = columns.flatMap((column) => {
    const ends = column.flatMap((cell, at) => (cell !== null && holdsContact(cell) ? [at + 1] : []));
    return ends.map((end, at) => column.slice(ends[at - 1] ?? 0, end));
  });
  return [
    { segments: segmentsOf(rows, roles, "Table row"), isLabeled: headerAt >= 0 },
    { segments: segmentsOf(cells, [], "Table cell"), isLabeled: false },
    {
      segments: segmentsOf(isSideLabeled ? columns.slice(1) : columns, side, "Table column"),
      isLabeled: isSideLabeled,
    },
  ];
}

function segmentsOf(rows: readonly Cells[], roles: readonly Role[], kind: string): Segment[] {
  return rows.map((cells, at) => {
    const slices: Slice[] = [];
    const seen = new Set<Cell>();
    for (const [column, cell] of cells.entries()) {
      if (cell === null || seen.has(cell)) continue;
      seen.add(cell);
      for (let line = cell.first; line < cell.end; line++) {
        slices.push({ line, from: 0, to: WHOLE_LINE, place: `c${column}`, role: roles[column] ?? null });
      }
    }
    return { slices, evidence: `${kind} ${at + 1}` };
  });
}

/** Whether the headers include one that identifies the record and at least one more. */
function describesContact(roles: readonly Role[]): boolean {
  const known = new Set<Role>(roles.filter((role) => role !== null));
  return (
    known.size >= 2 &&
    ["name", "lastName", "firstName", "email", "company", "phone"].some((role) => known.has(role as Role))
  );
}

function headerRoles(texts: readonly string[]): Role[] {
  const headers = texts
    .map((text) => withoutEnding(text, /[\s:：]/u))
    .map((text) => (text.length > LONGEST_HEADER ? "" : text));
  const roles = rolesNextTo(headers, roleOfHeader);
  return headers.map((header, at) => FURTHER_ROLES.find(([words]) => words.test(header))?.[1] ?? roles[at] ?? null);
}

function textOf({ lines }: PageTree, { first, end }: Cell): string {
  return lines
    .slice(first, Math.min(end, first + 3))
    .map(({ text }) => text)
    .join(", ");
}

function transposed(grid: readonly Cells[]): (Cell | null)[][] {
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 0);
  return Array.from({ length: width }, (_, column) => grid.map((row) => row[column] ?? null));
}

/** A cell's lines, from `first` (inclusive) to `end` (exclusive). */
interface Cell {
  first: number;
  end: number;
}

/** A table's cells by row and column; a spanning cell appears in each position. Null for missing cells. */
type Grid = (Cell | null)[][];

const MOST_COLUMNS = 60;
const MOST_SPANNED = 1_000;

/**
 * The grid of the table at a block, per the HTML Standard's table model. Null for a table that contains another one.
 */
function gridOf({ blocks, lines }: PageTree, table: number): Grid | null {
  const last = blocks[table]?.lastBlock ?? 0;
  const grid: Grid = [];
  let row = -1;
  for (let at = table + 1; at < last; at++) {
    const block = blocks[at];
    const name = block?.element?.name;
    if (block === undefined || name === "table") return null;
    // A row's tag may be missing before the first cells.
    if (name === "tr" || (name === "th" && row < 0)) grid[++row] ??= [];
    if ((name !== "td" && name !== "th") || row < 0) continue;
    const cell = { first: block.first, end: Math.min(block.end, lines.length) };
    place(
      grid,
      row,
      cell,
      spanOf(block.element?.attribs["colspan"], MOST_COLUMNS),
      spanOf(block.element?.attribs["rowspan"], MOST_SPANNED),
    );
  }
  return row < 0 ? null : grid.slice(0, row + 1);
}

function place(grid: Grid, row: number, cell: Cell, columns: number, rows: number): void {
  const cells = (grid[row] ??= []);
  let column = 0;
  while (cells[column] !== undefined && cells[column] !== null) column++;
  for (let down = 0; down < rows; down++) {
    const target = (grid[row + down] ??= []);
    for (let across = 0; across < columns && column + across < MOST_COLUMNS; across++) {
      while (target.length < column + across) target.push(null);
      target[column + across] ??= cell;
    }
  }
}

function spanOf(attribute: string | undefined, most: number): number {
  const span = Number.parseInt(attribute ?? "1", 10);
  return Number.isFinite(span) ? Math.min(most, Math.max(1, span)) : 1;
}
