import { PassThrough } from "node:stream";
import type { NodemailerError } from "nodemailer/lib/errors";
import type { SMTPConnectionOptions } from "nodemailer/lib/smtp-connection";
import type { SMTPTransportOptions } from "nodemailer/lib/smtp-transport";
import type { ConnectionTest } from "#shared/contract/data-source.ts";
import { isMailAddress } from "#server/delivery/mail/mail-address.ts";
import {
  explainMailFailure,
  unconfirmed,
  type MailFailure,
  type MailFailureCode,
  type MailTarget,
} from "#server/delivery/mail/mail-failure.ts";
import { withoutUnseen } from "#server/delivery/mail/strangers-words.ts";
import { addressOf } from "#server/platform/mail-server-failure.ts";
import { quoteWithoutSecrets } from "#server/platform/server-words.ts";
import {
  connectionOptions,
  connectTo,
  hostOf,
  type ConnectionRules,
  type MailTimeouts,
  type SmtpSettings,
} from "#server/delivery/mail/smtp-settings.ts";
import { systemClock, type Clock } from "#server/platform/clock.ts";
import { AppError, invalid, upstreamFailed } from "#server/platform/errors.ts";
import { PUBLIC_ONLY } from "#server/platform/guarded-socket.ts";
import { inSpan } from "#server/platform/tracing.ts";
import { trustedContext } from "#server/platform/trusted-authorities.ts";

export interface MailAttachment {
  filename: string;
  contentType: string;
  content: string;
}

