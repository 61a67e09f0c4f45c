import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/db/migrations/dialect.ts";

function steps({ ref, key, endKeyed }: Dialect): string {
  return `
-- Values of custom fields, in the order that lists sort by. Part 0 is the whole value, part 1 an option of several.
create table lead_field_values (
  field_id ${ref} not null,
  part integer not null,
  sort_key ${key} not null,
  lead_id ${ref} not null,
  primary key (field_id, part, sort_key, lead_id)
) ${endKeyed};
create index lead_field_values_lead on lead_field_values (lead_id, field_id, part, sort_key);

-- fillSearchTexts writes the values of earlier leads with their search texts.
update lead_search set words = null where id in (select id from leads where custom_fields is not null);
`;
}

export const leadFieldValues: Migration = {
  name: "lead-field-values",
  sqlite: steps(SQLITE),
  postgres: steps(POSTGRES),
};
