import type { Migration } from "#server/db/migrations/dialect.ts";

const UNFILLED = "create index lead_search_unfilled on lead_search (id) where words is null;";

/**
 * The words of all fields, found by how they begin, and with them title and phone in the searched text. Leads stored
 * before have no words until `fillSearchTexts` writes both. SQLite's word index stores no positions, which takes a quarter
 * of the disk of trigrams; starts of up to four letters have their own lists, because a list merged from a common
 * start's words would take a tenth of a second.
 */
export const searchWords: Migration = {
  name: "search-words",
  sqlite: `
alter table lead_search add column words text;
${UNFILLED}
create virtual table lead_words using fts5 (
  words, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3 4', tokenize = 'ascii'
);
insert into lead_words (lead_words, rank) values ('deletemerge', 101);
create virtual table lead_word_uses using fts5vocab (lead_words, instance);
create trigger lead_words_gone after delete on lead_search begin
  delete from lead_words where rowid = old.id;
end;
`,
  postgres: `
alter table lead_search add column words text collate "C";
-- In PL/pgSQL and with its true cost, so that the planner prefers the index to computing it for many leads.
create function search_words(words text) returns tsvector language plpgsql immutable parallel safe cost 1000 as $$
begin
  return array_to_tsvector(string_to_array(substr(words, 2), ' '));
end $$;
create index lead_search_words on lead_search using gin (search_words(words));
${UNFILLED}
`,
};
