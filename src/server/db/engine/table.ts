import type { ChangeTopic } from "#shared/contract/event.ts";
import type { Engine, NewRow } from "#server/db/engine/engine.ts";
import type { Work } from "#server/db/engine/sql.ts";

/**
 * Everything the server knows about a table besides its SQL. Each table is declared once, next to its queries, and
 * listed with its noun in nouns.ts; backups, erasure, undo and key changes all read these declarations.
 */
export interface Table {
  readonly name: string;
  /** What backups include of it, or why they skip it. */
  readonly backup: "all" | BackupWithoutSecrets | { readonly skip: string };
  /** Where it may contain personal data of people outside the team, or why it can't. */
  readonly people: PersonalData | { readonly none: string };
  /**
   * Which rows an account sees that sees only its own and unassigned leads: by default those about leads it sees
   * (`people.leads`), or all of a table without personal data. Tables with other personal data must say so.
   */
  readonly seen?: Seen;
  /** Columns encrypted with the key file: null in a backup without secrets, re-encrypted when the key changes. */
  readonly sealed?: readonly string[];
  /** For records that people change: what undo needs. */
  readonly undo?: Undoable;
}

/** A table with one record per row, accessed through `recordTable`. */
export interface RecordsTable<R extends { id: string }> extends Table {
  readonly fields: Fields<Omit<R, "id">>;
}

/** Declares such a table; the record's type follows from its fields. */
export function recordsTable<R extends object>(
  table: Table & { readonly fields: Fields<R> },
): RecordsTable<{ id: string } & R> {
  // Fields without "id" are those of R.
  return table as Table & { readonly fields: Fields<Omit<{ id: string } & R, "id">> };
}

/** A field of a record, stored in the column with its name in snake case unless another one is given. */
export interface Field<T> {
  readonly kind: "plain" | "flag" | "json" | "id" | "number";
  readonly column: string | undefined;
  /** Never set; lets TypeScript infer the field's type. */
  readonly type?: T;
}

export type Fields<R> = { readonly [K in keyof R]: Field<R[K]> };

/** How fields are stored: flags as the engine's booleans, JSON as text, anything else unchanged. */
export const stored = {
  plain: <T>(column?: string): Field<T> => ({ kind: "plain", column }),
  flag: <T = boolean>(column?: string): Field<T> => ({ kind: "flag", column }),
  json: <T>(column?: string): Field<T> => ({ kind: "json", column }),
  /** PostgreSQL returns ids as text, SQLite as numbers. */
  id: <T = string>(column?: string): Field<T> => ({ kind: "id", column }),
  /** PostgreSQL returns large numbers as text. */
  number: <T = number>(column?: string): Field<T> => ({ kind: "number", column }),
};

/**
 * Rows that an account with limited sight sees: those whose columns name existing leads it sees; those of a text index
 * by lead id; leads it sees, counted; or those of a condition on table `seen`, with `:owner` for the account's owner key
 * and `:username`.
 */
export type Seen =
  | "all"
  | "none"
  | { readonly leads: readonly string[] }
  | { readonly isIndex: true }
  | { readonly counts: { readonly by: readonly string[]; readonly columns: readonly string[] } }
  | { readonly where: string };

/** How a backup without secrets differs from one with them. */
export interface BackupWithoutSecrets {
  /** Every row grants access, so no rows are included. */
  readonly rows?: "none";
  /** Columns that grant access, and the values that replace them; sealed columns need not be repeated here. */
  readonly replaced?: Readonly<Record<string, string | null>>;
  /** A JSON column with former values of sealed columns, which become null. */
  readonly sealedWithin?: string;
}

/** A row as the database returns it. */
export type StoredRow = Readonly<Record<string, unknown>>;

type Values = Readonly<Record<string, string | number | null>>;

/** How an erasure changes a row: delete it, redact the address in it, or set these columns. */
export type Erasure = "delete" | "redact" | Values | ((row: StoredRow) => Values);

/** Where a table may contain personal data of people outside the team. */
export interface PersonalData {
  /** What its records are called in an export. */
  readonly kind: string;
  /** The columns that identify a row. */
  readonly key: readonly string[];
  /** Columns with a lead's id: a row belongs to the person whose lead it names. */
  readonly leads?: readonly string[];
  /** The column whose address determines the row's owner. */
  readonly own?: string;
  /** The column with an email domain: a row belongs to the person who has the only leads with it. */
  readonly domain?: string;
  /** Columns that may contain an address. */
  readonly texts: readonly string[];
  /** Encoded columns that the database can't search, so they are read row by row. */
  readonly opened?: { readonly where: string; readonly text: (row: StoredRow) => string };
  /** Columns that no export shows, because they grant access or describe nobody. */
  readonly hidden?: readonly string[];
  /** How an erasure treats a person's own rows, and other rows that mention them: the same by default. */
  readonly ofPerson: Erasure;
  readonly mentioning?: Erasure;
}

