import type { Migration } from "#server/db/migrations/dialect.ts";

/**
 * On SQLite, sorting out a new lead's repeated keywords took a fifth of the instructions of storing the lead; the
 * primary key does it for less.
 */
export const keywordRows: Migration = {
  name: "keyword-rows",
  sqlite: `
drop trigger leads_keywords_added;
create trigger leads_keywords_added after insert on leads when new.keywords <> '[]' begin
  insert or ignore into lead_keywords select value, new.id from json_each(new.keywords);
end;
`,
  postgres: "",
};
