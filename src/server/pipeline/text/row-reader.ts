import { hash } from "node:crypto";
import { LEAD_TEXT_FIELDS } from "#shared/lead-fields.ts";
import type { Fact, RawLead } from "#shared/raw-lead.ts";
import { type Column, type ColumnsByRole, isNamePart } from "#server/pipeline/text/columns.ts";
import { fold } from "#server/pipeline/text/fold.ts";
import { GIVEN_NAMES } from "#server/pipeline/text/given-names.ts";
import type { ColumnRole } from "#server/pipeline/text/header-words.ts";
import { canBeTitle, isFormOfAddress } from "#server/pipeline/text/job-title.ts";
import { POSTNOMINALS } from "#server/pipeline/text/name-words.ts";
import { readPersonName } from "#server/pipeline/text/person-name.ts";

type Cells = readonly string[];

/** Row keys are indexed, and a PostgreSQL index entry can't exceed about 2,700 bytes. */
const LONGEST_KEY = 300;

interface FilledCell {
  /** One, or those of the parts of a last name. */
  indexes: readonly number[];
  value: string;
}

const LIKELY: Partial<Record<ColumnRole, (value: string) => boolean>> = {
  email: (value) => value.includes("@"),
  title: canBeTitle,
};
/** Family names come first in Chinese, Japanese and Korean. */
const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー\s]+$/u;

/** Ways to recognize a row when it is read again. */
export interface RowIdentity {
  id: string | undefined;
  /** In lower case; empty when there is none. Not validated. */
  email: string;
  /** As in the cells. */
  name: string;
  cells: readonly string[];
  contentHash: string;
}

export interface RowReading {
  /** Columns that are stored with the raw row but not used as fields or facts. */
  ignored?: ReadonlySet<number>;
  /** Makes a row's key; by default one that is unique within this reader. */
  keyOf?: (row: RowIdentity) => string;
}

/** Reads the rows of one sheet in order. */
export class RowReader {
  readonly #columns: readonly Column[];
  readonly #byRole: ColumnsByRole;
  readonly #ignored: ReadonlySet<number>;
  readonly #ofFields: ReadonlySet<number>;
  readonly #nameParts: readonly Column[];
  readonly #keyOf: (row: RowIdentity) => string;
  /** Sorted independently of column order, each with the prefix of its part of the hash. */
  readonly #hashed: { index: number; opening: string }[];

  constructor(columns: readonly Column[], byRole: ColumnsByRole, reading: RowReading = {}) {
    this.#columns = columns;
    this.#byRole = byRole;
    this.#ignored = reading.ignored ?? new Set();
    this.#ofFields = new Set(Object.values(byRole).flatMap((list) => list.map(({ index }) => index)));
    this.#nameParts = (byRole.lastName ?? []).filter(({ name }) => isNamePart(name));
    this.#keyOf = reading.keyOf ?? distinctKeys();
    this.#hashed = columns
      .toSorted((a, b) => (a.identity < b.identity ? -1 : 1))
      .map(({ index, identity }) => ({ index, opening: `${identity.length}:${identity}` }));
  }

  /** Reads one row, with text exactly as in the cells. Missing cells count as blank. */
  read(cells: Cells): Pick<RawLead, "rowKey" | "contentHash" | "fields" | "facts" | "raw"> {
    const contentHash = this.#hash(cells);
    const used = new Set<number>();
    const fields: RawLead["fields"] = {};
    for (const field of LEAD_TEXT_FIELDS) {
      const value = field === "name" ? this.#name(cells, used) : this.#take(this.#find(field, cells), used);
      if (value !== "") fields[field] = value;
    }
    const known = new Set(Object.values(fields));
    const facts: Fact[] = [];
    const raw: [string, string][] = [];
    for (const { index, name, hasHeader } of this.#columns) {
      const value = cells[index] ?? "";
      const blank = isBlank(value);
      if (hasHeader || !blank) raw.push([name, value]);
      if (blank || used.has(index) || this.#ignored.has(index)) continue;
      // HubSpot exports the company twice.
      if (!this.#ofFields.has(index) || !(isPlaceholder(value) || known.has(value))) facts.push({ name, value });
    }
    // Object.fromEntries, because assignment would lose a column named __proto__.
    return { rowKey: this.#key(cells, fields, contentHash), contentHash, fields, facts, raw: Object.fromEntries(raw) };
  }

  /**
   * A full name, or a first and last name joined. When only one half has its own column, the column "name" is the other
   * half (Name and Surname, Nom and Prénom), unless it already contains that half. One without both halves is not
   * the person's.
   */
  #name(cells: Cells, used: Set<number>): string {
    const whole = this.#find("name", cells);
    const first = this.#find("firstName", cells);
    const last = this.#lastName(cells);
    const halves = [first, last].flatMap((half) => half?.value.trim().toLowerCase() ?? []);
    if (whole !== null && halves.every((half) => whole.value.toLowerCase().includes(half)))
      return inReadingOrder(this.#take(whole, used));
    const parts = [first ?? whole, last ?? whole]
      .map((cell) => this.#take(cell, used).trim())
      .filter((part) => part !== "");
    return (parts.every((part) => FAMILY_FIRST.test(part)) ? parts.toReversed() : parts).join(" ");
  }

  /** The last name with what other columns have of it: "van der Berg", "Mota Rey". */
  #lastName(cells: Cells): FilledCell | null {
    const found = this.#find("lastName", cells);
    const parts = this.#nameParts.filter(({ index }) => !isPlaceholder(cells[index] ?? ""));
    if (found === null || parts.length === 0) return found;
    const main = (this.#byRole.lastName ?? []).find(
      (column) => !this.#nameParts.includes(column) && !isPlaceholder(cells[column.index] ?? "", "lastName"),
    );
    const columns = (main === undefined ? parts : [...parts, main]).toSorted((a, b) => a.index - b.index);
    return {
      indexes: columns.map(({ index }) => index),
      value: columns.map(({ index }) => cells[index]?.trim()).join(" "),
    };
  }

  /** The first cell with a value among the role's columns, or the first that is likely if there is one. */
  #find(role: ColumnRole, cells: Cells): FilledCell | null {
    const isLikely = LIKELY[role];
    let first: FilledCell | null = null;
    for (const { index } of this.#byRole[role] ?? []) {
      const value = cells[index] ?? "";
      if (isPlaceholder(value, role) || (role === "title" && isFormOfAddress(value))) continue;
      if (isLikely === undefined || isLikely(value)) return { indexes: [index], value };
      first ??= { indexes: [index], value };
    }
    return first;
  }

  /** Returns the cell's value for a field and marks its column as used, so that it doesn't also become a fact. */
  #take(cell: FilledCell | null, used: Set<number>): string {
    if (cell === null) return "";
    for (const index of cell.indexes) used.add(index);
    return cell.value;
  }

  /** Skips blank cells, so that adding an empty column doesn't change the hash; lengths make the text unambiguous. */
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
    return this.#keyOf({ id, email, name: fields.name ?? "", cells, contentHash });
  }
}

