import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/db/migrations/dialect.ts";

function steps({ ref, key }: Dialect): string {
  return `
alter table webhook_endpoints add column source_id ${ref};
alter table webhook_endpoints add column columns text;
alter table webhook_endpoints add column tab ${key};
alter table webhook_endpoints add column place ${key};
alter table webhook_endpoints add column filled_at text;
`;
}

/** Google Sheets as destinations of the outbox: the source that is written to, and which columns. */
export const sheetWriteBack: Migration = { name: "sheet-write-back", sqlite: steps(SQLITE), postgres: steps(POSTGRES) };
