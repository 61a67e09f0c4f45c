import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/db/migrations/dialect.ts";

function steps({ id, flag, key, end }: Dialect): string {
  return `
create table hosted_forms (
  id ${id},
  public_key ${key} not null unique,
  name text not null,
  fields text not null,
  button_label text not null,
  thanks text not null,
  consent text not null,
  confirms_email ${flag} not null,
  is_active ${flag} not null,
  created_at text not null
) ${end};
`;
}

/** Forms that Winnow serves. */
export const hostedForms: Migration = { name: "hosted-forms", sqlite: steps(SQLITE), postgres: steps(POSTGRES) };
