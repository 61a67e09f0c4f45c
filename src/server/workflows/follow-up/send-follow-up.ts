import { randomBytes, randomUUID } from "node:crypto";
import { domainToASCII } from "node:url";
import type { MissingInfo } from "#shared/lead-status.ts";
import { mayHaveGone } from "#server/mail/mail-failure.ts";
import type { MailMessage } from "#server/mail/mailer.ts";
import { acting } from "#server/platform/acting.ts";
import { AppError, conflict, messageOf, notFound } from "#server/platform/errors.ts";
import type {
  FollowUpMessage,
  FollowUpStanding,
  FollowUpWrite,
  QuestionRecord,
} from "#server/store/follow-up-types.ts";
import type { EmailSettingsRecord } from "#server/store/email-settings-types.ts";
import { composeFollowUp, followUpSubject } from "#server/workflows/follow-up/compose-follow-up.ts";
import { stoppedBy } from "#server/workflows/follow-up/follow-ups.ts";
import { attemptsOf, nextAllowed, obstacleTo, type FollowUpSettings } from "#server/workflows/follow-up/obstacle.ts";
import { leadAfter, questionsOf } from "#server/workflows/follow-up/question-change.ts";
import { openPassword, recordMailOutcome } from "#server/workflows/reports/email-settings.ts";
import { activeEmailSettings } from "#server/workflows/reports/send-report.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import { withLease } from "#server/workflows/with-lease.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** A message that failed for now is tried again after so long, where nobody does it by hand. */
const RETRY_MILLISECONDS = 3_600_000;
/** That the address is the reason, and for good (RFC 3463, 3.2 and 3.3): no such mailbox, or it is closed. */
const NO_SUCH_MAILBOX = /\b5\.(?:1\.\d{1,3}|2\.1)\b/u;
const CUT_OFF = "The server stopped while sending it. It may have gone out, so it is not sent again by itself.";

/** What became of a message: it went out, something stood in its way, or another process is at it. */
export type SendOutcome = "sent" | "nothing_to_send" | "under_way";

/**
 * A person's word that these questions go out, all of them in one message. Throws not_found, or conflict when a question
 * may not be sent, by the id of its obstacle.
 */
export async function approveQuestions(
  { store, clock, feed, ...workspace }: Workspace,
  leadId: string,
  types: readonly MissingInfo[],
  more: { isAutomatic?: boolean } = {},
): Promise<void> {
  const { isAutomatic = false } = more;
  const settings = await readSettings({ store, ...workspace });
  const now = clock().toISOString();
  const changed = await store.followUps.change(leadId, (standing) => {
    const known = questionsOf(standing);
    const chosen = known.filter(({ questionType }) => types.includes(questionType));
    if (chosen.length === 0) throw notFound("question");
    for (const { questionType } of chosen) {
      const obstacle = obstacleTo(questionType, standing, settings, now);
      if (obstacle !== null) throw conflict(obstacle.id, obstacle.message);
    }
    const questions = chosen.map((question): QuestionRecord => {
      const { status: leadStatus } = standing.lead;
      return { ...question, state: "approved", reason: "", isAutomatic, leadStatus, dueAt: now };
    });
    const lead = leadAfter(standing, questions, now);
    return { questions, ...(lead && { lead }) };
  });
  if (changed === null) throw notFound("lead");
  feed.changed(["leads"], [leadId]);
}

/**
 * Sends a lead the message that is due: the questions that were approved and, where follow-ups go out by themselves,
 * those that were not answered in the days set. Each is judged again in the transaction that marks the message as being
 * sent; what may no longer go out is stopped, and says why. Throws email_not_configured, or what the mail server said.
 */
export async function sendFollowUp(workspace: Workspace, leadId: string): Promise<SendOutcome> {
  const email = await requireEmailSettings(workspace);
  const outcome = await withLease(workspace, followUpLease(leadId), async (): Promise<SendOutcome> => {
    const begun = await begin(workspace, leadId, email);
    if (begun === null) return "nothing_to_send";
    try {
      const account = { ...email, recipientEmails: [begun.message.recipient] };
      await workspace.mailer.send({ ...account, password: openPassword(workspace, email) }, begun.mail);
    } catch (error) {
      await recordFailure(workspace, leadId, begun.message.messageId, error);
      if (!isOfRecipient(error)) await recordMailOutcome(workspace, email, { valid: false, message: messageOf(error) });
      throw error;
    }
    await recordSent(workspace, leadId, begun.message.messageId);
    await recordMailOutcome(workspace, email, { valid: true, message: "" });
    return "sent";
  });
  workspace.feed.changed(["leads", "activity"], [leadId]);
  return outcome ?? "under_way";
}

/** The settings in use. Throws email_not_configured. */
export async function requireEmailSettings(workspace: Pick<Workspace, "store">): Promise<EmailSettingsRecord> {
  const settings = await activeEmailSettings(workspace);
  if (settings !== null) return settings;
  throw conflict(
    "email_not_configured",
    "Outgoing e-mail is not configured. Fill in the SMTP form under Email Settings first.",
  );
}

