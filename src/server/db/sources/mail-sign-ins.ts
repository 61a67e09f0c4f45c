import type { MailSignInMode } from "#shared/contract/mail-sign-in.ts";
import type { MailProvider } from "#shared/mail-providers.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { recordTable } from "#server/db/engine/record-table.ts";
import { exists, run, sql } from "#server/db/engine/sql.ts";
import { type RecordOf, recordsTable, stored } from "#server/db/engine/table.ts";

export const MAIL_SIGN_INS = recordsTable({
  name: "mail_sign_ins",
  fields: {
    provider: stored.plain<MailProvider>(),
    mode: stored.plain<MailSignInMode>(),
    /** For a Google service account its email address. */
    clientId: stored.plain<string>(),
    tenant: stored.plain<string>(),
    /** The mailbox that tokens are for. */
    account: stored.plain<string>(),
    /** The client secret, or the service account's private key. */
    sealedSecret: stored.plain<string | null>(),
    sealedRefreshToken: stored.plain<string | null>(),
    sealedAccessToken: stored.plain<string | null>(),
    accessUntil: stored.plain<string | null>(),
    /** The hash of the state of a sign-in that has begun; each is used once. */
    pendingState: stored.plain<string | null>(),
    connectedAt: stored.plain<string | null>(),
    failingSince: stored.plain<string | null>(),
    lastError: stored.plain<string>(),
  },
  backup: "all",
  sealed: ["sealed_secret", "sealed_refresh_token", "sealed_access_token"],
  people: { none: "the team's own mailboxes" },
});

/** An app registered with a provider, and its tokens. */
export type MailSignInRecord = RecordOf<typeof MAIL_SIGN_INS>;

export function mailSignInStore(engine: Engine) {
  const records = recordTable(MAIL_SIGN_INS);
  return {
    list: () => engine.run(() => records.list()),

    get: (provider: MailProvider) => engine.run(() => records.one(sql`where provider = ${provider}`)),

    /** Replaces the provider's record, or creates it. */
    save: (record: Omit<MailSignInRecord, "id">) =>
      engine.transact(function* () {
        yield* run(sql`delete from mail_sign_ins where provider = ${record.provider}`);
        return yield* records.create(record);
      }),

    /**
     * Changes some fields; if `from` is given, only while its sign-in is still the current one: a slower process must not
     * replace a newer one. Returns whether it did.
     */
    update: (
      provider: MailProvider,
      patch: Partial<Omit<MailSignInRecord, "id" | "provider">>,
      from?: MailSignInRecord,
    ) =>
      engine.transact(function* () {
        const found = yield* records.one(sql`where provider = ${provider} ${engine.sql.forUpdate}`);
        if (found === null) return false;
        if (from !== undefined && !isSameSignIn(found, from)) return false;
        yield* records.update(found.id, patch);
        return true;
      }),

    /** Uses up a pending state. False if it isn't pending (anymore). */
    takeState: (provider: MailProvider, stateHash: string) =>
      engine.transact(() =>
        exists(sql`
          update mail_sign_ins set pending_state = null where provider = ${provider} and pending_state = ${stateHash}
          returning id`),
      ),

    remove: (provider: MailProvider) =>
      engine.transact(() => run(sql`delete from mail_sign_ins where provider = ${provider}`)),
  };
}

/** An app without a person has no refresh token, so its secret and mailbox identify the sign-in. */
function isSameSignIn(one: MailSignInRecord, other: MailSignInRecord): boolean {
  if (one.sealedRefreshToken !== other.sealedRefreshToken) return false;
  return one.sealedRefreshToken !== null || (one.sealedSecret === other.sealedSecret && one.account === other.account);
}
