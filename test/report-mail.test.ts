import { createSecureContext } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMailer } from "#server/delivery/mail/mailer.ts";
import { csvRows } from "#server/features/leads/lead-csv.ts";
import { reportMessage } from "#server/features/reports/content/report-message.ts";
import { ANYWHERE } from "#test/anywhere.ts";
import { readTestCertificate, startSmtpPeer, type SmtpPeer } from "#test/peers/smtp/smtp-peer.ts";
import { sampleExplanation, sampleLead } from "#test/sample-lead.ts";

let peer: SmtpPeer;
beforeAll(async () => {
  peer = await startSmtpPeer({ mode: "starttls", users: { user: "a-password" } });
});
afterAll(() => peer.close());

test("a report with hostile and foreign leads reaches every recipient intact, with its file", async () => {
  const leads = [
    sampleLead({ id: "1", name: "Eve\r\nBcc: evil@example.com\r\n\r\n.\r\nQUIT", company: "<b>Bold</b> & Söhne" }),
    sampleLead({ id: "2", name: "שרה לוי", company: "日本商事 😀", notes: `=1+1 \u0000 ${"long ".repeat(2_000)}` }),
    sampleLead({ id: "3", name: "Half \ud83d a pair", email: "" }),
  ];
  const message = reportMessage({
    leads,
    file: { csv: csvRows(leads.map(({ name, company, notes }) => [name, company, notes])), leadCount: leads.length },
    leadCount: leads.length,
    threshold: 30,
    span: {
      from: new Date("2026-11-19T10:00:00Z"),
      to: new Date("2026-11-20T10:00:00Z"),
      timeZone: "UTC",
      changes: {
        newlyQualified: { count: 0, leads: [] },
        decided: { count: 1, leads: leads.slice(0, 1) },
        noLongerQualified: { count: 0, leads: [] },
        isExact: true,
      },
      waiting: { count: 3, exact: true },
    },
    newIds: new Set(["1"]),
    decideLinks: new Map(),
    explanations: new Map(leads.map((lead) => [lead.id, sampleExplanation()])),
    generatedAt: new Date(2026, 10, 20, 10, 0).toISOString(),
    baseUrl: null,
    messageId: "<report-1@example.com>",
    isTest: false,
  });

  const mailer = createMailer({
    reach: ANYWHERE,
    trust: () => createSecureContext({ ca: readTestCertificate("authority.pem") }),
  });
  const recipientEmails = ["sales@example.com", "boss@example.com"];
  await mailer.send(
    {
      smtpHost: peer.host,
      smtpPort: peer.port,
      username: "user",
      password: "a-password",
      fromEmail: "a@example.com",
      recipientEmails,
    },
    message,
  );

  expect(peer.messages).toHaveLength(1);
  const [received] = peer.messages;
  expect(received?.to).toEqual(recipientEmails);
  expect(received?.mail.messageId).toBe("<report-1@example.com>");
  expect(received?.mail.subject).toBe(message.subject);
  expect(received?.mail.text?.trimEnd()).toBe(message.text.trimEnd());
  expect(received?.mail.html).toBe(message.html);
  expect(received?.mail.headers.has("bcc")).toBe(false);
  const [file, ...others] = received?.mail.attachments ?? [];
  expect(others).toEqual([]);
  expect(file).toMatchObject({ filename: "qualified-leads-2026-11-20.csv", contentType: "text/csv" });
  // UTF-8 has no half characters; everything else survives byte for byte.
  expect(file?.content.toString("utf8")).toBe(message.attachments[0]?.content.toWellFormed());
  expect(received?.raw.split("\r\n").every((line) => line.length <= 998)).toBe(true);
});
