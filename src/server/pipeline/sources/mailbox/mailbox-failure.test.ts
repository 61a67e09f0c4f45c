import type { ImapFlowError } from "imapflow";
import { describe, expect, test } from "vitest";
import type { MailboxFailureCode, MailboxTarget } from "#server/pipeline/sources/mailbox/mailbox-failure-codes.ts";
import { explainMailboxFailure } from "#server/pipeline/sources/mailbox/mailbox-failure.ts";

const own: MailboxTarget = {
  host: "mail.example",
  port: 993,
  tlsFromStart: true,
  user: "ann@acme.example",
  usesToken: false,
  quote: (text) => text,
};
const gmail = { ...own, host: "imap.gmail.com" };
const microsoft = { ...own, host: "outlook.office365.com" };

function failure(more: Partial<ImapFlowError>): Error {
  return Object.assign(new Error(more.message ?? "Command failed"), more);
}

function refused(response: string, serverResponseCode?: string): Error {
  return failure({
    authenticationFailed: true,
    response: `3 NO ${response}`,
    ...(serverResponseCode !== undefined && { serverResponseCode }),
  });
}

describe("a rejected sign-in names its cause", () => {
  const cases: [string, Error, MailboxTarget, MailboxFailureCode, RegExp][] = [
    [
      "Gmail with the account's own password",
      refused(
        "[ALERT] Application-specific password required: https://support.google.com/accounts/answer/185833 (Failure)",
        "ALERT",
      ),
      gmail,
      "mailbox_app_password_needed",
      /2-Step Verification.*myaccount\.google\.com\/apppasswords/u,
    ],
    [
      "Gmail with a wrong password",
      refused("[AUTHENTICATIONFAILED] Invalid credentials (Failure)", "AUTHENTICATIONFAILED"),
      gmail,
      "mailbox_app_password_needed",
      /own password doesn't work/u,
    ],
    [
      "Gmail with IMAP switched off",
      refused(
        "[ALERT] Your account is not enabled for IMAP use. Please visit your Gmail settings page and enable your account for IMAP access. (Failure)",
      ),
      gmail,
      "mailbox_imap_off",
      /Forwarding and POP\/IMAP/u,
    ],
    [
      "a company's server with IMAP switched off",
      refused("IMAP access is disabled for your domain"),
      own,
      "mailbox_imap_off",
      /mailbox's settings/u,
    ],
    [
      "Gmail that wants a browser",
      refused("[WEBALERT https://accounts.google.com/signin/continue] Web login required. (Failure)"),
      gmail,
      "mailbox_browser_sign_in_needed",
      /in a web browser/u,
    ],
    [
      "Gmail with too many connections",
      refused("[ALERT] Too many simultaneous connections. (Failure)"),
      gmail,
      "mailbox_busy",
      /limiting/u,
    ],
    [
      "Microsoft without basic authentication",
      refused("Basic authentication is disabled."),
      microsoft,
      "mailbox_passwords_not_taken",
      /Sign in with Microsoft 365/u,
    ],
    [
      "Microsoft with any password",
      refused("LOGIN failed."),
      microsoft,
      "mailbox_sign_in_failed",
      /Microsoft didn't accept/u,
    ],
    [
      "any server with a wrong password",
      refused("[AUTHENTICATIONFAILED] Authentication failed.", "AUTHENTICATIONFAILED"),
      own,
      "mailbox_sign_in_failed",
      /didn't accept ann@acme\.example.*The server said: \[AUTHENTICATIONFAILED\]/u,
    ],
    [
      "a server in trouble",
      refused("[UNAVAILABLE] Temporary authentication failure.", "UNAVAILABLE"),
      own,
      "mailbox_sign_in_deferred",
      /in a few minutes/u,
    ],
    [
      "a server that takes no password in the clear",
      failure({ authenticationFailed: true, message: "Login is disabled" }),
      own,
      "mailbox_passwords_not_taken",
      /imaps:\/\//u,
    ],
  ];

  test.each(cases)("%s", (_name, error, target, code, message) => {
    const explained = explainMailboxFailure(error, target);
    expect(explained.code).toBe(code);
    expect(explained.message).toMatch(message);
    expect(explained.message).not.toContain("3 NO");
  });
});

