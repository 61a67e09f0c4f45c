import type { Dialect } from "#server/db/migrations/dialect.ts";

/** The team's rules, messages and settings, its members, and background work. */
export function teamTables({ id, ref, flag, key, thenId, end, endKeyed }: Dialect): string {
  return `
create table rules (
  id ${id},
  name text not null,
  keywords text not null,
  score_weight integer not null,
  is_active ${flag} not null,
  created_at text not null,
  mode text not null default 'words',
  fields text not null default '[]',
  counting text not null default 'each',
  half_life_days integer,
  note text not null default ''
) ${end};

create table sample_rules (
  rule_id ${ref} not null primary key
) ${endKeyed};

create table rescore_state (
  id integer primary key check (id = 1),
  wanted integer not null,
  done integer not null,
  running integer,
  cursor text,
  done_rules text,
  day text
) ${end};
insert into rescore_state (id, wanted, done) values (1, 0, 0);

create table settings (
  key ${key} primary key,
  value text not null
) ${endKeyed};

create table saved_views (
  id ${id},
  name text not null,
  query text not null,
  created_at text not null
) ${end};

create table dismissed_suggestions (
  id ${id},
  suggestion text not null,
  dismissed_at text not null
) ${end};

create table notification_marks (
  notification_id ${key} not null primary key
) ${endKeyed};

create table support_requests (
  id ${id},
  name text not null,
  email text not null,
  message text not null,
  mailed ${flag} not null,
  outcome text not null,
  created_at text not null
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
  created_at text not null,
  scheduled_since text not null default ''
) ${end};

create table reports (
  id ${id},
  window_key ${key} not null unique,
  message_id text not null,
  state text not null,
  lead_count integer not null,
  error text not null,
  started_at text not null,
  finished_at text,
  covers_to text
) ${end};

-- What was decided by a report's link: once for each lead of a report.
create table report_decisions (
  report_key ${key} not null,
  lead_id ${ref} not null,
  status text not null,
  at text not null,
  act_id ${ref},
  primary key (report_key, lead_id)
) ${endKeyed};

create table follow_up_questions (
  lead_id ${ref} not null,
  question_type ${key} not null,
  question text not null,
  state ${key} not null,
  reason text not null,
  attempt integer not null,
  is_automatic ${flag} not null,
  lead_status text not null,
  due_at ${key},
  response text not null,
  response_key text,
  sent_at text,
  responded_at text,
  primary key (lead_id, question_type)
) ${endKeyed};
create index follow_up_questions_open on follow_up_questions (due_at)
  where state in ('approved', 'sending', 'sent', 'failed');

create table follow_up_messages (
  id ${id},
  lead_id ${ref} not null,
  message_id ${key} not null,
  token ${key} not null,
  attempt integer not null,
  recipient text not null,
  address_key ${key} not null,
  subject text not null,
  question_types text not null,
  is_automatic ${flag} not null,
  state ${key} not null,
  error text not null,
  started_at ${key} not null,
  finished_at text
) ${end};
create unique index follow_up_messages_message on follow_up_messages (message_id);
create unique index follow_up_messages_token on follow_up_messages (token);
create index follow_up_messages_lead on follow_up_messages (lead_id${thenId});
create index follow_up_messages_address on follow_up_messages (address_key${thenId});
create index follow_up_messages_started on follow_up_messages (started_at);
create index follow_up_messages_sending on follow_up_messages (id) where state = 'sending';

create table mail_suppressions (
  address ${key} not null primary key,
  kind text not null,
  reason text not null,
  at text not null
) ${endKeyed};

create table follow_up_walk (
  id integer not null primary key check (id = 1),
  last_lead_id ${ref} not null
) ${endKeyed};

-- From before there were accounts; nothing reads or writes it.
create table users (
  id ${id},
  username ${key} not null unique,
  password_hash text not null
) ${end};

create table accounts (
  id ${id},
  username text not null,
  username_key ${key} not null unique,
  role text not null,
  is_active ${flag} not null,
  password_hash text,
  sealed_second_factor text,
  sealed_new_second_factor text,
  second_factor_step integer,
  identity_subject ${key} unique,
  invitation_hash ${key} unique,
  invited_until text,
  last_sign_in text,
  created_at text not null
) ${end};

-- One row, which every change of who there is locks, so that two changes at once cannot both find another owner left.
create table account_changes (id integer not null primary key) ${endKeyed};
insert into account_changes (id) values (1);

create table recovery_codes (
  account_id ${ref} not null references accounts (id) on delete cascade,
  code_hash ${key} not null,
  primary key (account_id, code_hash)
) ${endKeyed};

create table sessions (
  id ${id},
  secret_hash ${key} not null unique,
  account_id ${ref} not null references accounts (id) on delete cascade,
  device text not null,
  address text not null,
  created_at ${key} not null,
  last_used ${key} not null,
  expires_at ${key} not null
) ${end};
create index sessions_of_account on sessions (account_id);

create table api_tokens (
  id ${id},
  secret_hash ${key} not null unique,
  account_id ${ref} not null references accounts (id) on delete cascade,
  name text not null,
  scopes text not null,
  prefix text not null,
  created_at ${key} not null,
  last_used ${key},
  expires_at ${key}
) ${end};
create index api_tokens_of_account on api_tokens (account_id);

create table sign_in_attempts (
  attempt_key ${key} not null primary key,
  since ${key} not null,
  attempts integer not null
) ${endKeyed};

-- No reference to accounts: an entry outlives the account that acted.
create table audit_log (
  id ${id},
  at ${key} not null,
  by_name ${key} not null,
  account_id ${key},
  via text not null,
  address text not null,
  action ${key} not null,
  summary text not null,
  subject text not null,
  outcome text not null,
  request_id text not null
) ${end};
create index audit_log_by_name on audit_log (by_name${thenId});
create index audit_log_action on audit_log (action${thenId});
create index audit_log_at on audit_log (at${thenId});

-- What the hashes of erased people's keys are made with; made at the first erasure.
create table erasure_salt (
  id integer primary key check (id = 1),
  salt text not null
) ${end};

-- What erased people were known by. No key itself is here, so nothing tells who they were.
create table erased_keys (
  key_hash ${key} not null,
  person_hash ${key} not null,
  at text not null,
  primary key (key_hash, person_hash)
) ${endKeyed};
create index erased_keys_person on erased_keys (person_hash);

-- Since when a schedule of the calendar has been as it is: it missed no moment before.
create table schedules (
  id ${key} primary key,
  rhythm text not null,
  since text not null
) ${endKeyed};

-- A row for each run, inserted before its job: whatever the clock does, a window has one.
create table schedule_runs (
  id ${id},
  schedule_id ${key} not null,
  window_key ${key} not null,
  at text not null,
  job_id text,
  outcome text not null,
  message text not null,
  finished_at text,
  unique (schedule_id, window_key)
) ${end};
create index schedule_runs_under_way on schedule_runs (id) where outcome = 'running';

-- Processes at work on this database, and what only each of them can know.
create table processes (
  id ${key} primary key,
  takes_jobs ${flag} not null,
  started_at text not null,
  beat_at ${ref} not null,
  facts text not null
) ${endKeyed};

-- When each source last succeeded and last brought something, and the days on which it did.
create table source_health (
  source_key ${key} primary key,
  last_success text not null,
  quiet_since text not null,
  days text not null
) ${endKeyed};

-- What is found wrong now, and since when.
create table health_findings (
  finding ${key} primary key,
  since text not null
) ${endKeyed};

create table leases (
  key ${key} primary key,
  owner text not null,
  expires_at ${ref} not null
) ${endKeyed};
`;
}
