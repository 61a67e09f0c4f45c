import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/store/migrations/dialect.ts";

function tables({ ref, key, endKeyed }: Dialect): string {
  return `
create table kept_for_undo (
  owner ${key} not null,
  record_id ${key} not null,
  since ${key} not null,
  primary key (owner, record_id)
) ${endKeyed};

create index journal_undo on journal (at) where undo is not null;

alter table imports add column act_id ${ref};
`;
}

/** What deleted sources and websites leave behind for as long as they can be brought back, and which act is an import's. */
export const undo: Migration = { name: "undo", sqlite: tables(SQLITE), postgres: tables(POSTGRES) };
