import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { freshWinnow } from "#test/harness.ts";
import { mailSettings, SMTP_USER } from "#test/http/endpoint-examples.ts";
import { startSmtpPeer, type SmtpPeer } from "#test/peers/smtp/smtp-peer.ts";
import { addLeads, oneEngine } from "#test/stores.ts";

const LEADS = 5_000;
/** Gmail hides what is beyond this. */
const GMAIL_BYTES = 102_000;
const HOSTILE = `<b>"&'</b> 日本😀 =1+1 `;

let smtp: SmtpPeer;
beforeAll(async () => {
  smtp = await startSmtpPeer({ mode: "starttls", users: { [SMTP_USER.name]: SMTP_USER.password } });
});
afterAll(() => smtp.close());

describe.each(oneEngine("sqlite"))("a report of 5,000 leads with long hostile texts on %s", (engine) => {
  test("is short enough for Gmail, counts the rest, and attaches every lead", async () => {
    const winnow = await freshWinnow(engine, { publicUrl: "https://winnow.example" });
    await winnow.ok("POST /api/email-settings", { body: mailSettings({ smtp }) });
    const long = HOSTILE.repeat(8);
    await addLeads(
      winnow.workspace.store,
      Array.from({ length: LEADS }, (_, index) => ({
        name: `Lead ${index} ${long}`,
        company: long,
        phone: long,
        score: index % 101,
        notes: "A short note",
      })),
    );
    smtp.messages.length = 0;
    expect((await winnow.ok("POST /api/send-report")).leadCount).toBe(LEADS);
    const [{ mail, raw } = expect.unreachable()] = smtp.messages;
    const html = String(mail.html);
    const text = mail.text ?? "";
    expect(Buffer.byteLength(html)).toBeLessThan(GMAIL_BYTES);
    const [, part = ""] = raw.split(/^Content-Type: text\/html.*$/mu);
    expect(part.slice(0, part.indexOf("\r\n--")).length).toBeLessThan(GMAIL_BYTES);

    const names = (body: string): string[] => body.match(/Lead \d+(?= )/gu) ?? [];
    const shown = names(html.replaceAll(/<[^>]*>/gu, " "));
    expect(shown.length).toBeGreaterThan(9);
    expect(shown.length).toBeLessThanOrEqual(LIMITS.report.leadsInBody);
    expect(names(text)).toEqual(shown);
    const more = `And ${(LEADS - shown.length).toLocaleString("en-US")} more. The attached CSV has all 5,000.`;
    for (const body of [html, text]) {
      expect(body).toContain(more);
      expect(body).toContain("https://winnow.example/leads?sort=-score");
    }
    expect(mail.attachments[0]?.content.toString("utf8").match(/^"?Lead \d+ /gmu)).toHaveLength(LEADS);
  });
});
