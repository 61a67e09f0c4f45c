import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/store/migrations/dialect.ts";

/** Few leads are decided by people, so an index of them alone is small and costs imports nothing. */
function tables({ id, end }: Dialect): string {
  return `
create index leads_decided on leads (id) where status_set_by = 'person' and status <> 'pending';

create table dismissed_suggestions (
  id ${id},
  suggestion text not null,
  dismissed_at text not null
) ${end};
`;
}

/** The leads that people decided on, and which suggestions made of them nobody wants to see again. */
export const learning: Migration = { name: "learning", sqlite: tables(SQLITE), postgres: tables(POSTGRES) };
