import type { Migration } from "#server/db/migrations/dialect.ts";

const COLUMN = "alter table leads add column origins text;";

/**
 * Where a lead's values come from, each origin once. `provenance` stays for leads stored before and for processes of
 * the previous version.
 */
export const leadOrigins: Migration = { name: "lead-origins", sqlite: COLUMN, postgres: COLUMN };
