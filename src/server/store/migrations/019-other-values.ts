import type { Migration } from "#server/store/migrations/dialect.ts";

const column = "alter table leads add column other_values text;";

/** The values that were seen of a lead's fields beside those it has, each with where it came from. */
export const otherValues: Migration = { name: "other-values", sqlite: column, postgres: column };
