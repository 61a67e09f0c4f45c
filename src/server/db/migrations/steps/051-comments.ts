import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/db/migrations/dialect.ts";

function steps({ id, ref, key, end, thenId }: Dialect): string {
  return `
create table lead_comments (
  id ${id},
  lead_id ${ref} not null,
  account_id ${ref},
  author text not null,
  text text not null,
  mentions text not null,
  created_at ${key} not null,
  edited_at ${key}
) ${end};
create index lead_comments_lead on lead_comments (lead_id${thenId});
create index lead_comments_mentioning on lead_comments (coalesce(edited_at, created_at)) where mentions <> '[]';
`;
}

/** Comments on leads. */
export const comments: Migration = { name: "comments", sqlite: steps(SQLITE), postgres: steps(POSTGRES) };
