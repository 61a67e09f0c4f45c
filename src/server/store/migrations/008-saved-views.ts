import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/store/migrations/dialect.ts";

function table({ id, end }: Dialect): string {
  return `
create table saved_views (
  id ${id},
  name text not null,
  query text not null,
  created_at text not null
) ${end};
`;
}

/** Views of the lead list that people keep under a name. */
export const savedViews: Migration = { name: "saved-views", sqlite: table(SQLITE), postgres: table(POSTGRES) };
