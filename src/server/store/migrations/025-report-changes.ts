import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/store/migrations/dialect.ts";

/** What a report tells of: triggers write it, so no change of a status can forget it. */
function tables({ id, ref, key, end, endKeyed }: Dialect): string {
  return `
create table status_changes (
  id ${id},
  lead_id ${ref} not null,
  at ${key} not null,
  -- Null for a lead that came in as qualified.
  was text
) ${end};
create index status_changes_at on status_changes (at);

-- What was decided by a report's link: once for each lead of a report.
create table report_decisions (
  report_key ${key} not null,
  lead_id ${ref} not null,
  status text not null,
  at text not null,
  act_id ${ref},
  primary key (report_key, lead_id)
) ${endKeyed};

alter table reports add column covers_to text;
`;
}

const sqlite = `
create trigger leads_status_came after insert on leads when new.status in ('qualified', 'approved') begin
  insert into status_changes (lead_id, at, was) values (new.id, new.updated_at, null);
end;
create trigger leads_status_changed after update of status on leads when old.status <> new.status begin
  insert into status_changes (lead_id, at, was) values (new.id, new.updated_at, old.status);
end;
`;

const postgres = `
create function leads_status_came() returns trigger language plpgsql as $$
begin
  insert into status_changes (lead_id, at, was)
    select id, updated_at, null from added where status in ('qualified', 'approved');
  return null;
end $$;
create trigger leads_status_came after insert on leads referencing new table as added
  for each statement execute function leads_status_came();

create function leads_status_changed() returns trigger language plpgsql as $$
begin
  insert into status_changes (lead_id, at, was) values (new.id, new.updated_at, old.status);
  return null;
end $$;
-- Row by row, because one for the whole statement cannot be kept to a column.
create trigger leads_status_changed after update of status on leads
  for each row when (old.status <> new.status) execute function leads_status_changed();
`;

/** What happened to the statuses of leads, for the reports, and what was decided by a link in one. */
export const reportChanges: Migration = {
  name: "report-changes",
  sqlite: tables(SQLITE) + sqlite,
  postgres: tables(POSTGRES) + postgres,
};
