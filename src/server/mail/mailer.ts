import { PassThrough } from "node:stream";
import type { SecureContext } from "node:tls";
import type { NodemailerError } from "nodemailer/lib/errors";
import type { ConnectionTest } from "#shared/contract/data-source.ts";
import { isMailAddress } from "#server/mail/mail-address.ts";
import {
  addressOf,
  explainMailFailure,
  unconfirmed,
  type MailFailure,
  type MailFailureCode,
  type MailTarget,
} from "#server/mail/mail-failure.ts";
import { quoteWithoutSecrets } from "#server/platform/server-words.ts";
import { signIn } from "#server/mail/sign-in.ts";
import {
  connectionOptions,
  connectTo,
  hostOf,
  type ConnectionRules,
  type MailTimeouts,
  type SmtpSettings,
} from "#server/mail/smtp-settings.ts";
import { systemClock, type Clock } from "#server/platform/clock.ts";
import { invalid, upstreamFailed } from "#server/platform/errors.ts";
import { PUBLIC_ONLY, type ReachNow } from "#server/platform/guarded-socket.ts";
import { inSpan } from "#server/platform/tracing.ts";
import { trustedContext } from "#server/platform/trusted-authorities.ts";

export interface MailAttachment {
  filename: string;
  contentType: string;
  content: string;
}

export interface MailMessage {
  /** With its angle brackets; the same on every retry, so that a mailbox can tell a repeat. */
  messageId: string;
  fromName: string;
  /** The person who wrote it, and who awaits the answer; left out where Winnow itself writes. */
  replyTo?: { name: string; address: string };
  /** A person approved it, or a program sends it by itself; without this a message is a person's that has a `replyTo`. */
  sentBy?: "person" | "program";
  /** The message that it answers, and the conversation before it, the oldest first (RFC 5322, 3.6.4). */
  inReplyTo?: string;
  references?: readonly string[];
  /** Where its reader unsubscribes: the address to write to with the subject, and a page that takes a POST. */
  unsubscribe?: { mailto: string; subject: string; url: string | null };
  subject: string;
  text: string;
  html?: string;
  attachments: readonly MailAttachment[];
}

export interface MailReceipt {
  messageId: string;
  accepted: string[];
  rejected: { address: string; reason: string }[];
}

export interface MailCheck extends ConnectionTest {
  code: "ok" | MailFailureCode;
}

export interface Mailer {
  /** Connects, goes over to TLS and signs in without sending anything. Never throws. */
  check(settings: SmtpSettings): Promise<MailCheck>;
  /**
   * Sends one message to all recipients. Resolves when the server has taken it for at least one of them.
   * Throws AppError: 422 for an address that is none, 502 with a MailFailureCode as its id for everything else, which is
   * mail_may_have_gone when nobody can tell whether the server has taken it.
   */
  send(settings: SmtpSettings, message: MailMessage): Promise<MailReceipt>;
}

export interface MailerOptions {
  clock?: Clock;
  /** Which servers may be connected to; without it public ones on ports of mail. */
  reach?: ReachNow;
  /** Which certificate authorities servers must be vouched for by. */
  trust?: () => SecureContext;
  timeouts?: MailTimeouts;
  isTlsFromStart?: (port: number) => boolean;
}

const TIMEOUTS: MailTimeouts = { connect: 20_000, greeting: 20_000, silence: 60_000 };
const IMPLICIT_TLS_PORT = 465;
const LONGEST_NAMED = 900;
const MESSAGE_ID = /^<[!-;=?A-~]+@[!-;=?A-~]+>$/u;

/** Makes the part that talks to mail servers; the SMTP client is loaded when it is first needed. */
export function createMailer(options: MailerOptions = {}): Mailer {
  const clock = options.clock ?? systemClock;
  const rules: ConnectionRules = {
    reach: options.reach ?? PUBLIC_ONLY,
    trust: options.trust ?? trustedContext,
    timeouts: options.timeouts ?? TIMEOUTS,
    isTlsFromStart: options.isTlsFromStart ?? ((port: number) => port === IMPLICIT_TLS_PORT),
  };

  return {
    async check(settings) {
      const wrong = wrongAddress(settings);
      if (wrong !== null) return { valid: false, code: "mail_address_invalid", message: wrong.message };
      const target = targetOf(settings, rules.isTlsFromStart);
      try {
        const connection = await connectTo(settings, rules);
        const talk = { ...connectionOptions(settings, rules), connection };
        const outcome = await signIn(talk, settings.username, settings.password);
        return {
          valid: true,
          code: "ok",
          message: `Connected to ${addressOf(target)} ${outcome.encrypted ? "over TLS" : "without encryption"}${
            outcome.signedIn
              ? " and signed in."
              : ". The server asks for no sign-in there, so the username and password were not tried."
          }`,
        };
      } catch (error) {
        return { valid: false, ...explainMailFailure(error, target) };
      }
    },

    async send(settings, message) {
      const wrong = wrongAddress(settings);
      if (wrong !== null) throw invalid(wrong.field, wrong.message);
      if (message.replyTo !== undefined && !isMailAddress(message.replyTo.address)) {
        throw invalid("replyTo", "The address to reply to is not one e-mail address.");
      }
      if (!MESSAGE_ID.test(message.messageId)) throw new Error("A message needs a Message-ID of the form <left@right>");
      const target = targetOf(settings, rules.isTlsFromStart);
      let isWhole = false;
      try {
        return await inSpan("SMTP send", { kind: "client" }, () =>
          deliver(rules, settings, message, { date: clock(), target, onWhole: () => (isWhole = true) }),
        );
      } catch (error) {
        const isAnswered = error instanceof Error && "responseCode" in error && error.responseCode !== undefined;
        const failure = isWhole && !isAnswered ? unconfirmed(target) : explainMailFailure(error, target);
        throw asAppError(failure, error, target);
      }
    },
  };
}

