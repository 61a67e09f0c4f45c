import type { Migration } from "#server/db/migrations/dialect.ts";

const STEPS = "alter table data_sources add column sealed_headers text;\n";

/** The header values of a JSON API, encrypted. */
export const jsonApi: Migration = { name: "json-api", sqlite: STEPS, postgres: STEPS };
