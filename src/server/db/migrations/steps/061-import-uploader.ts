import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/db/migrations/dialect.ts";

function steps({ key }: Dialect): string {
  return `
-- The username; empty for earlier imports, which only owners then see while members see only some leads.
alter table imports add column uploaded_by ${key} not null default '';
`;
}

/** Who uploaded each file. */
export const importUploader: Migration = { name: "import-uploader", sqlite: steps(SQLITE), postgres: steps(POSTGRES) };
