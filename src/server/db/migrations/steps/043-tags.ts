import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/db/migrations/dialect.ts";

function steps({ id, ref, key, end, endKeyed }: Dialect): string {
  return `
create table tags (
  id ${id},
  name ${key} not null,
  color text not null,
  -- The tag that this one was merged into; leads keep the old id.
  merged_into ${ref},
  created_at text not null
) ${end};

-- Null for leads without any, so that lists read nothing more of them.
alter table leads add column tag_marks text;

-- In the order of ids within a tag, so that its leads are read newest first. Written with tag_marks.
create table lead_tags (
  tag_id ${ref} not null,
  lead_id ${ref} not null,
  primary key (tag_id, lead_id)
) ${endKeyed};

alter table rules add column tag text;
`;
}

export const tags: Migration = { name: "tags", sqlite: steps(SQLITE), postgres: steps(POSTGRES) };
