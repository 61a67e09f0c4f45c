import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/db/migrations/dialect.ts";

interface Defaults {
  /** A random message ID. */
  messageId: string;
  /** Now, as ISO 8601 text in UTC. */
  now: string;
}

// The same message ID in two databases would make a receiver drop one of them, so it isn't the row's id.
function steps({ id, ref, key, flag, thenId, end }: Dialect, { messageId, now }: Defaults): string {
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

/** Webhooks and chats, and the events that wait for them or were delivered. */
export const outbox: Migration = {
  name: "outbox",
  sqlite: steps(SQLITE, {
    messageId: "'msg_' || lower(hex(randomblob(16)))",
    now: "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')",
  }),
  postgres: steps(POSTGRES, {
    messageId: "'msg_' || replace(gen_random_uuid()::text, '-', '')",
    now: `to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  }),
};