/** Rows about the lead in `lead_id`, deleted with it. */
export function ofLeads(kind: string, key: readonly string[], texts: readonly string[]): PersonalData {
  return { kind, key, leads: ["lead_id"], texts, ofPerson: "delete", mentioning: "redact" };
}

/** Who may change a row: this account, and owners if `orOwners`. */
export interface ChangedBy {
  accountId: string | null;
  orOwners: boolean;
}

/** Who undoes an action. */
export interface Undoer {
  /** Whether they may change what only owners change; false by default. */
  mayManage?: boolean;
  /** Their account; null without one. */
  userId?: string | null;
}

/** What undo needs to know about records that people change. */
export interface Undoable {
  /** The column that identifies a row, never reused; `id` by default. */
  readonly key?: string;
  /** Columns that report a record's status. No action changes them, so they never block an undo. */
  readonly health?: readonly string[];
  /** A row's name at the start of a sentence; for a deleted row, only what the action changed is known. */
  readonly called: (row: StoredRow) => string;
  /** What to announce after an action or its undo changed a row. */
  readonly topics: readonly ChangeTopic[];
  /** Whether scores depend on the row with this key; false by default. */
  readonly isScoring?: (key: string) => boolean;
  /** Whether only owners may change the row with this key, and therefore undo changes to it; false by default. */
  readonly isManaged?: (key: string) => boolean;
  /** Who may change this row, and therefore undo changes to it; anyone who may work by default. */
  readonly changedBy?: (row: StoredRow) => ChangedBy;
  /** Why these rows can't all exist at once; null when they can. */
  readonly refuses?: (rows: readonly StoredRow[]) => string | null;
  /** Runs after an action or its undo removed a row. */
  readonly removed?: (engine: Engine, key: string, at: string) => Work<void>;
  /** Runs after an undo restored a row's former values; `after` is null when it recreated the row. */
  readonly restored?: (engine: Engine, key: string, before: StoredRow, after: StoredRow | null) => Work<void>;
}

/** Whether this account, or an owner, may change a row. */
export function mayChangeRow(
  { accountId, orOwners }: ChangedBy,
  { mayManage = false, userId = null }: Undoer,
): boolean {
  return (orOwners && mayManage) || (accountId !== null && accountId === userId);
}

/** `called` for records that have a name. */
export function calledByName(noun: string): (row: StoredRow) => string {
  return ({ name }) => (typeof name === "string" ? `The ${noun} “${name}”` : `The ${noun}`);
}

/** Converts between records and rows. */
export interface RowCodec<R> {
  /** The columns of the fields. */
  readonly columns: readonly string[];
  /** Ignores other columns. */
  readonly toRecord: (row: StoredRow) => R;
  /** The columns of the fields that the record has. */
  readonly toRow: (record: Partial<R>) => NewRow;
}

/** The record of a table or codec. */
export type RecordOf<T> = T extends RecordsTable<infer R> ? R : T extends RowCodec<infer R> ? R : never;

/** Columns without a declared field are neither read nor written. */
export function rowCodec<R extends object>(fields: Fields<R>): RowCodec<R> {
  const known = Object.entries<Field<unknown>>(fields).map(([field, { kind, column = snakeCase(field) }]) => ({
    field,
    column,
    kind,
  }));
  return {
    columns: known.map(({ column }) => column),

    toRecord(row) {
      const record: Record<string, unknown> = {};
      for (const { field, column, kind } of known) record[field] = fromColumn(row[column], kind);
      // Safe cast: only toRow writes these columns.
      return record as R;
    },

    toRow(record) {
      const row: Record<string, unknown> = {};
      for (const { field, column, kind } of known) {
        const value = record[field as keyof R];
        if (value !== undefined) row[column] = kind === "json" && value !== null ? JSON.stringify(value) : value;
      }
      return row;
    },
  };
}

function fromColumn(value: unknown, kind: Field<unknown>["kind"]): unknown {
  if (value === null) return null;
  switch (kind) {
    case "plain":
      return value;
    case "flag":
      return Boolean(value);
    case "json":
      // JSON is stored as text.
      return JSON.parse(value as string) as unknown;
    case "id":
      return typeof value === "number" ? value.toString() : value;
    case "number":
      return Number(value);
  }
}

function snakeCase(field: string): string {
  return field.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}
