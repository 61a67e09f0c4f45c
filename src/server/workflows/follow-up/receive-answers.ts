import { isOpenQuestion } from "#shared/contract/follow-up-question.ts";
import type { FieldOrigin } from "#shared/lead-record.ts";
import type { MissingInfo } from "#shared/lead-status.ts";
import type { RawLead, SourceRef } from "#shared/raw-lead.ts";
import { fieldWords } from "#shared/field-words.ts";
import type { AnalysedEmail } from "#server/email-analysis/analyse-email.ts";
import { emailLead } from "#server/email-analysis/email-lead.ts";
import { assessLead } from "#server/intake/assess-lead.ts";
import { parseEmailAddress } from "#server/intake/email-address.ts";
import { mergeLead } from "#server/intake/merge-lead.ts";
import { normaliseLead } from "#server/intake/normalise.ts";
import type {
  FollowUpMessage,
  FollowUpStanding,
  FollowUpWrite,
  QuestionRecord,
} from "#server/store/follow-up-types.ts";
import { ANSWER_FACT, bareSubject } from "#server/workflows/follow-up/draft-question.ts";
import { stoppedBy } from "#server/workflows/follow-up/follow-ups.ts";
import { leadAfter } from "#server/workflows/follow-up/question-change.ts";
import { readAnswer } from "#server/workflows/follow-up/read-answer.ts";
import { suppressAddress, unsubscribe } from "#server/workflows/follow-up/suppression.ts";
import type { Judgement } from "#server/workflows/judgement.ts";
import type { MailMessage } from "#server/workflows/mail/mail-message.ts";
import { withJudgement } from "#server/workflows/with-judgement.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** The subject that a mail program writes for a reader who unsubscribes. */
const LEAVING = /^\s*unsubscribe ([\w-]{20,64})\s*$/iu;
const ANSWERS = /^\s{0,3}(?:re|aw|antw|sv|vs|res|rif|r)\s?(?:\[\d{1,3}\])?\s?:/iu;

/**
 * What of a batch of mail concerns our follow-ups: answers fill in what was asked and end the asking, a request to stop
 * and mail that came back end it too. Answers which leads wrote, by the messages' keys. Before the batch is stored: when
 * the process ends in between, the same messages come again and change nothing more.
 */
export async function receiveAnswers(
  workspace: Workspace,
  source: SourceRef,
  messages: readonly MailMessage[],
): Promise<ReadonlyMap<string, string>> {
  const writers = new Map<string, string>();
  const read = messages.flatMap(({ messageKey, analysed }) =>
    analysed === null || analysed.kind === "unreadable" ? [] : [{ messageKey, analysed }],
  );
  const conversations = await findConversations(workspace, read);
  for (const { messageKey, analysed } of read) {
    const token = LEAVING.exec(analysed.subject)?.[1];
    if (token !== undefined) await unsubscribe(workspace, token, "Unsubscribed by mail.");
    const message = conversations.get(messageKey);
    if (message === undefined) continue;
    if (analysed.deliveryReport !== null) await receiveReport(workspace, message, analysed.deliveryReport);
    else if (isAnswer(analysed) && (await receiveAnswer(workspace, source, message, messageKey, analysed))) {
      writers.set(messageKey, message.leadId);
    }
  }
  return writers;
}

interface ReadMessage {
  messageKey: string;
  analysed: AnalysedEmail;
}

/** Which of our messages each one belongs to: by what it refers to, else by who answers to a subject. */
async function findConversations(
  { store }: Workspace,
  messages: readonly ReadMessage[],
): Promise<Map<string, FollowUpMessage>> {
  const ofUs = new Map(
    (await store.followUps.messagesById([...new Set(messages.flatMap(({ analysed }) => refersTo(analysed)))])).map(
      (message) => [message.messageId, message],
    ),
  );
  const found = new Map<string, FollowUpMessage>();
  const byAddress = new Map<string, { address: string; analysed: AnalysedEmail }>();
  for (const { messageKey, analysed } of messages) {
    const message = refersTo(analysed)
      .map((id) => ofUs.get(id))
      .find((one) => one !== undefined);
    const address = message === undefined ? addressOf(analysed) : null;
    if (message !== undefined) found.set(messageKey, message);
    else if (address !== null) byAddress.set(messageKey, { address, analysed });
  }
  const latest = await store.followUps.latestTo([...new Set([...byAddress.values()].map(({ address }) => address))]);
  for (const [messageKey, { address, analysed }] of byAddress) {
    const message = latest.get(address);
    if (message === undefined || message.state === "failed") continue;
    if (analysed.deliveryReport !== null || isSameSubject(analysed.subject, message.subject)) {
      found.set(messageKey, message);
    }
  }
  return found;
}

/** The nearest first. */
function refersTo({ inReplyTo, references, deliveryReport }: AnalysedEmail): string[] {
  const nearest = inReplyTo === "" ? [] : [inReplyTo];
  // A conversation has other messages than ours, to other people: only the one that came back tells of the address.
  if (deliveryReport !== null) return [...deliveryReport.messageIds, ...nearest];
  return [...nearest, ...references.toReversed()];
}

/** Whether an answer's subject is that of our message, however mail programs spaced and prefixed it. */
function isSameSubject(one: string, other: string): boolean {
  const [answer, asked] = [one, other].map((subject) =>
    bareSubject(subject).replace(/\s+/gu, " ").trim().normalize("NFC").toLowerCase(),
  );
  return answer !== "" && answer === asked;
}

