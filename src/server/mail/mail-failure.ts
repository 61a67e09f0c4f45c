import type { NodemailerError } from "nodemailer/lib/errors";
import { AppError } from "#server/platform/errors.ts";
import { PrivateAddressError } from "#server/platform/guarded-connect.ts";
import { ForeignPortError } from "#server/platform/guarded-socket.ts";
import { foreignPort, privateHost } from "#server/platform/mail-reach.ts";

/** The stable names of what goes wrong between Winnow and a mail server. */
export type MailFailureCode =
  | "mail_sign_in_failed"
  | "mail_sign_in_deferred"
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
  | "mail_too_large"
  | "mail_message_refused"
  | "mail_message_deferred"
  | "mail_address_invalid"
  /** The server had all of the message, or may have had it, and said nothing of it. */
  | "mail_may_have_gone"
  | "mail_failed";

export interface MailFailure {
  code: MailFailureCode;
  /** A sentence or two: what happened, and what to do about it. */
  message: string;
}

/** Where the connection went, and how to quote what came back from there. */
export interface MailTarget {
  host: string;
  port: number;
  tlsFromStart: boolean;
  quote: (text: string) => string;
}

/**
 * What an error of the SMTP client means for the person who set up the account. Sign-in, network, TLS and
 * envelope failures each have their own code; reply codes are read as RFC 5321 section 4.2 and RFC 3463 define them.
 */
export function explainMailFailure(error: unknown, target: MailTarget): MailFailure {
  if (error instanceof PrivateAddressError) return { code: "mail_host_private", message: privateHost(target.host) };
  if (error instanceof ForeignPortError) {
    return { code: "mail_port_refused", message: foreignPort(target.port, "587, or 465 for TLS from the start") };
  }
  const failure: NodemailerError = error instanceof Error ? error : new Error(String(error));
  return (
    certificateFailure(failure, target) ??
    (failure.response === undefined ? undefined : replyFailure(failure, failure.response, target)) ??
    silentFailure(failure, target)
  );
}

/**
 * What it means that a server ended, or fell silent, once the whole message was on its way: nobody can tell whether it
 * has taken it (RFC 1047), and sending it again may bring it twice.
 */
export function unconfirmed(target: MailTarget): MailFailure {
  return {
    code: "mail_may_have_gone",
    message: `${addressOf(target)} ended the connection without saying whether it took the message. It may have gone out, so it is not sent again by itself.`,
  };
}

/** Whether a message that failed may have gone out all the same. */
export function mayHaveGone(error: unknown): boolean {
  return error instanceof AppError && error.id === ("mail_may_have_gone" satisfies MailFailureCode);
}

/** `host:port`, with the brackets that an IPv6 address needs. */
export function addressOf(target: Pick<MailTarget, "host" | "port">): string {
  return target.host.includes(":") ? `[${target.host}]:${target.port}` : `${target.host}:${target.port}`;
}

const UNTRUSTED = new Set([
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "CERT_UNTRUSTED",
  "INVALID_CA",
]);

function certificateFailure(failure: NodemailerError, target: MailTarget): MailFailure | undefined {
  const code = causeCode(failure);
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    const names =
      "cert" in failure ? (failure.cert as { subjectaltname?: string } | undefined)?.subjectaltname : undefined;
    return {
      code: "mail_certificate_wrong_name",
      message:
        `The certificate that ${addressOf(target)} shows is not for ${target.host}` +
        `${names === undefined ? "" : ` but for ${target.quote(names)}`}. Enter the SMTP host under the name that its certificate carries.`,
    };
  }
  if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID") {
    return {
      code: "mail_certificate_expired",
      message:
        `The certificate of ${addressOf(target)} ${code === "CERT_HAS_EXPIRED" ? "has expired" : "is not valid yet"}. ` +
        "Whoever runs the server must renew it; check this machine's clock too.",
    };
  }
  if (code === undefined || !UNTRUSTED.has(code)) return undefined;
  return {
    code: "mail_certificate_untrusted",
    message:
      `The certificate of ${addressOf(target)} is not from an authority that this machine trusts. If the server is your own, ` +
      "start Winnow with NODE_EXTRA_CA_CERTS naming the file of its certificate authority.",
  };
}

