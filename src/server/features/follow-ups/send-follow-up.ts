import { randomBytes, randomUUID } from "node:crypto";
import { domainToASCII } from "node:url";
import { HOUR } from "#shared/durations.ts";
import type { MissingInfo } from "#shared/lead-status.ts";
import { ownTimeZone } from "#shared/time-zone.ts";
import { isForGood, isOfRecipient, mayHaveGone } from "#server/delivery/mail/mail-failure.ts";
import type { MailMessage } from "#server/delivery/mail/mailer.ts";
import { acting } from "#server/platform/acting.ts";
import { conflict, messageOf, notFound } from "#server/platform/errors.ts";
import type { FollowUpMessage, FollowUpSnapshot, QuestionRecord } from "#server/db/follow-ups/follow-up-rows.ts";
import type { FollowUpWrite } from "#server/db/follow-ups/follow-up-write.ts";
import type { EmailSettingsRecord } from "#server/db/reports/email-settings.ts";
import { checkAddressOf } from "#server/features/address-check/check-addresses.ts";
import { composeFollowUp, followUpSubject } from "#server/features/follow-ups/compose-follow-up.ts";
import { draftQuestion, mannerOf } from "#server/features/follow-ups/draft-question.ts";
import { stoppedBy } from "#server/features/follow-ups/follow-ups.ts";
import { attemptsOf, nextAllowed, findBlocker, type FollowUpSettings } from "#server/features/follow-ups/blocker.ts";
import { leadAfter, questionsOf } from "#server/features/follow-ups/question-change.ts";
import { repliesReadAt } from "#server/features/follow-ups/replies-read.ts";
import { NO_SUCH_MAILBOX } from "#server/features/follow-ups/suppression.ts";
import { openCredentials, recordMailOutcome } from "#server/features/reports/email-settings.ts";
import { activeEmailSettings, EMAIL_NOT_CONFIGURED } from "#server/features/reports/send-report.ts";
import { readSettings } from "#server/db/read-settings.ts";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import type { Workspace } from "#server/workspace.ts";

/** The delay before a message that failed temporarily, or a reminder that waits, is tried again. */
const RETRY_MILLISECONDS = HOUR;
const CUT_OFF = "The server stopped while sending this. It may have gone out, so it isn't sent again automatically.";

/** The result for a message: sent, blocked, or being sent by another process. */
export type SendOutcome = "sent" | "nothing_to_send" | "under_way";

/**
 * Approves these questions, to be sent in one message. Throws not_found, or conflict with the blocker's id if one may
 * not be sent.
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
  const changed = await store.followUps.change(leadId, (snapshot) => {
    const known = questionsOf(snapshot);
    const chosen = known.filter(({ questionType }) => types.includes(questionType));
    if (chosen.length === 0) throw notFound("question");
    for (const { questionType } of chosen) {
      const blocker = findBlocker(questionType, snapshot, settings, now);
      if (blocker !== null) throw conflict(blocker.id, blocker.message);
    }
    const questions = chosen.map((question): QuestionRecord => {
      const { status: leadStatus } = snapshot.lead;
      const approved = { ...question, state: "approved" as const, reason: "", isAutomatic, leadStatus, dueAt: now };
      return isAutomatic ? wordedForSending(approved, snapshot) : approved;
    });
    const lead = leadAfter(snapshot, questions, now);
    return { questions, ...(lead && { lead }) };
  });
  if (changed === null) throw notFound("lead");
  feed.changed(["leads"], [leadId]);
}

/**
 * Sends a lead its due message: approved questions and, if automatic, those unanswered for the set number of days. Each
 * is checked again in the transaction that marks the message as being sent; questions that are no longer allowed are
 * stopped with the reason. Throws email_not_configured, or the mail server's error.
 */
