import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/store/migrations/dialect.ts";

function tables({ id, ref, flag, key, end, endKeyed }: Dialect): string {
  return `
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
`;
}

/**
 * Who may sign in, with what, and where they are signed in. `account_changes` holds one row, which every change of who
 * there is locks, so that two changes at once cannot both find another owner left.
 */
export const accounts: Migration = {
  name: "accounts",
  sqlite: tables(SQLITE),
  postgres: tables(POSTGRES),
};