/** The server said no: which command it said it to tells what it refused. */
function replyFailure(failure: NodemailerError, response: string, target: MailTarget): MailFailure | undefined {
  const reply = target.quote(response);
  const said = `The server said: ${reply}`;
  const status = failure.responseCode ?? 0;
  const command = failure.command ?? "";

  if (failure.code === "EAUTH") {
    if (status >= 400 && status < 500) {
      return {
        code: "mail_sign_in_deferred",
        message: `${addressOf(target)} does not take sign-ins at the moment. Try again in a few minutes. ${said}`,
      };
    }
    return {
      code: "mail_sign_in_failed",
      message:
        `Authentication failed: ${addressOf(target)} did not accept the username and password. Check both. ` +
        `Gmail, Outlook and others want an app password in place of the account's own. ${said}`,
    };
  }
  if (command === "STARTTLS") return noTls(target);
  if (command === "EHLO" && failure.code === "ECONNECTION" && status >= 500) return noTls(target);
  if (status === 421 || (failure.code === "EPROTOCOL" && status >= 400)) {
    return {
      code: "mail_server_refused",
      message: `${addressOf(target)} refuses to talk to Winnow now. Try again later. ${said}`,
    };
  }
  if (failure.code === "EPROTOCOL") {
    return {
      code: "mail_not_smtp",
      message: `${addressOf(target)} does not speak SMTP. Check host and port: usually 587, or 465 for TLS from the start. ${said}`,
    };
  }
  if (status === 530 || status === 538) {
    return {
      code: "mail_sign_in_required",
      message: `${addressOf(target)} takes mail only after a sign-in that it does not offer on this port. Try port 587 or 465. ${said}`,
    };
  }
  if (status === 552 || status === 523 || /\b5\.(?:3\.4|2\.3)\b/u.test(reply)) return tooLarge(target, said);
  if (command === "MAIL FROM") {
    return {
      code: "mail_sender_refused",
      message: `${addressOf(target)} does not let this account send as the From address. Use the account's own address. ${said}`,
    };
  }
  if (command === "RCPT TO") {
    const addresses = (failure.rejected ?? []).map((address) => target.quote(address)).join(", ");
    if (status >= 400 && status < 500) {
      return {
        code: "mail_recipients_deferred",
        message: `${addressOf(target)} takes no mail for ${addresses === "" ? "the recipients" : addresses} at the moment. Try again later. ${said}`,
      };
    }
    return {
      code: "mail_recipients_refused",
      message: `${addressOf(target)} refused every recipient${addresses === "" ? "" : ` (${addresses})`}. Check the addresses. ${said}`,
    };
  }
  if (command === "DATA" && status >= 400 && status < 500) {
    return {
      code: "mail_message_deferred",
      message: `${addressOf(target)} does not take the message at the moment. Try again later. ${said}`,
    };
  }
  if (command === "DATA") {
    return { code: "mail_message_refused", message: `${addressOf(target)} did not accept the message. ${said}` };
  }
  return undefined;
}

/** No reply to go by: the network, TLS or the lack of any answer. */
function silentFailure(failure: NodemailerError, target: MailTarget): MailFailure {
  const code = causeCode(failure) ?? "";
  const where = addressOf(target);

  if (code === "ENOTFOUND" || code === "ENODATA") {
    return {
      code: "mail_host_not_found",
      message: `There is no host named ${target.host}. Check the SMTP host for a typing error.`,
    };
  }
  if (code === "EAI_AGAIN" || code === "EAI_FAIL") {
    return {
      code: "mail_unreachable",
      message: `The name ${target.host} could not be looked up. Check this machine's network and try again.`,
    };
  }
  if (code === "ECONNREFUSED") {
    return {
      code: "mail_connection_refused",
      message: `${where} refused the connection: nothing listens there. Is the port right? It is usually 587, or 465 for TLS from the start.`,
    };
  }
  if (code === "EHOSTUNREACH" || code === "ENETUNREACH" || code === "EACCES" || code === "EADDRNOTAVAIL") {
    return {
      code: "mail_unreachable",
      message: `${where} cannot be reached from this machine. Check the network and the firewall.`,
    };
  }
  if (failure.timeoutType === "GREETING_TIMEOUT") return noGreeting(target);
  if (failure.code === "ETIMEDOUT" || code === "ETIMEDOUT") {
    return {
      code: "mail_timeout",
      message: `${where} did not answer in time. Check host and port; a firewall may also be dropping the connection.`,
    };
  }
  if (
    code === "ERR_SSL_WRONG_VERSION_NUMBER" ||
    code === "ERR_SSL_PACKET_LENGTH_TOO_LONG" ||
    code === "ERR_SSL_RECORD_LAYER_FAILURE"
  ) {
    return {
      code: "mail_wrong_port",
      message: `${where} does not speak TLS from the start, as port 465 should. Use the port for STARTTLS, usually 587.`,
    };
  }
  if (failure.code === "ETLS" || code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_") || code === "EPROTO") {
    return {
      code: "mail_tls_failed",
      message: `No encrypted connection to ${where} came about. The server may be set up for outdated TLS: ${target.quote(failure.message)}`,
    };
  }
  if (failure.code === "ECONNECTION" || failure.code === "ESOCKET") {
    return {
      code: "mail_connection_dropped",
      message:
        `${where} closed the connection before it was done. Try again; when it keeps happening, check that the port ` +
        "matches the kind of TLS: 465 for TLS from the start, 587 for STARTTLS.",
    };
  }
  return { code: "mail_failed", message: `Talking to ${where} failed: ${target.quote(failure.message)}` };
}

function noTls(target: MailTarget): MailFailure {
  return {
    code: "mail_no_tls",
    message:
      `${addressOf(target)} offers no encryption (STARTTLS), and Winnow sends no password over a network in the clear. ` +
      "Use a port that has it, usually 587, or 465 for TLS from the start.",
  };
}

function noGreeting(target: MailTarget): MailFailure {
  if (target.tlsFromStart) {
    return {
      code: "mail_no_greeting",
      message: `${addressOf(target)} took the connection but never said a word. Try again later.`,
    };
  }
  return {
    code: "mail_no_greeting",
    message:
      `${addressOf(target)} took the connection but never greeted. A server that expects TLS from the start does that: ` +
      "its port is usually 465. Otherwise try again later.",
  };
}

function tooLarge(target: MailTarget, said: string): MailFailure {
  return {
    code: "mail_too_large",
    message: `The message is larger than ${addressOf(target)} accepts. Raise the server's limit for messages. ${said}`,
  };
}

/** The code the error had before the client put its own over it. */
function causeCode(failure: NodemailerError): string | undefined {
  return failure.originalCode ?? failure.code;
}
