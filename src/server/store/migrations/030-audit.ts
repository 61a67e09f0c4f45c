import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/store/migrations/dialect.ts";

function table({ id, key, thenId, end }: Dialect): string {
  return `
create table audit_log (
  id ${id},
  at ${key} not null,
  by_name ${key} not null,
  account_id ${key},
  via text not null,
  address text not null,
  action ${key} not null,
  summary text not null,
  subject text not null,
  outcome text not null,
  request_id text not null
) ${end};
create index audit_log_by_name on audit_log (by_name${thenId});
create index audit_log_action on audit_log (action${thenId});
create index audit_log_at on audit_log (at${thenId});
`;
}

/** Who did what from where. No reference to accounts: an entry outlives the account whose act it was. */
export const audit: Migration = { name: "audit", sqlite: table(SQLITE), postgres: table(POSTGRES) };
