import { hash } from "node:crypto";
import type { LeadRecord } from "#shared/lead-record.ts";
import { columnValue, FIELDS, LEAD_COLUMNS, type LeadField, type Row } from "#server/store/lead-columns.ts";

/** What a rescore writes. These follow from the rest and from the rules, so that they say nothing of who touched a lead. */
const JUDGED: ReadonlySet<LeadField> = new Set([
  "score",
  "scoreParts",
  "keywords",
  "status",
  "processedAt",
  "updatedAt",
]);

/** The fields that a rescore leaves alone. */
export const LASTING_FIELDS = FIELDS.filter((field) => field !== "id" && !JUDGED.has(field));

/** Another value seen is told by the row that gave it, or by the edit that replaced it. */
const TELLING_FIELDS = LASTING_FIELDS.filter((field) => field !== "otherValues");

/**
 * Tells whether a lead was touched, without keeping what it was like: another value, another row told of it, or a
 * status set by a person make it another one, a rescore does not.
 */
export function fingerprintOf(lead: LeadRecord): string {
  return hashed(TELLING_FIELDS.map((field) => columnValue(lead, field)));
}

/** The same, of the row that a lead is kept in: its JSON need not be made once more. */
export function fingerprintOfRow(row: Row): string {
  return hashed(TELLING_FIELDS.map((field) => row[LEAD_COLUMNS[field].column]));
}

function hashed(values: readonly unknown[]): string {
  return hash("sha1", values.join("\u001f"), "base64url").slice(0, 16);
}
