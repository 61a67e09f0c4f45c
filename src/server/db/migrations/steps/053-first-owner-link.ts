import type { Migration } from "#server/db/migrations/dialect.ts";

const steps = "alter table account_changes add column first_owner_hash text;";

/** The hash of the link that creates the first account of a server others can reach. */
export const firstOwnerLink: Migration = { name: "first owner link", sqlite: steps, postgres: steps };