export interface MailMessage {
  /** With angle brackets; the same on every retry, so that mailboxes can detect duplicates. */
  messageId: string;
  fromName: string;
  /** The author, who receives replies; omitted for messages by Winnow itself. */
  replyTo?: { name: string; address: string };
  /**
   * Whether a person approved it or a program sends it automatically; by default, messages with `replyTo` are by a
   * person.
   */
  sentBy?: "person" | "program";
  /** The message it replies to, and the conversation before it, oldest first (RFC 5322, 3.6.4). */
  inReplyTo?: string;
  references?: readonly string[];
  /** How to unsubscribe: an address and subject to write to, a page that accepts a POST, or both. */
  unsubscribe?: { mailto: string; subject: string; url: string | null } | { url: string };
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

/** By default, it reaches public servers on mail ports and trusts the usual authorities. */
export interface MailerOptions extends Partial<ConnectionRules> {
  clock?: Clock;
}

const TIMEOUTS: MailTimeouts = { connect: 20_000, greeting: 20_000, silence: 60_000 };
const IMPLICIT_TLS_PORT = 465;
const LONGEST_NAMED = 900;
const MESSAGE_ID = /^<[!-;=?A-~]+@[!-;=?A-~]+>$/u;

/** Creates the client for mail servers; the SMTP library is loaded on first use. */
export function createMailer(options: MailerOptions = {}) {
  const clock = options.clock ?? systemClock;
  const rules: ConnectionRules = {
    reach: options.reach ?? PUBLIC_ONLY,
    trust: options.trust ?? trustedContext,
    timeouts: options.timeouts ?? TIMEOUTS,
    isTlsFromStart: options.isTlsFromStart ?? ((port: number) => port === IMPLICIT_TLS_PORT),
  };

  return {
    /** Connects, switches to TLS and signs in without sending anything. Never throws. */
    async check(settings: SmtpSettings): Promise<MailCheck> {
      const wrong = wrongAddress(settings);
      if (wrong !== null) return { valid: false, code: "mail_address_invalid", message: wrong.message };
      const target = targetOf(settings, rules.isTlsFromStart);
      try {
        const outcome = await withCredentials(settings, async (credentials) => {
          const connection = await connectTo(settings, rules);
          return signIn({ ...connectionOptions(settings, rules), connection }, credentials);
        });
        return {
          valid: true,
          code: "ok",
          message: `Connected to ${addressOf(target)} ${outcome.encrypted ? "over TLS" : "without encryption"}${
            outcome.signedIn ? " and signed in." : ". The server doesn't offer sign-in there, so that wasn't tested."
          }`,
        };
      } catch (error) {
        if (error instanceof AppError) return { valid: false, code: "mail_sign_in_failed", message: error.message };
        return { valid: false, ...explainMailFailure(error, target) };
      }
    },

    /**
     * Sends one message to all recipients. Resolves when the server has accepted it for at least one of them. Throws
     * AppError: 422 for an invalid address, otherwise 502 with a MailFailureCode as its id, which is mail_may_have_gone
     * if the server may have accepted the message.
     */
    async send(settings: SmtpSettings, message: MailMessage): Promise<MailReceipt> {
      const wrong = wrongAddress(settings);
      if (wrong !== null) throw invalid(wrong.field, wrong.message);
      if (message.replyTo !== undefined && !isMailAddress(message.replyTo.address)) {
        throw invalid("replyTo", "The reply-to address isn't a single email address.");
      }
      if (!MESSAGE_ID.test(message.messageId)) throw new Error("A message needs a Message-ID like <left@right>");
      const target = targetOf(settings, rules.isTlsFromStart);
      let isWhole = false;
      try {
        return await withCredentials(settings, (credentials) =>
          inSpan("SMTP send", { kind: "client" }, () =>
            deliver(rules, settings, message, { credentials, date: clock(), target, onWhole: () => (isWhole = true) }),
          ),
        );
      } catch (error) {
        if (error instanceof AppError) throw error;
        const isAnswered = error instanceof Error && "responseCode" in error && error.responseCode !== undefined;
        const failure = isWhole && !isAnswered ? unconfirmed(target) : explainMailFailure(error, target);
        throw asAppError(failure, error, target);
      }
    },
  };
}

export type Mailer = ReturnType<typeof createMailer>;

type Credentials = { user: string; pass: string } | { user: string; accessToken: string };

/** Runs `work` with the credentials. A refused access token, as one revoked early, is replaced once. */
async function withCredentials<T>(
  { username: user, password: pass, tokens }: SmtpSettings,
  work: (credentials: Credentials) => Promise<T>,
): Promise<T> {
  if (tokens === undefined) return work({ user, pass });
  const accessToken = await tokens();
  try {
    return await work({ user, accessToken });
  } catch (error) {
    const isRefused = error instanceof Error && "code" in error && error.code === "EAUTH";
    if (!isRefused) throw error;
    return work({ user, accessToken: await tokens(accessToken) });
  }
}

function authOf(credentials: Credentials) {
  return "pass" in credentials ? credentials : { type: "OAuth2" as const, ...credentials };
}

/** `onWhole` is called once the whole message has been written to the connection, where it may still be lost. */
async function deliver(
  rules: ConnectionRules,
  settings: SmtpSettings,
  message: MailMessage,
  {
    credentials,
    date,
    target,
    onWhole,
  }: { credentials: Credentials; date: Date; target: MailTarget; onWhole: () => void },
): Promise<MailReceipt> {
  const { createTransport } = await import("nodemailer");
  const options: SMTPTransportOptions = {
    ...connectionOptions(settings, rules),
    getSocket(_options, callback) {
      connectTo(settings, rules).then(
        (connection) => callback(null, { connection }),
        (error: Error) => callback(error),
      );
    },
    auth: credentials.user === "" ? undefined : authOf(credentials),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const transport = createTransport(options);
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
  // An explicit envelope, so that addresses are never parsed from a header.
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

/** Message-IDs come from other programs; malformed ones are dropped. */
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

/** A Message-ID can't be folded, and header lines have at most 998 characters (RFC 5322, 2.1.1). */
function canBeNamed(id: string): boolean {
  return id.length <= LONGEST_NAMED && MESSAGE_ID.test(id);
}

/**
 * Marks automatic messages, which avoids out-of-office replies (RFC 3834; Exchange has its own header, MS-OXCMAIL
 * 2.1.3.2.20); a person's messages must not be marked.
 */
function autoSubmitted({ replyTo, sentBy }: MailMessage): Record<string, string> {
  const isPersons = sentBy === undefined ? replyTo !== undefined : sentBy === "person";
  return isPersons ? {} : { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "OOF, AutoReply" };
}

/**
 * Unsubscribe by mail (RFC 2369, RFC 6068) and by page, if there are; with one click if it's https (RFC 8058, 3.1).
 */
function listUnsubscribe({ unsubscribe }: MailMessage): Record<string, string> {
  if (unsubscribe === undefined) return {};
  const { url } = unsubscribe;
  const ways = url === null ? [] : [`<${url}>`];
  if ("mailto" in unsubscribe) {
    const address = unsubscribe.mailto.split("@").map(encodeURIComponent).join("@");
    ways.push(`<mailto:${address}?subject=${encodeURIComponent(unsubscribe.subject)}>`);
  }
  return {
    "List-Unsubscribe": ways.join(", "),
    ...(url?.startsWith("https:") === true && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
  };
}

function rejections(errors: readonly NodemailerError[], target: MailTarget): MailReceipt["rejected"] {
  return errors.map((error) => ({
    address: error.recipient ?? "",
    reason: target.quote(error.response ?? error.message),
  }));
}

/** A header is one visible line: anything that would end it or can't be encoded becomes a space. */
function headerText(text: string): string {
  return withoutUnseen(text.toWellFormed())
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
}

function wrongAddress(settings: SmtpSettings): { field: string; message: string } | null {
  if (!isMailAddress(settings.fromEmail)) {
    return {
      field: "fromEmail",
      message: "The From address isn't a single email address. Correct it in Email Settings.",
    };
  }
  if (settings.recipientEmails.length === 0)
    return { field: "recipientEmails", message: "At least one recipient email is required" };
  if (!settings.recipientEmails.every(isMailAddress)) {
    return {
      field: "recipientEmails",
      message: "One of the recipients isn't an email address. Correct it in Email Settings.",
    };
  }
  return null;
}

function targetOf(settings: SmtpSettings, isTlsFromStart: (port: number) => boolean): MailTarget {
  return {
    host: hostOf(settings),
    port: settings.smtpPort,
    tlsFromStart: isTlsFromStart(settings.smtpPort),
    usesToken: settings.tokens !== undefined,
    quote: quoteWithoutSecrets(settings.username, settings.password),
  };
}

/** The client's error may repeat the server's reply, so only its redacted message is passed on for the log. */
function asAppError(failure: MailFailure, error: unknown, target: MailTarget): Error {
  const words = error instanceof Error ? error.message : String(error);
  return upstreamFailed(failure.code, failure.message, new Error(target.quote(words)));
}

/**
 * Connects, greets, switches to TLS and signs in as for sending, then disconnects. Rejects with the client's error.
 * `signedIn` is false if the server offered no sign-in, which the client's own `verify` doesn't report.
 */
async function signIn(options: SMTPConnectionOptions, credentials: Credentials) {
  const { default: SMTPConnection } = await import("nodemailer/lib/smtp-connection");
  const { default: XOAuth2 } = await import("nodemailer/lib/xoauth2");
  const auth = "pass" in credentials ? credentials : { user: credentials.user, oauth2: new XOAuth2(credentials) };
  const connection = new SMTPConnection(options);
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  connection.on("error", reject);
  connection.once("end", () => reject(new Error("The connection ended early")));
  connection.connect((error) => {
    if (error) reject(error);
    else if (!connection.allowsAuth || credentials.user === "") resolve(false);
    else connection.login(auth, (refused) => (refused ? reject(refused) : resolve(true)));
  });
  try {
    const signedIn = await promise;
    connection.quit();
    return { encrypted: connection.secure, signedIn };
  } catch (error) {
    connection.close();
    throw error;
  }
}
