import type { LeadTextField } from "#shared/lead-fields.ts";
import type { FieldOrigin, LeadRecord } from "#shared/lead-record.ts";

type Provenance = LeadRecord["provenance"];
/** An origin that repeats a row of the lead's raw data: the row's index, the method and the time. */
type OriginInRow = [row: number, method: FieldOrigin["method"], at: string];
/** An origin, followed by its fields; a field with another origin brings what differs from it. */
type StoredOrigins = (FieldOrigin | OriginInRow | LeadTextField | [LeadTextField, Partial<FieldOrigin>])[];

/** What an origin repeats of its row. */
const REPEATED = ["source", "sourceName", "locator", "sourceId", "rowKey"] as const;
/** The keys of a row's origin in the order in which intake writes them, which fingerprints hash. */
const KEYS = ["source", "sourceName", "locator", "method", "at", "sourceId", "rowKey"].join();

/** With more differences than this, an origin is stored in full. */
const MOST_DIFFERENCES = 2;

/**
 * The origins of a lead's fields as stored, each once and without what its raw data says: most of a lead comes from one
 * row of one source, and repeating it for each field took half of the lead's disk. Null for a lead without any.
 */
export function storedOrigins({
  provenance,
  rawData,
}: Partial<Pick<LeadRecord, "provenance" | "rawData">>): string | null {
  const stored: StoredOrigins = [];
  const rows = rowsOf(rawData);
  let base: FieldOrigin | null = null;
  for (const [name, origin] of Object.entries(provenance ?? {})) {
    const field = name as LeadTextField;
    const differences: Partial<FieldOrigin> | null = base === null ? null : differencesOf(origin, base);
    if (differences === null) {
      stored.push(inRow(origin, rows), field);
      base = origin;
    } else {
      stored.push(Object.keys(differences).length === 0 ? field : [field, differences]);
    }
  }
  return stored.length === 0 ? null : JSON.stringify(stored);
}

type RawRow = Partial<Record<keyof FieldOrigin, unknown>>;

function rowsOf(rawData: unknown): readonly RawRow[] {
  return Array.isArray(rawData) ? (rawData as RawRow[]) : [];
}

/** The origin by its row; in full if no row has all of it. */
function inRow(origin: FieldOrigin, rows: readonly RawRow[]): FieldOrigin | OriginInRow {
  if (Object.keys(origin).join() !== KEYS) return origin;
  const row = rows.findIndex((one) => REPEATED.every((key) => one[key] === origin[key]));
  return row < 0 ? origin : [row, origin.method, origin.at];
}

/** The reverse of `inRow`. */
function originInRow([at, method, time]: OriginInRow, rows: readonly RawRow[]): FieldOrigin {
  const { source, sourceName, locator, sourceId, rowKey } = rows[at] ?? {};
  return { source, sourceName, locator, method, at: time, sourceId, rowKey } as FieldOrigin;
}

/** What to add to `base` to get `origin`, with its keys in the same order; null if that isn't worthwhile. */
function differencesOf(origin: FieldOrigin, base: FieldOrigin): Partial<FieldOrigin> | null {
  if (origin === base) return {};
  const keys = Object.keys(origin);
  if (Object.keys(base).some((key, at) => keys[at] !== key)) return null;
  const differing = keys.filter((key) => origin[key as keyof FieldOrigin] !== base[key as keyof FieldOrigin]);
  if (differing.length > MOST_DIFFERENCES) return null;
  return Object.fromEntries(differing.map((key) => [key, origin[key as keyof FieldOrigin]]));
}

/**
 * The origins of a row's fields. Rows of an earlier version have them all in `provenance`; a process of that version
 * also writes its changes there during an upgrade.
 */
export function originsOfRow(row: { origins: unknown; provenance: unknown; rawData: unknown }): Provenance {
  const provenance: Provenance = {};
  if (typeof row.origins === "string") {
    const rows = rowsOf(row.rawData);
    let base: FieldOrigin | undefined;
    // Only storedOrigins writes this column.
    for (const part of JSON.parse(row.origins) as StoredOrigins) {
      if (typeof part === "string") provenance[part] = { ...base } as FieldOrigin;
      else if (!Array.isArray(part)) base = part;
      else if (isInRow(part)) base = originInRow(part, rows);
      else provenance[part[0]] = { ...base, ...part[1] } as FieldOrigin;
    }
  }
  const others = String(row.provenance);
  return others === "{}" ? provenance : { ...provenance, ...(JSON.parse(others) as Provenance) };
}

function isInRow(part: OriginInRow | [LeadTextField, Partial<FieldOrigin>]): part is OriginInRow {
  return typeof part[0] === "number";
}
