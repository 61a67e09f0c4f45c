import { sql } from "kysely";
import { LIMITS } from "#shared/limits.ts";
import { AppError, conflict } from "#server/platform/errors.ts";
import type { AccountRecord, AccountStore, SessionsEnd } from "#server/store/account-types.ts";
import type { Engine } from "#server/store/engine.ts";
import { recordTable, type Fields } from "#server/store/record-table.ts";
import { isRowId } from "#server/store/row-id.ts";
import { first, run, type Work } from "#server/store/work.ts";

const FIELDS: Fields<AccountRecord> = {
  username: { column: "username", kind: "plain" },
  usernameKey: { column: "username_key", kind: "plain" },
  role: { column: "role", kind: "plain" },
  isActive: { column: "is_active", kind: "flag" },
  passwordHash: { column: "password_hash", kind: "plain" },
  sealedSecondFactor: { column: "sealed_second_factor", kind: "plain" },
  sealedNewSecondFactor: { column: "sealed_new_second_factor", kind: "plain" },
  identitySubject: { column: "identity_subject", kind: "plain" },
  invitationHash: { column: "invitation_hash", kind: "plain" },
  invitedUntil: { column: "invited_until", kind: "plain" },
  lastSignIn: { column: "last_sign_in", kind: "plain" },
  createdAt: { column: "created_at", kind: "plain" },
};

export function accountStore(engine: Engine): AccountStore {
  const accounts = recordTable<AccountRecord>("accounts", FIELDS);
  const one = async (column: string, value: string): Promise<AccountRecord | null> =>
    (await engine.run(() => accounts.find(sql`where ${sql.raw(column)} = ${value}`)))[0] ?? null;

  /** Keeps every other change of accounts waiting until this transaction ends. */
  function* oneAtATime(): Work<void> {
    yield* first(sql`select id from account_changes where id = 1 ${engine.sql.forUpdate}`);
  }

  return {
    any: async () => (await engine.run(() => first(sql`select id from accounts limit 1`))) !== null,
    list: () => engine.run(() => accounts.list()),
    get: (id) => engine.run(() => accounts.get(id)),
    byUsername: (key) => one("username_key", key),
    byInvitation: (hash) => one("invitation_hash", hash),
    byIdentity: (subject) => one("identity_subject", subject),

    create: (account, { first: asFirst = false } = {}) =>
      engine.transact(function* () {
        yield* oneAtATime();
        const all = yield* accounts.list();
        if (asFirst && all.length > 0) {
          throw conflict("accounts_exist", "There is an account already. Sign in, or ask an owner for an invitation.");
        }
        if (all.length === 0 && account.role !== "owner") {
          throw conflict("first_is_owner", "The first account has to be an owner's, because somebody has to manage.");
        }
        if (all.some(({ usernameKey }) => usernameKey === account.usernameKey)) {
          throw new AppError("username_taken", 409, "Somebody has this name already. Choose another one.", {
            fields: [{ field: "username", message: "Somebody has this name already" }],
          });
        }
        if (all.length >= LIMITS.account.users) {
          throw conflict(
            "too_many_accounts",
            `There are ${LIMITS.account.users} accounts. Delete one that is not used.`,
          );
        }
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

    update: (id, patch, { sessions = "none", tokens = "none", where = () => true } = {}) =>
      engine.transact(function* () {
        yield* oneAtATime();
        const before = yield* accounts.get(id);
        if (before === null || !where(before)) return null;
        const after = yield* accounts.update(id, patch);
        if (isAbleOwner(before)) yield* refuseWithoutOwner(accounts.list());
        yield* endSessions(id, sessions);
        if (tokens === "all") yield* run(sql`delete from api_tokens where account_id = ${id}`);
        if (after?.sealedSecondFactor === null) {
          yield* run(engine.build.deleteFrom("recovery_codes").where("account_id", "=", id));
        }
        return after;
      }),

    remove: (id) =>
      engine.transact(function* () {
        yield* oneAtATime();
        const before = yield* accounts.get(id);
        if (before === null) return false;
        yield* accounts.remove(id);
        if (isAbleOwner(before)) yield* refuseWithoutOwner(accounts.list());
        return true;
      }),

    useSecondFactorStep: async (id, step) =>
      isRowId(id) &&
      (await engine.transact(() =>
        first(sql`
          update accounts set second_factor_step = ${step}
          where id = ${id} and (second_factor_step is null or second_factor_step < ${step}) returning id`),
      )) !== null,

    turnOnSecondFactor: (id, { sealed, step, recoveryHashes }) =>
      engine.transact(function* () {
        yield* oneAtATime();
        const before = yield* accounts.get(id);
        if (before?.sealedNewSecondFactor !== sealed || before.sealedSecondFactor !== null) return false;
        yield* accounts.update(id, { sealedSecondFactor: sealed, sealedNewSecondFactor: null });
        yield* run(sql`update accounts set second_factor_step = ${step} where id = ${id}`);
        yield* run(engine.build.deleteFrom("recovery_codes").where("account_id", "=", id));
        const rows = recoveryHashes.map((hash) => ({ account_id: id, code_hash: hash }));
        yield* engine.sql.insertMany("recovery_codes", rows);
        return true;
      }),

    useRecoveryCode: async (id, hash) =>
      isRowId(id) &&
      (await engine.transact(() =>
        first(sql`delete from recovery_codes where account_id = ${id} and code_hash = ${hash} returning account_id`),
      )) !== null,
  };
}

function* endSessions(accountId: string, end: SessionsEnd): Work<void> {
  if (end === "none") return;
  const but = end === "all" ? sql`` : sql`and id <> ${end.allBut}`;
  yield* run(sql`delete from sessions where account_id = ${accountId} ${but}`);
}

/** An owner who was only invited cannot manage yet. */
function isAbleOwner({ role, isActive, passwordHash, identitySubject }: AccountRecord): boolean {
  return role === "owner" && isActive && (passwordHash !== null || identitySubject !== null);
}

function* refuseWithoutOwner(accounts: Work<AccountRecord[]>): Work<void> {
  if ((yield* accounts).some(isAbleOwner)) return;
  throw conflict(
    "last_owner",
    "This is the last owner who can sign in, and without one nobody could manage. Make somebody else an owner first.",
  );
}
