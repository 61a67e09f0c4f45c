import { cutWhole } from "#shared/text/cut-whole.ts";
import { isOpenQuestion, type Suppression } from "#shared/contract/follow-up-question.ts";
import type { FieldOrigin } from "#shared/lead-record.ts";
import type { MissingInfo } from "#shared/lead-status.ts";
import type { RawLead, SourceRef } from "#shared/raw-lead.ts";
import { fieldWords } from "#shared/field-words.ts";
import type { AnalyzedEmail } from "#server/pipeline/mail/analyze-email.ts";
import { DECISIVE } from "#server/pipeline/mail/evidence.ts";
import { emailLead } from "#server/pipeline/mail/email-lead.ts";
import { assessLead } from "#server/pipeline/intake/assess-lead.ts";
import { parseEmailAddress } from "#server/pipeline/intake/email-address.ts";
import { mergeLead } from "#server/pipeline/intake/merge-lead.ts";
import { normalizeLead } from "#server/pipeline/intake/normalize.ts";
import type { FollowUpMessage, FollowUpSnapshot, QuestionRecord } from "#server/db/follow-ups/follow-up-rows.ts";
import type { FollowUpWrite } from "#server/db/follow-ups/follow-up-write.ts";
import { ANSWER_FACT, bareSubject } from "#server/features/follow-ups/draft-question.ts";
import { stoppedBy } from "#server/features/follow-ups/follow-ups.ts";
import { leadAfter } from "#server/features/follow-ups/question-change.ts";
import { readAnswer, wantsStop } from "#server/features/follow-ups/read-answer.ts";
import { NO_SUCH_MAILBOX, suppressAddress, unsubscribe } from "#server/features/follow-ups/suppression.ts";
import type { ScoringContext } from "#server/features/rules/scoring-context.ts";
import type { MailMessage } from "#server/pipeline/mail/mail-message.ts";
import { withScoring } from "#server/features/rules/with-scoring.ts";
import type { Workspace } from "#server/workspace.ts";

/** The subject a mail program sends when a reader unsubscribes. */
const UNSUBSCRIBING = /^\s*unsubscribe ([\w-]{20,64})\s*$/iu;
const ASKED_TO_STOP = "They asked by email to stop.";
/** A longer message is about more than that. */
const LONGEST_STOP = 400;
const ANSWERS = /^\s{0,3}(?:re|aw|antw|sv|vs|res|rif|r)\s?(?:\[\d{1,3}\])?\s?:/iu;

/**
 * Handles the messages of a batch that concern our follow-ups: answers fill in what was asked and end the asking; a
 * request to stop and a bounce end it too. Returns which leads wrote, by message key. Runs before the batch is stored:
 * if the process dies in between, the same messages come again and change nothing more.
 */
export async function receiveAnswers(
  workspace: Workspace,
  source: SourceRef,
  messages: readonly MailMessage[],
): Promise<ReadonlyMap<string, string>> {
  const writers = new Map<string, string>();
  const read = messages.flatMap(({ messageKey, analyzed }) =>
    analyzed === null || analyzed.kind === "unreadable" ? [] : [{ messageKey, analyzed }],
  );
  const conversations = await findConversations(workspace, read);
  for (const { messageKey, analyzed } of read) {
    const token = UNSUBSCRIBING.exec(analyzed.subject)?.[1];
    if (token !== undefined) await unsubscribe(workspace, token, "Unsubscribed by email.");
    const message = conversations.get(messageKey);
    // Our own message, in a mailbox that we asked.
    if (message?.messageId === messageKey) continue;
    if (analyzed.deliveryReport !== null) await receiveReport(workspace, message, analyzed.deliveryReport);
    else if (message === undefined) await receiveOther(workspace, analyzed);
    else if (isAnswer(analyzed, message) && (await receiveAnswer(workspace, source, message, messageKey, analyzed))) {
      writers.set(messageKey, message.leadId);
    }
  }
  return writers;
}

interface ReadMessage {
  messageKey: string;
  analyzed: AnalyzedEmail;
}

