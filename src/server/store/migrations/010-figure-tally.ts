import type { Migration } from "#server/store/migrations/dialect.ts";

const HOUR = "2026-01-31T23".length;
/** Minutes of an hour at which a day begins somewhere, beside 0. */
const MINUTES = [15, 30, 45] as const;

/** `n` for a moment before each of these minutes of its hour, else 0. */
function befores(moment: string, n: string | number, merge: (value: string) => string = (value) => value): string {
  const minute = `substr(${moment}, ${HOUR + 2}, 2)`;
  return MINUTES.map((most) => merge(`case when ${minute} < '${most}' then ${n} else 0 end`)).join(", ");
}

const COLUMNS = MINUTES.map((minute) => `before_${minute}`);

function addScore(lead: "new" | "old", by: 1 | -1): string {
  return `
  insert into lead_scores (score, status, count) values (${lead}.score, ${lead}.status, ${by})
    on conflict (score, status) do update set count = count + ${by};`;
}

function addHour(lead: "new" | "old", by: 1 | -1): string {
  return `
  insert into lead_source_hours (hour, source, count, ${COLUMNS.join(", ")})
    values (substr(${lead}.created_at, 1, ${HOUR}), ${lead}.source, ${by}, ${befores(`${lead}.created_at`, by)})
    on conflict (hour, source) do update set count = count + ${by},
      ${COLUMNS.map((column) => `${column} = ${column} + excluded.${column}`).join(", ")};`;
}

const sqlite = `
create table lead_scores (
  score integer not null,
  status text not null,
  count integer not null,
  primary key (score, status)
) strict, without rowid;
insert into lead_scores select score, status, count(*) from leads group by 1, 2;

drop trigger leads_source_counted;
drop trigger leads_source_uncounted;
drop trigger leads_source_recounted;
delete from lead_source_hours;
${COLUMNS.map((column) => `alter table lead_source_hours add column ${column} integer not null default 0;`).join("\n")}
insert into lead_source_hours
  select substr(created_at, 1, ${HOUR}), source, count(*), ${befores("created_at", 1, sum)} from leads group by 1, 2;

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

/** Adds counted changes to the counters; spread over rows and in a fixed order, like those of the statuses. */
function addScores(changes: string): string {
  return `
  insert into lead_scores as kept (score, status, bucket, count)
    select score, status, pg_backend_pid() % 16, sum(n) from (${changes}) as change
    group by 1, 2 having sum(n) <> 0 order by 1, 2
    on conflict (score, status, bucket) do update set count = kept.count + excluded.count;`;
}

function addHours(changes: string): string {
  return `
  insert into lead_source_hours as kept (hour, source, bucket, count, ${COLUMNS.join(", ")})
    select substr(created_at, 1, ${HOUR}), source, pg_backend_pid() % 16, sum(n), ${befores("created_at", "n", sum)}
    from (${changes}) as change (source, created_at, n)
    group by 1, 2 order by 1, 2
    on conflict (hour, source, bucket) do update set count = kept.count + excluded.count,
      ${COLUMNS.map((column) => `${column} = kept.${column} + excluded.${column}`).join(", ")};`;
}

function sum(value: string): string {
  return `sum(${value})`;
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
insert into lead_scores select score, status, 0, count(*) from leads group by 1, 2;

drop trigger leads_source_counted on leads;
drop trigger leads_source_uncounted on leads;
drop trigger leads_source_recounted on leads;
drop function leads_source_counted();
drop function leads_source_uncounted();
drop function leads_source_recounted();
delete from lead_source_hours;
${COLUMNS.map((column) => `alter table lead_source_hours add column ${column} bigint not null default 0;`).join("\n")}
insert into lead_source_hours
  select substr(created_at, 1, ${HOUR}), source, 0, count(*), ${befores("created_at", 1, sum)} from leads group by 1, 2;
${counting(
  "leads_figures_counted",
  "insert on leads referencing new table as added for each statement",
  addScores(SCORES_ADDED) + addHours("select source, created_at, 1 from added"),
)}
${counting(
  "leads_figures_uncounted",
  "delete on leads referencing old table as gone for each statement",
  addScores(SCORES_GONE) + addHours("select source, created_at, -1 from gone"),
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
  addHours("values (old.source, old.created_at, -1), (new.source, new.created_at, 1)"),
)}
`;

/**
 * What the dashboard's figures are read from, kept right by the database inside each change: leads by score and status,
 * and of those by source and hour how many were created before each quarter of it, because everywhere days begin on one
 * (in India at 18:30 UTC, in Nepal at 18:15).
 */
export const figureTally: Migration = { name: "figure-tally", sqlite, postgres };
