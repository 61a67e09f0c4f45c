import { MINUTE } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import type { AccountRecord } from "#server/db/accounts/accounts.ts";
import type { CommentOfLead } from "#server/db/comments/comments.ts";
import type { EmailSettingsRecord } from "#server/db/reports/email-settings.ts";
import { mayRead } from "#server/features/accounts/sight.ts";
import { readSettings } from "#server/db/read-settings.ts";
import { LOOKED_BACK } from "#server/features/digests/digests-due.ts";
import { defaultDigest, digestAddress } from "#server/features/digests/digest-settings.ts";
import { reportClock } from "#server/features/reports/report-clock.ts";
import { isAfter, retryAt } from "#server/features/reports/report-due.ts";
import type { Workspace } from "#server/workspace.ts";

/** A mention to email. */
export interface NextMention {
  account: AccountRecord;
  /** Where it goes. */
  to: string;
  comment: CommentOfLead;
  /** Identifies it for good: one person, one comment, and when it began to mention them. */
  key: string;
  /** When to send it: soon after the comment, or some time after a failure. */
  at: Date;
}

const MENTION = "mention:";

/** Whether a report's key is a mention's. */
export function isMentionKey(key: string): boolean {
  return key.startsWith(MENTION);
}

/** Leaves time to correct a comment. */
const DELAY = MINUTE;

/**
 * The mentions not emailed yet, earliest first. Authors aren't emailed about their own comments, and neither are
 * people who turned this off, can't sign in, don't see the lead or have no address. Mentions from before that choice aren't sent later.
 */
export async function nextMentions(
  workspace: Workspace,
  { scheduledSince }: Pick<EmailSettingsRecord, "scheduledSince">,
): Promise<NextMention[]> {
  const { store, clock } = workspace;
  const now = clock();
  const since = new Date(now.getTime() - LOOKED_BACK).toISOString();
  const comments = await store.comments.mentioning(null, since, LIMITS.digest.mentionsAtOnce);
  if (comments.length === 0) return [];
  const [accounts, chosen, begun, settings, { timeZone }] = await Promise.all([
    store.accounts.list(),
    store.digests.list(),
    store.reports.digestsSince(since),
    readSettings(workspace),
    reportClock(workspace),
  ]);
  const earlier = new Map(begun.map((report) => [report.windowKey, report]));
  const next = comments.flatMap((comment) =>
    comment.mentions.flatMap(({ accountId, at }): NextMention[] => {
      const account = accounts.find(({ id }) => id === accountId);
      const to = account === undefined ? null : digestAddress(account);
      if (account === undefined || to === null || accountId === comment.accountId) return [];
      if (!mayRead(settings, account, comment.lead.ownerId)) return [];
      const choice = chosen.find((one) => one.accountId === accountId) ?? defaultDigest(timeZone);
      const isNew = [since, scheduledSince, choice.since].every((from) => isAfter(new Date(at), from, now));
      const key = `${MENTION}${accountId}:${comment.id}:${at}`;
      const sent = earlier.get(key);
      if (!choice.mentions || !isNew || (sent !== undefined && sent.state !== "failed")) return [];
      const due = sent === undefined ? new Date(Date.parse(at) + DELAY) : retryAt(sent);
      return [{ account, to, comment, key, at: due }];
    }),
  );
  return next.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}
