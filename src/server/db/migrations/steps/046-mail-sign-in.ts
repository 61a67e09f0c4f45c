import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/db/migrations/dialect.ts";

function steps({ id, key, end }: Dialect): string {
  return `
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
`;
}

/** Sign-in to mail servers through Microsoft 365 or Google instead of a password. */
export const mailSignIn: Migration = { name: "mail-sign-in", sqlite: steps(SQLITE), postgres: steps(POSTGRES) };
