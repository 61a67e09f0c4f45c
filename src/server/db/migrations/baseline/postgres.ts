import { leadTables } from "#server/db/migrations/baseline/leads.ts";
import { sourceTables } from "#server/db/migrations/baseline/sources.ts";
import { teamTables } from "#server/db/migrations/baseline/team.ts";
import { BEFORE_COLUMNS, before, COMPARED_COLUMNS, HOUR, isOther } from "#server/db/migrations/counted-columns.ts";
import { POSTGRES } from "#server/db/migrations/dialect.ts";

const FIRST = `
create extension if not exists pg_trgm;

-- A cast from text to JSON depends on nothing but the text, though PostgreSQL does not promise it of all casts.
create function keyword_count(keywords text) returns integer language sql immutable parallel safe
  return json_array_length(keywords::json);
`;

const SEARCH = `
create index lead_search_text on lead_search using gin (text gin_trgm_ops);
-- What matches are filtered and sorted by, without reading the wide rows of leads.
create index leads_facets on leads (id) include (status, score, source, name_key, company_key);
`;

/** A trigger with its own function, which runs once per statement unless `when` says otherwise. */
function trigger(name: string, when: string, steps: string, variables = ""): string {
  return `
create function ${name}() returns trigger language plpgsql as $$
${variables}begin
  ${steps.trimStart()}
  return null;
end $$;
create trigger ${name} after ${when} execute function ${name}();
`;
}

const INSERT = "insert on leads referencing new table as added for each statement";
const DELETE = "delete on leads referencing old table as gone for each statement";
const UPDATE = "update on leads referencing new table as added old table as gone for each statement";

/**
 * An unpaired surrogate, which text can't hold, would fail the whole statement. It is replaced with a line break, which
 * keeps the JSON valid whether one or two backslashes precede it.
 */
function keywordsOf(leads: string): string {
  return `select distinct k.value, lead.id from ${leads} lead cross join lateral json_array_elements_text(
      regexp_replace(lead.keywords, '\\\\u(0000|[dD][89a-fA-F]..)', '\\n', 'g')::json) k`;
}

const KEYWORDS = `
create function keywords_in(keywords text) returns text[] language sql immutable parallel safe return array(
  select json_array_elements_text(case when strpos(keywords, '\\u') = 0 then keywords
    else regexp_replace(keywords, '\\\\u(0000|[dD][89a-fA-F]..)', '\\n', 'g') end::json));
${trigger("leads_keywords_added", INSERT, `insert into lead_keywords ${keywordsOf("added")};`)}
${trigger(
  "leads_keywords_gone",
  DELETE,
  `delete from lead_keywords using (${keywordsOf("gone")}) was (keyword, lead_id)
    where lead_keywords.keyword = was.keyword and lead_keywords.lead_id = was.lead_id;`,
)}
-- Row by row, because one for the whole statement cannot be kept to a column, and most updates change a status.
${trigger(
  "leads_keywords_changed",
  "update of keywords on leads for each row when (old.keywords <> new.keywords)",
  `if not was <@ now then
    delete from lead_keywords where lead_id = old.id and keyword = any(was) and keyword <> all(now);
  end if;
  if not now <@ was then
    insert into lead_keywords select distinct k, new.id from unnest(now) k where k <> all(was);
  end if;`,
  `declare
  was text[] := keywords_in(old.keywords);
  now text[] := keywords_in(new.keywords);
`,
)}`;

/**
 * Counts a whole statement at once. Each counter is split over sixteen rows, and a connection always adds to the same
 * one, so that connections rarely wait for each other. Rows are updated in a fixed order to avoid deadlocks within a
 * statement.
 */
function addStatuses(changes: string): string {
  return `
  insert into lead_totals as kept (status, bucket, count)
    select status, pg_backend_pid() % 16, sum(n) from (${changes}) as change
    group by status having sum(n) <> 0 order by status
    on conflict (status, bucket) do update set count = kept.count + excluded.count;
  insert into lead_hours as kept (hour, status, bucket, count)
    select substr(created_at, 1, ${HOUR}), status, pg_backend_pid() % 16, sum(n) from (${changes}) as change
    group by 1, 2 having sum(n) <> 0 order by 1, 2
    on conflict (hour, status, bucket) do update set count = kept.count + excluded.count;`;
}

function addScores(changes: string): string {
  return `
  insert into lead_scores as kept (score, status, bucket, count)
    select score, status, pg_backend_pid() % 16, sum(n) from (${changes}) as change
    group by 1, 2 having sum(n) <> 0 order by 1, 2
    on conflict (score, status, bucket) do update set count = kept.count + excluded.count;`;
}

