import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/db/migrations/dialect.ts";

// No reference to accounts: undo can bring back a lead whose owner's account is gone.
function steps({ ref, key, thenId }: Dialect): string {
  return `
alter table leads add column owner_id ${ref};
alter table leads add column owner text not null default '';
alter table leads add column owner_set_by text;
alter table leads add column owner_key ${key} not null default '';
create index leads_owner on leads (owner_key${thenId});
`;
}

/** The facets that SQLite tests without reading the wide rows of leads, with the owner. */
const FACETS = `
drop index leads_facets;
create index leads_facets on leads (
  id, status, score, source, name_key, company_key, created_at, missing_info, keyword_count, email_key, owner_key
);
`;

/** The account that owns a lead, its name, and the name's key for filters and sorting. */
export const leadOwners: Migration = {
  name: "lead-owners",
  sqlite: steps(SQLITE) + FACETS,
  postgres: steps(POSTGRES),
};
