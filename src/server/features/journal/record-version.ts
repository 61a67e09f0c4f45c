import { hash } from "node:crypto";
import {
  changedFields,
  changeWords,
  EDITED_FIELDS,
  EDITED_NOUNS,
  type EditedNoun,
  VERSION_PART,
} from "#shared/edited-fields.ts";

/** Someone changed records after the client read them. `act` reports it with the name of who did. */
export class StaleRecord extends Error {
  /** What sentences call it, such as "this rule". */
  readonly called: string;
  /** What changed, each as a short text. */
  readonly changes: readonly string[];
  /** The changed records' table and keys, to find who changed them. */
  readonly table: string;
  readonly keys: readonly string[];

  constructor(called: string, changes: readonly string[], table: string, keys: readonly string[]) {
    super(`Someone changed ${called}.`);
    this.called = called;
    this.changes = changes;
    this.table = table;
    this.keys = keys;
  }
}

/** A version of the fields people edit, so health and progress never make a record stale. Empty for no record. */
export function versionOf(noun: EditedNoun, record: object | null): string {
  if (record === null) return "";
  const values = new Map<string, unknown>(Object.entries(withCredentials(record)));
  return Object.keys(EDITED_FIELDS[noun])
    .map((field) => hash("sha256", JSON.stringify(values.get(field) ?? null), "base64url").slice(0, VERSION_PART))
    .join("");
}

/** The record with its version. */
export function withVersion<R extends object>(noun: EditedNoun, record: R): R & { version: string } {
  return { ...record, version: versionOf(noun, record) };
}

interface Checked {
  noun: EditedNoun;
  table: string;
  /** The record's key; absent where each field has a separate row. */
  key?: string;
  /** Null when there is none (any more). */
  record: object | null;
  /** What the client saw; undefined from clients that don't say, whose changes always apply. */
  version: string | undefined;
  /** Fields to compare; all by default. */
  fields?: readonly string[];
}

/** Throws StaleRecord if the record differs from what the client saw. Call it in the transaction of the change. */
export function refuseStale({ noun, table, key, record, version, fields }: Checked): void {
  if (version === undefined) return;
  const changed = changedFields(noun, version, versionOf(noun, record)).filter(
    (field) => fields === undefined || fields.includes(field),
  );
  if (changed.length === 0) return;
  throw new StaleRecord(
    EDITED_NOUNS[noun],
    changeWords(noun, changed, record),
    table,
    key === undefined ? changed : [key],
  );
}

/** Stored credentials as one field that is never shown: their sealed texts change whenever they are set. */
function withCredentials(record: object): object {
  const sealed = Object.entries(record).filter(([field]) => field.startsWith("sealed"));
  return sealed.length === 0 ? record : { ...record, credentials: sealed.map(([, text]) => text as unknown) };
}
