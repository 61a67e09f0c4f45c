import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EmailMessage } from "#shared/contract/mailbox.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { inquiry, newMailbox, syncMail, type MailboxUnderTest } from "#test/http/mailbox-under-test.ts";
import { type DovecotPeer, startDovecot } from "#test/peers/dovecot/dovecot-peer.ts";
import { message } from "#test/peers/dovecot/sample-messages.ts";
import { oneEngine } from "#test/stores.ts";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let dovecot: DovecotPeer;
beforeAll(async () => {
  dovecot = await startDovecot();
});
afterAll(() => dovecot.stop());

/** An HTML message with an inline image, a file, a link, and content that would be fetched or run. */
function rich({ id = "rich-1@lee.example", html = "" } = {}): string {
  const part = (headers: string[], body: string): string => `--b\r\n${headers.join("\r\n")}\r\n\r\n${body}\r\n`;
  return [
    `Message-ID: <${id}>`,
    "Date: Mon, 2 Nov 2026 10:00:00 +0000",
    "From: =?utf-8?q?Ann_L=C3=A9?= <ann@lee.example>",
    "To: Sales <sales@acme.example>",
    "Subject: =?utf-8?q?Quote_=E2=9C=93?=",
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    part(["Content-Type: text/plain; charset=utf-8"], "We want a quote for 200 licences. Ann"),
    part(
      ["Content-Type: text/html; charset=utf-8"],
      `<p style="color:#333">We want a <a href="https://lee.example/rfq">quote</a></p><img src="cid:logo@lee"><img src="https://t.example/pixel"><script>alert(1)</script>${html}`,
    ),
    part(["Content-Type: image/png", "Content-ID: <logo@lee>", "Content-Transfer-Encoding: base64"], PIXEL),
    part(
      [
        "Content-Type: text/csv",
        'Content-Disposition: attachment; filename="list.csv"',
        "Content-Transfer-Encoding: base64",
      ],
      Buffer.from("a,b\r\n").toString("base64"),
    ),
    "--b--",
    "",
  ].join("\r\n");
}

/** A mailbox that has been read, with the ID of its one message. */
async function readMailbox(winnow: TestWinnow, raw: string): Promise<MailboxUnderTest & { id: string }> {
  const mailbox = await newMailbox(dovecot);
  await winnow.ok("POST /api/gmail/config", { body: mailbox.settings });
  mailbox.mail.deliver([{ raw }]);
  await syncMail(winnow);
  const [email] = await winnow.ok("GET /api/gmail/emails");
  return { ...mailbox, id: email?.id ?? "" };
}

const open = (winnow: TestWinnow, id: string): Promise<EmailMessage> =>
  winnow.ok("GET /api/gmail/emails/{id}/message", { id });
const frame = (winnow: TestWinnow, id: string, headers: Record<string, string> = {}) =>
  winnow.app.inject({ url: `/api/gmail/emails/${id}/message/html`, headers });