/** Which of our messages each one belongs to: by its references, else by sender and subject. */
async function findConversations(
  { store }: Workspace,
  messages: readonly ReadMessage[],
): Promise<Map<string, FollowUpMessage>> {
  const ofUs = new Map(
    (await store.followUps.messagesById([...new Set(messages.flatMap(({ analyzed }) => refersTo(analyzed)))])).map(
      (message) => [message.messageId, message],
    ),
  );
  const found = new Map<string, FollowUpMessage>();
  const byAddress = new Map<string, { address: string; analyzed: AnalyzedEmail }>();
  for (const { messageKey, analyzed } of messages) {
    const message = refersTo(analyzed)
      .map((id) => ofUs.get(id))
      .find((one) => one !== undefined);
    const address = message === undefined ? addressOf(analyzed) : null;
    if (message !== undefined) found.set(messageKey, message);
    else if (address !== null) byAddress.set(messageKey, { address, analyzed });
  }
  const latest = await store.followUps.latestTo([...new Set([...byAddress.values()].map(({ address }) => address))]);
  for (const [messageKey, { address, analyzed }] of byAddress) {
    const message = latest.get(address);
    if (message === undefined || message.state === "failed") continue;
    if (analyzed.deliveryReport !== null || isSameSubject(analyzed.subject, message.subject)) {
      found.set(messageKey, message);
    }
  }
  return found;
}

/** Nearest first. */
function refersTo({ inReplyTo, references, deliveryReport }: AnalyzedEmail): string[] {
  const nearest = inReplyTo === "" ? [] : [inReplyTo];
  // A conversation includes messages to other people: only a bounced message says anything about its address.
  if (deliveryReport !== null) return [...deliveryReport.messageIds, ...nearest];
  return [...nearest, ...references.toReversed()];
}

/** Whether an answer's subject is our message's, ignoring spacing and prefixes that mail programs add. */
function isSameSubject(one: string, other: string): boolean {
  const [answer, asked] = [one, other].map((subject) =>
    bareSubject(subject).replace(/\s+/gu, " ").trim().normalize("NFC").toLowerCase(),
  );
  return answer !== "" && answer === asked;
}

/** The likely lead of an answer without references: some phones' mail programs omit the headers. */
function addressOf(analyzed: AnalyzedEmail): string | null {
  const { deliveryReport, subject } = analyzed;
  const address =
    deliveryReport !== null ? deliveryReport.recipient : ANSWERS.test(subject) ? analyzed.analysis.email : "";
  return parseEmailAddress(address)?.key ?? null;
}

/** Automatic replies aren't answers, and neither are our own messages, unless we asked a colleague to try it. */
function isAnswer({ isOwn, analysis: { email, evidence } }: AnalyzedEmail, { addressKey }: FollowUpMessage): boolean {
  if (evidence.includes("bounce") || evidence.includes("auto-reply")) return false;
  return parseEmailAddress(email)?.key === addressKey || !(isOwn || evidence.includes("own"));
}

/**
 * Only a final failure says something about the address; a delay is reported again when it ends. A message that someone
 * sent without Winnow also shows that a lead's mailbox doesn't exist.
 */
async function receiveReport(
  workspace: Workspace,
  message: FollowUpMessage | undefined,
  { recipient, status, hasFailed, reason }: NonNullable<AnalyzedEmail["deliveryReport"]>,
): Promise<void> {
  if (!hasFailed) return;
  const why = reason === "" ? `Not delivered (${status}).` : reason;
  if (message !== undefined) await suppressAddress(workspace, message, "unreachable", why);
  else if (NO_SUCH_MAILBOX.test(status)) await suppressLeads(workspace, recipient, "unreachable", why);
}

/**
 * A lead may also ask to stop in answer to a message that someone sent without Winnow, or in the subject alone.
 * "Unsubscribe" below a newsletter isn't theirs.
 */
async function receiveOther(workspace: Workspace, analyzed: AnalyzedEmail): Promise<void> {
  const { subject, text, email, evidence } = analyzed.analysis;
  const isPersonal = text.length <= LONGEST_STOP && !DECISIVE.some((name) => evidence.includes(name));
  if (isPersonal && wantsStop(`${bareSubject(subject)}\n${text}`))
    await suppressLeads(workspace, email, "unsubscribed", ASKED_TO_STOP);
}

/** Suppresses an address if leads have it. */
async function suppressLeads(
  workspace: Workspace,
  address: string,
  ...suppression: [kind: Suppression["kind"], reason: string]
): Promise<void> {
  const addressKey = parseEmailAddress(address)?.key;
  if (addressKey === undefined) return;
  const source = { id: null, rowKeys: [] };
  const { leads } = await workspace.store.leads.known({ emailKeys: [addressKey], phoneKeys: [], source });
  for (const { id: leadId } of leads) await suppressAddress(workspace, { addressKey, leadId }, ...suppression);
}

