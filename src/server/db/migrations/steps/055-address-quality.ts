import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/db/migrations/dialect.ts";

// Existing leads and those of processes of the previous version get the defaults, which request a check.
function steps({ key, thenId, endKeyed }: Dialect): string {
  return `
alter table leads add column address_quality text default 'unknown';
alter table leads add column address_reason text not null default '';
alter table leads add column address_check_due ${key} default '';
create index leads_address_quality on leads (address_quality${thenId});
create index leads_address_check on leads (address_check_due) where address_check_due is not null;
create table mail_domains (
  domain ${key} primary key,
  result text not null,
  reason text not null,
  valid_until ${key} not null
) ${endKeyed};
`;
}

/** The facets that SQLite tests without reading the wide rows of leads, with the address quality. */
const FACETS = `
drop index leads_facets;
create index leads_facets on leads (
  id, status, score, source, name_key, company_key, created_at, missing_info, keyword_count, email_key, owner_key,
  address_quality
);
`;

/** The quality of each lead's email address, when it is checked next, and a cache of DNS answers. */
export const addressQuality: Migration = {
  name: "address-quality",
  sqlite: steps(SQLITE) + FACETS,
  postgres: steps(POSTGRES),
};
