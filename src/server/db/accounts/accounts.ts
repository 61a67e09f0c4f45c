import { LIMITS } from "#shared/limits.ts";
import type { Role } from "#shared/roles.ts";
import { AppError, conflict } from "#server/platform/errors.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { recordTable } from "#server/db/engine/record-table.ts";
import { exists, first, isRowId, run, sql, type Work } from "#server/db/engine/sql.ts";
import { disown } from "#server/db/leads/lead-owner.ts";
import { forgetAssignable } from "#server/db/assignment/assignment.ts";
import { forgetDigest } from "#server/db/reports/digests.ts";
import { forgetMarks } from "#server/db/system/notifications.ts";
import { removePersonalViews } from "#server/db/system/saved-views.ts";
import { type RecordOf, recordsTable, stored, type Table } from "#server/db/engine/table.ts";

export type NewAccount = Pick<AccountRecord, "username" | "usernameKey" | "role" | "createdAt"> &
  Partial<Pick<AccountRecord, "passwordHash" | "identitySubject" | "invitationHash" | "invitedUntil" | "lastSignIn">>;

export type AccountPatch = Partial<Omit<AccountRecord, "id" | "username" | "usernameKey" | "createdAt">>;

/** Which of the account's sessions a change ends: all, all but one, or none. */
export type SessionsEnd = "all" | "none" | { allBut: string };

/** Whether a change also deletes the account's API tokens. */
export type TokensEnd = "all" | "none";

export const ACCOUNTS = recordsTable({
  name: "accounts",
  fields: {
    /** As typed by the user. */
    username: stored.plain<string>(),
    /** The lookup key: names that differ only in case are the same. */
    usernameKey: stored.plain<string>(),
    role: stored.plain<Role>(),
    isActive: stored.flag(),
    /** A PHC string; null until a password is set. */
    passwordHash: stored.plain<string | null>(),
    /** The authenticator's secret; null when two-factor authentication is off. */
    sealedSecondFactor: stored.plain<string | null>(),
    /** The secret of an authenticator being set up. */
    sealedNewSecondFactor: stored.plain<string | null>(),
    /** Issuer and subject at the identity provider; null before the first sign-in there. */
    identitySubject: stored.plain<string | null>(),
    invitationHash: stored.plain<string | null>(),
    invitedUntil: stored.plain<string | null>(),
    lastSignIn: stored.plain<string | null>(),
    createdAt: stored.plain<string>(),
  },
  backup: { replaced: { password_hash: null, second_factor_step: null, invitation_hash: null } },
  sealed: ["sealed_second_factor", "sealed_new_second_factor"],
  people: { none: "team members, removed under Team" },
});

/** A stored account; every secret in it is hashed or sealed. */
export type AccountRecord = RecordOf<typeof ACCOUNTS>;

export const RECOVERY_CODES: Table = {
  name: "recovery_codes",
  backup: { rows: "none" },
  people: { none: "team members" },
};

export const ACCOUNT_CHANGES: Table = {
  name: "account_changes",
  backup: { skip: "one row to lock, made with the table; links aren't restored" },
  people: { none: "one row to lock, and a link's hash" },
};

/** Left from versions without accounts; nothing reads or writes it. */
export const USERS: Table = {
  name: "users",
  backup: { replaced: { password_hash: "" } },
  people: { none: "unused since accounts exist" },
};

