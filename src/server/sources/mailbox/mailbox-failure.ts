import type { ImapFlowError } from "imapflow";
import { PrivateAddressError } from "#server/platform/guarded-connect.ts";
import { ForeignPortError } from "#server/platform/guarded-socket.ts";
import { foreignPort, privateHost } from "#server/platform/mail-reach.ts";
import { serverWords, type MailboxFailure, type MailboxTarget } from "#server/sources/mailbox/mailbox-failure-codes.ts";
import { addressOf, isGmail } from "#server/sources/mailbox/mailbox-server.ts";
import { signInFailure } from "#server/sources/mailbox/sign-in-failure.ts";

/**
 * What an error of the IMAP client means for the person who set up the mailbox: sign-in, network and TLS each have
 * their own codes; response codes are read as RFC 3501 section 7.1 and RFC 5530 define them.
 */
export function explainMailboxFailure(error: unknown, target: MailboxTarget): MailboxFailure {
  if (error instanceof PrivateAddressError) return { code: "mailbox_host_private", message: privateHost(target.host) };
  if (error instanceof ForeignPortError) {
    return { code: "mailbox_port_refused", message: foreignPort(target.port, "993, or 143 with imap://") };
  }
  const failure = asClientError(error);
  return (
    certificateFailure(failure, target) ??
    (failure.authenticationFailed === true ? signInFailure(failure, target) : undefined) ??
    tlsFailure(failure, target) ??
    networkFailure(failure, target) ??
    serverFailure(failure, target)
  );
}

/** Whatever was thrown; what is no error of the client, such as a DOMException with a number for a code, by its message. */
function asClientError(error: unknown): ImapFlowError {
  if (!(error instanceof Error)) return new Error(String(error));
  return "code" in error && typeof error.code !== "string" ? new Error(error.message) : error;
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

function certificateFailure(failure: ImapFlowError, target: MailboxTarget): MailboxFailure | undefined {
  const { code } = failure;
  const where = addressOf(target);
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return {
      code: "mailbox_certificate_wrong_name",
      message: `The certificate that ${where} shows is not for ${target.host}. Enter the server under the name that its certificate carries.`,
    };
  }
  if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID") {
    return {
      code: "mailbox_certificate_expired",
      message:
        `The certificate of ${where} ${code === "CERT_HAS_EXPIRED" ? "has expired" : "is not valid yet"}. ` +
        "Whoever runs the server must renew it; check this machine's clock too.",
    };
  }
  if (code === undefined || !UNTRUSTED.has(code)) return undefined;
  return {
    code: "mailbox_certificate_untrusted",
    message:
      `The certificate of ${where} is not from an authority that this machine trusts. If the server is your own, ` +
      "start Winnow with NODE_EXTRA_CA_CERTS naming the file of its certificate authority.",
  };
}

function tlsFailure(failure: ImapFlowError, target: MailboxTarget): MailboxFailure | undefined {
  const code = failure.code ?? "";
  const where = addressOf(target);
  if (
    code === "ERR_SSL_WRONG_VERSION_NUMBER" ||
    code === "ERR_SSL_PACKET_LENGTH_TOO_LONG" ||
    code === "ERR_SSL_RECORD_LAYER_FAILURE"
  ) {
    return {
      code: "mailbox_wrong_port",
      message: `${where} does not speak TLS from the start, as port 993 should. Use imap://, usually with port 143, for a server with STARTTLS.`,
    };
  }
  if (failure.message === "Server does not support STARTTLS") {
    return {
      code: "mailbox_no_tls",
      message:
        `${where} offers no encryption (STARTTLS), and Winnow sends no password over a network in the clear. ` +
        "Use imaps://, usually with port 993.",
    };
  }
  if (failure.tlsFailed === true || code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_") || code === "EPROTO") {
    return {
      code: "mailbox_tls_failed",
      message: `No encrypted connection to ${where} came about. The server may be set up for outdated TLS: ${target.quote(failure.message)}`,
    };
  }
  return undefined;
}

function networkFailure(failure: ImapFlowError, target: MailboxTarget): MailboxFailure | undefined {
  const where = addressOf(target);
  switch (failure.code) {
    case "ENOTFOUND":
    case "ENODATA":
      return {
        code: "mailbox_host_not_found",
        message: `There is no host named ${target.host}. Check the server for a typing error.`,
      };
    case "ECONNREFUSED":
      return {
        code: "mailbox_connection_refused",
        message: `${where} refused the connection: nothing listens there. Is the port right? It is usually 993, or 143 with imap://.`,
      };
    case "EAI_AGAIN":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "ENETDOWN":
    case "EACCES":
    case "EADDRNOTAVAIL":
      return {
        code: "mailbox_unreachable",
        message: `${where} cannot be reached from this machine. Check the network and the firewall.`,
      };
    case "CONNECT_TIMEOUT":
    case "UPGRADE_TIMEOUT":
    case "ETIMEOUT":
    case "ETIMEDOUT":
      return {
        code: "mailbox_timeout",
        message: `${where} did not answer in time. Check server and port; a firewall may also be dropping the connection.`,
      };
    case "GREETING_TIMEOUT":
      return {
        code: "mailbox_no_greeting",
        message:
          `${where} took the connection but never greeted. ` +
          (target.tlsFromStart
            ? "Is it a mailbox (IMAP) server?"
            : "A server that expects TLS from the start does that: try imaps://, usually with port 993."),
      };
    default:
      return undefined;
  }
}

const DROPPED = new Set([
  "NoConnection",
  "EConnectionClosed",
  "StateLogout",
  "ClosedAfterConnectText",
  "ClosedAfterConnectTLS",
  "ECONNRESET",
  "EPIPE",
]);

function serverFailure(failure: ImapFlowError, target: MailboxTarget): MailboxFailure {
  const where = addressOf(target);
  const words = serverWords(failure);
  const said = words === "" ? "" : ` The server said: ${target.quote(words)}`;
  const code = failure.code ?? "";
  if (code === "ETHROTTLE" || /too many|simultaneous|bandwidth|throttl|overquota|\[limit\]/iu.test(words)) {
    return { code: "mailbox_busy", message: busy(where, target) + said };
  }
  if (code.startsWith("ParserError") || code === "InvalidResponse" || code === "UnexpectedTag") {
    return {
      code: "mailbox_not_imap",
      message: `${where} does not speak IMAP as it should. Check server and port: usually 993.`,
    };
  }
  if (DROPPED.has(code)) {
    return {
      code: "mailbox_connection_dropped",
      message:
        `${where} closed the connection before it was done. Try again; when it keeps happening, check that the port ` +
        `matches the kind of TLS: 993 for imaps://, 143 for imap://.${said}`,
    };
  }
  if (failure.responseStatus !== undefined) {
    return { code: "mailbox_server_refused", message: `${where} refused what Winnow asked for.${said}` };
  }
  return { code: "mailbox_failed", message: `Talking to ${where} failed: ${target.quote(failure.message)}` };
}

function busy(where: string, target: MailboxTarget): string {
  return isGmail(target)
    ? "Gmail is limiting this account for now: too many connections or too much read. Winnow tries again by itself."
    : `${where} is limiting this account for now. Winnow tries again by itself.`;
}
