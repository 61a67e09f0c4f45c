import type { Migration } from "#server/store/migrations/dialect.ts";

const column = "alter table rescore_state add column day text;";

/** The UTC day (2026-05-01) that scores which fade with a lead's age were last made stale for. */
export const scoreDay: Migration = { name: "score-day", sqlite: column, postgres: column };