/**
 * Messages that a process left half-way: nobody knows whether one went out, so it counts as sent, says so, and is not
 * sent again by itself. Whoever still holds a lead's lease is alive.
 */
export async function recoverFollowUps(workspace: Workspace): Promise<void> {
  const { store, clock, feed } = workspace;
  for (const { leadId, messageId } of await store.followUps.unfinished()) {
    await withLease(workspace, followUpLease(leadId), async () => {
      const now = clock().toISOString();
      await store.followUps.change(leadId, (standing) => {
        const message = sendingMessage(standing, messageId);
        if (message === undefined) return null;
        return unconfirmed(standing, message, CUT_OFF, now);
      });
      feed.changed(["leads", "activity"], [leadId]);
    });
  }
}

function followUpLease(leadId: string): string {
  return `follow-up:${leadId}`;
}

async function begin(
  workspace: Workspace,
  leadId: string,
  email: EmailSettingsRecord,
): Promise<{ message: FollowUpWrite["newMessage"] & object; mail: MailMessage } | null> {
  const settings = await readSettings(workspace);
  const now = workspace.clock().toISOString();
  let begun: { message: FollowUpWrite["newMessage"] & object; mail: MailMessage } | null = null;
  await workspace.store.followUps.change(leadId, (standing) => {
    begun = null;
    const judged = dueQuestions(standing, settings, now).map((question) => judge(question, standing, settings, now));
    const going = judged.filter(({ state }) => state === "sending");
    if (going.length > 0) {
      const message = messageFor(standing, going, email, now);
      const mail = composeFollowUp({
        standing,
        questions: going.map(({ question }) => question),
        message,
        fromEmail: email.fromEmail,
        signature: settings.followUpSignature,
        publicUrl: workspace.publicUrl,
      });
      begun = { message, mail };
      const lead = leadAfter(standing, judged, now);
      const failed = retried(standing);
      return {
        questions: judged,
        ...(failed === undefined ? { newMessage: message } : { message: { ...failed, ...message } }),
        ...(lead && { lead }),
      };
    }
    const lead = leadAfter(standing, judged, now);
    return judged.length === 0 ? null : { questions: judged, ...(lead && { lead }) };
  });
  return begun;
}

/** The questions whose moment has come: approved ones, and of those asked before what may be asked again by itself. */
function dueQuestions(standing: FollowUpStanding, settings: FollowUpSettings, now: string): QuestionRecord[] {
  return questionsOf(standing).filter(({ state, isAutomatic, dueAt }) => {
    if (dueAt === null || dueAt > now) return false;
    if (state === "approved") return settings.followUpAutomatic || !isAutomatic;
    if (state === "failed") return settings.followUpAutomatic && isAutomatic;
    return state === "sent" && (settings.followUpAutomatic || attemptsOf(standing) >= settings.followUpAttempts);
  });
}

/** The question as it leaves the check at the moment of sending: on its way, waiting on, or stopped. */
function judge(
  question: QuestionRecord,
  standing: FollowUpStanding,
  settings: FollowUpSettings,
  now: string,
): QuestionRecord {
  const { lead } = standing;
  if (lead.status === "approved" && question.leadStatus !== "approved") {
    return stoppedBy(question, "The lead was approved meanwhile.");
  }
  const obstacle = obstacleTo(question.questionType, standing, settings, now);
  if (obstacle === null) return { ...question, state: "sending", reason: "", leadStatus: lead.status };
  if (obstacle.id === "being_sent") return question;
  if (obstacle.id === "too_soon") return { ...question, dueAt: nextAllowed(standing, settings) };
  const isExhausted = obstacle.id === "attempts_used_up" && question.state === "sent";
  return stoppedBy(question, isExhausted ? `No answer. ${obstacle.message}` : obstacle.message);
}

/** Stored before it is sent: whoever finds it unfinished knows that it may have gone out. */
function messageFor(
  standing: FollowUpStanding,
  questions: readonly QuestionRecord[],
  { fromEmail }: EmailSettingsRecord,
  startedAt: string,
): FollowUpWrite["newMessage"] & object {
  const { lead } = standing;
  const failed = retried(standing);
  const domain = domainToASCII(fromEmail.slice(fromEmail.lastIndexOf("@") + 1));
  return {
    // The same again, so that a mailbox can tell a repeat of one that had been taken after all.
    messageId: failed?.messageId ?? `<winnow-follow-up-${randomUUID()}@${domain}>`,
    token: failed?.token ?? randomBytes(24).toString("base64url"),
    attempt: attemptsOf(standing) + 1,
    recipient: lead.email,
    addressKey: lead.emailKey ?? "",
    subject: followUpSubject(standing),
    questionTypes: questions.map(({ questionType }) => questionType),
    isAutomatic: questions.every(({ isAutomatic }) => isAutomatic),
    state: "sending",
    error: "",
    startedAt,
    finishedAt: null,
  };
}