/** Accounts. Creating, changing and removing accounts is serialized across all processes. */
export function accountStore(engine: Engine) {
  const accounts = recordTable(ACCOUNTS);

  /** Blocks other account changes until this transaction ends. */
  function* oneAtATime(): Work<void> {
    yield* first(sql`select id from account_changes where id = 1 ${engine.sql.forUpdate}`);
  }

  return {
    any: () => engine.run(() => exists(sql`select id from accounts limit 1`)),
    /** The hash of the link that creates the first account; null without one, and once an account exists. */
    firstOwnerHash: () =>
      engine.run(function* () {
        const link = sql<{ hash: string | null }>`select first_owner_hash as hash from account_changes where id = 1`;
        return (yield* first(link))?.hash ?? null;
      }),
    /** Replaces that link. */
    setFirstOwnerHash: (hash: string) =>
      engine.transact(() => run(sql`update account_changes set first_owner_hash = ${hash} where id = 1`)),
    /** In order of creation. */
    list: () => engine.run(() => accounts.list()),
    get: (id: string) => engine.run(() => accounts.get(id)),
    byUsername: (key: string) => engine.run(() => accounts.one(sql`where username_key = ${key}`)),
    byInvitation: (hash: string) => engine.run(() => accounts.one(sql`where invitation_hash = ${hash}`)),
    byIdentity: (subject: string) => engine.run(() => accounts.one(sql`where identity_subject = ${subject}`)),

    /**
     * Rejects with accounts_exist when `first` is set and accounts exist, with first_is_owner when the first account
     * isn't an owner, with username_taken, with username_alike when `isAlike` matches an existing name, and with
     * too_many_accounts.
     */
    create: (account: NewAccount, options: { first?: boolean; isAlike?: (username: string) => boolean } = {}) =>
      engine.transact(function* () {
        const { first: asFirst = false, isAlike = () => false } = options;
        yield* oneAtATime();
        const all = yield* accounts.list();
        if (asFirst && all.length > 0) {
          throw conflict("accounts_exist", "An account already exists. Sign in, or ask an owner for an invitation.");
        }
        if (all.length === 0 && account.role !== "owner") {
          throw conflict("first_is_owner", "The first account must be an owner.");
        }
        if (all.some(({ usernameKey }) => usernameKey === account.usernameKey)) {
          throw new AppError("username_taken", 409, "This username is taken. Choose another one.", {
            fields: [{ field: "username", message: "This username is taken" }],
          });
        }
        const alike = all.find(({ username }) => isAlike(username));
        if (alike !== undefined) {
          const message = `This username looks like “${alike.username}”. Choose another one.`;
          throw new AppError("username_alike", 409, message, { fields: [{ field: "username", message }] });
        }
        if (all.length >= LIMITS.account.users) {
          throw conflict(
            "too_many_accounts",
            `You can have up to ${LIMITS.account.users} accounts. Delete an unused one first.`,
          );
        }
        if (all.length === 0) yield* run(sql`update account_changes set first_owner_hash = null where id = 1`);
        return yield* accounts.create({
          passwordHash: null,
          identitySubject: null,
          invitationHash: null,
          invitedUntil: null,
          lastSignIn: null,
          sealedSecondFactor: null,
          sealedNewSecondFactor: null,
          ...account,
          isActive: true,
        });
      }),

    /**
     * Null when there is no such account, or when `where` is given and no longer holds. Rejects with last_owner if no
     * owner who can sign in would remain.
     */
    update: (
      id: string,
      patch: AccountPatch,
      options: { sessions?: SessionsEnd; tokens?: TokensEnd; where?: (account: AccountRecord) => boolean } = {},
    ) =>
      engine.transact(function* () {
        const { sessions = "none", tokens = "none", where = () => true } = options;
        yield* oneAtATime();
        const before = yield* accounts.get(id);
        if (before === null || !where(before)) return null;
        const after = yield* accounts.update(id, patch);
        if (isAbleOwner(before)) yield* refuseWithoutOwner(accounts.list());
        yield* endSessions(id, sessions);
        if (tokens === "all") yield* run(sql`delete from api_tokens where account_id = ${id}`);
        if (after?.sealedSecondFactor === null) {
          yield* run(sql`delete from recovery_codes where account_id = ${id}`);
        }
        return after;
      }),

    /** Also deletes its sessions and tokens, and unassigns its leads. False when there is no such account. Rejects with last_owner. */
    remove: (id: string) =>
      engine.transact(function* () {
        yield* oneAtATime();
        const before = yield* accounts.get(id);
        if (before === null) return false;
        yield* accounts.remove(id);
        yield* removePersonalViews(id);
        yield* disown(engine, before.usernameKey);
        yield* forgetAssignable(id);
        yield* forgetDigest(id);
        yield* forgetMarks(id);
        if (isAbleOwner(before)) yield* refuseWithoutOwner(accounts.list());
        return true;
      }),

    /** Marks a time step (RFC 6238) as used. False when this step or a later one was used before. */
    useSecondFactorStep: async (id: string, step: number) =>
      isRowId(id) &&
      engine.transact(() =>
        exists(sql`
          update accounts set second_factor_step = ${step}
          where id = ${id} and (second_factor_step is null or second_factor_step < ${step}) returning id`),
      ),

    /**
     * Activates the authenticator being set up, marks the time step that confirmed it as used, and stores the hashed
     * recovery codes, all or nothing. False when two-factor authentication is already on, or another authenticator is
     * being set up.
     */
    turnOnSecondFactor: (
      id: string,
      { sealed, step, recoveryHashes }: { sealed: string; step: number; recoveryHashes: readonly string[] },
    ) =>
      engine.transact(function* () {
        yield* oneAtATime();
        const before = yield* accounts.get(id);
        if (before?.sealedNewSecondFactor !== sealed || before.sealedSecondFactor !== null) return false;
        yield* accounts.update(id, { sealedSecondFactor: sealed, sealedNewSecondFactor: null });
        yield* run(sql`update accounts set second_factor_step = ${step} where id = ${id}`);
        yield* run(sql`delete from recovery_codes where account_id = ${id}`);
        const rows = recoveryHashes.map((hash) => ({ account_id: id, code_hash: hash }));
        yield* engine.sql.insertMany("recovery_codes", rows);
        return true;
      }),

    /** Consumes a recovery code. False when there is no such code. */
    useRecoveryCode: async (id: string, hash: string) =>
      isRowId(id) &&
      engine.transact(() =>
        exists(sql`delete from recovery_codes where account_id = ${id} and code_hash = ${hash} returning account_id`),
      ),
  };
}

function* endSessions(accountId: string, end: SessionsEnd): Work<void> {
  if (end === "none") return;
  const but = end === "all" ? sql`` : sql`and id <> ${end.allBut}`;
  yield* run(sql`delete from sessions where account_id = ${accountId} ${but}`);
}

/** An owner who has only been invited can't manage accounts yet. */
function isAbleOwner({ role, isActive, passwordHash, identitySubject }: AccountRecord): boolean {
  return role === "owner" && isActive && (passwordHash !== null || identitySubject !== null);
}

function* refuseWithoutOwner(accounts: Work<AccountRecord[]>): Work<void> {
  if ((yield* accounts).some(isAbleOwner)) return;
  throw conflict("last_owner", "This is the last owner who can sign in. Make someone else an owner first.");
}
