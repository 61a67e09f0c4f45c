import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/store/migrations/dialect.ts";

function tables({ key, end, endKeyed }: Dialect): string {
  return `
-- What the hashes of erased people's keys are made with; made at the first erasure.
create table erasure_salt (
  id integer primary key check (id = 1),
  salt text not null
) ${end};

-- What erased people were known by. No key itself stands here, so nothing tells who they were.
create table erased_keys (
  key_hash ${key} not null,
  person_hash ${key} not null,
  at text not null,
  primary key (key_hash, person_hash)
) ${endKeyed};
create index erased_keys_person on erased_keys (person_hash);
`;
}

/** What keeps people out who were erased. */
export const people: Migration = { name: "people", sqlite: tables(SQLITE), postgres: tables(POSTGRES) };
