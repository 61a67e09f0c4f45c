import { hash } from "node:crypto";
import { type Fact, LEAD_TEXT_FIELDS, type RawLead } from "#shared/raw-lead.ts";
import type { Column, ColumnsByRole } from "#server/reading/columns.ts";
import type { ColumnRole } from "#server/reading/header-words.ts";

type Cells = readonly string[];

/** Row keys are indexed, and an index of PostgreSQL holds no entry beyond some 2,700 bytes. */
const LONGEST_KEY = 300;

interface FilledCell {
  index: number;
  value: string;
}

/** What a row can be told by again. */
export interface RowIdentity {
  id: string | undefined;
  /** In lower case; empty when there is none, and it may be no address. */
  email: string;
  contentHash: string;
}

export interface RowReading {
  /** Columns that stay in what is kept as read, and tell nothing. */
  ignored?: ReadonlySet<number>;
  /** Makes the key of a row; by default one that no other row of this reader has. */
  keyOf?: (row: RowIdentity) => string;
}

/** Reads the rows of one sheet one after the other. */
export class RowReader {
  readonly #columns: readonly Column[];
  readonly #byRole: ColumnsByRole;
  readonly #ignored: ReadonlySet<number>;
  readonly #keyOf: (row: RowIdentity) => string;
  /** In an order that does not depend on where the columns stand, each with the text that opens its part of the hash. */
  readonly #hashed: { index: number; opening: string }[];

  constructor(columns: readonly Column[], byRole: ColumnsByRole, reading: RowReading = {}) {
    this.#columns = columns;
    this.#byRole = byRole;
    this.#ignored = reading.ignored ?? new Set();
    this.#keyOf = reading.keyOf ?? distinctKeys();
    this.#hashed = columns
      .toSorted((a, b) => (a.identity < b.identity ? -1 : 1))
      .map(({ index, identity }) => ({ index, opening: `${identity.length}:${identity}` }));
  }

  /** What one row says, its text exactly as it stands in the cells. Missing cells count as blank. */
  read(cells: Cells): Pick<RawLead, "rowKey" | "contentHash" | "fields" | "facts" | "raw"> {
    const contentHash = this.#hash(cells);
    const used = new Set<number>();
    const fields: RawLead["fields"] = {};
    for (const field of LEAD_TEXT_FIELDS) {
      const value = field === "name" ? this.#name(cells, used) : this.#take(this.#find(field, cells), used);
      if (value !== "") fields[field] = value;
    }
    const facts: Fact[] = [];
    const raw: [string, string][] = [];
    for (const { index, name, hasHeader } of this.#columns) {
      const value = cells[index] ?? "";
      const blank = isBlank(value);
      if (hasHeader || !blank) raw.push([name, value]);
      if (!blank && !used.has(index) && !this.#ignored.has(index)) facts.push({ name, value });
    }
    // Object.fromEntries, because assigning would lose a column that someone called __proto__.
    return { rowKey: this.#key(cells, fields, contentHash), contentHash, fields, facts, raw: Object.fromEntries(raw) };
  }

  /**
   * A full name, or a first and a last name joined. Where only one half has a column of its own, the column "name" is
   * the other half (Name and Surname, Nom and Prénom), unless it already contains that half.
   */
  #name(cells: Cells, used: Set<number>): string {
    const whole = this.#find("name", cells);
    const first = this.#find("firstName", cells);
    const last = this.#find("lastName", cells);
    if (whole !== null) {
      const half = first === null ? last : last === null ? first : null;
      if (half === null || whole.value.toLowerCase().includes(half.value.trim().toLowerCase()))
        return this.#take(whole, used);
    }
    return [first ?? whole, last ?? whole]
      .map((cell) => this.#take(cell, used).trim())
      .filter((part) => part !== "")
      .join(" ");
  }

  /** The first cell with something in it among the role's columns. */
  #find(role: ColumnRole, cells: Cells): FilledCell | null {
    for (const { index } of this.#byRole[role] ?? []) {
      const value = cells[index] ?? "";
      if (!isBlank(value)) return { index, value };
    }
    return null;
  }

  /** The cell's value for a field; its column is then used up and is no fact any more. */
  #take(cell: FilledCell | null, used: Set<number>): string {
    if (cell === null) return "";
    used.add(cell.index);
    return cell.value;
  }

  /** Blank cells are left out, so that a new empty column changes nothing; lengths make the text unambiguous. */
  #hash(cells: Cells): string {
    let text = "";
    for (const { index, opening } of this.#hashed) {
      const value = cells[index] ?? "";
      if (!isBlank(value)) text += `${opening}${value.length}:${value}`;
    }
    return hashOf(text);
  }

  #key(cells: Cells, fields: RawLead["fields"], contentHash: string): string {
    const id = this.#find("id", cells)?.value.trim();
    const email = (fields.email ?? "").trim().toLowerCase();
    return this.#keyOf({ id, email, contentHash });
  }
}

/** Keys by id, else e-mail, else content, numbered where one comes again: remembers all of them. */
function distinctKeys(): (row: RowIdentity) => string {
  const taken = new Set<string>();
  const occurrences = new Map<string, number>();
  return ({ id, email, contentHash }) => {
    const key =
      id !== undefined ? shortened("id", id) : email.includes("@") ? shortened("email", email) : `hash:${contentHash}`;
    let occurrence = occurrences.get(key) ?? 0;
    let free: string;
    do {
      occurrence++;
      free = occurrence === 1 ? key : `${key}#${occurrence}`;
    } while (taken.has(free)); // an id may itself end in "#2"
    occurrences.set(key, occurrence);
    taken.add(free);
    return free;
  };
}

/** The kind and the value, which goes by its hash when it is long. */
function shortened(kind: string, value: string): string {
  return `${kind}:${value.length <= LONGEST_KEY ? value : hashOf(value)}`;
}

/** 128 bits of a text's SHA-256 in hex. */
export function hashOf(text: string): string {
  // UTF-16, because UTF-8 turns every lone surrogate into the same replacement character. 128 bits are plenty.
  return hash("sha256", Buffer.from(text, "utf16le"), "hex").slice(0, 32);
}

/** Whether a cell holds nothing but white space. */
export function isBlank(cell: string): boolean {
  return cell.trim() === "";
}