/** Keys rows by ID, else email, else content, and numbers duplicates. Remembers every key it has returned. */
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

/** Joins kind and value; hashes long values. */
function shortened(kind: string, value: string): string {
  return `${kind}:${value.length <= LONGEST_KEY ? value : hashOf(value)}`;
}

/** 128 bits of a text's SHA-256, in hex. */
export function hashOf(text: string): string {
  // UTF-16, because UTF-8 turns every lone surrogate into the same replacement character. 128 bits are plenty.
  return hash("sha256", Buffer.from(text, "utf16le"), "hex").slice(0, 32);
}

/**
 * "Lee, Ann" as "Ann Lee": the family name comes before a comma, unless only the words before it are given names. What
 * follows a given and another name is rather a title.
 */
function inReadingOrder(name: string): string {
  if (!name.includes(",")) return name;
  const [before = "", after = "", ...rest] = name.split(",").map((part) => part.trim());
  if (before === "" || after === "" || rest.length > 0 || hasPostnominal(after)) return name;
  const [first, ...others] = before.split(/\s+/u).map(isGivenName);
  if (first === true && others.includes(false)) return name;
  const isInOrder = first === true && !isGivenName(after.split(/\s/u)[0] ?? "");
  const ordered = isInOrder ? `${before} ${after}` : `${after} ${before}`;
  return readPersonName(ordered) === null ? name : ordered;
}

function hasPostnominal(text: string): boolean {
  return text.split(/\s+/u).some((word) => POSTNOMINALS.has(fold(word).replace(/\.$/u, "")));
}

function isGivenName(word: string): boolean {
  return GIVEN_NAMES.has(fold(word));
}

/** What people write instead of nothing. "Na" can be a name, so case counts. */
const PLACEHOLDERS = new Set([
  ..."n/a N/A N/a NA na n.a. N.A. n.v. k.A. TBD tbd unknown Unknown UNKNOWN unbekannt".split(" "),
  "k. A.",
  "keine Angabe",
  "not available",
  "not provided",
  "[not provided]",
]);
/** The same by programs; a person may be called Null. */
const NULLS = new Set(
  "null NULL (null) [null] <null> none None NONE (none) (blank) (empty) (leer) nil NaN nan undefined".split(" "),
);
/** Signs, and the errors of a spreadsheet's formulas in its language. */
const NO_VALUE = /^(?:[-–—_.…/?*]+|#(?:N\/[AD]|NV|[¡¿]?[\p{Lu}/0-9]+[!?]))$/u;
const NO_NUMBER = /^[0 ()/+-]+$/u;
const OF_NAMES: ReadonlySet<ColumnRole> = new Set(["name", "firstName", "lastName"]);
const LONGEST_PLACEHOLDER = 16;

/** Whether a cell is blank or a placeholder. */
export function isPlaceholder(cell: string, role?: ColumnRole): boolean {
  if (isBlank(cell)) return true;
  if (cell.length > LONGEST_PLACEHOLDER) return false;
  const text = cell.trim();
  const isNull = NULLS.has(text) && (role === undefined || !OF_NAMES.has(role));
  return isNull || PLACEHOLDERS.has(text) || NO_VALUE.test(text) || (role === "phone" && NO_NUMBER.test(text));
}

/** Whether a cell contains only white space. */
export function isBlank(cell: string): boolean {
  return cell.trim() === "";
}
