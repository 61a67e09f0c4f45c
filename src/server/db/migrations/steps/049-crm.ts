import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/db/migrations/dialect.ts";

function steps({ id, ref, key, end }: Dialect): string {
  return `
alter table webhook_endpoints add column account text;
alter table webhook_endpoints add column mapping text;
alter table webhook_endpoints add column owners text;
create table crm_records (
  id ${id},
  account ${key} not null,
  lead_id ${ref} not null,
  remote_id text not null,
  sent_at text not null,
  unique (account, lead_id)
) ${end};
create index crm_records_lead on crm_records (lead_id);
`;
}

/** CRMs as destinations of the outbox, and each lead's record there. */
export const crm: Migration = { name: "crm", sqlite: steps(SQLITE), postgres: steps(POSTGRES) };
