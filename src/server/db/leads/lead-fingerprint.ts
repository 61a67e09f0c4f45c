import { hash } from "node:crypto";
import { LEAD_TEXT_FIELDS, type LeadTextField } from "#shared/lead-fields.ts";
import type { LeadRecord } from "#shared/lead-record.ts";
import { columnValue, FIELDS, LEAD_COLUMNS, type LeadField, type Row } from "#server/db/leads/lead-columns.ts";

/**
 * Fields written by a rescore. They derive from the other fields and the rules, so they don't show whether a lead was
 * touched.
 */
const SCORED_FIELDS: ReadonlySet<LeadField> = new Set([
  "score",
  "scoreParts",
  "keywords",
  "status",
  "processedAt",
  "updatedAt",
]);

/** Fields that a rescore doesn't change. */
export const LASTING_FIELDS = FIELDS.filter((field) => field !== "id" && !SCORED_FIELDS.has(field));

/**
 * Fields in every fingerprint. Fields added later count only when they have a value, so older fingerprints stay valid.
 */
const FIRST_TEXTS: ReadonlySet<LeadField> = new Set<LeadTextField>([
  "name",
  "email",
  "company",
  "industry",
  "title",
  "phone",
  "scrapeUrl",
  "notes",
]);
const LATER_FIELDS: readonly LeadField[] = [...LEAD_TEXT_FIELDS.filter((field) => !FIRST_TEXTS.has(field)), "nextStep"];
const IS_LATER: ReadonlySet<LeadField> = new Set(LATER_FIELDS);
const NO_VALUE: ReadonlySet<unknown> = new Set(["", "null", null, undefined]);

/** Only an owner chosen by a person shows that the lead was touched. */
const OWNER: ReadonlySet<LeadField> = new Set(["ownerId", "owner", "ownerSetBy"]);

/** otherValues is covered by the row that reported the value or the edit that replaced it. */
const FINGERPRINT_FIELDS = LASTING_FIELDS.filter(
  (field) =>
    field !== "otherValues" &&
    field !== "tagMarks" &&
    field !== "customFields" &&
    !IS_LATER.has(field) &&
    !OWNER.has(field),
);

/**
 * A hash that shows whether a lead was touched without storing its content. It changes with a field's value, a new row,
 * or a status set by a person, but not with a rescore.
 */
export function fingerprintOf(lead: LeadRecord): string {
  return hashed(lead, (field) => columnValue(lead, field));
}

/** The same from the lead's row, which avoids serializing its JSON again. */
export function fingerprintOfRow(row: Row, lead: Pick<LeadRecord, "provenance" | "tagMarks">): string {
  return hashed(lead, (field) => row[LEAD_COLUMNS[field].column]);
}

function hashed(
  { provenance, tagMarks }: Pick<LeadRecord, "provenance" | "tagMarks">,
  valueOf: (field: LeadField) => unknown,
): string {
  // Fingerprints of an earlier version hash the origins as they were stored then.
  const values = FINGERPRINT_FIELDS.map((field) =>
    field === "provenance" ? JSON.stringify(provenance ?? null) : valueOf(field),
  );
  for (const field of LATER_FIELDS) {
    const value = valueOf(field);
    if (!NO_VALUE.has(value)) values.push(`${field}=${String(value)}`);
  }
  if (valueOf("ownerSetBy") === "person") values.push(`owner=${String(valueOf("owner"))}`);
  // Rules tag leads too, which nobody touched.
  const tags = tagMarks.filter(({ by }) => by === "person");
  if (tags.length > 0) values.push(JSON.stringify(tags));
  const custom = valueOf("customFields");
  if (!NO_VALUE.has(custom)) values.push(`fields=${String(custom)}`);
  return hash("sha1", values.join("\u001f"), "base64url").slice(0, 16);
}

/** A fingerprint that changes when a person or source touches the lead, but not when rules do. */
export function markOf(lead: LeadRecord, fingerprint = fingerprintOf(lead)): string {
  return `${fingerprint}${lead.statusSetBy === "person" ? lead.status : ""}`;
}
