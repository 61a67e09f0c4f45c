import type { ImapFlowError } from "imapflow";
import {
  addressOf,
  connectionFailure,
  droppedConnection,
  isTlsCode,
  offersNoTls,
  talkFailed,
  tlsFailed,
  type MailProtocol,
} from "#server/platform/mail-server-failure.ts";
import {
  serverWords,
  type MailboxFailure,
  type MailboxTarget,
} from "#server/pipeline/sources/mailbox/mailbox-failure-codes.ts";
import { isGmail } from "#server/pipeline/sources/mailbox/mailbox-server.ts";
import { NOT_CONNECTED, notConnected, signInFailure } from "#server/pipeline/sources/mailbox/sign-in-failure.ts";

const IMAP: MailProtocol = {
  field: "server",
  usualPorts: "993, or 143 with imap://",
  tlsPort: 993,
  withStartTls: "Use imap://, usually with port 143, for a server with STARTTLS.",
  withTls: "Use imaps://, usually with port 993.",
  kindsOfTls: "993 for imaps://, 143 for imap://",
};
/** The client's own codes for ETIMEDOUT. */
const TIMEOUTS = new Set(["CONNECT_TIMEOUT", "UPGRADE_TIMEOUT", "ETIMEOUT"]);

/**
 * Translates an IMAP client error for the user: sign-in, network and TLS failures have separate codes; response codes
 * follow RFC 3501 section 7.1 and RFC 5530.
 */
export function explainMailboxFailure(error: unknown, target: MailboxTarget): MailboxFailure {
  const failure = asClientError(error);
  const { code = "" } = failure;
  const unconnected = connectionFailure(error, TIMEOUTS.has(code) ? "ETIMEDOUT" : code, target, IMAP);
  if (unconnected !== undefined) return { code: `mailbox_${unconnected.kind}`, message: unconnected.message };
  return (
    (failure.authenticationFailed === true ? signInFailure(failure, target) : undefined) ??
    tlsFailure(failure, target) ??
    serverFailure(failure, target)
  );
}

/** Whether the server refused the sign-in itself. */
export function isSignInRefused(error: unknown): boolean {
  return asClientError(error).authenticationFailed === true;
}

/**
 * Normalizes any thrown value. Errors from elsewhere, such as a DOMException with a numeric code, keep only their
 * message.
 */
function asClientError(error: unknown): ImapFlowError {
  if (!(error instanceof Error)) return new Error(String(error));
  return "code" in error && typeof error.code !== "string" ? new Error(error.message) : error;
}

function tlsFailure(failure: ImapFlowError, target: MailboxTarget): MailboxFailure | undefined {
  if (failure.message === "Server does not support STARTTLS") {
    return { code: "mailbox_no_tls", message: offersNoTls(target, IMAP) };
  }
  if (failure.tlsFailed === true || isTlsCode(failure.code ?? "")) {
    return { code: "mailbox_tls_failed", message: tlsFailed(failure, target) };
  }
  return undefined;
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
  if (code === "GREETING_TIMEOUT") {
    return {
      code: "mailbox_no_greeting",
      message:
        `${where} accepted the connection but sent no greeting. ` +
        (target.tlsFromStart
          ? "Check that it's an IMAP server."
          : "If it expects implicit TLS, use imaps://, usually with port 993."),
    };
  }
  if (code === "ETHROTTLE" || /too many|simultaneous|bandwidth|throttl|overquota|\[limit\]/iu.test(words)) {
    return { code: "mailbox_busy", message: busy(where, target) + said };
  }
  if (code.startsWith("ParserError") || code === "InvalidResponse" || code === "UnexpectedTag") {
    return {
      code: "mailbox_not_imap",
      message: `${where} isn't a working IMAP server. Check the server and port, usually 993.`,
    };
  }
  if (target.usesToken && NOT_CONNECTED.test(words)) {
    return { code: "mailbox_token_refused", message: notConnected(target) + said };
  }
  if (DROPPED.has(code)) {
    return { code: "mailbox_connection_dropped", message: droppedConnection(target, IMAP) + said };
  }
  if (failure.responseStatus !== undefined) {
    return { code: "mailbox_server_refused", message: `${where} refused the request.${said}` };
  }
  return { code: "mailbox_failed", message: talkFailed(failure, target) };
}

function busy(where: string, target: MailboxTarget): string {
  return isGmail(target)
    ? "Gmail is limiting this account for now because of too many connections or downloads. Winnow retries automatically."
    : `${where} is limiting this account for now. Winnow retries automatically.`;
}
