import type { Dialect } from "#server/db/migrations/dialect.ts";

/** Lead sources: sheets, websites, mailboxes, forms, files, and raw input that can be read again. */
export function sourceTables({ id, ref, flag, fraction, bytes, key, thenId, end, endKeyed }: Dialect): string {
  return `
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
  created_at text not null,
  sealed_app_password text
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
  max_pages integer not null,
  max_depth integer not null,
  render_scripts ${flag} not null,
  leads_found integer not null,
  failing_since text,
  created_at text not null
) ${end};

create table scrape_runs (
  id ${id},
  target_id ${ref} not null,
  outcome text not null,
  figures text not null,
  pages text not null
) ${end};
create index scrape_runs_target on scrape_runs (target_id${thenId});

create table scrape_pages (
  target_id ${ref} not null,
  url ${key} not null,
  etag text not null,
  last_modified text not null,
  content_hash text not null,
  links text not null,
  row_keys text not null,
  read_by integer not null,
  primary key (target_id, url)
) ${endKeyed};

-- The pages that named somebody, as they were read.
create table page_sources (
  target_id ${ref} not null,
  url ${key} not null,
  read_at text not null,
  html ${bytes} not null,
  primary key (target_id, url)
) ${end};

create table mailbox_config (
  id integer primary key check (id = 1),
  email text not null,
  sealed_app_password text,
  enabled ${flag} not null,
  auto_sync ${flag} not null,
  sync_interval integer not null,
  labels text not null,
  server text not null,
  last_sync text,
  last_attempt text,
  failing_since text,
  last_error text not null,
  messages_waiting integer not null default 0
) ${end};

create table mailbox_folders (
  mailbox ${key} not null,
  folder ${key} not null,
  uid_validity text not null,
  last_uid ${ref} not null,
  mod_seq text,
  reading_since text,
  primary key (mailbox, folder)
) ${endKeyed};

create table processed_emails (
  id ${id},
  mailbox ${key} not null,
  message_key ${key} not null,
  folder text not null,
  uid ${ref},
  sender text not null,
  lead_name text not null,
  subject text not null,
  is_lead ${flag} not null,
  confidence integer not null,
  reason text not null,
  reasons text not null,
  kind text not null,
  correction text,
  corrected_at ${key},
  correction_act_id ${ref},
  lead_id ${ref},
  analysis text,
  date text not null,
  processed_at ${key} not null
) ${end};
create unique index processed_emails_message on processed_emails (mailbox, message_key);
create index processed_emails_corrected on processed_emails (corrected_at) where correction is not null;
create index processed_emails_at on processed_emails (processed_at, mailbox);
create index processed_emails_lead on processed_emails (lead_id) where lead_id is not null;

create table form_hook (
  id integer primary key check (id = 1),
  sealed_token text not null,
  sealed_typeform_secret text,
  created_at text not null
) ${end};

create table form_submissions (
  id ${id},
  form_type ${key} not null,
  form_name text not null,
  content_type text not null,
  body text not null,
  body_encoding text not null,
  idempotency_key ${key},
  is_verified ${flag},
  lead_id ${ref},
  lead_name text not null,
  outcome text not null,
  reason text not null,
  submitted_at text not null,
  processed_at text
) ${end};
create unique index form_submissions_key on form_submissions (form_type, idempotency_key)
  where idempotency_key is not null;
create index form_submissions_waiting on form_submissions (id) where outcome = 'waiting';
create index form_submissions_lead on form_submissions (lead_id) where lead_id is not null;

create table imports (
  id ${id},
  file_name text not null,
  bytes ${ref} not null,
  format text not null,
  state text not null,
  reading text not null,
  sheets text not null,
  file_columns text not null,
  preview text not null,
  policy text not null,
  counts text not null,
  qualified integer not null,
  rows_read integer not null,
  rejects integer not null,
  progress ${fraction} not null,
  message text not null,
  undo text,
  created_at text not null,
  started_at text,
  finished_at text,
  act_id ${ref}
) ${end};

create table import_parts (
  import_id ${ref} not null,
  part integer not null,
  content ${bytes} not null,
  primary key (import_id, part)
) ${end};

create table import_rejects (
  import_id ${ref} not null,
  row_number integer not null,
  cells text not null,
  reason text not null,
  primary key (import_id, row_number)
) ${endKeyed};

-- In the order of the leads' ids: those of new leads rise, so that a batch is written at the end.
create table import_changes (
  import_id ${ref} not null,
  lead_id ${ref} not null,
  undo text,
  fingerprint text,
  primary key (import_id, lead_id)
) ${endKeyed};
create index import_changes_lead on import_changes (lead_id) where undo is not null;

create table replays (
  id ${id},
  source text,
  reads_all ${flag} not null,
  state text not null,
  last_lead ${ref},
  total integer not null,
  done integer not null,
  rows_read integer not null,
  rows_unreadable integer not null,
  leads_changed integer not null,
  changes integer not null,
  applied integer not null,
  left_over integer not null,
  act_id ${ref},
  message text not null,
  created_at text not null,
  finished_at text
) ${end};

-- One row for each lead that would change; only its mark tells whether a later look would find the same.
create table replay_leads (
  replay_id ${ref} not null,
  lead_id ${ref} not null,
  name text not null,
  changes text not null,
  mark text not null,
  outcome text,
  primary key (replay_id, lead_id)
) ${endKeyed};
`;
}
