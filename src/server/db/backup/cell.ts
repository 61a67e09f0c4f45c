import { hash } from "node:crypto";

/** A stored value in a backup's format, the same for both engines: flags are 0 and 1, bytes are base64. */
export type Cell = null | string | number | { readonly base64: string };

/** A column's type: `flag` is PostgreSQL's boolean, which SQLite stores as a number. */
export type ColumnKind = "text" | "number" | "flag" | "bytes";

/** A table's stored columns, sorted by name; generated columns are excluded. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  readonly kinds: readonly ColumnKind[];
}

/** A row's line in a backup: JSON, identical for the same values on both engines. */
export function lineOf(row: readonly Cell[]): string {
  return JSON.stringify(row);
}

/** A digest of a table's rows in any order: the sum of their SHA-256 hashes (FIPS 180-4) modulo 2^256. */
export class TableDigest {
  readonly #sum = new Uint32Array(8);
  rows = 0;

  add(line: string): void {
    const digest = hash("sha256", line, "buffer");
    let carry = 0;
    for (let word = 7; word >= 0; word -= 1) {
      const sum = (this.#sum[word] ?? 0) + digest.readUInt32BE(word * 4) + carry;
      this.#sum[word] = sum;
      carry = sum > 0xff_ff_ff_ff ? 1 : 0;
    }
    this.rows += 1;
  }

  /** In hexadecimal digits; all zeros for no rows. */
  get hex(): string {
    return Array.from(this.#sum, (word) => word.toString(16).padStart(8, "0")).join("");
  }
}
