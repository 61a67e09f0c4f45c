import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/db/migrations/dialect.ts";

// No reference to accounts: a shared view outlives its creator's account.
function steps({ ref, flag }: Dialect): string {
  return `
alter table saved_views add column account_id ${ref};
alter table saved_views add column is_shared ${flag} not null default true;
alter table saved_views add column position integer;
`;
}

/** The creator of a view, who sees it, and where its tab is. Views saved before are shared and have no creator. */
export const personalViews: Migration = { name: "personal-views", sqlite: steps(SQLITE), postgres: steps(POSTGRES) };
