import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/store/migrations/dialect.ts";

/**
 * When an import is taken back, the text index is not to rewrite itself each time that a tenth of it is deleted: it does
 * so in one go, during which nothing else is answered, a second of them in fifty thousand leads. What is deleted goes
 * when texts that come later are merged with it.
 */
const KEEP_DELETED_TEXTS = `
insert into lead_index (lead_index, rank) values ('deletemerge', 101);
`;

/**
 * What websites, mailboxes, forms and files need beside the leads they bring. The four tables that are made anew were
 * never written to before. Lists and free-form values are JSON text.
 */
function tables({ id, ref, flag, fraction, bytes, key, thenId, end, endKeyed }: Dialect): string {
  return `
alter table data_sources add column sealed_app_password text;

drop table scrape_targets;
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

drop table mailbox_config;
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
  last_error text not null
) ${end};

create table mailbox_folders (
  mailbox ${key} not null,
  folder ${key} not null,
  uid_validity text not null,
  last_uid ${ref} not null,
  mod_seq text,
  primary key (mailbox, folder)
) ${endKeyed};

drop table processed_emails;
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

create table form_hook (
  id integer primary key check (id = 1),
  sealed_token text not null,
  sealed_typeform_secret text,
  created_at text not null
) ${end};

drop table form_submissions;
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
  finished_at text
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
`;
}

/** Websites, mailboxes, web forms and files. */
export const waysIn: Migration = {
  name: "ways-in",
  sqlite: tables(SQLITE) + KEEP_DELETED_TEXTS,
  postgres: tables(POSTGRES),
};
