import type { Migration } from "#server/store/migrations/dialect.ts";

const HOUR = 13;

/** Adds `by` to the counter of a lead's source and hour. */
function count(lead: "new" | "old", by: 1 | -1): string {
  return `
  insert into lead_source_hours (hour, source, count) values (substr(${lead}.created_at, 1, ${HOUR}), ${lead}.source, ${by})
    on conflict (hour, source) do update set count = count + ${by};`;
}

const sqlite = `
create table lead_source_hours (
  hour text not null,
  source text not null,
  count integer not null,
  primary key (hour, source)
) strict, without rowid;

insert into lead_source_hours select substr(created_at, 1, ${HOUR}), source, count(*) from leads group by 1, 2;

create trigger leads_source_counted after insert on leads begin${count("new", 1)}
end;
create trigger leads_source_uncounted after delete on leads begin${count("old", -1)}
end;
create trigger leads_source_recounted after update of source, created_at on leads
  when old.source <> new.source or old.created_at <> new.created_at
begin${count("old", -1)}${count("new", 1)}
end;
`;

/** Adds counted changes to the counters; spread and ordered like those of the statuses. */
function add(changes: string): string {
  return `
  insert into lead_source_hours as kept (hour, source, bucket, count)
    select substr(created_at, 1, ${HOUR}), source, pg_backend_pid() % 16, sum(n) from (${changes}) as change
    group by 1, 2 having sum(n) <> 0 order by 1, 2
    on conflict (hour, source, bucket) do update set count = kept.count + excluded.count;
  return null;`;
}

const postgres = `
create table lead_source_hours (
  hour text collate "C" not null,
  source text not null,
  bucket integer not null,
  count bigint not null,
  primary key (hour, source, bucket)
) with (fillfactor = 50);

insert into lead_source_hours select substr(created_at, 1, ${HOUR}), source, 0, count(*) from leads group by 1, 2;

create function leads_source_counted() returns trigger language plpgsql as $$
begin${add("select source, created_at, 1 as n from added")}
end $$;
create trigger leads_source_counted after insert on leads referencing new table as added
  for each statement execute function leads_source_counted();

create function leads_source_uncounted() returns trigger language plpgsql as $$
begin${add("select source, created_at, -1 as n from gone")}
end $$;
create trigger leads_source_uncounted after delete on leads referencing old table as gone
  for each statement execute function leads_source_uncounted();

-- Row by row, because a trigger that sees the whole statement cannot be kept to certain columns: it would cost each
-- change of a status something, while a lead's source hardly ever changes.
create function leads_source_recounted() returns trigger language plpgsql as $$
begin${add("values (old.source, old.created_at, -1), (new.source, new.created_at, 1)").replace("as change", "as change (source, created_at, n)")}
end $$;
create trigger leads_source_recounted after update of source, created_at on leads
  for each row when (old.source <> new.source or old.created_at <> new.created_at)
  execute function leads_source_recounted();
`;

/** Leads by source and the hour they were created in, kept right by the database inside each change. */
export const sourceTally: Migration = { name: "source-tally", sqlite, postgres };
