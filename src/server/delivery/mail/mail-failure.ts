import type { NodemailerError } from "nodemailer/lib/errors";
import { AppError } from "#server/platform/errors.ts";
import {
  addressOf,
  connectionFailure,
  droppedConnection,
  isTlsCode,
  offersNoTls,
  talkFailed,
  tlsFailed,
  type MailProtocol,
  type MailServerTarget,
} from "#server/platform/mail-server-failure.ts";

const SMTP: MailProtocol = {
  field: "SMTP host",
  usualPorts: "587, or 465 for implicit TLS",
  tlsPort: 465,
  withStartTls: "Use the port for STARTTLS, usually 587.",
  withTls: "Use a port that does, usually 587, or 465 for implicit TLS.",
  kindsOfTls: "465 for implicit TLS, 587 for STARTTLS",
};

/** Stable error codes of mail delivery. */
export type MailFailureCode =
  | "mail_sign_in_failed"
  | "mail_sign_in_deferred"
  | "mail_token_refused"
  | "mail_smtp_auth_off"
  | "mail_sign_in_required"
  | "mail_host_not_found"
  | "mail_host_private"
  | "mail_port_refused"
  | "mail_connection_refused"
  | "mail_unreachable"
  | "mail_timeout"
  | "mail_no_greeting"
  | "mail_not_smtp"
  | "mail_server_refused"
  | "mail_connection_dropped"
  | "mail_certificate_untrusted"
  | "mail_certificate_wrong_name"
  | "mail_certificate_expired"
  | "mail_tls_failed"
  | "mail_no_tls"
  | "mail_wrong_port"
  | "mail_sender_refused"
  | "mail_recipients_refused"
  | "mail_recipients_deferred"
  | "mail_limit_reached"
  | "mail_too_large"
  | "mail_message_refused"
  | "mail_message_deferred"
  | "mail_address_invalid"
  /** The server may have received the whole message, but sent no reply. */
  | "mail_may_have_gone"
  | "mail_failed";

export interface MailFailure {
  code: MailFailureCode;
  /** One or two sentences: what happened, and what to do about it. */
  message: string;
}

export interface MailTarget extends MailServerTarget {
  tlsFromStart: boolean;
  /** Whether it signs in with an access token instead of a password. */
  usesToken: boolean;
}

/**
 * Turns an error of the SMTP client into one for the person who set up the account. Sign-in, network, TLS and envelope
 * failures each have their own code; reply codes follow RFC 5321 section 4.2 and RFC 3463.
 */
export function explainMailFailure(error: unknown, target: MailTarget): MailFailure {
  const failure: NodemailerError = error instanceof Error ? error : new Error(String(error));
  // The client replaces the cause's code with its own.
  const code = failure.code === "ETIMEDOUT" ? failure.code : (failure.originalCode ?? failure.code);
  const isNoGreeting = failure.timeoutType === "GREETING_TIMEOUT";
  const unconnected = isNoGreeting ? undefined : connectionFailure(error, code, target, SMTP);
  if (unconnected !== undefined) return { code: `mail_${unconnected.kind}`, message: unconnected.message };
  return (
    (failure.response === undefined ? undefined : replyFailure(failure, failure.response, target)) ??
    silentFailure(failure, target)
  );
}

/**
 * The failure when the server disconnected or stopped responding after the whole message was sent: it may have accepted
 * the message (RFC 1047), so sending it again may deliver it twice.
 */
export function unconfirmed(target: MailTarget): MailFailure {
  return {
    code: "mail_may_have_gone",
    message: `${addressOf(target)} closed the connection without confirming the message. It may have gone out, so it isn't sent again automatically.`,
  };
}

/** Whether a failed message may have been delivered anyway. */
export function mayHaveGone(error: unknown): boolean {
  return error instanceof AppError && error.id === ("mail_may_have_gone" satisfies MailFailureCode);
}

/** Whether a failure concerns this address only. */
export function isOfRecipient(error: unknown): error is AppError {
  return error instanceof AppError && ["mail_recipients_refused", "mail_recipients_deferred"].includes(error.id);
}

/** Whether the same message would always be refused (RFC 5321, 4.2.1). */
export function isForGood(error: unknown): boolean {
  return error instanceof AppError && ["mail_recipients_refused", "mail_message_refused"].includes(error.id);
}

/** Microsoft's reply while a mailbox or organization has SMTP AUTH off. */
const SMTP_AUTH_OFF = /\b5\.7\.139\b|SmtpClientAuthentication is disabled/iu;

/** What providers reply once an account has sent too much for now, some with a permanent code. */
const SENDING_LIMIT =
  /\b5\.4\.5\b|\b5\.7\.23[23]\b|(?:daily|hourly|sending|submission|per (?:hour|day)|rate)[^.]{0,50}(?:limit|quota|exceeded)|exceeded[^.]{0,50}(?:daily|hourly|per (?:hour|day)|sending|rate|outgoing)/iu;

