import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/store/migrations/dialect.ts";

/**
 * `duplicate_changes` are the leads to be compared: triggers name those that came, went or changed in what tells who they
 * are, and nothing else of matching is done in the transactions of others. Every key of a lead is a hash of its text.
 */
function tables({ id, ref, flag, key, end, endKeyed }: Dialect): string {
  return `
create table duplicate_changes (
  lead_id ${ref} not null primary key
) ${end};

create table duplicate_keys (
  key ${ref} not null,
  lead_id ${ref} not null,
  primary key (key, lead_id)
) ${endKeyed};
create index duplicate_keys_lead on duplicate_keys (lead_id);

create table duplicate_pairs (
  id ${id},
  first_id ${ref} not null,
  second_id ${ref} not null,
  confidence integer not null,
  evidence text not null,
  is_dismissed ${flag} not null,
  unique (first_id, second_id)
) ${end};
create index duplicate_pairs_second on duplicate_pairs (second_id);
create index duplicate_pairs_best on duplicate_pairs (is_dismissed, confidence, id);

create table duplicate_dismissals (
  first_id ${ref} not null,
  second_id ${ref} not null,
  identity text not null,
  primary key (first_id, second_id)
) ${endKeyed};

create table duplicate_state (
  id integer primary key check (id = 1),
  version integer not null
) ${end};
insert into duplicate_state (id, version) values (1, 0);

create table lead_aliases (
  old_id ${ref} not null primary key,
  lead_id ${ref} not null,
  email_key ${key},
  phone_key ${key}
) ${end};
create index lead_aliases_lead on lead_aliases (lead_id);
create index lead_aliases_email on lead_aliases (email_key) where email_key is not null;
create index lead_aliases_phone on lead_aliases (phone_key) where phone_key is not null;
`;
}

/** The columns that tell who a lead is. */
const TELLING = ["name", "email_key", "phone_key", "company", "scrape_url"];
const isOther = (differs: string): string =>
  TELLING.map((column) => `old.${column} ${differs} new.${column}`).join(" or ");

const sqlite = `${tables(SQLITE)}
create trigger leads_to_compare_added after insert on leads begin
  insert or ignore into duplicate_changes values (new.id);
end;
create trigger leads_to_compare_gone after delete on leads begin
  insert or ignore into duplicate_changes values (old.id);
end;
create trigger leads_to_compare_changed after update of ${TELLING.join(", ")} on leads when ${isOther("is not")} begin
  insert or ignore into duplicate_changes values (new.id);
end;
`;

const postgres = `${tables(POSTGRES)}
create function leads_to_compare_added() returns trigger language plpgsql as $$
begin
  insert into duplicate_changes select id from added on conflict do nothing;
  return null;
end $$;
create trigger leads_to_compare_added after insert on leads referencing new table as added
  for each statement execute function leads_to_compare_added();

create function leads_to_compare_gone() returns trigger language plpgsql as $$
begin
  insert into duplicate_changes select id from gone on conflict do nothing;
  return null;
end $$;
create trigger leads_to_compare_gone after delete on leads referencing old table as gone
  for each statement execute function leads_to_compare_gone();

create function leads_to_compare_changed() returns trigger language plpgsql as $$
begin
  insert into duplicate_changes values (new.id) on conflict do nothing;
  return null;
end $$;
create trigger leads_to_compare_changed after update of ${TELLING.join(", ")} on leads
  for each row when (${isOther("is distinct from")}) execute function leads_to_compare_changed();
`;

/** Which leads may be duplicates, and what merged leads were known by. */
export const duplicates: Migration = { name: "duplicates", sqlite, postgres };
