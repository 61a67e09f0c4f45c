import type { PageTree } from "#server/sources/website/extract/page-tree.ts";

/** A cell by the lines that it holds: from `first` up to but not including `end`. */
export interface Cell {
  first: number;
  end: number;
  isHeader: boolean;
}

/** The cells of a table by row and column; one that spans several stands in each of them. Null where there is none. */
export type Grid = (Cell | null)[][];

const MOST_COLUMNS = 60;
const MOST_SPANNED = 1_000;

/** The grid of the table at a block, after the HTML Standard's table model. Null for a table that holds another one. */
export function gridOf({ blocks, lines }: PageTree, table: number): Grid | null {
  const last = blocks[table]?.lastBlock ?? 0;
  const grid: Grid = [];
  let row = -1;
  for (let at = table + 1; at < last; at++) {
    const block = blocks[at];
    const name = block?.element?.name;
    if (block === undefined || name === "table") return null;
    if (name === "tr") grid[++row] ??= [];
    if ((name !== "td" && name !== "th") || row < 0) continue;
    const cell = { first: block.first, end: Math.min(block.end, lines.length), isHeader: name === "th" };
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