/** `onWhole` is told when all of the message has been handed to the connection, on which it may still be lost. */
async function deliver(
  rules: ConnectionRules,
  settings: SmtpSettings,
  message: MailMessage,
  { date, target, onWhole }: { date: Date; target: MailTarget; onWhole: () => void },
): Promise<MailReceipt> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    ...connectionOptions(settings, rules),
    getSocket(_options, callback) {
      connectTo(settings, rules).then(
        (connection) => callback(null, { connection }),
        (error: Error) => callback(error),
      );
    },
    ...(settings.username === "" ? {} : { auth: { user: settings.username, pass: settings.password } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transport.use("stream", (mail, done) => {
    mail.message.processFunc((raw) =>
      raw.pipe(
        new PassThrough({
          flush(passed) {
            onWhole();
            passed();
          },
        }),
      ),
    );
    done();
  });
  // The envelope is given, so that no address is ever read back out of a header.
  const info = await transport.sendMail({
    envelope: { from: settings.fromEmail, to: [...settings.recipientEmails] },
    from: { name: headerText(message.fromName), address: settings.fromEmail },
    to: settings.recipientEmails.map((address) => ({ name: "", address })),
    ...(message.replyTo && { replyTo: { name: headerText(message.replyTo.name), address: message.replyTo.address } }),
    ...threadHeaders(message),
    headers: { ...autoSubmitted(message), ...listUnsubscribe(message) },
    subject: headerText(message.subject),
    messageId: message.messageId,
    date,
    text: message.text.toWellFormed(),
    ...(message.html === undefined ? {} : { html: message.html.toWellFormed() }),
    attachments: message.attachments.map((attachment) => ({
      ...attachment,
      content: attachment.content.toWellFormed(),
    })),
    xMailer: false,
  });
  return {
    messageId: message.messageId,
    accepted: info.accepted,
    rejected: rejections(info.rejectedErrors ?? [], target),
  };
}

/** A Message-ID is whatever another program wrote: one that is none cannot be named. */
function threadHeaders({ inReplyTo = "", references = [] }: MailMessage): {
  inReplyTo?: string;
  references?: string[];
} {
  const known = references.filter(canBeNamed);
  return {
    ...(canBeNamed(inReplyTo) && { inReplyTo }),
    ...(known.length > 0 && { references: known }),
  };
}

/** A line of a header, which an id stands in whole, has 998 characters at most (RFC 5322, 2.1.1). */
function canBeNamed(id: string): boolean {
  return id.length <= LONGEST_NAMED && MESSAGE_ID.test(id);
}

/** What a program wrote says so, which keeps out-of-office replies away (RFC 3834); what a person wrote must not. */
function autoSubmitted({ replyTo, sentBy }: MailMessage): Record<string, string> {
  const isPersons = sentBy === undefined ? replyTo !== undefined : sentBy === "person";
  return isPersons ? {} : { "Auto-Submitted": "auto-generated" };
}

/** By mail (RFC 2369, RFC 6068), and where there is a page by that; with one press where it is encrypted (RFC 8058, 3.1). */
function listUnsubscribe({ unsubscribe }: MailMessage): Record<string, string> {
  if (unsubscribe === undefined) return {};
  const { mailto, subject, url } = unsubscribe;
  const address = mailto.split("@").map(encodeURIComponent).join("@");
  const byMail = `<mailto:${address}?subject=${encodeURIComponent(subject)}>`;
  if (url === null) return { "List-Unsubscribe": byMail };
  return {
    "List-Unsubscribe": `<${url}>, ${byMail}`,
    ...(url.startsWith("https:") && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
  };
}

function rejections(errors: readonly NodemailerError[], target: MailTarget): MailReceipt["rejected"] {
  return errors.map((error) => ({
    address: error.recipient ?? "",
    reason: target.quote(error.response ?? error.message),
  }));
}

/** A header is one line: whatever would end it, or cannot be encoded, becomes a space. */
function headerText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
}

function wrongAddress(settings: SmtpSettings): { field: string; message: string } | null {
  if (!isMailAddress(settings.fromEmail)) {
    return { field: "fromEmail", message: "The From address is not one e-mail address. Correct it in Email Settings." };
  }
  if (settings.recipientEmails.length === 0)
    return { field: "recipientEmails", message: "At least one recipient email is required" };
  if (!settings.recipientEmails.every(isMailAddress)) {
    return {
      field: "recipientEmails",
      message: "One of the recipients is not an e-mail address. Correct it in Email Settings.",
    };
  }
  return null;
}

function targetOf(settings: SmtpSettings, isTlsFromStart: (port: number) => boolean): MailTarget {
  return {
    host: hostOf(settings),
    port: settings.smtpPort,
    tlsFromStart: isTlsFromStart(settings.smtpPort),
    quote: quoteWithoutSecrets(settings.username, settings.password),
  };
}

/** The client's error may repeat what the server said, so only its quoted words go along for the log. */
function asAppError(failure: MailFailure, error: unknown, target: MailTarget): Error {
  const words = error instanceof Error ? error.message : String(error);
  return upstreamFailed(failure.code, failure.message, new Error(target.quote(words)));
}
