import type { Migration } from "#server/store/migrations/dialect.ts";

const HOUR = 13;

/** Adds `by` to the two counters of a lead's status and hour. */
function count(lead: "new" | "old", by: 1 | -1): string {
  return `
  insert into lead_totals (status, count) values (${lead}.status, ${by})
    on conflict (status) do update set count = count + ${by};
  insert into lead_hours (hour, status, count) values (substr(${lead}.created_at, 1, ${HOUR}), ${lead}.status, ${by})
    on conflict (hour, status) do update set count = count + ${by};`;
}

const sqlite = `
create table lead_totals (status text primary key, count integer not null) strict, without rowid;
create table lead_hours (
  hour text not null,
  status text not null,
  count integer not null,
  primary key (hour, status)
) strict, without rowid;

insert into lead_totals select status, count(*) from leads group by status;
insert into lead_hours select substr(created_at, 1, ${HOUR}), status, count(*) from leads group by 1, 2;

create trigger leads_counted after insert on leads begin${count("new", 1)}
end;
create trigger leads_uncounted after delete on leads begin${count("old", -1)}
end;
create trigger leads_recounted after update of status, created_at on leads
  when old.status <> new.status or old.created_at <> new.created_at
begin${count("old", -1)}${count("new", 1)}
end;
`;

/**
 * Counts a whole statement at once. The counters are spread over sixteen rows each, of which a connection always adds
 * to the same, so that connections seldom wait for each other; in a fixed order, so that they cannot deadlock in one
 * statement.
 */
function counting(name: string, event: string, changes: string, tables: string): string {
  return `
create function ${name}() returns trigger language plpgsql as $$
begin
  insert into lead_totals as kept (status, bucket, count)
    select status, pg_backend_pid() % 16, sum(n) from (${changes}) as change
    group by status having sum(n) <> 0 order by status
    on conflict (status, bucket) do update set count = kept.count + excluded.count;
  insert into lead_hours as kept (hour, status, bucket, count)
    select substr(created_at, 1, ${HOUR}), status, pg_backend_pid() % 16, sum(n) from (${changes}) as change
    group by 1, 2 having sum(n) <> 0 order by 1, 2
    on conflict (hour, status, bucket) do update set count = kept.count + excluded.count;
  return null;
end $$;
create trigger ${name} after ${event} on leads ${tables} for each statement execute function ${name}();
`;
}

const ADDED = "select status, created_at, 1 as n from added";
const GONE = "select status, created_at, -1 as n from gone";

const postgres = `
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

insert into lead_totals select status, 0, count(*) from leads group by status;
insert into lead_hours select substr(created_at, 1, ${HOUR}), status, 0, count(*) from leads group by 1, 2;
${counting("leads_counted", "insert", ADDED, "referencing new table as added")}
${counting("leads_uncounted", "delete", GONE, "referencing old table as gone")}
${counting("leads_recounted", "update", `${ADDED} union all ${GONE}`, "referencing new table as added old table as gone")}
`;

/** Leads by status, in all and by the hour they were created in, kept right by the database inside each change. */
export const tally: Migration = { name: "tally", sqlite, postgres };