/** Whose answer it may be that refers to nothing: mail programs of some phones leave the headers out. */
function addressOf(analysed: AnalysedEmail): string | null {
  const { deliveryReport, subject } = analysed;
  const address = deliveryReport !== null ? deliveryReport.recipient : ANSWERS.test(subject) ? analysed.kept.email : "";
  return parseEmailAddress(address)?.key ?? null;
}

/** What a program answered for its owner is no answer, and what we wrote ourselves is none either. */
function isAnswer({ isOwn, kept }: AnalysedEmail): boolean {
  return !isOwn && !["own", "bounce", "auto-reply"].some((name) => kept.evidence.includes(name));
}

/** Only what failed for good says something of the address (RFC 3463: 5.x.x); a delay is told again when it ends. */
async function receiveReport(
  workspace: Workspace,
  message: FollowUpMessage,
  { status, reason }: NonNullable<AnalysedEmail["deliveryReport"]>,
): Promise<void> {
  if (!status.startsWith("5.")) return;
  await suppressAddress(workspace, message, "unreachable", reason === "" ? `Not delivered (${status}).` : reason);
}

/** Whether the message answers something we asked; one that does not is the lead's like any other. */
async function receiveAnswer(
  workspace: Workspace,
  source: SourceRef,
  message: FollowUpMessage,
  messageKey: string,
  analysed: AnalysedEmail,
): Promise<boolean> {
  const { store, clock, feed } = workspace;
  const now = clock().toISOString();
  if (readAnswer(analysed.kept, []).wantsStop) {
    await suppressAddress(workspace, message, "unsubscribed", "They wrote that they want no more.");
  }
  let isTaken = false;
  await withJudgement(workspace, (judgement) =>
    store.followUps.change(message.leadId, (standing) => {
      // Nothing twice: the same message may come again, when the process ended before it was stored.
      const isKnown = standing.questions.some(({ responseKey }) => responseKey === messageKey);
      const write = isKnown ? null : answered(standing, { source, messageKey, analysed, judgement, now });
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
  analysed: AnalysedEmail;
  judgement: Judgement;
  now: string;
}

/** The lead with what it answered, and its questions: answered where that fills what was missing, else at their end. */
function answered(
  standing: FollowUpStanding,
  { source, messageKey, analysed, judgement, now }: Received,
): FollowUpWrite | null {
  // Also while it is on its way: an answer may be faster than the mail server's word that it took the message.
  const asked = standing.questions.filter(
    ({ state, sentAt }) => state === "sending" || (sentAt !== null && state !== "answered"),
  );
  if (asked.length === 0) return null;
  const types = asked.map(({ questionType }) => questionType);
  const lead = filledIn(standing, types, { source, messageKey, analysed, judgement, now });
  const text = analysed.kept.text.trim();
  const respondedAt = analysed.date === null || analysed.date > now ? now : analysed.date;
  const questions = standing.questions
    .filter((question) => isOpenQuestion(question) || asked.includes(question))
    .map((question): QuestionRecord => {
      const heard = types.includes(question.questionType)
        ? { ...question, response: text, responseKey: messageKey, respondedAt }
        : question;
      const isFilled = !lead.missingInfo.includes(question.questionType);
      if (isFilled && heard !== question) return { ...heard, state: "answered", reason: "", dueAt: null };
      return question.state === "stopped" ? heard : stoppedBy(heard, "They replied without it.");
    });
  const filled = (["phone", "company", "title", "scrapeUrl"] as const).filter(
    (field) => lead[field] !== standing.lead[field],
  );
  const told = filled.map((field) => `${fieldWords(field)}: ${lead[field]}`);
  const after = leadAfter(standing, questions, now, lead);
  return {
    questions,
    ...(after && { lead: after }),
    journal: [
      {
        kind: "follow_up",
        type: lead.status === "qualified" && standing.lead.status === "pending" ? "qualified_lead" : "other",
        title: `${standing.lead.name || standing.lead.email} answered`,
        description: told.length === 0 ? text.slice(0, 200).toWellFormed() : told.join(", "),
        by: source.name,
        at: now,
      },
    ],
    rulesVersion: judgement.version,
  };
}

/** The lead with what the answer says in its empty fields, where each came from, and scored afresh. */
function filledIn(
  { lead }: FollowUpStanding,
  asked: readonly MissingInfo[],
  { source, messageKey, analysed, judgement, now }: Received,
): FollowUpStanding["lead"] {
  const { fields, methods, need } = readAnswer(analysed.kept, asked);
  const empty = Object.entries(fields).filter(([field]) => lead[field as keyof typeof fields] === "");
  const raw: RawLead = {
    ...emailLead(analysed),
    // Beside what the same message tells as one of the lead's own.
    rowKey: `answer:${messageKey}`,
    // The address is the lead's, and is there so that the rest is taken in.
    fields: { email: lead.email, ...Object.fromEntries(empty) },
    methods,
    facts: need === "" ? [] : [{ name: ANSWER_FACT, value: need }],
  };
  const normal = normaliseLead(raw);
  if ("skipped" in normal) return lead;
  // Somebody who emptied a field keeps it empty for what arrives, but not for an answer to the question for it.
  const provenance = { ...lead.provenance };
  for (const field of asked.filter((type) => type === "phone" || type === "company")) {
    const origin: FieldOrigin | undefined = provenance[field];
    if (lead[field] === "" && origin?.method === "edited") delete provenance[field];
  }
  const arrival = { raw, normal: normal.lead, source, now };
  const merged = mergeLead({ ...lead, provenance }, arrival, { isEmailTaken: true, policy: "fill" });
  return assessLead(merged, { ...judgement, now });
}
