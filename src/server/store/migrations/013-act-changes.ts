import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/store/migrations/dialect.ts";

function table({ ref, end }: Dialect): string {
  return `
create table act_changes (
  act_id ${ref} not null,
  lead_id ${ref} not null,
  undo text not null,
  outcome text,
  primary key (act_id, lead_id)
) ${end};

create index act_changes_lead on act_changes (lead_id);
`;
}

/** What an act on many leads did to each, so that all of it can be taken back, and each lead's timeline tells of it. */
export const actChanges: Migration = { name: "act-changes", sqlite: table(SQLITE), postgres: table(POSTGRES) };
