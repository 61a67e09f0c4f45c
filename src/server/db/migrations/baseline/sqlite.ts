import { leadTables } from "#server/db/migrations/baseline/leads.ts";
import { sourceTables } from "#server/db/migrations/baseline/sources.ts";
import { teamTables } from "#server/db/migrations/baseline/team.ts";
import { BEFORE_COLUMNS, before, COMPARED_COLUMNS, HOUR, isOther } from "#server/db/migrations/counted-columns.ts";
import { SQLITE } from "#server/db/migrations/dialect.ts";

const { id, flag, key, end } = SQLITE;

const JOBS = `
create table jobs (
  id ${id},
  kind text not null,
  key ${key} not null,
  title text not null,
  input text not null,
  state text not null,
  progress text,
  attempts integer not null,
  max_attempts integer not null,
  actor text not null,
  request_id text,
  traceparent text,
  result text,
  error text,
  message text not null,
  is_nothing ${flag} not null,
  created_at text not null,
  started_at text,
  finished_at text,
  due_at integer not null,
  lease text,
  lease_ends integer
) ${end};
create unique index jobs_open on jobs (key) where state in ('waiting', 'running', 'retrying');
create index jobs_leased on jobs (key) where lease is not null;
create index jobs_due on jobs (due_at) where state in ('waiting', 'retrying');
create index jobs_state on jobs (state);
create index jobs_kind on jobs (kind);
create index jobs_finished on jobs (finished_at) where finished_at is not null;
`;

/**
 * The statement that writes texts also indexes them, many at once: a trigger would make each row a separate statement
 * for the index, which flushes everything it has gathered each time. Positions are stored (detail=full), so a match
 * needs no second look at the text: counting ten thousand matches of a million became three to nine times as fast for
 * four fifths more disk. With deletemerge off, the index isn't rewritten whenever a tenth of it is deleted, which took
 * a second while undoing fifty thousand leads; deleted texts are removed when later ones are merged with them.
 */
const SEARCH = `
create virtual table lead_index using fts5 (
  text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);
insert into lead_index (lead_index, rank) values ('deletemerge', 101);
create virtual table lead_trigrams using fts5vocab (lead_index, instance);

-- With all that a lead is filtered and sorted by, so that no part of a scan reads the wide rows of leads.
create index leads_facets on leads (
  id, status, score, source, name_key, company_key, created_at, missing_info, keyword_count, email_key
);

create trigger lead_search_gone after delete on lead_search begin
  delete from lead_index where rowid = old.id;
end;
`;

const KEYWORDS = `
create trigger leads_keywords_added after insert on leads when new.keywords <> '[]' begin
  insert into lead_keywords select distinct value, new.id from json_each(new.keywords);
end;
create trigger leads_keywords_gone after delete on leads when old.keywords <> '[]' begin
  delete from lead_keywords where lead_id = old.id and keyword in (select value from json_each(old.keywords));
end;
create trigger leads_keywords_changed after update of keywords on leads when old.keywords <> new.keywords
begin
  delete from lead_keywords where lead_id = old.id and keyword in (
    select value from json_each(old.keywords) except select value from json_each(new.keywords));
  insert into lead_keywords
    select value, new.id from (select value from json_each(new.keywords) except select value from json_each(old.keywords));
end;
`;

const COUNTERS = `
create table lead_totals (status text primary key, count integer not null) strict, without rowid;

create table lead_hours (
  hour text not null,
  status text not null,
  count integer not null,
  primary key (hour, status)
) strict, without rowid;

create table lead_scores (
  score integer not null,
  status text not null,
  count integer not null,
  primary key (score, status)
) strict, without rowid;

create table lead_source_hours (
  hour text not null,
  source text not null,
  count integer not null,
${BEFORE_COLUMNS.map((column) => `  ${column} integer not null default 0,`).join("\n")}
  primary key (hour, source)
) strict, without rowid;

create trigger leads_counted after insert on leads begin${addStatus("new", 1)}
end;
create trigger leads_uncounted after delete on leads begin${addStatus("old", -1)}
end;
create trigger leads_recounted after update of status, created_at on leads
  when old.status <> new.status or old.created_at <> new.created_at
begin${addStatus("old", -1)}${addStatus("new", 1)}
end;
create trigger leads_figures_counted after insert on leads begin${addScore("new", 1)}${addHour("new", 1)}
end;
create trigger leads_figures_uncounted after delete on leads begin${addScore("old", -1)}${addHour("old", -1)}
end;
create trigger leads_scores_recounted after update of score, status on leads
  when old.score <> new.score or old.status <> new.status
begin${addScore("old", -1)}${addScore("new", 1)}
end;
create trigger leads_source_recounted after update of source, created_at on leads
  when old.source <> new.source or old.created_at <> new.created_at
begin${addHour("old", -1)}${addHour("new", 1)}
end;
`;

const CHANGES = `
create trigger leads_status_came after insert on leads when new.status in ('qualified', 'approved') begin
  insert into status_changes (lead_id, at, was) values (new.id, new.updated_at, null);
end;
create trigger leads_status_changed after update of status on leads when old.status <> new.status begin
  insert into status_changes (lead_id, at, was) values (new.id, new.updated_at, old.status);
end;

create trigger leads_to_compare_added after insert on leads begin
  insert or ignore into duplicate_changes values (new.id);
end;
create trigger leads_to_compare_gone after delete on leads begin
  insert or ignore into duplicate_changes values (old.id);
end;
create trigger leads_to_compare_changed after update of ${COMPARED_COLUMNS.join(", ")} on leads when ${isOther("is not")} begin
  insert or ignore into duplicate_changes values (new.id);
end;
`;

/** Adds `by` to the two counters of a lead's status and hour. */
function addStatus(lead: "new" | "old", by: 1 | -1): string {
  return `
  insert into lead_totals (status, count) values (${lead}.status, ${by})
    on conflict (status) do update set count = count + ${by};
  insert into lead_hours (hour, status, count) values (substr(${lead}.created_at, 1, ${HOUR}), ${lead}.status, ${by})
    on conflict (hour, status) do update set count = count + ${by};`;
}

function addScore(lead: "new" | "old", by: 1 | -1): string {
  return `
  insert into lead_scores (score, status, count) values (${lead}.score, ${lead}.status, ${by})
    on conflict (score, status) do update set count = count + ${by};`;
}

function addHour(lead: "new" | "old", by: 1 | -1): string {
  return `
  insert into lead_source_hours (hour, source, count, ${BEFORE_COLUMNS.join(", ")})
    values (substr(${lead}.created_at, 1, ${HOUR}), ${lead}.source, ${by}, ${before(`${lead}.created_at`, by)})
    on conflict (hour, source) do update set count = count + ${by},
      ${BEFORE_COLUMNS.map((column) => `${column} = ${column} + excluded.${column}`).join(", ")};`;
}

/** The schema of a new SQLite database. */
export const SQLITE_BASELINE: string = [
  leadTables(SQLITE, "(json_array_length(keywords)) virtual"),
  sourceTables(SQLITE),
  teamTables(SQLITE),
  JOBS,
  SEARCH,
  KEYWORDS,
  COUNTERS,
  CHANGES,
].join("");
