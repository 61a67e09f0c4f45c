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
    reason: "550 5.1.1 <ann@lee.example>: Recipient address rejected: User unknown",
    messageIds: ["<one@acme.example>"],
  });
  expect(readDeliveryReport(Buffer.from(report("4.4.7", "delayed")))?.status).toBe("4.4.7");
});

test.each([
  ["a message", "From: ann@lee.example\r\nSubject: Hello\r\n\r\nStatus: 5.1.1"],
  ["a receipt that it was read", report("5.1.1").replace("delivery-status;", "disposition-notification;")],
  ["a report without a status", report("5.1.1").replace("Status: 5.1.1", "Status-Of-It: 5.1.1")],
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
