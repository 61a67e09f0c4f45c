import type { LeadTextField } from "#shared/lead-fields.ts";
import type { FieldOrigin, LeadRecord } from "#shared/lead-record.ts";

type Provenance = LeadRecord["provenance"];
/** An origin, followed by its fields; a field with another origin brings what differs from it. */
type StoredOrigins = (FieldOrigin | LeadTextField | [LeadTextField, Partial<FieldOrigin>])[];

/** With more differences than this, an origin is stored in full. */
const MOST_DIFFERENCES = 2;

/**
 * The origins of a lead's fields as stored, each once: most of a lead comes from one row of one source, and repeating
 * it for each field took half of the lead's disk. Null for a lead without any.
 */
export function storedOrigins(provenance: Provenance | undefined): string | null {
  const stored: StoredOrigins = [];
  let base: FieldOrigin | null = null;
  for (const [name, origin] of Object.entries(provenance ?? {})) {
    const field = name as LeadTextField;
    const differences: Partial<FieldOrigin> | null = base === null ? null : differencesOf(origin, base);
    if (differences === null) {
      stored.push((base = origin), field);
    } else {
      stored.push(Object.keys(differences).length === 0 ? field : [field, differences]);
    }
  }
  return stored.length === 0 ? null : JSON.stringify(stored);
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
export function originsOfRow(row: { origins: unknown; provenance: unknown }): Provenance {
  const provenance: Provenance = {};
  if (typeof row.origins === "string") {
    let base: FieldOrigin | undefined;
    // Only storedOrigins writes this column.
    for (const part of JSON.parse(row.origins) as StoredOrigins) {
      if (typeof part === "string") provenance[part] = { ...base } as FieldOrigin;
      else if (Array.isArray(part)) provenance[part[0]] = { ...base, ...part[1] } as FieldOrigin;
      else base = part;
    }
  }
  const others = String(row.provenance);
  return others === "{}" ? provenance : { ...provenance, ...(JSON.parse(others) as Provenance) };
}