describe.each(oneEngine("sqlite"))("opening a message on %s", (engine) => {
  test("shows its headers, text, links and files as in the mailbox, and flags nothing there", async () => {
    const winnow = await freshWinnow(engine);
    const { id, mail } = await readMailbox(winnow, rich());
    const before = mail.messages().map(({ path }) => path);
    expect(await open(winnow, id)).toEqual({
      id,
      isWhole: true,
      note: "",
      headers: [
        { name: "From", value: "Ann Lé <ann@lee.example>" },
        { name: "To", value: "Sales <sales@acme.example>" },
        { name: "Date", value: "Mon, 2 Nov 2026 10:00:00 +0000" },
        { name: "Subject", value: "Quote ✓" },
        { name: "Message-ID", value: "<rich-1@lee.example>" },
      ],
      text: expect.stringContaining("We want a quote for 200 licences. Ann"),
      hasHtml: true,
      links: ["https://lee.example/rfq"],
      blockedImages: 1,
      attachments: [{ name: "list.csv", type: "text/csv", bytes: 5 }],
    });
    expect(mail.messages().map(({ path }) => path)).toEqual(before);
  });

  test("serves its sanitized HTML under a separate policy, only to a frame", async () => {
    const winnow = await freshWinnow(engine);
    const { id } = await readMailbox(winnow, rich());
    const { statusCode, headers, body } = await frame(winnow, id, { "sec-fetch-dest": "iframe" });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-frame-options": "SAMEORIGIN",
      "referrer-policy": "no-referrer",
    });
    expect(String(headers["content-security-policy"]).split(";")).toEqual([
      "sandbox",
      "default-src 'none'",
      "img-src data:",
      "style-src 'unsafe-inline'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ]);
    expect(body).toContain(`<p style="color:#333">We want a <u data-link="1">quote</u></p>`);
    expect(body).toContain(`<img src="data:image/png;base64,${PIXEL}"`);
    expect(body).not.toMatch(/t\.example|<script|alert/u);
    for (const purpose of ["document", "empty", "image", "object"]) {
      expect((await frame(winnow, id, { "sec-fetch-dest": purpose })).statusCode).toBe(403);
    }
  });

  test("finds a message again whose UID changed, and says when it is gone", async () => {
    const winnow = await freshWinnow(engine);
    const { id, mail } = await readMailbox(winnow, inquiry({ id: "first@lee.example" }));
    mail.deliver([{ raw: message({ id: "other@lee.example" }) }]);
    mail.renumber();
    expect(await open(winnow, id)).toMatchObject({ isWhole: true, hasHtml: false });
    const gone = await readMailbox(winnow, inquiry({ id: "gone@lee.example", email: "new@lee.example" }));
    gone.mail.expunge("gone@lee.example");
    const kept = await open(winnow, gone.id);
    expect(kept).toMatchObject({ isWhole: false, hasHtml: false, links: [], attachments: [] });
    expect(kept.note).toBe("It's no longer in the INBOX folder of its mailbox. Text as stored.");
    expect(kept.text).toContain("200 licences");
    expect((await frame(winnow, gone.id)).statusCode).toBe(404);
  });

  test("never shows another message with the same Message-ID", async () => {
    const winnow = await freshWinnow(engine);
    const mailbox = await newMailbox(dovecot);
    await winnow.ok("POST /api/gmail/config", { body: mailbox.settings });
    const wanted = { id: "wanted@lee.example", subject: "Mine", text: "My own words." };
    mailbox.mail.deliver([{ raw: message({ subject: "First", text: "It goes." }) }, { raw: message(wanted) }]);
    await syncMail(winnow);
    mailbox.mail.expunge("It goes");
    mailbox.mail.renumber();
    mailbox.mail.deliver([{ raw: message({ ...wanted, from: "Eve <eve@evil.example>", text: "Pay here." }) }]);
    const email = (await winnow.ok("GET /api/gmail/emails")).find(({ subject }) => subject === "Mine");
    expect(await open(winnow, email?.id ?? "")).toMatchObject({ isWhole: true, text: "My own words.\n" });
  });

  test("never shows another message with the same UID", async () => {
    const winnow = await freshWinnow(engine);
    const { id, mail } = await readMailbox(winnow, message({ subject: "Mine", text: "My own words, without an id." }));
    mail.expunge("My own words");
    mail.renumber();
    mail.deliver([{ raw: message({ subject: "Not mine", text: "Somebody else's words." }) }]);
    const shown = await open(winnow, id);
    expect(shown).toMatchObject({ isWhole: false, text: "My own words, without an id." });
  });

  test("says why a message is incomplete: pasted, mailbox gone, or mailbox not answering", async () => {
    const winnow = await freshWinnow(engine);
    const { emailId } = await winnow.ok("POST /api/process-email", { body: { content: inquiry() } });
    const pasted = await open(winnow, emailId);
    expect(pasted.note).toMatch(/^The original pasted text isn't stored/u);
    expect(pasted.text).toContain("200 licences");
    const { id, settings } = await readMailbox(winnow, inquiry({ id: "2@lee.example", email: "b@lee.example" }));
    await winnow.ok("POST /api/gmail/config", { body: { ...settings, server: "imap://127.0.0.1:1" } });
    expect((await open(winnow, id)).note).toMatch(/127\.0\.0\.1:1 refused the connection/u);
    expect((await winnow.call("GET /api/gmail/emails/{id}/message", { id: "999999" })).statusCode).toBe(404);
    expect((await frame(winnow, "999999")).statusCode).toBe(404);
    expect((await frame(winnow, "x'><script>")).statusCode).toBeLessThan(500);
  });

  test("is read once for both views, and again after a failure", async () => {
    const winnow = await freshWinnow(engine);
    const { id, mail, settings } = await readMailbox(winnow, rich());
    await winnow.ok("POST /api/gmail/config", { body: { ...settings, server: "imap://127.0.0.1:1" } });
    expect((await open(winnow, id)).isWhole).toBe(false);
    await winnow.ok("POST /api/gmail/config", { body: settings });
    expect((await open(winnow, id)).isWhole).toBe(true);
    mail.expunge("rich-1@lee.example");
    expect((await frame(winnow, id)).statusCode).toBe(200);
  });
});
