import type { MailMessage } from "#server/delivery/mail/mailer.ts";
import { greetingName, repeatableWords } from "#server/delivery/mail/strangers-words.ts";
import { escapeHtml } from "#server/delivery/mail/mailed-words.ts";
import type { FollowUpMessage, FollowUpSnapshot } from "#server/db/follow-ups/follow-up-rows.ts";
import { bareSubject, mannerOf } from "#server/features/follow-ups/draft-question.ts";
import { WORDINGS } from "#server/features/follow-ups/wording.ts";
import { ENGLISH } from "#server/platform/english-dates.ts";

export interface FollowUpMail {
  snapshot: Pick<FollowUpSnapshot, "lead" | "lastEmail" | "messages">;
  /** In the order they are asked. */
  questions: readonly string[];
  /** The outgoing message. */
  message: Pick<FollowUpMessage, "messageId" | "token" | "isAutomatic">;
  fromEmail: string;
  /** The name below the message; empty for the address. */
  signature: string;
  /** This server's public address, if configured. */
  publicUrl: string | null;
  /** The team's, for the day of an earlier message. */
  timeZone: string;
}

/** The path of the unsubscribe page. */
const UNSUBSCRIBE_PATH = "/u";

/** The subject of a lead's next message: the conversation's, chosen by the first message, if it may be repeated. */
export function followUpSubject(snapshot: FollowUpMail["snapshot"], more: { isAutomatic?: boolean } = {}): string {
  const { messages, lastEmail } = snapshot;
  const sent = messages.filter(({ state }) => state !== "failed");
  const earlier = sent[0]?.subject ?? lastEmail?.subject ?? "";
  if (repeatableWords(bareSubject(earlier)) === null) {
    const { language, topic } = mannerOf(snapshot, more);
    return WORDINGS[language].subject(topic);
  }
  return /^\s*re\s?:/iu.test(earlier) ? earlier : `Re: ${earlier}`;
}

/**
 * The message that asks a lead, as plain text and HTML in its language, replying to the last message of either side
 * (RFC 5322, 3.6.4).
 */
export function composeFollowUp(mail: FollowUpMail): MailMessage {
  const { snapshot, questions, message, fromEmail, signature, publicUrl, timeZone } = mail;
  const { lead, lastEmail, messages } = snapshot;
  const { language, hasWritten } = mannerOf(snapshot);
  const wording = WORDINGS[language];
  const earlier = messages.filter(({ state, messageId }) => state !== "failed" && messageId !== message.messageId);
  const references = [
    ...(lastEmail === null ? [] : [{ messageId: lastEmail.messageId, at: lastEmail.date }]),
    ...earlier.map(({ messageId, startedAt }) => ({ messageId, at: startedAt })),
  ]
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .map(({ messageId }) => messageId);
  const inReplyTo = references.at(-1);
  const url = publicUrl === null ? null : `${publicUrl}${UNSUBSCRIBE_PATH}/${message.token}`;
  const last = earlier.at(-1);
  const isNamed = lead.provenance.name?.method !== "derived";
  const content = {
    greeting: wording.greeting(isNamed ? greetingName(lead.name) : null),
    opening:
      last === undefined
        ? wording.opening(hasWritten, questions.length)
        : wording.reminder(dayIn(language, last.startedAt, timeZone)),
    questions,
    closing: wording.closing,
    regards: wording.regards,
    signature: signature === "" ? fromEmail : signature,
    optOut: wording.optOut(url),
  };
  return {
    messageId: message.messageId,
    fromName: signature,
    sentBy: message.isAutomatic ? "program" : "person",
    ...(inReplyTo !== undefined && { inReplyTo, references }),
    unsubscribe: { mailto: fromEmail, subject: `unsubscribe ${message.token}`, url },
    subject: followUpSubject(snapshot, message),
    text: textOf(content),
    html: htmlOf(content, language),
    attachments: [],
  };
}

interface Content {
  greeting: string;
  opening: string;
  questions: readonly string[];
  closing: string;
  regards: string;
  signature: string;
  optOut: string;
}

function textOf({ greeting, opening, questions, closing, regards, signature, optOut }: Content): string {
  const asked = questions.length === 1 ? questions : questions.map((question) => `- ${question}`);
  return [greeting, "", opening, "", ...asked, "", closing, "", regards, signature, "", "-- ", optOut, ""].join("\n");
}

function htmlOf(
  { greeting, opening, questions, closing, regards, signature, optOut }: Content,
  language: string,
): string {
  const asked =
    questions.length === 1
      ? paragraph(questions[0] ?? "")
      : `<ul>${questions.map((question) => `<li>${escaped(question)}</li>`).join("")}</ul>`;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"></head><body>
${paragraph(greeting)}
${paragraph(opening)}
${asked}
${paragraph(closing)}
<p>${escaped(regards)}<br>${escaped(signature)}</p>
<p style="font-size:12px;color:#5a6475">${escaped(optOut)}</p>
</body></html>
`;
}

function paragraph(text: string): string {
  return `<p>${escaped(text)}</p>`;
}

function escaped(text: string): string {
  return escapeHtml(text).replaceAll("\n", "<br>");
}

function dayIn(language: string, at: string, timeZone: string): string {
  const day = new Intl.DateTimeFormat(language === "en" ? ENGLISH : language, {
    day: "numeric",
    month: "long",
    timeZone,
  });
  return day.format(new Date(at));
}