export async function sendFollowUp(workspace: Workspace, leadId: string): Promise<SendOutcome> {
  const email = await requireEmailSettings(workspace);
  const outcome = await withLease(workspace, followUpLease(leadId), async (): Promise<SendOutcome> => {
    await checkAddressOf(workspace, leadId);
    const begun = await begin(workspace, leadId, email);
    if (begun === null) return "nothing_to_send";
    try {
      const account = { ...email, recipientEmails: [begun.message.recipient] };
      await workspace.mailer.send({ ...account, ...openCredentials(workspace, email) }, begun.mail);
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
  throw conflict("email_not_configured", EMAIL_NOT_CONFIGURED);
}

/**
 * Settles messages that a dead process left unfinished: nobody knows whether one was sent, so it counts as sent, is
 * marked as uncertain, and isn't retried automatically. A held lease means its process is alive.
 */
export async function recoverFollowUps(workspace: Workspace): Promise<void> {
  const { store, clock, feed } = workspace;
  for (const { leadId, messageId } of await store.followUps.unfinished()) {
    await withLease(workspace, followUpLease(leadId), async () => {
      const now = clock().toISOString();
      await store.followUps.change(leadId, (snapshot) => {
        const message = sendingMessage(snapshot, messageId);
        if (message === undefined) return null;
        return unconfirmed(snapshot, message, CUT_OFF, now);
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
  const readAt = await repliesReadAt(workspace, email.fromEmail);
  const now = workspace.clock().toISOString();
  let begun: { message: FollowUpWrite["newMessage"] & object; mail: MailMessage } | null = null;
  await workspace.store.followUps.change(leadId, (snapshot) => {
    begun = null;
    const decided = dueQuestions(snapshot, settings, now)
      .map((question) => (question.isAutomatic ? wordedForSending(question, snapshot) : question))
      .map((question) => decideQuestion(question, snapshot, { settings, readAt, now }));
    const going = decided.filter(({ state }) => state === "sending");
    if (going.length > 0) {
      const message = messageFor(snapshot, going, email, now);
      const mail = composeFollowUp({
        snapshot,
        questions: going.map(({ question }) => question),
        message,
        fromEmail: email.fromEmail,
        signature: settings.followUpSignature,
        publicUrl: workspace.publicUrl,
        timeZone: settings.reportTimeZone ?? ownTimeZone(),
      });
      begun = { message, mail };
      const lead = leadAfter(snapshot, decided, now);
      const failed = retried(snapshot);
      return {
        questions: decided,
        ...(failed === undefined ? { newMessage: message } : { message: { ...failed, ...message } }),
        ...(lead && { lead }),
      };
    }
    const lead = leadAfter(snapshot, decided, now);
    return decided.length === 0 ? null : { questions: decided, ...(lead && { lead }) };
  });
  return begun;
}

/** The questions that are due: approved ones, and reminders. */
function dueQuestions(snapshot: FollowUpSnapshot, settings: FollowUpSettings, now: string): QuestionRecord[] {
  return questionsOf(snapshot).filter(({ state, isAutomatic, dueAt }) => {
    if (dueAt === null || dueAt > now) return false;
    if (state === "approved") return settings.followUpAutomatic || !isAutomatic;
    if (state === "failed") return settings.followUpAutomatic && isAutomatic;
    return state === "sent" && (settings.followUpAutomatic || attemptsOf(snapshot) >= settings.followUpAttempts);
  });
}

/**
 * The wording of a question that nobody reviews before it's sent: its quote is chosen again, unless a person edited it.
 */
function wordedForSending(question: QuestionRecord, snapshot: FollowUpSnapshot): QuestionRecord {
  const { questionType, question: words } = question;
  const manner = mannerOf(snapshot, { isAutomatic: true });
  const [start = "", end = ""] = draftQuestion(questionType, { ...manner, topic: "\u0000" }).split("\u0000");
  if (!words.startsWith(start) || !words.endsWith(end)) return question;
  return { ...question, question: draftQuestion(questionType, manner) };
}

/**
 * The question after the check at sending time: being sent, still waiting, or stopped. A reminder waits until replies
 * that came before it are read.
 */
function decideQuestion(
  question: QuestionRecord,
  snapshot: FollowUpSnapshot,
  { settings, readAt, now }: { settings: FollowUpSettings; readAt: string | null; now: string },
): QuestionRecord {
  const { lead } = snapshot;
  if (lead.status === "approved" && question.leadStatus !== "approved") {
    return stoppedBy(question, "The lead was approved.");
  }
  const blocker = findBlocker(question.questionType, snapshot, settings, now);
  const isUnread = question.state === "sent" && readAt !== null && readAt < (nextAllowed(snapshot, settings) ?? "");
  if (blocker === null && isUnread) return { ...question, dueAt: retryAfter(now) };
  if (blocker === null) return { ...question, state: "sending", reason: "", leadStatus: lead.status };
  if (blocker.id === "being_sent") return question;
  if (blocker.id === "too_soon") return { ...question, dueAt: nextAllowed(snapshot, settings) };
  const isExhausted = blocker.id === "attempts_used_up" && question.state === "sent";
  return stoppedBy(question, isExhausted ? `No answer. ${blocker.message}` : blocker.message);
}

function retryAfter(now: string): string {
  return new Date(Date.parse(now) + RETRY_MILLISECONDS).toISOString();
}

/** Stored before sending: if found unfinished, it may have been sent. */
function messageFor(
  snapshot: FollowUpSnapshot,
  questions: readonly QuestionRecord[],
  { fromEmail }: EmailSettingsRecord,
  startedAt: string,
): FollowUpWrite["newMessage"] & object {
  const { lead } = snapshot;
  const failed = retried(snapshot);
  const isAutomatic = questions.every((question) => question.isAutomatic);
  const domain = domainToASCII(fromEmail.slice(fromEmail.lastIndexOf("@") + 1));
  return {
    // The same Message-ID, so that a mailbox can recognize a duplicate if the first was accepted after all.
    messageId: failed?.messageId ?? `<winnow-follow-up-${randomUUID()}@${domain}>`,
    token: failed?.token ?? randomBytes(24).toString("base64url"),
    attempt: attemptsOf(snapshot) + 1,
    recipient: lead.email,
    addressKey: lead.emailKey ?? "",
    subject: followUpSubject(snapshot, { isAutomatic }),
    questionTypes: questions.map(({ questionType }) => questionType),
    isAutomatic,
    state: "sending",
    error: "",
    startedAt,
    finishedAt: null,
  };
}

/** The last failed message to the same address, which this one retries. */
function retried({ lead, messages }: FollowUpSnapshot): FollowUpMessage | undefined {
  const last = messages.at(-1);
  return last?.state === "failed" && last.addressKey === lead.emailKey ? last : undefined;
}

async function recordSent({ store, clock, ...workspace }: Workspace, leadId: string, messageId: string): Promise<void> {
  const settings = await readSettings({ store, ...workspace });
  const now = clock().toISOString();
  await store.followUps.change(leadId, (snapshot) => {
    const message = sendingMessage(snapshot, messageId);
    if (message === undefined) return null;
    const updated = { ...message, state: "sent" as const, finishedAt: now };
    const after = withMessage(snapshot, updated);
    const dueAt = nextAllowed(after, settings);
    const questions = ofMessage(snapshot, message).map((question): QuestionRecord => {
      const asked = { ...question, attempt: question.attempt + 1, sentAt: message.startedAt };
      return question.state === "sending" ? { ...asked, state: "sent", dueAt } : asked;
    });
    const entry = {
      title: message.attempt === 1 ? "Follow-up sent" : `Follow-up sent again (${message.attempt})`,
      description: questions.map(({ question }) => question).join(" "),
      by: message.isAutomatic ? "Winnow" : acting().by,
    };
    return finished(snapshot, updated, questions, entry, now);
  });
}

/** The record of a message that may have been sent: it counts as sent, marked as uncertain. */
function unconfirmed(snapshot: FollowUpSnapshot, message: FollowUpMessage, reason: string, now: string): FollowUpWrite {
  const updated = { ...message, state: "unknown" as const, error: reason, finishedAt: now };
  const questions = ofMessage(snapshot, message).map((question): QuestionRecord => {
    const asked = { ...question, attempt: question.attempt + 1, sentAt: message.startedAt };
    return question.state === "sending" ? { ...asked, state: "failed", reason, dueAt: null } : asked;
  });
  const entry = { title: "A follow-up may not have been sent", description: reason, by: "Winnow" };
  return finished(snapshot, updated, questions, entry, now);
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
  await store.followUps.change(leadId, (snapshot) => {
    const message = sendingMessage(snapshot, messageId);
    if (message === undefined) return null;
    if (mayHaveGone(error)) return unconfirmed(snapshot, message, reason, now);
    const updated = { ...message, state: "failed" as const, error: reason, finishedAt: now };
    const going = ofMessage(snapshot, message).filter(({ state }) => state === "sending");
    const questions = going.map((question): QuestionRecord => {
      if (isUnreachable) return stoppedBy(question, reason);
      const dueAt = isForGood(error) ? null : retryAfter(now);
      return { ...question, state: "failed", reason, dueAt };
    });
    const entry = { title: "A follow-up couldn't be sent", description: reason, by: "Winnow" };
    const write = finished(snapshot, updated, questions, entry, now);
    return isUnreachable ? { ...write, suppression: { kind: "unreachable", reason, at: now } } : write;
  });
}

/** The record of a message's final state. */
function finished(
  snapshot: FollowUpSnapshot,
  message: FollowUpMessage,
  questions: readonly QuestionRecord[],
  entry: { title: string; description: string; by: string },
  now: string,
): FollowUpWrite {
  const hasGone = message.state !== "failed";
  const asked = hasGone ? { ...snapshot.lead, lastFollowUp: message.startedAt } : snapshot.lead;
  const lead = leadAfter(withMessage(snapshot, message), questions, now, asked);
  return {
    message,
    questions,
    ...(lead && { lead }),
    journal: [{ kind: "follow_up", type: message.state === "sent" ? "email_sent" : "other", ...entry, at: now }],
  };
}

function sendingMessage({ messages }: FollowUpSnapshot, messageId: string): FollowUpMessage | undefined {
  return messages.find((message) => message.messageId === messageId && message.state === "sending");
}

/** A message's questions: being sent with it, unless answered or stopped in the meantime. */
function ofMessage({ questions }: FollowUpSnapshot, { questionTypes }: FollowUpMessage): QuestionRecord[] {
  return questions.filter(({ questionType }) => questionTypes.includes(questionType));
}

function withMessage(snapshot: FollowUpSnapshot, message: FollowUpMessage): FollowUpSnapshot {
  return { ...snapshot, messages: snapshot.messages.map((one) => (one.id === message.id ? message : one)) };
}
