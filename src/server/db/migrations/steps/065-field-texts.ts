import type { Migration } from "#server/db/migrations/dialect.ts";

/** The texts in custom fields by their parts. Numbers, dates, yes and no have only these characters. */
export const fieldTexts: Migration = {
  name: "field-texts",
  sqlite: "",
  postgres: `
create index lead_field_values_text on lead_field_values using gin (sort_key gin_trgm_ops)
  where part = 0 and sort_key ~ '[^0-9a-f-]';
`,
};
