import { domainOf } from "#server/pipeline/mail/contact/mail-address.ts";
import type { Message } from "#server/pipeline/mail/mime/message.ts";
import { isFreeMailDomain, registrableDomain } from "#server/pipeline/text/domains.ts";
import { isNoReplyAddress } from "#server/pipeline/text/email-noise.ts";

/** Kinds of evidence in the headers, with their display texts. */
export const EVIDENCE_WORDS = {
  own: "From this mailbox or a colleague",
  bounce: "Delivery failure report",
  "auto-reply": "Automatic reply",
  list: "Mailing list",
  newsletter: "Newsletter",
  bulk: "Bulk email",
  notification: "Automated notification",
  spam: "Marked as spam",
  calendar: "Calendar invitation",
  "no-reply": "From a no-reply address",
  "form-relay": "Website form",
  forwarded: "Forwarded",
  "reply-to-us": "Reply to an earlier message",
  "free-mail": "From a free email provider",
} as const;

export type EvidenceName = keyof typeof EVIDENCE_WORDS;

/** Each of these alone makes a message not a lead. Checked in this order. */
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

/** Findings about a message other than its headers. */
export interface Circumstances {
  /** The address of the actual writer, after unwrapping forwards and forms. */
  writer: string;
  ownAddresses: readonly string[];
  isForwarded: boolean;
  isForm: boolean;
  /** Length in characters of the text by the writer. */
  textLength: number;
}

const AUTO_SUBJECT =
  /^(?:\s{0,3}(?:re|aw|sv)\s?:\s?)?(?:(?:automatic|auto)[ -]?(?:reply|response)|out of (?:the )?office|ooo\b|autoreply|automatische (?:antwort|abwesenheits)|abwesenheit|réponse automatique|absence du bureau|respuesta automática|fuera de (?:la )?oficina|risposta automatica|fuori ufficio|resposta automática|automatisch(?:e reactie| antwoord)|afwezig|niet aanwezig|nicht im büro|message d['’]absence|absente? du bureau|ausente d[ea] |ausência d[eo] |ausencia de |assenza d(?:al|el)|autosvar|automatiskt svar|automaattinen vastaus|autoodpowiedź|odpowiedź automatyczna|automatická odpověď|автоответ|автоматический ответ|自动回复|自動回覆|自動返信|자동 ?회신|부재중)/iu;
/** Said before the subject that it answers: "On vacation Re: Quote". */
const AWAY =
  /^(?:[\p{L}'’]+ ){0,3}(?:urlaub|absen(?:ce|te?)|ausente|assenza|vacation|leave|holidays?|out of office)[^:]{0,20}:?\s{0,2}(?:re|aw|antw|sv|rif|res)\s?:/iu;
const BOUNCE_SUBJECT =
  /^(?:undeliver(?:able|ed)|delivery status notification|mail delivery (?:failed|failure|subsystem)|returned mail|failure notice|delivery (?:failure|has failed|incomplete)|unzustellbar|nicht zustellbar|non remis|échec de (?:la )?remise|no se puede entregar|mancato recapito|недоставлен)/iu;
const MACHINE_SENDER =
  /^(?:notifications?|notify|alerts?|updates?|mailer(?!-daemon)|system|automated|auto|robot|bot|daemon|monitor(?:ing)?|jira|github|gitlab|builds?|ci|calendar-notification|drive-shares(?:-\w+)?|comments-noreply|messages-noreply|invitations?|digest|news(?:letter)?|promo(?:tions)?|deals|offers|rechnung|invoice(?:s|\+.*)?|billing|receipts?|account-update|confirm(?:ation)?|verify|security(?:alert)?)(?:[+._-].*)?$/iu;
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
 * Returns the evidence from a message's headers and route, by name, plus `from:DOMAIN` for the writer's domain. Sender
 * headers don't count for forms and forwarded messages, because they describe the machine or colleague that passed the
 * message on.
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

/** Whether an address is ours, or our company's if our address isn't from a free mail service. */
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

  // A report that a message was read or deleted (RFC 8098) is no failure.
  const isReceipt = value("content-type").includes("disposition-notification");
  const isReport =
    value("content-type").startsWith("multipart/report") || partTypes.includes("message/delivery-status");
  if (
    (isReport && !isReceipt) ||
    /^(?:mailer-daemon|postmaster)$/iu.test(local) ||
    (value("return-path") === "<>" && BOUNCE_SUBJECT.test(subject)) ||
    has("x-failed-recipients")
  )
    yield "bounce";
  // Exchange calls its out-of-office replies generated.
  const isGenerated = autoSubmitted.startsWith("auto-generated") || /^(?:bulk|junk)$/u.test(value("precedence"));
  // RFC 3834, and the headers used before it.
  if (
    isReceipt ||
    autoSubmitted.startsWith("auto-replied") ||
    (isGenerated && !has("list-id") && isAnswer(message, about.ownAddresses)) ||
    has("x-autoreply") ||
    has("x-autorespond") ||
    has("x-autoresponse") ||
    value("precedence") === "auto_reply" ||
    AUTO_SUBJECT.test(subject) ||
    AWAY.test(subject)
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

/** Our company's group addresses ("sales@ours") pass inquiries on through a list. */
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

/** Whether the headers show a reply to us: it refers to a message of our domain, or its subject is a reply's. */
function isAnswer({ inReplyTo, subject }: Message, ownAddresses: readonly string[]): boolean {
  const own = ownAddresses.map(domainOf).some((domain) => domain !== "" && inReplyTo.toLowerCase().includes(domain));
  return own || (inReplyTo !== "" && /^\s{0,3}(?:re|aw|sv|antw|odp|ynt|res|回复|答复|返信|답장)\s?:/iu.test(subject));
}
