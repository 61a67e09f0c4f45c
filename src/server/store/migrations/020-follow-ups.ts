import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/store/migrations/dialect.ts";

function tables({ id, ref, key, flag, endKeyed, end, thenId }: Dialect): string {
  return `
drop table follow_up_questions;
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

create index leads_in_progress on leads (status) where qualification_status = 'in_progress';
`;
}

/** Questions to leads, the messages they went out in, and the addresses that are not written to. */
export const followUps: Migration = {
  name: "follow-ups",
  sqlite: tables(SQLITE),
  postgres: tables(POSTGRES),
};