describe("a failed connection names its cause", () => {
  const cases: [string, Partial<ImapFlowError>, MailboxFailureCode, RegExp][] = [
    ["a name nobody has", { code: "ENOTFOUND" }, "mailbox_host_not_found", /No host is named mail\.example/u],
    ["a name that cannot be looked up", { code: "EAI_AGAIN" }, "mailbox_unreachable", /network/u],
    ["a closed port", { code: "ECONNREFUSED" }, "mailbox_connection_refused", /refused the connection/u],
    ["no way there", { code: "EHOSTUNREACH" }, "mailbox_unreachable", /firewall/u],
    ["no answer", { code: "CONNECT_TIMEOUT" }, "mailbox_timeout", /in time/u],
    ["an answer that stopped", { code: "ETIMEOUT" }, "mailbox_timeout", /in time/u],
    ["no greeting", { code: "GREETING_TIMEOUT" }, "mailbox_no_greeting", /sent no greeting/u],
    ["a port without TLS from the start", { code: "ERR_SSL_WRONG_VERSION_NUMBER" }, "mailbox_wrong_port", /imap:\/\//u],
    ["outdated TLS", { code: "ERR_SSL_UNSUPPORTED_PROTOCOL" }, "mailbox_tls_failed", /outdated TLS/u],
    ["a STARTTLS that broke off", { code: "ECONNRESET", tlsFailed: true }, "mailbox_tls_failed", /encrypted/u],
    [
      "no STARTTLS where it is needed",
      { message: "Server does not support STARTTLS", tlsFailed: true },
      "mailbox_no_tls",
      /never sends a password unencrypted/u,
    ],
    [
      "an unknown authority",
      { code: "SELF_SIGNED_CERT_IN_CHAIN" },
      "mailbox_certificate_untrusted",
      /NODE_EXTRA_CA_CERTS/u,
    ],
    [
      "a certificate of others",
      { code: "ERR_TLS_CERT_ALTNAME_INVALID" },
      "mailbox_certificate_wrong_name",
      /isn't for mail\.example/u,
    ],
    [
      "an old certificate, by STARTTLS",
      { code: "CERT_HAS_EXPIRED", tlsFailed: true },
      "mailbox_certificate_expired",
      /has expired/u,
    ],
    ["a connection that was cut", { code: "NoConnection" }, "mailbox_connection_dropped", /closed the connection/u],
    [
      "a goodbye with a reason",
      { code: "NoConnection", reason: "Server shutting down" },
      "mailbox_connection_dropped",
      /The server said: Server shutting down/u,
    ],
    ["too much at once", { code: "ETHROTTLE", responseStatus: "BAD" }, "mailbox_busy", /retries automatically/u],
    ["something else than IMAP", { code: "ParserError8" }, "mailbox_not_imap", /isn't a working IMAP server/u],
    [
      "a refused command",
      { responseStatus: "NO", responseText: "Mailbox is corrupt" },
      "mailbox_server_refused",
      /Mailbox is corrupt/u,
    ],
    ["anything else", { message: "odd" }, "mailbox_failed", /odd/u],
  ];

  test.each(cases)("%s", (_name, error, code, message) => {
    const explained = explainMailboxFailure(failure(error), own);
    expect(explained.code).toBe(code);
    expect(explained.message).toMatch(message);
  });

  test("a value that isn't an Error is reported as is", () => {
    const gone = { code: "mailbox_failed", message: "Communication with mail.example:993 failed: gone" };
    expect(explainMailboxFailure("gone", own)).toEqual(gone);
    expect(explainMailboxFailure(new DOMException("gone", "AbortError"), own)).toEqual(gone);
  });
});

test("Microsoft's acceptance of a token for another mailbox names what to check", () => {
  const refusal = Object.assign(new Error("Command failed"), {
    responseStatus: "BAD",
    response: "A3 BAD User is authenticated but not connected.",
  });
  const { code, message } = explainMailboxFailure(refusal, { ...microsoft, usesToken: true });
  expect(code).toBe("mailbox_token_refused");
  expect(message).toContain("not for the mailbox ann@acme.example. Check the address, that IMAP is on");
});
