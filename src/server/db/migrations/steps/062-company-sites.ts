import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/db/migrations/dialect.ts";

function steps({ ref, key, end }: Dialect): string {
  return `
create table company_sites (
  domain ${key} primary key,
  state text not null,
  due ${key},
  tries integer not null default 0,
  asked_at ${key},
  read_at text,
  failure text not null default '',
  facts text not null default '[]',
  fill_from ${ref}
) ${end};
create index company_sites_due on company_sites (due) where due is not null;
create index company_sites_asked on company_sites (asked_at) where asked_at is not null;
create index company_sites_fill on company_sites (domain) where fill_from is not null;
create table company_site_walk (
  id integer primary key,
  last_lead_id ${ref} not null
) ${end};
`;
}

/** What is read from the websites of leads' companies, and the newest lead whose company was looked up. */
export const companySites: Migration = { name: "company-sites", sqlite: steps(SQLITE), postgres: steps(POSTGRES) };
