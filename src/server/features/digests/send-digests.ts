import { roleMay } from "#shared/roles.ts";
import { clockWords } from "#server/platform/english-dates.ts";
import { AppError, messageOf } from "#server/platform/errors.ts";
import { isForGood, isOfRecipient } from "#server/delivery/mail/mail-failure.ts";
import type { EmailSettingsRecord } from "#server/db/reports/email-settings.ts";
import { digestSections } from "#server/features/digests/digest-content.ts";
import { digestMessage } from "#server/features/digests/digest-message.ts";
import { nextDigests, type NextDigest } from "#server/features/digests/digests-due.ts";
import { mentionMessage } from "#server/features/digests/mention-message.ts";
import { nextMentions, type NextMention } from "#server/features/digests/mentions-due.ts";
import { TEAM_MAILS, unsubscribePath } from "#server/features/digests/unsubscribe-link.ts";
import { linksEnd, reportKeyOf, writeDecisionLink, type DecisionLink } from "#server/features/reports/decision-link.ts";
import { mailOnePerson } from "#server/features/reports/email-settings.ts";
import { activeEmailSettings, DECIDE_PATH, sendOnce, stableMessageId } from "#server/features/reports/send-report.ts";
import type { Workspace } from "#server/workspace.ts";

/** What became of the digests and mentions that were due. */
export interface SentDigests {
  sent: number;
  /** Why one wasn't sent to its address. */
  failures: string[];
}

/** The digests and mentions to email next, earliest first. */
export async function nextTeamMails(
  workspace: Workspace,
  settings: EmailSettingsRecord,
): Promise<(NextDigest | NextMention)[]> {
  const [digests, mentions] = await Promise.all([nextDigests(workspace, settings), nextMentions(workspace, settings)]);
  return [...digests, ...mentions].toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/**
 * Sends the digests that are due, to each person once a day if there's something to say, and each mention once. One
 * that is refused for its address doesn't stop the others. Throws the mail server's error otherwise; the rest stays due.
 */
export async function sendDueDigests(workspace: Workspace): Promise<SentDigests> {
  const done: SentDigests = { sent: 0, failures: [] };
  const settings = await activeEmailSettings(workspace);
  const { publicUrl, clock, stopping } = workspace;
  if (settings === null || publicUrl === null) return done;
  const now = clock();
  for (const mail of await nextTeamMails(workspace, settings)) {
    if (mail.at > now || stopping.aborted) break;
    try {
      const isSent =
        "comment" in mail
          ? await sendMention(workspace, settings, publicUrl, mail)
          : await sendDigest(workspace, settings, publicUrl, mail);
      if (isSent) done.sent += 1;
    } catch (error) {
      if (!(error instanceof AppError) || !isOfRecipient(error)) throw error;
      done.failures.push(messageOf(error));
    }
  }
  return done;
}

async function sendDigest(
  workspace: Workspace,
  settings: EmailSettingsRecord,
  address: string,
  digest: NextDigest,
): Promise<boolean> {
  const { store, clock, secrets } = workspace;
  const { account, to, time, window, key } = digest;
  const startedAt = clock().toISOString();
  const messageId = stableMessageId(key, settings.fromEmail);
  const sections = await digestSections(workspace, digest);
  const record = { windowKey: key, messageId, startedAt, accountId: account.id, leadCount: 0 };
  if (sections.length === 0) {
    const begun = await store.reports.begin(record);
    if (begun !== null) await store.reports.finish(begun.id, { state: "skipped", error: "", finishedAt: startedAt });
    return false;
  }
  const link = { reportKey: reportKeyOf(key), expiresAt: linksEnd(clock()), accountId: account.id };
  const linkTo = (leadId: string, decision: DecisionLink["decision"]): string =>
    `${address}${DECIDE_PATH}/${writeDecisionLink(secrets, { ...link, leadId, decision })}`;
  const message = digestMessage({
    sections,
    when: `${clockWords(window.to, time.timeZone)} (${time.timeZone})`,
    address,
    unsubscribeUrl: `${address}${unsubscribePath(secrets, TEAM_MAILS.digest, account.id)}`,
    decide: ({ id, status, statusSetBy }) =>
      status === "qualified" && statusSetBy === "rule" && roleMay(account.role, "work")
        ? { approve: linkTo(id, "approved"), reject: linkTo(id, "rejected") }
        : null,
    messageId,
  });
  const leadCount = sections.reduce((sum, { leads }) => sum + leads.length, 0);
  const receipt = await sendOnce(
    workspace,
    { ...record, leadCount },
    () => mailOnePerson(workspace, settings, to, message),
    isForGood,
  );
  return receipt !== null;
}

async function sendMention(
  workspace: Workspace,
  settings: EmailSettingsRecord,
  address: string,
  { account, to, comment, key }: NextMention,
): Promise<boolean> {
  const { clock, secrets } = workspace;
  const messageId = stableMessageId(key, settings.fromEmail);
  const unsubscribeUrl = `${address}${unsubscribePath(secrets, TEAM_MAILS.mentions, account.id)}`;
  const message = mentionMessage({ comment, address, unsubscribeUrl, messageId });
  const receipt = await sendOnce(
    workspace,
    { windowKey: key, messageId, startedAt: clock().toISOString(), accountId: account.id, leadCount: 1 },
    () => mailOnePerson(workspace, settings, to, message),
    isForGood,
  );
  return receipt !== null;
}
