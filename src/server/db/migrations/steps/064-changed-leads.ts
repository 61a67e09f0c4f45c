import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/db/migrations/dialect.ts";

function steps({ thenId }: Dialect): string {
  return `create index leads_changed on leads (updated_at${thenId});\n`;
}

/** Finds leads by when they changed, for the filter of the daily digest's link. */
export const changedLeads: Migration = { name: "changed-leads", sqlite: steps(SQLITE), postgres: steps(POSTGRES) };