/** The message to the same address that failed last, which the next one is another try of. */
function retried({ lead, messages }: FollowUpStanding): FollowUpMessage | undefined {
  const last = messages.at(-1);
  return last?.state === "failed" && last.addressKey === lead.emailKey ? last : undefined;
}

async function recordSent({ store, clock, ...workspace }: Workspace, leadId: string, messageId: string): Promise<void> {
  const settings = await readSettings({ store, ...workspace });
  const now = clock().toISOString();
  await store.followUps.change(leadId, (standing) => {
    const message = sendingMessage(standing, messageId);
    if (message === undefined) return null;
    const told = { ...message, state: "sent" as const, finishedAt: now };
    const after = withMessage(standing, told);
    const dueAt = nextAllowed(after, settings);
    const questions = ofMessage(standing, message).map((question): QuestionRecord => {
      const asked = { ...question, attempt: question.attempt + 1, sentAt: message.startedAt };
      return question.state === "sending" ? { ...asked, state: "sent", dueAt } : asked;
    });
    const entry = {
      title: message.attempt === 1 ? "Follow-up sent" : `Follow-up sent again (${message.attempt})`,
      description: questions.map(({ question }) => question).join(" "),
      by: message.isAutomatic ? "Winnow" : acting().by,
    };
    return finished(standing, told, questions, entry, now);
  });
}

/** What is written of a message of which nobody knows whether it went out: it counts as sent, and says so. */
function unconfirmed(standing: FollowUpStanding, message: FollowUpMessage, reason: string, now: string): FollowUpWrite {
  const told = { ...message, state: "unknown" as const, error: reason, finishedAt: now };
  const questions = ofMessage(standing, message).map((question): QuestionRecord => {
    const asked = { ...question, attempt: question.attempt + 1, sentAt: message.startedAt };
    return question.state === "sending" ? { ...asked, state: "failed", reason, dueAt: null } : asked;
  });
  const entry = { title: "A follow-up may not have been sent", description: reason, by: "Winnow" };
  return finished(standing, told, questions, entry, now);
}

async function recordFailure(
  { store, clock }: Workspace,
  leadId: string,
  messageId: string,
  error: unknown,
): Promise<void> {
  const now = clock().toISOString();
  const reason = messageOf(error);
  const isUnreachable = isOfRecipient(error) && NO_SUCH_MAILBOX.test(reason);
  await store.followUps.change(leadId, (standing) => {
    const message = sendingMessage(standing, messageId);
    if (message === undefined) return null;
    if (mayHaveGone(error)) return unconfirmed(standing, message, reason, now);
    const told = { ...message, state: "failed" as const, error: reason, finishedAt: now };
    const going = ofMessage(standing, message).filter(({ state }) => state === "sending");
    const questions = going.map((question): QuestionRecord => {
      if (isUnreachable) return stoppedBy(question, reason);
      const retryAt = new Date(Date.parse(now) + RETRY_MILLISECONDS).toISOString();
      const dueAt = isForGood(error) ? null : retryAt;
      return { ...question, state: "failed", reason, dueAt };
    });
    const entry = { title: "A follow-up could not be sent", description: reason, by: "Winnow" };
    const write = finished(standing, told, questions, entry, now);
    return isUnreachable ? { ...write, suppression: { kind: "unreachable", reason, at: now } } : write;
  });
}

/** What is written when a message has reached its end, whichever. */
function finished(
  standing: FollowUpStanding,
  message: FollowUpMessage,
  questions: readonly QuestionRecord[],
  entry: { title: string; description: string; by: string },
  now: string,
): FollowUpWrite {
  const hasGone = message.state !== "failed";
  const asked = hasGone ? { ...standing.lead, lastFollowUp: message.startedAt } : standing.lead;
  const lead = leadAfter(withMessage(standing, message), questions, now, asked);
  return {
    message,
    questions,
    ...(lead && { lead }),
    journal: [{ kind: "follow_up", type: message.state === "sent" ? "email_sent" : "other", ...entry, at: now }],
  };
}

function sendingMessage({ messages }: FollowUpStanding, messageId: string): FollowUpMessage | undefined {
  return messages.find((message) => message.messageId === messageId && message.state === "sending");
}

/** A message's questions: on their way with it, or answered or stopped meanwhile, which they stay. */
function ofMessage({ questions }: FollowUpStanding, { questionTypes }: FollowUpMessage): QuestionRecord[] {
  return questions.filter(({ questionType }) => questionTypes.includes(questionType));
}

function withMessage(standing: FollowUpStanding, message: FollowUpMessage): FollowUpStanding {
  return { ...standing, messages: standing.messages.map((one) => (one.id === message.id ? message : one)) };
}

/** Whether a failure is about this one address, and says nothing of the next. */
export function isOfRecipient(error: unknown): error is AppError {
  return error instanceof AppError && ["mail_recipients_refused", "mail_recipients_deferred"].includes(error.id);
}

/** Whether the same message would be refused again, however often a server is asked (RFC 5321, 4.2.1). */
function isForGood(error: unknown): boolean {
  return error instanceof AppError && ["mail_recipients_refused", "mail_message_refused"].includes(error.id);
}
