import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/db/migrations/dialect.ts";

// A digest is a report for one person. The team's reports are few, so they get the index that skips digests.
function steps({ id, ref, flag, end }: Dialect): string {
  return `
create table digest_settings (
  id ${id},
  account_id ${ref} not null unique,
  is_on ${flag} not null,
  hour integer not null,
  time_zone text not null,
  since text not null
) ${end};
alter table reports add column account_id ${ref};
create index reports_team on reports (id) where account_id is null;
create index reports_digests on reports (started_at) where account_id is not null;
create index reports_sending on reports (id) where state = 'sending';
`;
}

/** When each person gets a digest, and the digests that were sent. */
export const digests: Migration = { name: "digests", sqlite: steps(SQLITE), postgres: steps(POSTGRES) };
