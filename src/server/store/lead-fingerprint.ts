import { hash } from "node:crypto";
import type { LeadRecord } from "#shared/lead-record.ts";
import { columnValue, FIELDS, type LeadField } from "#server/store/lead-columns.ts";

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

/**
 * Tells whether a lead was touched, without keeping what it was like: another value, another row told of it, or a
 * status set by a person make it another one, a rescore does not.
 */
export function fingerprintOf(lead: LeadRecord): string {
  const content = LASTING_FIELDS.map((field) => columnValue(lead, field)).join("\u001f");
  return hash("sha1", content, "base64url").slice(0, 16);
}
