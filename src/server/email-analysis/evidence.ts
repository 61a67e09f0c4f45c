import { domainOf } from "#server/email-analysis/mail-address.ts";
import type { Message } from "#server/email-analysis/message.ts";
import { isFreeMailDomain, registrableDomain } from "#server/reading/domains.ts";
import { isNoReplyAddress } from "#server/reading/email-noise.ts";

/** What a header can show, by name, and the sentence in which people are told. */
export const EVIDENCE_WORDS = {
  own: "Written by this mailbox or a colleague",
  bounce: "A report that a message could not be delivered",
  "auto-reply": "An automatic answer, such as out of office",
  list: "Came over a mailing list",
  newsletter: "A newsletter: it can be unsubscribed from",
  bulk: "Sent to many at once",
  notification: "A notification written by a machine",
  spam: "Marked as spam by the mail server",
  calendar: "An invitation to an appointment",
  "no-reply": "Sent from an address where nobody reads answers",
  "form-relay": "A form of a website, passed on by mail",
  forwarded: "Forwarded by somebody else",
  "reply-to-us": "An answer to an earlier message",
  "free-mail": "Written from a private mail service",
} as const;

export type EvidenceName = keyof typeof EVIDENCE_WORDS;

/** Each of these alone decides that a message is no lead, in this order. */
export const DECISIVE: readonly EvidenceName[] = [
  "own",
  "bounce",
  "auto-reply",
  "spam",
  "newsletter",
  "list",
  "bulk",
  "notification",
  "calendar",
];

/** What was found about a message beside its header. */
export interface Circumstances {
  /** Whose words they are, after forwards and forms. */
  writer: string;
  ownAddresses: readonly string[];
  isForwarded: boolean;
  isForm: boolean;
  /** Characters of the text that the writer wrote. */
  textLength: number;
}

const AUTO_SUBJECT =
  /^(?:\s{0,3}(?:re|aw|sv)\s?:\s?)?(?:(?:automatic|auto)[ -]?(?:reply|response)|out of (?:the )?office|ooo\b|autoreply|automatische (?:antwort|abwesenheits)|abwesenheit|réponse automatique|absence du bureau|respuesta automática|fuera de (?:la )?oficina|risposta automatica|fuori ufficio|resposta automática|automatisch antwoord|afwezig|autosvar|automatiskt svar|automaattinen vastaus|autoodpowiedź|odpowiedź automatyczna|automatická odpověď|автоответ|автоматический ответ|自动回复|自動回覆|自動返信|자동 ?회신|부재중)/iu;
const BOUNCE_SUBJECT =
  /^(?:undeliver(?:able|ed)|delivery status notification|mail delivery (?:failed|failure|subsystem)|returned mail|failure notice|delivery (?:failure|has failed|incomplete)|unzustellbar|nicht zustellbar|non remis|échec de (?:la )?remise|no se puede entregar|mancato recapito|недоставлен)/iu;
const MACHINE_SENDER =
  /^(?:notifications?|notify|alerts?|updates?|mailer(?!-daemon)|system|automated|auto|robot|bot|daemon|monitor(?:ing)?|jira|github|gitlab|builds?|ci|calendar-notification|drive-shares(?:-\w+)?|comments-noreply|messages-noreply|invitations?|digest|news(?:letter)?|marketing|promo(?:tions)?|deals|offers|rechnung|invoice(?:s|\+.*)?|billing|receipts?|account-update|confirm(?:ation)?|verify|security(?:alert)?)(?:[+._-].*)?$/iu;
const BULK_MAILERS = [
  "feedback-id",
  "x-sg-eid",
  "x-mailgun-sid",
  "x-mc-user",
  "x-campaign",
  "x-campaignid",
  "x-mailchimp-campaign-id",
  "x-hs-cid",
  "x-csa-complaints",
  "x-mandrill-user",
  "x-ses-outgoing",
  "x-postmark-message-id",
  "x-mj-mid",
  "x-cm-message-id",
  "x-sfmc-stack",
  "x-rpcampaign",
  "x-klaviyo-message-id",
  "x-mailer-lid",
  "x-sib-id",
  "x-brevo-id",
];
const MACHINE_HEADERS = [
  "x-github-reason",
  "x-github-recipient",
  "x-gitlab-project",
  "x-jira-fingerprint",
  "x-linkedin-class",
  "x-facebook-notify",
  "x-slack-unique-message-id",
  "x-zendesk-priority-mail",
  "x-notification-id",
  "x-auto-generated",
];
const SHORT_TEXT = 120;

/**
 * What the header and the way of a message show, by name, and `from:DOMAIN` for the writer's domain. A form or a message
 * that somebody forwarded is not judged by the machine or the colleague that passed it on.
 */
