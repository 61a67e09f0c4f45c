import { lineOf, TableDigest, type Cell } from "#server/store/backup/cell.ts";
import { KEPT_TABLES } from "#server/store/backup/kept-tables.ts";
import type { Snapshot } from "#server/store/backup/snapshot.ts";

/** A table's rows, how many there were and what they came to. */
export interface TableEnd {
  readonly table: string;
  readonly rows: number;
  readonly digest: string;
  readonly lastId: number | null;
}

/** What a backup consists of: of each table its columns, its rows, some at a time, and its end. */
export type BackupEntry =
  | { readonly kind: "table"; readonly table: string; readonly columns: readonly string[] }
  | { readonly kind: "rows"; readonly cells: readonly (readonly Cell[])[]; readonly lines: readonly string[] }
  | ({ readonly kind: "end" } & TableEnd);

/** Everything a snapshot holds that a backup keeps. Without secrets what opens something is left out. */
export async function* entriesOf(
  snapshot: Snapshot,
  { withSecrets }: { withSecrets: boolean },
): AsyncGenerator<BackupEntry> {
  for (const shape of await snapshot.tables()) {
    const kept = KEPT_TABLES[shape.name] ?? {};
    if (kept.isSecret === true && !withSecrets) continue;
    yield { kind: "table", table: shape.name, columns: shape.columns };
    const blanks = withSecrets ? [] : Object.entries(kept.secrets ?? {});
    const places = blanks.map(([column, blank]) => [shape.columns.indexOf(column), blank] as const);
    const digest = new TableDigest();
    for await (const cells of snapshot.rows(shape)) {
      for (const [place, blank] of places) for (const row of cells) if (place >= 0) row[place] = blank;
      const lines = cells.map(lineOf);
      for (const line of lines) digest.add(line);
      yield { kind: "rows", cells, lines };
    }
    const lastId = await snapshot.lastId(shape.name);
    yield { kind: "end", table: shape.name, rows: digest.rows, digest: digest.hex, lastId };
  }
}
