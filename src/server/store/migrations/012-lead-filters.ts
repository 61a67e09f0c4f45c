import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/store/migrations/dialect.ts";

/** What both engines find and sort leads by, beside what they have. */
function indexes({ thenId }: Dialect): string {
  return `
create index leads_created on leads (created_at${thenId});
create index leads_missing on leads (missing_info${thenId});
create index leads_keyword_count on leads (keyword_count${thenId});
-- The other half of the order by e-mail: those with one stand in the index of identity.
create index leads_without_email on leads (email_key${thenId}) where email_key is null;
`;
}

/**
 * A row for each keyword of a lead, as the rule writes it, in the order of ids within a keyword: so a list of those with
 * a keyword, newest first, is read straight off. Triggers keep it, so no write of a lead can forget it.
 */
function keywordTable({ ref, key, endKeyed }: Dialect): string {
  return `
create table lead_keywords (
  keyword ${key} not null,
  lead_id ${ref} not null,
  primary key (keyword, lead_id)
) ${endKeyed};
`;
}

const SQLITE_FORGET = `
  delete from lead_keywords where lead_id = old.id and keyword in (select value from json_each(old.keywords));`;
const SQLITE_REMEMBER = `
  insert into lead_keywords select distinct value, new.id from json_each(new.keywords);`;

const sqlite = `
alter table leads add column keyword_count integer generated always as (json_array_length(keywords)) virtual;
${indexes(SQLITE)}
-- With all that a lead is filtered and sorted by, so that no part of a scan reads the wide rows of leads.
drop index leads_facets;
create index leads_facets on leads (
  id, status, score, source, name_key, company_key, created_at, missing_info, keyword_count, email_key
);
${keywordTable(SQLITE)}
insert into lead_keywords select distinct k.value, leads.id from leads, json_each(leads.keywords) k;
create trigger leads_keywords_added after insert on leads when new.keywords <> '[]' begin${SQLITE_REMEMBER}
end;
create trigger leads_keywords_gone after delete on leads when old.keywords <> '[]' begin${SQLITE_FORGET}
end;
create trigger leads_keywords_changed after update of keywords on leads when old.keywords <> new.keywords
begin${SQLITE_FORGET}${SQLITE_REMEMBER}
end;
`;

/**
 * The keywords of leads of a table. Half a surrogate pair, which no text can hold, would fail the whole statement; a line
 * break stands for it, because behind one backslash or two that leaves JSON what it is.
 */
function keywordsOf(leads: string): string {
  return `select distinct k.value, lead.id from ${leads} lead cross join lateral json_array_elements_text(
      regexp_replace(lead.keywords, '\\\\u(0000|[dD][89a-fA-F]..)', '\\n', 'g')::json) k`;
}

const postgres = `
-- A cast from text to JSON depends on nothing but the text, though PostgreSQL does not promise it of all casts.
create function keyword_count(keywords text) returns integer language sql immutable parallel safe
  return json_array_length(keywords::json);
alter table leads add column keyword_count integer generated always as (keyword_count(keywords)) stored;
${indexes(POSTGRES)}
-- Sources sort byte by byte, as on the other engine. A column that a trigger names cannot change otherwise.
drop trigger leads_source_recounted on leads;
alter table leads alter column source type text collate "C";
create trigger leads_source_recounted after update of source, created_at on leads
  for each row when (old.source <> new.source or old.created_at <> new.created_at)
  execute function leads_source_recounted();
${keywordTable(POSTGRES)}
insert into lead_keywords ${keywordsOf("leads")};

create function leads_keywords_added() returns trigger language plpgsql as $$
begin
  insert into lead_keywords ${keywordsOf("added")};
  return null;
end $$;
create trigger leads_keywords_added after insert on leads referencing new table as added
  for each statement execute function leads_keywords_added();

create function leads_keywords_gone() returns trigger language plpgsql as $$
begin
  delete from lead_keywords using (${keywordsOf("gone")}) was (keyword, lead_id)
    where lead_keywords.keyword = was.keyword and lead_keywords.lead_id = was.lead_id;
  return null;
end $$;
create trigger leads_keywords_gone after delete on leads referencing old table as gone
  for each statement execute function leads_keywords_gone();

create function leads_keywords_changed() returns trigger language plpgsql as $$
begin
  delete from lead_keywords using (${keywordsOf("(select old.id, old.keywords)")}) was (keyword, lead_id)
    where lead_keywords.keyword = was.keyword and lead_keywords.lead_id = was.lead_id;
  insert into lead_keywords ${keywordsOf("(select new.id, new.keywords)")};
  return null;
end $$;
-- Row by row, because one for the whole statement cannot be kept to a column, and most updates change a status.
create trigger leads_keywords_changed after update of keywords on leads
  for each row when (old.keywords <> new.keywords) execute function leads_keywords_changed();
`;

/** Finds leads by keyword, by what is missing and by when they came, and sorts them by source, e-mail and keywords. */
export const leadFilters: Migration = { name: "lead-filters", sqlite, postgres };
