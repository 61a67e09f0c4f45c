import fc from "fast-check";
import { expect, test } from "vitest";
import { readDeliveryReport } from "#server/pipeline/mail/mime/delivery-report.ts";

const report = (status: string, action = "failed"): string =>
  [
    "From: MAILER-DAEMON@mx.example",
    "Subject: Undelivered Mail Returned to Sender",
    "Content-Type: multipart/report; report-type=delivery-status;",
    '\tboundary="B"',
    "",
    "--B",
    "Content-Type: text/plain",
    "",
    "I'm sorry to have to inform you that your message could not be delivered.",
    "",
    "--B",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.example",
    "",
    "Final-Recipient: rfc822; Ann@Lee.example",
    `Action: ${action}`,
    `Status: ${status}`,
    "Diagnostic-Code: smtp; 550 5.1.1 <ann@lee.example>:",
    "    Recipient address rejected: User unknown",
    "",
    "--B",
    "Content-Type: message/rfc822",
    "",
    "From: sales@acme.example",
    "Message-ID:",
    " <one@acme.example>",
    "References: <zero@lee.example>",
    "",
    "Hello",
    "--B--",
  ].join("\r\n");

test("names who couldn't be reached, permanently or for now, and for which message", () => {
  expect(readDeliveryReport(report("5.1.1"))).toEqual({
    recipient: "ann@lee.example",
    status: "5.1.1",
    hasFailed: true,
    reason: "550 5.1.1 <ann@lee.example>: Recipient address rejected: User unknown",
    messageIds: ["<one@acme.example>"],
  });
  expect(readDeliveryReport(Buffer.from(report("4.4.7", "delayed")))).toMatchObject({
    status: "4.4.7",
    hasFailed: false,
  });
  expect(readDeliveryReport(report("4.4.7", "failed"))?.hasFailed).toBe(true);
});

const plain = (note: string): string =>
  `From: Mail System <MAILER-DAEMON@mx.example>\r\nSubject: failure\r\n\r\n${note}\r\n\r\n--- Below this line is a copy of the message.\r\n\r\nMessage-ID: <one@acme.example>\r\n`;

test.each([
  "The following address(es) failed:\n\n  Ann@Lee.example\n    host mx.lee.example [192.0.2.1]\n    550 5.1.1 User unknown",
  "The following addresses failed:\n\nann@lee.example:\nSMTP error, host: mx.lee.example reason: 550 5.1.1 User unknown",
  "I wasn't able to deliver your message.\n\n<ann@lee.example>:\nRemote host said: 550 5.1.1 User unknown",
])("reads a report in plain text: %j", (note) => {
  expect(readDeliveryReport(plain(note))).toEqual({
    recipient: "ann@lee.example",
    status: "5.1.1",
    hasFailed: true,
    reason: "550 5.1.1 User unknown",
    messageIds: ["<one@acme.example>"],
  });
});

test.each([
  ["a message", "From: ann@lee.example\r\nSubject: Hello\r\n\r\nStatus: 5.1.1"],
  ["a receipt that it was read", report("5.1.1").replace("delivery-status;", "disposition-notification;")],
  ["a report without a status", report("5.1.1").replace("Status: 5.1.1", "Status-Of-It: 5.1.1")],
  ["a delay in plain text", plain("Delayed for 4 hours:\n\n  ann@lee.example\n    450 4.2.0 not 550")],
  ["a person's message about one", plain("550 5.1.1").replace("MAILER-DAEMON", "bob")],
  ["nothing", ""],
])("%s isn't a report", (_what, raw) => {
  expect(readDeliveryReport(raw)).toBeNull();
});

test("never throws, whatever a message contains", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (noise) => {
      expect(() => readDeliveryReport(report("5.0.0").replace("failed", noise).replace("Hello", noise))).not.toThrow();
    }),
    { numRuns: 50 },
  );
});
