import type { Digest, DigestUpdate } from "#shared/contract/digest.ts";
import { definedFields } from "#shared/defined-fields.ts";
import { LIMITS } from "#shared/limits.ts";
import { isMailAddress } from "#server/delivery/mail/mail-address.ts";
import type { AccountRecord } from "#server/db/accounts/accounts.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import type { DigestRecord } from "#server/db/reports/digests.ts";
import { act } from "#server/features/journal/act.ts";
import { reportClock } from "#server/features/reports/report-clock.ts";
import { activeEmailSettings, EMAIL_NOT_CONFIGURED } from "#server/features/reports/send-report.ts";
import type { Workspace } from "#server/workspace.ts";

const NO_ADDRESS = "Your username isn't an email address, so digests can't be sent to you.";
const NO_LINKS = "Digests need the server's address. Ask your administrator to set WINNOW_PUBLIC_URL.";

type Named = Pick<AccountRecord, "id" | "username">;
/** Which emails a person gets, and when. */
export type DigestTime = Pick<DigestRecord, "isOn" | "hour" | "timeZone" | "mentions" | "since">;

/** A person's emails: as chosen, otherwise mentions, and a digest at the default hour in the reports' time zone. */
export async function digestOf(workspace: Workspace, account: Named): Promise<Digest> {
  const record = (await workspace.store.digests.list()).find(({ accountId }) => accountId === account.id);
  const { timeZone } = await reportClock(workspace);
  return shown(workspace, account, record ?? defaultDigest(timeZone));
}

/** Until a person chooses. */
export function defaultDigest(timeZone: string): DigestTime {
  return { isOn: true, hour: LIMITS.digest.hour.default, timeZone, mentions: true, since: "" };
}

/**
 * Turns a person's digest or emails about mentions on or off, or moves the digest. A time of day that has passed applies
 * from the next day.
 */
export async function changeDigest(workspace: Workspace, account: Named, update: DigestUpdate): Promise<Acted<Digest>> {
  const { timeZone } = await reportClock(workspace);
  const since = workspace.clock().toISOString();
  const { done, actId } = await act(
    workspace,
    { kind: "settings", title: titleOf(account, update) },
    function* ({ digests }) {
      const known = (yield* digests.list()).find(({ accountId }) => accountId === account.id);
      const before = known ?? defaultDigest(timeZone);
      const { isOn, hour, timeZone: zone, mentions } = { ...before, ...definedFields(update) };
      const isMoved = hour !== before.hour || zone !== before.timeZone;
      if (!isMoved && isOn === before.isOn && mentions === before.mentions) return before;
      const after = { isOn, hour, timeZone: zone, mentions, since };
      if (known === undefined) return yield* digests.create({ accountId: account.id, ...after });
      return (yield* digests.update(known.id, after)) ?? known;
    },
  );
  return { done: await shown(workspace, account, done), actId };
}

function titleOf({ username }: Named, { isOn, mentions }: DigestUpdate): string {
  if (mentions !== undefined) return `Emails about mentions of ${username} turned ${mentions ? "on" : "off"}`;
  return `Digest of ${username} ${isOn === undefined ? "moved" : isOn ? "turned on" : "turned off"}`;
}

/** The address that digests of an account go to; null if it isn't one, or can't sign in. */
export function digestAddress(account: AccountRecord): string | null {
  const { username, isActive, passwordHash, identitySubject } = account;
  const canSignIn = isActive && (passwordHash !== null || identitySubject !== null);
  return canSignIn && isMailAddress(username) ? username : null;
}

async function shown(
  workspace: Workspace,
  { username }: Named,
  { isOn, hour, timeZone, mentions }: DigestTime,
): Promise<Digest> {
  const address = isMailAddress(username) ? username : null;
  const settings = await activeEmailSettings(workspace);
  const blocker =
    address === null
      ? NO_ADDRESS
      : settings === null
        ? EMAIL_NOT_CONFIGURED
        : workspace.publicUrl === null
          ? NO_LINKS
          : null;
  return { isOn, hour, timeZone, mentions, address, blocker };
}