/** Whether the message answers a question; if not, it is handled like the lead's other messages. */
async function receiveAnswer(
  workspace: Workspace,
  source: SourceRef,
  message: FollowUpMessage,
  messageKey: string,
  analyzed: AnalyzedEmail,
): Promise<boolean> {
  const { store, clock, feed } = workspace;
  const now = clock().toISOString();
  if (wantsStop(analyzed.analysis.text)) await suppressAddress(workspace, message, "unsubscribed", ASKED_TO_STOP);
  let isTaken = false;
  await withScoring(workspace, (scoring) =>
    store.followUps.change(message.leadId, (snapshot) => {
      // Idempotent: the same message may come again if the process died before storing it.
      const isKnown = snapshot.questions.some(({ responseKey }) => responseKey === messageKey);
      const write = isKnown ? null : answered(snapshot, { source, messageKey, analyzed, scoring, now });
      isTaken = isKnown || write !== null;
      return write;
    }),
  );
  if (isTaken) feed.changed(["leads", "activity"], [message.leadId]);
  return isTaken;
}

interface Received {
  source: SourceRef;
  messageKey: string;
  analyzed: AnalyzedEmail;
  scoring: ScoringContext;
  now: string;
}

/** The lead with its answer, and its questions: answered if that fills what was missing, otherwise ended. */
function answered(
  snapshot: FollowUpSnapshot,
  { source, messageKey, analyzed, scoring, now }: Received,
): FollowUpWrite | null {
  // Also while it is being sent: an answer may arrive before the mail server's confirmation.
  const asked = snapshot.questions.filter(
    ({ state, sentAt }) => state === "sending" || (sentAt !== null && state !== "answered"),
  );
  if (asked.length === 0) return null;
  const types = asked.map(({ questionType }) => questionType);
  const lead = filledIn(snapshot, types, { source, messageKey, analyzed, scoring, now });
  const text = analyzed.analysis.text.trim();
  const respondedAt = analyzed.date === null || analyzed.date > now ? now : analyzed.date;
  const questions = snapshot.questions
    .filter((question) => isOpenQuestion(question) || asked.includes(question))
    .map((question): QuestionRecord => {
      const heard = types.includes(question.questionType)
        ? { ...question, response: text, responseKey: messageKey, respondedAt }
        : question;
      const isFilled = !lead.missingInfo.includes(question.questionType);
      if (isFilled && heard !== question) return { ...heard, state: "answered", reason: "", dueAt: null };
      return question.state === "stopped" ? heard : stoppedBy(heard, "They replied without answering this.");
    });
  const filled = (["phone", "company", "title", "scrapeUrl"] as const).filter(
    (field) => lead[field] !== snapshot.lead[field],
  );
  const changes = filled.map((field) => `${fieldWords(field)}: ${lead[field]}`);
  const after = leadAfter(snapshot, questions, now, lead);
  return {
    questions,
    ...(after && { lead: after }),
    journal: [
      {
        kind: "follow_up",
        type: lead.status === "qualified" && snapshot.lead.status === "pending" ? "qualified_lead" : "other",
        title: `${snapshot.lead.name || snapshot.lead.email} answered`,
        description: changes.length === 0 ? cutWhole(text, 200).toWellFormed() : changes.join(", "),
        by: source.name,
        at: now,
      },
    ],
    rulesVersion: scoring.version,
  };
}

/** The lead with the answer in its empty fields, their origin, and a new score. */
function filledIn(
  { lead }: FollowUpSnapshot,
  asked: readonly MissingInfo[],
  { source, messageKey, analyzed, scoring, now }: Received,
): FollowUpSnapshot["lead"] {
  const { fields, methods, need } = readAnswer(analyzed.analysis, asked);
  const empty = Object.entries(fields).filter(([field]) => lead[field as keyof typeof fields] === "");
  const raw: RawLead = {
    ...emailLead(analyzed),
    // In addition to what the same message contributes as one of the lead's own.
    rowKey: `answer:${messageKey}`,
    // The address is the lead's, and is needed for the rest to be accepted.
    fields: { email: lead.email, ...Object.fromEntries(empty) },
    methods,
    facts: need === "" ? [] : [{ name: ANSWER_FACT, value: need }],
  };
  const normal = normalizeLead(raw);
  if ("skipped" in normal) return lead;
  // A person who emptied a field keeps it empty for new input, but not for an answer to its question.
  const provenance = { ...lead.provenance };
  for (const field of asked.filter((type) => type === "phone" || type === "company")) {
    const origin: FieldOrigin | undefined = provenance[field];
    if (lead[field] === "" && origin?.method === "edited") delete provenance[field];
  }
  const arrival = { raw, normal: normal.lead, source, now };
  const merged = mergeLead({ ...lead, provenance }, arrival, { isEmailTaken: true, policy: "fill" });
  return assessLead(merged, { ...scoring, now });
}
