import type { Dialect } from "#server/db/migrations/dialect.ts";

/**
 * Leads, what identifies them, and what happened to them. Times are ISO 8601 text, which sorts chronologically and goes
 * into JSON unchanged; lists and free-form values are JSON text. There are no foreign keys to leads, because undo can
 * bring a deleted lead back under its id. The wide columns of leads come last, so that lists don't read past them.
 */
export function leadTables({ id, ref, flag, key, thenId, end, endKeyed }: Dialect, keywordCount: string): string {
  return `
create table leads (
  id ${id},
  status text not null,
  score integer not null,
  created_at text not null,
  updated_at text not null,
  revision integer not null default 1,
  name text not null,
  email text not null,
  company text not null,
  industry text not null,
  title text not null,
  phone text not null,
  source ${key} not null,
  scrape_url text not null,
  status_set_by text not null,
  qualification_status text not null,
  missing_info text not null,
  follow_up_attempts integer not null,
  last_follow_up text,
  keywords text not null,
  processed_at text,
  name_key ${key} not null,
  company_key ${key} not null,
  email_key ${key},
  email_domain ${key},
  phone_key ${key},
  notes text not null,
  source_data text not null,
  raw_data text not null,
  facts text not null,
  provenance text not null,
  score_parts text not null,
  keyword_count integer generated always as ${keywordCount},
  other_values text
) ${end};
create unique index leads_email_key on leads (email_key) where email_key is not null;
create index leads_phone_key on leads (phone_key) where phone_key is not null;
create index leads_email_domain on leads (email_domain, name_key) where email_domain is not null;
create index leads_status on leads (status${thenId});
create index leads_status_score on leads (status, score${thenId});
create index leads_score on leads (score${thenId});
create index leads_name on leads (name_key${thenId});
create index leads_company on leads (company_key${thenId});
create index leads_source on leads (source${thenId});
create index leads_untouched on leads (updated_at, id) where status <> 'approved';
create index leads_created on leads (created_at${thenId});
create index leads_missing on leads (missing_info${thenId});
create index leads_keyword_count on leads (keyword_count${thenId});
-- The other half of the order by email: those with one are in the unique index.
create index leads_without_email on leads (email_key${thenId}) where email_key is null;
create index leads_to_review on leads (score${thenId}) where status = 'qualified' and status_set_by = 'rule';
create index leads_in_progress on leads (status) where qualification_status = 'in_progress';
create index leads_decided on leads (id) where status_set_by = 'person' and status <> 'pending';
-- The leads that no rule changes: with them and the counters it is known how many leads another threshold changes.
create index leads_set_by_person on leads (status, score) where status_set_by = 'person';

-- Separate from leads, so that a change of status doesn't touch the text index, and a walk over all text stays small.
create table lead_search (
  id ${ref} primary key,
  text ${key} not null
) ${end};

-- In the order of ids within a keyword, so that leads with a keyword are read newest first. Triggers write it.
create table lead_keywords (
  keyword ${key} not null,
  lead_id ${ref} not null,
  primary key (keyword, lead_id)
) ${endKeyed};

create table source_rows (
  source_id ${ref} not null,
  row_key ${key} not null,
  content_hash text not null,
  lead_id ${ref},
  primary key (source_id, row_key)
) ${endKeyed};
create index source_rows_lead on source_rows (lead_id) where lead_id is not null;

create table tombstones (
  kind text not null,
  source_id ${ref} not null,
  key ${key} not null,
  lead_id ${ref} not null,
  primary key (kind, source_id, key, lead_id)
) ${endKeyed};
create index tombstones_lead on tombstones (lead_id);

create table lead_aliases (
  old_id ${ref} not null primary key,
  lead_id ${ref} not null,
  email_key ${key},
  phone_key ${key}
) ${end};
create index lead_aliases_lead on lead_aliases (lead_id);
create index lead_aliases_email on lead_aliases (email_key) where email_key is not null;
create index lead_aliases_phone on lead_aliases (phone_key) where phone_key is not null;

-- Separate from the journal: a change of rules may change the status of every lead, which is one line there.
create table lead_turns (
  id ${id},
  lead_id ${ref} not null,
  at text not null,
  status text not null,
  description text not null
) ${end};
create index lead_turns_lead on lead_turns (lead_id${thenId});

-- What a report tells of; triggers write it, so no change of a status can forget it.
create table status_changes (
  id ${id},
  lead_id ${ref} not null,
  at ${key} not null,
  -- Null for a lead that came in as qualified.
  was text
) ${end};
create index status_changes_at on status_changes (at);

-- Leads to be compared: triggers name those that came, went or changed in what identifies them.
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

create table journal (
  id ${id},
  kind text not null,
  type text not null,
  title text not null,
  description text not null,
  actor text not null,
  at text not null,
  lead_id ${ref},
  undo text,
  undone_at text
) ${end};
create index journal_lead on journal (lead_id${thenId}) where lead_id is not null;
create index journal_undo on journal (at) where undo is not null;

create table act_changes (
  act_id ${ref} not null,
  lead_id ${ref} not null,
  undo text not null,
  outcome text,
  primary key (act_id, lead_id)
) ${end};
create index act_changes_lead on act_changes (lead_id);

-- What deleted sources and websites leave behind for as long as they can be brought back.
create table kept_for_undo (
  owner ${key} not null,
  record_id ${key} not null,
  since ${key} not null,
  primary key (owner, record_id)
) ${endKeyed};

create table removal_notices (
  at ${key} primary key,
  retention_days integer not null
) ${end};
`;
}
