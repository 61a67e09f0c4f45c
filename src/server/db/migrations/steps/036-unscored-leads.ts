import type { Migration } from "#server/db/migrations/dialect.ts";

const STEPS = "create index leads_unscored on leads (id) where processed_at is null;";

/** An index to find unscored leads without reading the others. */
export const unscoredLeads: Migration = { name: "unscored-leads", sqlite: STEPS, postgres: STEPS };
