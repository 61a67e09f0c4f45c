import type { NodemailerError } from "nodemailer/lib/errors";
import { expect, test } from "vitest";
import { explainMailFailure, type MailTarget } from "#server/delivery/mail/mail-failure.ts";
import { addressOf } from "#server/platform/mail-server-failure.ts";

const target: MailTarget = {
  host: "smtp.example.com",
  port: 587,
  tlsFromStart: false,
  usesToken: false,
  quote: (text) => text,
};

function failing(fields: Partial<NodemailerError>): NodemailerError {
  return Object.assign(new Error("Something failed"), fields);
}

// What a test can't cause on 127.0.0.1; the rest is tested against the SMTP peer.
test.each([
  ["unknown host", { code: "ENOTFOUND" }, "mail_host_not_found", "smtp.example.com"],
  ["no name server", { code: "EAI_AGAIN" }, "mail_unreachable", "look up"],
  ["no route", { code: "ESOCKET", originalCode: "ENETUNREACH" }, "mail_unreachable", "firewall"],
  ["connecting takes too long", { code: "ETIMEDOUT", timeoutType: "CONNECT_TIMEOUT" }, "mail_timeout", "in time"],
  ["the network gives up", { code: "ESOCKET", originalCode: "ETIMEDOUT" }, "mail_timeout", "in time"],
  ["reset", { code: "ESOCKET", originalCode: "ECONNRESET" }, "mail_connection_dropped", "closed the connection"],
  ["TLS too old", { code: "ESOCKET", originalCode: "ERR_SSL_UNSUPPORTED_PROTOCOL" }, "mail_tls_failed", "outdated TLS"],
  [
    "isn't valid yet",
    { code: "ESOCKET", originalCode: "CERT_NOT_YET_VALID" },
    "mail_certificate_expired",
    "isn't valid yet",
  ],
  [
    "only HELO, where TLS is needed",
    { code: "ECONNECTION", command: "EHLO", response: "502 Unknown command", responseCode: 502 },
    "mail_no_tls",
    "STARTTLS",
  ],
  [
    "closing in the middle",
    { code: "EENVELOPE", command: "RCPT TO", response: "421 Bye", responseCode: 421 },
    "mail_server_refused",
    "421 Bye",
  ],
  [
    "too large by its enhanced code",
    { code: "EENVELOPE", command: "MAIL FROM", response: "554 5.3.4 Too big", responseCode: 554 },
    "mail_too_large",
    "554 5.3.4 Too big",
  ],
  [
    "a full mailbox, not a large message",
    { code: "EENVELOPE", command: "RCPT TO", response: "552 5.2.2 Mailbox full", responseCode: 552 },
    "mail_recipients_refused",
    "552 5.2.2 Mailbox full",
  ],
  ...[
    "550-5.4.5 Daily user sending limit exceeded.",
    "550 Domain acme.example has exceeded the max emails per hour (101/100) allowed.",
    "554 5.2.0 Message submission rate for this client has exceeded the configured limit",
    "452 4.3.1 Hourly quota used up",
  ].flatMap((response) =>
    ["RCPT TO", "DATA"].map(
      (command) =>
        [
          `${command}: ${response}`,
          { code: "EENVELOPE", command, response, responseCode: Number(response.slice(0, 3)) },
          "mail_limit_reached",
          "Try again later",
        ] as const,
    ),
  ),
  ["anything else", {}, "mail_failed", "Something failed"],
] as const)("%s", (_name, fields, code, words) => {
  const failure = explainMailFailure(failing(fields), target);
  expect(failure.code).toBe(code);
  expect(failure.message).toContain(words);
});

test("something thrown that isn't an Error", () => {
  expect(explainMailFailure("odd", target)).toEqual({
    code: "mail_failed",
    message: "Communication with smtp.example.com:587 failed: odd",
  });
});

test("an IPv6 address is written with brackets", () => {
  expect(addressOf({ host: "::1", port: 25 })).toBe("[::1]:25");
});
