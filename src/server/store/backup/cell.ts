import { hash } from "node:crypto";

/** A stored value as a backup writes it, the same for both engines: flags are 0 and 1, bytes are base64. */
export type Cell = null | string | number | { readonly base64: string };

/** What a column holds: `flag` is PostgreSQL's boolean, which SQLite keeps as a number. */
export type ColumnKind = "text" | "number" | "flag" | "bytes";

/** A table's stored columns in the order of their names; what the database computes itself is not among them. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  readonly kinds: readonly ColumnKind[];
}

/** A row as its line in a backup: JSON, which is the same text for the same values on both engines. */
export function lineOf(row: readonly Cell[]): string {
  return JSON.stringify(row);
}

/** What a table holds, in whatever order it is read: the sum of its rows' SHA-256 (FIPS 180-4) modulo 2^256. */
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

  /** In hexadecimal digits; all zero for no rows. */
  get hex(): string {
    return Array.from(this.#sum, (word) => word.toString(16).padStart(8, "0")).join("");
  }
}