/** A negative reply; the command it answers determines what was refused. */
function replyFailure(failure: NodemailerError, response: string, target: MailTarget): MailFailure | undefined {
  const reply = target.quote(response);
  const where = addressOf(target);
  const failed = (code: MailFailureCode, message: string): MailFailure => ({
    code,
    message: `${message} The server said: ${reply}`,
  });
  const status = failure.responseCode ?? 0;
  const isPassing = status >= 400 && status < 500;
  const command = failure.command ?? "";
  if (failure.code === "EAUTH") {
    if (isPassing) {
      const message = `${where} isn't accepting sign-ins right now. Try again in a few minutes.`;
      return failed("mail_sign_in_deferred", message);
    }
    if (SMTP_AUTH_OFF.test(response)) {
      const message =
        "SMTP AUTH is off. In the Microsoft 365 admin center, turn on Authenticated SMTP for the mailbox under Mail > Manage email apps, and for the organization if it's off there.";
      return failed("mail_smtp_auth_off", message);
    }
    if (target.usesToken) {
      const message = `${where} doesn't let this sign-in send. Check that the username is the mailbox that signed in, and that the app has the SMTP permission.`;
      return failed("mail_token_refused", message);
    }
    const message =
      `Authentication failed: ${where} didn't accept the username and password. Check both. ` +
      "Gmail, Outlook and others require an app password instead of the account's password.";
    return failed("mail_sign_in_failed", message);
  }
  if (command === "STARTTLS") return noTls(target);
  if (command === "EHLO" && failure.code === "ECONNECTION" && status >= 500) return noTls(target);
  if (status === 421 || (failure.code === "EPROTOCOL" && status >= 400)) {
    return failed("mail_server_refused", `${where} refused the connection. Try again later.`);
  }
  if (failure.code === "EPROTOCOL") {
    const message = `${where} isn't an SMTP server. Check the host and port, usually 587, or 465 for implicit TLS.`;
    return failed("mail_not_smtp", message);
  }
  if (status === 530 || status === 538) {
    const message = `${where} requires sign-in but doesn't offer it on this port. Try port 587 or 465.`;
    return failed("mail_sign_in_required", message);
  }
  if (SENDING_LIMIT.test(response)) {
    const message = `${where} doesn't send more for this account right now. Try again later.`;
    return failed("mail_limit_reached", message);
  }
  const isLarge = command !== "RCPT TO" && (status === 552 || status === 523);
  if (isLarge || /\b5\.(?:3\.4|2\.3)\b/u.test(reply)) {
    const message = `The message is larger than ${where} accepts. Raise the server's message size limit.`;
    return failed("mail_too_large", message);
  }
  if (command === "MAIL FROM") {
    const message = `${where} doesn't let this account send from the From address. Use the account's own address.`;
    return failed("mail_sender_refused", message);
  }
  if (command === "RCPT TO") {
    const addresses = (failure.rejected ?? []).map((address) => target.quote(address)).join(", ");
    if (isPassing) {
      const message = `${where} isn't accepting mail for ${addresses === "" ? "the recipients" : addresses} right now. Try again later.`;
      return failed("mail_recipients_deferred", message);
    }
    const message = `${where} refused every recipient${addresses === "" ? "" : ` (${addresses})`}. Check the addresses.`;
    return failed("mail_recipients_refused", message);
  }
  if (command !== "DATA") return undefined;
  return isPassing
    ? failed("mail_message_deferred", `${where} isn't accepting the message right now. Try again later.`)
    : failed("mail_message_refused", `${where} didn't accept the message.`);
}

/** Without a reply: TLS failed or the server didn't respond. */
function silentFailure(failure: NodemailerError, target: MailTarget): MailFailure {
  const code = failure.originalCode ?? failure.code ?? "";
  if (failure.timeoutType === "GREETING_TIMEOUT") return noGreeting(target);
  if (failure.code === "ETLS" || isTlsCode(code)) {
    return { code: "mail_tls_failed", message: tlsFailed(failure, target) };
  }
  if (failure.code === "ECONNECTION" || failure.code === "ESOCKET") {
    return { code: "mail_connection_dropped", message: droppedConnection(target, SMTP) };
  }
  return { code: "mail_failed", message: talkFailed(failure, target) };
}

function noTls(target: MailTarget): MailFailure {
  return { code: "mail_no_tls", message: offersNoTls(target, SMTP) };
}

function noGreeting(target: MailTarget): MailFailure {
  const fix = target.tlsFromStart
    ? "Try again later."
    : "If it expects implicit TLS, use its TLS port, usually 465. Otherwise, try again later.";
  return {
    code: "mail_no_greeting",
    message: `${addressOf(target)} accepted the connection but sent no greeting. ${fix}`,
  };
}
