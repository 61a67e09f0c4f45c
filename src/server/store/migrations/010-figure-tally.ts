import type { Migration } from "#server/store/migrations/dialect.ts";

const MINUTE = "2026-01-31T23:".length;

/** The quarter of an hour in which a moment lies, 0 to 3, behind its hour: "2026-01-31T23:2" from 23:30 on. */
function quarterOf(moment: string): string {
  const minute = `substr(${moment}, ${MINUTE + 1}, 2)`;
  return `substr(${moment}, 1, ${MINUTE}) || case
    when ${minute} < '15' then '0' when ${minute} < '30' then '1' when ${minute} < '45' then '2' else '3' end`;
}

function addScore(lead: "new" | "old", by: 1 | -1): string {
  return `
  insert into lead_scores (score, status, count) values (${lead}.score, ${lead}.status, ${by})
    on conflict (score, status) do update set count = count + ${by};`;
}

function addQuarter(lead: "new" | "old", by: 1 | -1): string {
  return `
  insert into lead_source_quarters (quarter, source, count)
    values (${quarterOf(`${lead}.created_at`)}, ${lead}.source, ${by})
    on conflict (quarter, source) do update set count = count + ${by};`;
}

const sqlite = `
create table lead_scores (
  score integer not null,
  status text not null,
  count integer not null,
  primary key (score, status)
) strict, without rowid;
create table lead_source_quarters (
  quarter text not null,
  source text not null,
  count integer not null,
  primary key (quarter, source)
) strict, without rowid;

insert into lead_scores select score, status, count(*) from leads group by 1, 2;
insert into lead_source_quarters select ${quarterOf("created_at")}, source, count(*) from leads group by 1, 2;

drop trigger leads_source_counted;
drop trigger leads_source_uncounted;
drop trigger leads_source_recounted;
drop table lead_source_hours;

create trigger leads_figures_counted after insert on leads begin${addScore("new", 1)}${addQuarter("new", 1)}
end;
create trigger leads_figures_uncounted after delete on leads begin${addScore("old", -1)}${addQuarter("old", -1)}
end;
create trigger leads_scores_recounted after update of score, status on leads
  when old.score <> new.score or old.status <> new.status
begin${addScore("old", -1)}${addScore("new", 1)}
end;
create trigger leads_source_recounted after update of source, created_at on leads
  when old.source <> new.source or old.created_at <> new.created_at
begin${addQuarter("old", -1)}${addQuarter("new", 1)}
end;
`;

/** Adds counted changes to the counters; spread over rows and in a fixed order, like those of the statuses. */
function addScores(changes: string): string {
  return `
  insert into lead_scores as kept (score, status, bucket, count)
    select score, status, pg_backend_pid() % 16, sum(n) from (${changes}) as change
    group by 1, 2 having sum(n) <> 0 order by 1, 2
    on conflict (score, status, bucket) do update set count = kept.count + excluded.count;`;
}

function addQuarters(changes: string): string {
  return `
  insert into lead_source_quarters as kept (quarter, source, bucket, count)
    select ${quarterOf("created_at")}, source, pg_backend_pid() % 16, sum(n)
    from (${changes}) as change (source, created_at, n)
    group by 1, 2 having sum(n) <> 0 order by 1, 2
    on conflict (quarter, source, bucket) do update set count = kept.count + excluded.count;`;
}

function counting(name: string, when: string, steps: string): string {
  return `
create function ${name}() returns trigger language plpgsql as $$
begin${steps}
  return null;
end $$;
create trigger ${name} after ${when} execute function ${name}();
`;
}

const SCORES_ADDED = "select score, status, 1 as n from added";
const SCORES_GONE = "select score, status, -1 as n from gone";

const postgres = `
create table lead_scores (
  score integer not null,
  status text not null,
  bucket integer not null,
  count bigint not null,
  primary key (score, status, bucket)
) with (fillfactor = 50);
create table lead_source_quarters (
  quarter text collate "C" not null,
  source text not null,
  bucket integer not null,
  count bigint not null,
  primary key (quarter, source, bucket)
) with (fillfactor = 50);

insert into lead_scores select score, status, 0, count(*) from leads group by 1, 2;
insert into lead_source_quarters select ${quarterOf("created_at")}, source, 0, count(*) from leads group by 1, 2;

drop trigger leads_source_counted on leads;
drop trigger leads_source_uncounted on leads;
drop trigger leads_source_recounted on leads;
drop function leads_source_counted();
drop function leads_source_uncounted();
drop function leads_source_recounted();
drop table lead_source_hours;
${counting(
  "leads_figures_counted",
  "insert on leads referencing new table as added for each statement",
  addScores(SCORES_ADDED) + addQuarters("select source, created_at, 1 from added"),
)}
${counting(
  "leads_figures_uncounted",
  "delete on leads referencing old table as gone for each statement",
  addScores(SCORES_GONE) + addQuarters("select source, created_at, -1 from gone"),
)}
${counting(
  "leads_scores_recounted",
  "update on leads referencing new table as added old table as gone for each statement",
  addScores(`${SCORES_ADDED} union all ${SCORES_GONE}`),
)}
-- Row by row, because a trigger that sees the whole statement cannot be kept to certain columns: it would cost each
-- change of a status something, while a lead's source hardly ever changes.
${counting(
  "leads_source_recounted",
  `update of source, created_at on leads
  for each row when (old.source <> new.source or old.created_at <> new.created_at)`,
  addQuarters("values (old.source, old.created_at, -1), (new.source, new.created_at, 1)"),
)}
`;

/**
 * What the dashboard's figures are read from, kept right by the database inside each change: leads by score and status,
 * and by source and the quarter of an hour they were created in, because everywhere days begin on one (in India at 18:30
 * UTC, in Nepal at 18:15).
 */
export const figureTally: Migration = { name: "figure-tally", sqlite, postgres };
