import type { Migration } from "#server/db/migrations/dialect.ts";

const STEPS = `
update rescore_state set wanted = wanted + 1, done_rules = null where exists (select 1 from lead_fields);
`;

/** Rules that search everywhere now search custom fields, too, so that all leads are scored again. */
export const scoredFields: Migration = { name: "scored-fields", sqlite: STEPS, postgres: STEPS };
