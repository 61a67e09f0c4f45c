import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/store/migrations/dialect.ts";

function table({ id, flag, end }: Dialect): string {
  return `
create table support_requests (
  id ${id},
  name text not null,
  email text not null,
  message text not null,
  mailed ${flag} not null,
  outcome text not null,
  created_at text not null
) ${end};
`;
}

/** What people asked for help with, and whether it reached whoever helps. */
export const supportRequests: Migration = {
  name: "support-requests",
  sqlite: table(SQLITE),
  postgres: table(POSTGRES),
};