export function evidenceOf(message: Message, about: Circumstances): string[] {
  const found = new Set<EvidenceName>();
  const writerDomain = domainOf(about.writer);
  const isPassedOn = about.isForwarded || about.isForm;
  if (isOwn(about.writer, about.ownAddresses)) found.add("own");
  if (about.isForm) found.add("form-relay");
  if (about.isForwarded) found.add("forwarded");
  if (!isPassedOn) for (const name of ofHeaders(message, about)) found.add(name);
  if (message.headers.get("x-spam-flag")?.trim().toLowerCase() === "yes") found.add("spam");
  if (isAnswer(message, about.ownAddresses)) found.add("reply-to-us");
  if (writerDomain !== "" && isFreeMailDomain(writerDomain)) found.add("free-mail");
  return [...found, ...(writerDomain === "" ? [] : [`from:${registrableDomain(writerDomain) ?? writerDomain}`])];
}

/** Whether an address is one of ours, or of our company where our address is not of a private mail service. */
export function isOwn(address: string, ownAddresses: readonly string[]): boolean {
  const lower = address.toLowerCase();
  if (lower === "") return false;
  return ownAddresses.some((own) => {
    const domain = domainOf(own);
    return own.toLowerCase() === lower || (domain !== "" && !isFreeMailDomain(domain) && domainOf(lower) === domain);
  });
}

function* ofHeaders(message: Message, about: Circumstances): Generator<EvidenceName> {
  const { headers, subject, from, replyTo, partTypes } = message;
  const has = (name: string): boolean => headers.has(name);
  const value = (name: string): string => headers.get(name)?.trim().toLowerCase() ?? "";
  const local = from.address.slice(0, Math.max(0, from.address.lastIndexOf("@")));
  const autoSubmitted = value("auto-submitted");

  const isReport =
    value("content-type").startsWith("multipart/report") || partTypes.includes("message/delivery-status");
  if (
    isReport ||
    /^(?:mailer-daemon|postmaster)$/iu.test(local) ||
    (value("return-path") === "<>" && BOUNCE_SUBJECT.test(subject)) ||
    has("x-failed-recipients")
  )
    yield "bounce";
  // RFC 3834, and what was there before it.
  if (
    autoSubmitted.startsWith("auto-replied") ||
    has("x-autoreply") ||
    has("x-autorespond") ||
    has("x-autoresponse") ||
    value("precedence") === "auto_reply" ||
    AUTO_SUBJECT.test(subject)
  )
    yield "auto-reply";
  if (!isOwnList(message, about.ownAddresses)) {
    // RFC 2369 and RFC 2919.
    if (has("list-unsubscribe") || has("list-unsubscribe-post")) yield "newsletter";
    else if (has("list-id") || has("list-post") || value("precedence") === "list") yield "list";
    else if (/^(?:bulk|junk)$/u.test(value("precedence")) || value("x-bulk") !== "") yield "bulk";
  }
  if (
    autoSubmitted.startsWith("auto-generated") ||
    MACHINE_HEADERS.some(has) ||
    MACHINE_SENDER.test(local) ||
    (BULK_MAILERS.some(has) && isNoReplyAddress(from.address))
  )
    yield "notification";
  if (isNoReplyAddress(from.address) && (replyTo === null || isNoReplyAddress(replyTo.address))) yield "no-reply";
  if (
    (partTypes.includes("text/calendar") || value("content-type").startsWith("text/calendar")) &&
    about.textLength < SHORT_TEXT
  )
    yield "calendar";
}

/** A group address of our own company ("sales@ours") passes inquiries on as a list does. */
function isOwnList({ headers, to }: Message, ownAddresses: readonly string[]): boolean {
  const listId = /<?([^<>\s]+)>?\s*$/u.exec(headers.get("list-id") ?? "")?.[1]?.toLowerCase() ?? "";
  const domains = [...ownAddresses, ...to.map(({ address }) => address)]
    .map(domainOf)
    .filter((domain) => domain !== "" && !isFreeMailDomain(domain));
  const own = new Set(ownAddresses.map(domainOf).filter((domain) => !isFreeMailDomain(domain)));
  return (
    listId !== "" && domains.some((domain) => own.has(domain) && (listId === domain || listId.endsWith(`.${domain}`)))
  );
}

/** An answer to one of ours, as far as the header tells: it refers to a message of our domain, or its subject says so. */
function isAnswer({ inReplyTo, subject }: Message, ownAddresses: readonly string[]): boolean {
  const own = ownAddresses.map(domainOf).some((domain) => domain !== "" && inReplyTo.toLowerCase().includes(domain));
  return own || (inReplyTo !== "" && /^\s{0,3}(?:re|aw|sv|antw|odp|ynt|res|回复|答复|返信|답장)\s?:/iu.test(subject));
}
