import type { Migration } from "#server/store/migrations/dialect.ts";

const index = "create index leads_set_by_person on leads (status, score) where status_set_by = 'person';";

/**
 * The leads that no rule turns, because a person set their status: few, and with them and the counts by status and score
 * it is known how many leads another threshold turns, without reading any.
 */
export const setByPerson: Migration = { name: "set-by-person", sqlite: index, postgres: index };
