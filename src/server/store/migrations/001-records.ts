import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/store/migrations/dialect.ts";

/**
 * A table for each noun. Times are ISO 8601 text, which sorts as it reads and needs no conversion on the way to JSON;
 * lists and free-form values are JSON text. Nothing refers to a lead with a foreign key, because a deleted lead can
 * come back under its id.
 */
function tables({ id, ref, flag, key, thenId, end, endKeyed }: Dialect): string {
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
  source text not null,
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
  score_parts text not null
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

-- Apart from leads, so that a change of status does not touch the text index, and a walk over all text stays small.
create table lead_search (
  id ${ref} primary key,
  text ${key} not null
) ${end};

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

create table rules (
  id ${id},
  name text not null,
  keywords text not null,
  score_weight integer not null,
  is_active ${flag} not null,
  created_at text not null
) ${end};

create table data_sources (
  id ${id},
  name text not null,
  type text not null,
  config text not null,
  sealed_service_account text,
  sealed_api_key text,
  is_active ${flag} not null,
  last_sync text,
  last_run text,
  failing_since text,
  created_at text not null
) ${end};

create table scrape_targets (
  id ${id},
  name text not null,
  url text not null,
  type text not null,
  selectors text,
  is_active ${flag} not null,
  last_scrape text,
  scrape_frequency text not null,
  leads_found integer not null,
  created_at text not null
) ${end};

create table follow_up_questions (
  id ${id},
  lead_id ${ref} not null,
  question text not null,
  question_type text not null,
  method text not null,
  response text not null,
  is_answered ${flag} not null,
  sent_at text,
  responded_at text
) ${end};

create index follow_up_questions_lead on follow_up_questions (lead_id);

create table form_submissions (
  id ${id},
  form_type text not null,
  submission_data text not null,
  lead_id ${ref},
  is_processed ${flag} not null,
  submitted_at text not null
) ${end};

create table email_settings (
  id ${id},
  smtp_host text not null,
  smtp_port integer not null,
  username text not null,
  sealed_password text,
  from_email text not null,
  recipient_emails text not null,
  report_frequency text not null,
  is_active ${flag} not null,
  last_success text,
  failing_since text,
  last_error text not null,
  created_at text not null
) ${end};

create table users (
  id ${id},
  username ${key} not null unique,
  password_hash text not null
) ${end};

create table processed_emails (
  id ${id},
  sender text not null,
  lead_name text not null,
  subject text not null,
  is_lead ${flag} not null,
  confidence integer not null,
  date text not null
) ${end};

create table mailbox_config (
  id integer primary key check (id = 1),
  email text not null,
  sealed_app_password text,
  enabled ${flag} not null,
  auto_sync ${flag} not null,
  sync_interval integer not null,
  labels text not null
) ${end};

create table settings (
  key ${key} primary key,
  value text not null
) ${endKeyed};

create table rescore_state (
  id integer primary key check (id = 1),
  wanted integer not null,
  done integer not null,
  running integer,
  cursor text
) ${end};

insert into rescore_state (id, wanted, done) values (1, 0, 0);

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

create table reports (
  id ${id},
  window_key ${key} not null unique,
  message_id text not null,
  state text not null,
  lead_count integer not null,
  error text not null,
  started_at text not null,
  finished_at text
) ${end};

create table leases (
  key ${key} primary key,
  owner text not null,
  expires_at ${ref} not null
) ${endKeyed};
`;
}

export const records: Migration = { name: "records", sqlite: tables(SQLITE), postgres: tables(POSTGRES) };