function addHours(changes: string): string {
  return `
  insert into lead_source_hours as kept (hour, source, bucket, count, ${BEFORE_COLUMNS.join(", ")})
    select substr(created_at, 1, ${HOUR}), source, pg_backend_pid() % 16, sum(n), ${before("created_at", "n", sum)}
    from (${changes}) as change (source, created_at, n)
    group by 1, 2 order by 1, 2
    on conflict (hour, source, bucket) do update set count = kept.count + excluded.count,
      ${BEFORE_COLUMNS.map((column) => `${column} = kept.${column} + excluded.${column}`).join(", ")};`;
}

function sum(value: string): string {
  return `sum(${value})`;
}

const STATUSES_ADDED = "select status, created_at, 1 as n from added";
const STATUSES_GONE = "select status, created_at, -1 as n from gone";
const SCORES_ADDED = "select score, status, 1 as n from added";
const SCORES_GONE = "select score, status, -1 as n from gone";

const COUNTERS = `
create table lead_totals (
  status text not null,
  bucket integer not null,
  count bigint not null,
  primary key (status, bucket)
) with (fillfactor = 50);

create table lead_hours (
  hour text collate "C" not null,
  status text not null,
  bucket integer not null,
  count bigint not null,
  primary key (hour, status, bucket)
) with (fillfactor = 50);

create table lead_scores (
  score integer not null,
  status text not null,
  bucket integer not null,
  count bigint not null,
  primary key (score, status, bucket)
) with (fillfactor = 50);

create table lead_source_hours (
  hour text collate "C" not null,
  source text not null,
  bucket integer not null,
  count bigint not null,
${BEFORE_COLUMNS.map((column) => `  ${column} bigint not null default 0,`).join("\n")}
  primary key (hour, source, bucket)
) with (fillfactor = 50);
${trigger("leads_counted", INSERT, addStatuses(STATUSES_ADDED))}
${trigger("leads_uncounted", DELETE, addStatuses(STATUSES_GONE))}
${trigger("leads_recounted", UPDATE, addStatuses(`${STATUSES_ADDED} union all ${STATUSES_GONE}`))}
${trigger(
  "leads_figures_counted",
  INSERT,
  addScores(SCORES_ADDED) + addHours("select source, created_at, 1 from added"),
)}
${trigger(
  "leads_figures_uncounted",
  DELETE,
  addScores(SCORES_GONE) + addHours("select source, created_at, -1 from gone"),
)}
${trigger("leads_scores_recounted", UPDATE, addScores(`${SCORES_ADDED} union all ${SCORES_GONE}`))}
-- Row by row, because a trigger that sees the whole statement cannot be kept to certain columns: it would cost each
-- change of a status something, while a lead's source hardly ever changes.
${trigger(
  "leads_source_recounted",
  `update of source, created_at on leads
  for each row when (old.source <> new.source or old.created_at <> new.created_at)`,
  addHours("values (old.source, old.created_at, -1), (new.source, new.created_at, 1)"),
)}`;

const CHANGES = `
${trigger(
  "leads_status_came",
  INSERT,
  `
  insert into status_changes (lead_id, at, was)
    select id, updated_at, null from added where status in ('qualified', 'approved');`,
)}
-- Row by row, because one for the whole statement cannot be kept to a column.
${trigger("leads_status_changed", "update of status on leads for each row when (old.status <> new.status)", `insert into status_changes (lead_id, at, was) values (new.id, new.updated_at, old.status);`)}
${trigger("leads_to_compare_added", INSERT, `insert into duplicate_changes select id from added on conflict do nothing;`)}
${trigger("leads_to_compare_gone", DELETE, `insert into duplicate_changes select id from gone on conflict do nothing;`)}
${trigger(
  "leads_to_compare_changed",
  `update of ${COMPARED_COLUMNS.join(", ")} on leads
  for each row when (${isOther("is distinct from")})`,
  `
  insert into duplicate_changes values (new.id) on conflict do nothing;`,
)}`;

/** The schema of a new PostgreSQL database. Jobs are in pg-boss's own schema. */
export const POSTGRES_BASELINE: string = [
  FIRST,
  leadTables(POSTGRES, "(keyword_count(keywords)) stored"),
  sourceTables(POSTGRES),
  teamTables(POSTGRES),
  SEARCH,
  KEYWORDS,
  COUNTERS,
  CHANGES,
].join("");
