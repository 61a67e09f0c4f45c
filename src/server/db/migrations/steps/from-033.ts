import { POSTGRES, SQLITE, type Dialect, type Step } from "#server/db/migrations/dialect.ts";

const UNFILLED = "create index lead_search_unfilled on lead_search (id) where words is null;";

/** Versions 33 to 49 of the schema. */
export const STEPS_FROM_33: readonly Step[] = [
  // 33. Classifies a message as a lead, needs review or not a lead, instead of lead or not.
  {
    name: "email-verdicts",
    sql: ({ key, thenId }) => `
alter table processed_emails add column verdict ${key} not null default 'not_lead';
update processed_emails set verdict = 'lead' where is_lead;
alter table processed_emails drop column is_lead;
create index processed_emails_verdict on processed_emails (verdict${thenId});
`,
  },
  // 34. The language model's results for messages, and the number of requests all processes sent it today.
  {
    name: "model-readings",
    sql: ({ end }) => `
alter table processed_emails add column model_reading text;
alter table processed_emails add column model_tries integer not null default 0;

-- How many requests went to the language model on a day of UTC, and until when it asked not to get any.
create table language_model_use (
  id integer primary key check (id = 1),
  day text not null,
  requests integer not null,
  paused_until text
) ${end};
`,
  },
  // 35. How many runs of a job in a row ended with their process. pg-boss has no column for it, so its `output` holds it.
  {
    name: "lost-runs",
    sqlite: "alter table jobs add column lost_runs integer not null default 0;",
    postgres: "select 1;",
  },
  // 36. An index to find unscored leads without reading the others.
  {
    name: "unscored-leads",
    sql: () => "create index leads_unscored on leads (id) where processed_at is null;",
  },
  // 37. PostgreSQL stores its jobs in the same table as SQLite; pg-boss only delivers them. `delivery` is a waiting job's
  // message, `lease` that of its run.
  {
    name: "jobs-in-one-table",
    sqlite: `
alter table jobs add column delivery text;
update jobs set lease = null, lease_ends = null where lease is not null;
drop index jobs_leased;
create unique index jobs_held on jobs (key) where lease is not null;
`,
    postgres: `
create table jobs (
  id ${POSTGRES.id},
  kind text not null,
  key ${POSTGRES.key} not null,
  title text not null,
  input text not null,
  state text not null,
  progress text,
  attempts integer not null,
  max_attempts integer not null,
  actor text not null,
  request_id text,
  traceparent text,
  result text,
  error text,
  message text not null,
  is_nothing ${POSTGRES.flag} not null,
  created_at ${POSTGRES.key} not null,
  started_at ${POSTGRES.key},
  finished_at ${POSTGRES.key},
  due_at bigint not null,
  lease text,
  lease_ends bigint,
  lost_runs integer not null default 0,
  delivery text
) ${POSTGRES.end};
create unique index jobs_open on jobs (key) where state in ('waiting', 'running', 'retrying');
create unique index jobs_held on jobs (key) where lease is not null;
create index jobs_due on jobs (due_at) where state in ('waiting', 'retrying');
create index jobs_state on jobs (state${POSTGRES.thenId});
create index jobs_kind on jobs (kind${POSTGRES.thenId});
create index jobs_finished on jobs (finished_at) where finished_at is not null;
`,
  },
  // 38. The words of all fields, found by how they begin, and with them title and phone in the searched text. Leads stored
  // before have no words until `fillSearchTexts` writes both. SQLite's word index stores no positions, which takes a
  // quarter of the disk of trigrams; starts of up to four letters have their own lists, because a list merged from a
  // common start's words would take a tenth of a second.
  {
    name: "search-words",
    sqlite: `
alter table lead_search add column words text;
${UNFILLED}
create virtual table lead_words using fts5 (
  words, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3 4', tokenize = 'ascii'
);
insert into lead_words (lead_words, rank) values ('deletemerge', 101);
create virtual table lead_word_uses using fts5vocab (lead_words, instance);
create trigger lead_words_gone after delete on lead_search begin
  delete from lead_words where rowid = old.id;
end;
`,
    postgres: `
alter table lead_search add column words text collate "C";
-- In PL/pgSQL and with its true cost, so that the planner prefers the index to computing it for many leads.
create function search_words(words text) returns tsvector language plpgsql immutable parallel safe cost 1000 as $$
begin
  return array_to_tsvector(string_to_array(substr(words, 2), ' '));
end $$;
create index lead_search_words on lead_search using gin (search_words(words));
${UNFILLED}
`,
  },
  // 39. The creator of a view, who sees it, and where its tab is. Views saved before are shared and have no creator.
  // No reference to accounts: a shared view outlives its creator's account.
  {
    name: "personal-views",
    sql: ({ ref, flag }) => `
alter table saved_views add column account_id ${ref};
alter table saved_views add column is_shared ${flag} not null default true;
alter table saved_views add column position integer;
`,
  },
  // 40. The MCP tools an API token is limited to, as JSON; null without that limit.
  { name: "token-tools", sql: () => "alter table api_tokens add column tools text;" },
  // 41. A lead's next step as JSON, the day and time it is due, and when to remind of it.
  // Few leads have a next step, so the indexes cost the others nothing.
  {
    name: "next-steps",
    sql: ({ key, thenId }) => `
alter table leads add column next_step text not null default 'null';
alter table leads add column next_step_due ${key};
alter table leads add column next_step_remind_at ${key};
create index leads_next_step on leads (next_step_due${thenId}) where next_step_due is not null;
create index leads_remind_at on leads (next_step_remind_at${thenId}) where next_step_remind_at is not null;
`,
  },
  // 42. The account that owns a lead, its name, and the name's key for filters and sorting. No reference to accounts: undo
  // can bring back a lead whose owner's account is gone. SQLite tests the facets without reading the wide rows of leads.
  {
    name: "lead-owners",
    sql: ({ ref, key, thenId }) => `
alter table leads add column owner_id ${ref};
alter table leads add column owner text not null default '';
alter table leads add column owner_set_by text;
alter table leads add column owner_key ${key} not null default '';
create index leads_owner on leads (owner_key${thenId});
`,
    sqlite: `
drop index leads_facets;
create index leads_facets on leads (
  id, status, score, source, name_key, company_key, created_at, missing_info, keyword_count, email_key, owner_key
);
`,
  },
  // 43. Tags, and which leads have them.
  {
    name: "tags",
    sql: ({ id, ref, key, end, endKeyed }) => `
create table tags (
  id ${id},
  name ${key} not null,
  color text not null,
  -- The tag that this one was merged into; leads keep the old id.
  merged_into ${ref},
  created_at text not null
) ${end};

-- Null for leads without any, so that lists read nothing more of them.
alter table leads add column tag_marks text;

-- In the order of ids within a tag, so that its leads are read newest first. Written with tag_marks.
create table lead_tags (
  tag_id ${ref} not null,
  lead_id ${ref} not null,
  primary key (tag_id, lead_id)
) ${endKeyed};

alter table rules add column tag text;
`,
  },
  // 44. Where a lead's values come from, each origin once. `provenance` stays for leads stored before and for processes of
  // the previous version.
  { name: "lead-origins", sql: () => "alter table leads add column origins text;" },
  // 45. Webhooks and chats, and the events that wait for them or were delivered.
  {
    name: "outbox",
    sqlite: outbox(SQLITE, {
      messageId: "'msg_' || lower(hex(randomblob(16)))",
      now: "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')",
    }),
    postgres: outbox(POSTGRES, {
      messageId: "'msg_' || replace(gen_random_uuid()::text, '-', '')",
      now: `to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    }),
  },
  // 46. Sign-in to mail servers through Microsoft 365 or Google instead of a password.
  {
    name: "mail-sign-in",
    sql: ({ id, key, end }) => `
create table mail_sign_ins (
  id ${id},
  provider ${key} not null unique,
  mode text not null,
  client_id text not null,
  tenant text not null,
  account text not null,
  sealed_secret text,
  sealed_refresh_token text,
  sealed_access_token text,
  access_until text,
  pending_state text,
  connected_at text,
  failing_since text,
  last_error text not null
) ${end};
alter table mailbox_config add column sign_in text not null default 'password';
alter table email_settings add column sign_in text not null default 'password';
`,
  },
  // 47. Rules that assign new leads, who is available, and what was assigned why.
  {
    name: "assignment",
    sql: ({ id, ref, flag, key, fraction, end, endKeyed, thenId }) => `
create table assignment_rules (
  id ${id},
  name text not null,
  is_active ${flag} not null,
  position integer not null,
  conditions text not null,
  strategy text not null,
  people text not null,
  created_at text not null
) ${end};

create table availability (
  id ${id},
  account_id ${ref} not null unique,
  per_day integer,
  away_from text,
  away_to text
) ${end};

-- How far each person is ahead of or behind their share of a rule's leads.
create table assignment_credits (
  rule_id ${ref} not null,
  account_id ${ref} not null,
  credit ${fraction} not null,
  primary key (rule_id, account_id)
) ${endKeyed};

create table lead_assignments (
  id ${id},
  lead_id ${ref} not null,
  account_id ${ref} not null,
  at ${key} not null,
  owner text not null,
  rule_name text not null,
  reason text not null
) ${end};
create index lead_assignments_lead on lead_assignments (lead_id${thenId});
create index lead_assignments_day on lead_assignments (account_id, at);
create index leads_open on leads (owner_key) where status in ('pending', 'qualified') and owner_key <> '';
`,
  },
  // 48. Answers to requests with an idempotency key, for requests that are sent again.
  {
    name: "stored-answers",
    sql: ({ key, endKeyed }) => `
create table stored_answers (
  key ${key} primary key,
  request text not null,
  answer text not null,
  created_at ${key} not null
) ${endKeyed};
create index stored_answers_age on stored_answers (created_at);
`,
  },
  // 49. CRMs as destinations of the outbox, and each lead's record there.
  {
    name: "crm",
    sql: ({ id, ref, key, end }) => `
alter table webhook_endpoints add column account text;
alter table webhook_endpoints add column mapping text;
alter table webhook_endpoints add column owners text;
create table crm_records (
  id ${id},
  account ${key} not null,
  lead_id ${ref} not null,
  remote_id text not null,
  sent_at text not null,
  unique (account, lead_id)
) ${end};
create index crm_records_lead on crm_records (lead_id);
`,
  },
];

interface Defaults {
  /** A random message ID. */
  messageId: string;
  /** Now, as ISO 8601 text in UTC. */
  now: string;
}

// The same message ID in two databases would make a receiver drop one of them, so it isn't the row's id.
function outbox({ id, ref, key, flag, thenId, end }: Dialect, { messageId, now }: Defaults): string {
  return `
create table webhook_endpoints (
  id ${id},
  kind text not null,
  url text not null,
  sealed_url text,
  sealed_secret text,
  sealed_previous_secret text,
  previous_secret_until text,
  description text not null,
  events text not null,
  payload text not null,
  is_active ${flag} not null,
  created_at text not null,
  last_delivery text,
  failing_since text,
  last_error text not null default '',
  disabled_at text,
  rest_until text
) ${end};
create table webhook_deliveries (
  id ${id},
  endpoint_id ${ref} not null,
  message_id text not null default (${messageId}),
  type text not null,
  lead_id ${ref},
  data text not null,
  created_at ${key} not null default (${now}),
  state text not null default 'waiting',
  attempts integer not null default 0,
  last_attempt text,
  next_attempt ${key},
  answer_status integer,
  answer text not null default '',
  payload text
) ${end};
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, lead_id${thenId}) where state = 'waiting';
create index webhook_deliveries_next on webhook_deliveries (endpoint_id, next_attempt${thenId}) where state = 'waiting';
create index webhook_deliveries_listed on webhook_deliveries (endpoint_id${thenId});
create index webhook_deliveries_lead on webhook_deliveries (lead_id);
create index webhook_deliveries_age on webhook_deliveries (created_at);
`;
}
