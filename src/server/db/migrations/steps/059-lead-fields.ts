import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/db/migrations/dialect.ts";

function steps({ id, key, end }: Dialect): string {
  return `
create table lead_fields (
  id ${id},
  key ${key} not null,
  name ${key} not null,
  kind text not null,
  options text not null,
  created_at text not null
) ${end};

-- Null for leads without any, so that lists read nothing more of them.
alter table leads add column custom_fields text;
`;
}

/** Custom fields, and their values on leads. */
export const leadFields: Migration = { name: "lead-fields", sqlite: steps(SQLITE), postgres: steps(POSTGRES) };
