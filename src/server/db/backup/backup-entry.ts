import { type Cell, lineOf, type Snapshot, TableDigest } from "#server/db/backup/snapshot.ts";
import { withoutSecrets } from "#server/db/backup/backed-up-tables.ts";
import { replaceSealed } from "#server/db/actions/sealed-texts.ts";

/** A table's row count and digest. */
export interface TableEnd {
  readonly table: string;
  readonly rows: number;
  readonly digest: string;
  readonly lastId: number | null;
}

/** The parts of a backup: for each table its columns, its rows in batches, and its end. */
export type BackupEntry =
  | { readonly kind: "table"; readonly table: string; readonly columns: readonly string[] }
  | { readonly kind: "rows"; readonly cells: readonly (readonly Cell[])[]; readonly lines: readonly string[] }
  | ({ readonly kind: "end" } & TableEnd);

/** Yields a snapshot's backed-up data. Without secrets, values that grant access are omitted. */
export async function* entriesOf(
  snapshot: Snapshot,
  { withSecrets }: { withSecrets: boolean },
): AsyncGenerator<BackupEntry> {
  for (const shape of await snapshot.tables()) {
    const { rows, replaced = {}, sealedWithin = "" } = withSecrets ? {} : withoutSecrets(shape.name);
    if (rows === "none") continue;
    yield { kind: "table", table: shape.name, columns: shape.columns };
    const places = Object.entries(replaced).map(([column, blank]) => [shape.columns.indexOf(column), blank] as const);
    const within = shape.columns.indexOf(sealedWithin);
    const digest = new TableDigest();
    for await (const cells of snapshot.rows(shape)) {
      for (const [place, blank] of places) for (const row of cells) if (place >= 0) row[place] = blank;
      if (within >= 0) for (const row of cells) row[within] = withoutSealed(row[within] ?? null);
      const lines = cells.map(lineOf);
      for (const line of lines) digest.add(line);
      yield { kind: "rows", cells, lines };
    }
    const lastId = await snapshot.lastId(shape.name);
    yield { kind: "end", table: shape.name, rows: digest.rows, digest: digest.hex, lastId };
  }
}

function withoutSealed(cell: Cell): Cell {
  return typeof cell === "string" ? replaceSealed(cell, () => null) : cell;
}
