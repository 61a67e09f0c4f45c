import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshWinnow } from "#test/harness.ts";
import { inquiry, newMailbox, syncMail } from "#test/http/mailbox-under-test.ts";
import { startDovecot, type DovecotPeer } from "#test/peers/dovecot/dovecot-peer.ts";
import { message, messages } from "#test/peers/dovecot/sample-messages.ts";
import { oneEngine } from "#test/stores.ts";

let dovecot: DovecotPeer;
beforeAll(async () => {
  dovecot = await startDovecot();
});
afterAll(() => dovecot.stop());

const MULTIPART = "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=";

/** Nested parts, each of which contains the next. */
function nested(depth: number): string {
  let text = "";
  for (let level = 0; level < depth; level += 1) text += `${MULTIPART}"b${level}"\r\n\r\n--b${level}\r\n`;
  return `From: a@deep.example\r\nSubject: Deep\r\n${text}Content-Type: text/plain\r\n\r\nAt the bottom\r\n`;
}

/** Mail that no program should have sent, and some did. */
const POISON: Record<string, string | Uint8Array> = {
  "nothing at all": "",
  "only line breaks": "\r\n\r\n\r\n",
  "no header": "This has no header at all, just text.\r\nAnd a second line.",
  "only zeros": new Uint8Array(5_000),
  "random bytes": Uint8Array.from({ length: 20_000 }, (_, index) => (index * 7_919 + (index >> 3) * 31) % 256),
  "zeros in the header": message({ subject: "Nul \u0000 in \u0000 here", from: "N\u0000ul <nul@zero.example>" }),
  "very deep parts": nested(1_000),
  "a boundary that never comes": `From: a@b.example\r\nSubject: Open\r\n${MULTIPART}"never"\r\n\r\nPreamble without end`,
  "ten thousand parts": `From: a@many.example\r\nSubject: Many\r\n${MULTIPART}"x"\r\n\r\n${"--x\r\n\r\ny\r\n".repeat(10_000)}--x--`,
  "broken base64": `From: a@b.example\r\nSubject: Broken\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!!====!!!!\r\n${"QUJD".repeat(99)}=`,
  "a charset nobody knows":
    "From: a@b.example\r\nSubject: =?x-klingon?B?////?=\r\nContent-Type: text/plain; charset=x-klingon\r\n\r\n\u00ff\u00fe",
  "a subject of a megabyte": message({ subject: "long ".repeat(200_000) }),
  "ten thousand headers": message({
    subject: "Headers",
    headers: Array.from({ length: 10_000 }, (_, index) => `X-H${index}: ${index}`),
  }),
  "ten thousand receivers": message({
    subject: "To all",
    to: Array.from({ length: 10_000 }, (_, index) => `r${index}@all.example`).join(", "),
  }),
  "a date of nobody's time":
    "From: a@b.example\r\nDate: Mon, 99 Foo 99999 99:99:99 +9999\r\nSubject: When\r\n\r\nHello",
  "a thousand quotes": message({
    subject: "Quotes",
    text: Array.from({ length: 1_000 }, (_, index) => `${">".repeat(index)} quoted`).join("\r\n"),
  }),
  "lone halves of letters": message({ subject: "=?utf-8?B?7aCA?= =?utf-16?B?2AA=?=", text: "\ud800" }),
  "a page without end": message({ subject: "Page", headers: ["X-Dummy: 1"], text: "<div>".repeat(100_000) }).replace(
    "text/plain",
    "text/html",
  ),
};

describe.each(oneEngine("postgres"))("malformed mail on %s", (engine) => {
  test("is recorded once per message, and later mail is read", async () => {
    const winnow = await freshWinnow(engine);
    const { mail, settings } = await newMailbox(dovecot);
    mail.deliver(Object.values(POISON).map((raw) => ({ raw })));
    mail.deliver([{ raw: inquiry({ id: "after@lee.example" }) }]);
    const before = mail.messages();
    await winnow.ok("POST /api/gmail/config", { body: settings });
    // Three of them are empty, and therefore count as one.
    const all = Object.keys(POISON).length - 2 + 1;
    expect(await syncMail(winnow)).toMatchObject({ processed: all });
    expect(await winnow.ok("GET /api/leads")).toEqual(
      expect.arrayContaining([expect.objectContaining({ email: "ann@lee-engineering.example" })]),
    );
    expect(await syncMail(winnow)).toMatchObject({ processed: 0 });
    mail.renumber();
    expect(await syncMail(winnow)).toMatchObject({ leadsFound: 0 });
    expect(mail.messages()).toEqual(before);
    expect(winnow.logged()).not.toContain('"level":50');
  });
});

const suite = join(process.env["PEER_SUITES"] ?? "", "mailparser");
const hasSuite = process.env["PEER_SUITES"] !== undefined && existsSync(suite);

test.runIf(hasSuite)("records every message of the mailparser suite", async () => {
  const files = readdirSync(suite, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".eml"));
  expect(files.length).toBeGreaterThan(10);
  const winnow = await freshWinnow("sqlite");
  const { mail, settings } = await newMailbox(dovecot);
  mail.deliver(files.map((name) => ({ raw: readFileSync(join(suite, name)) })));
  await winnow.ok("POST /api/gmail/config", { body: settings });
  const { processed, unreadable } = await syncMail(winnow);
  const emails = await winnow.ok("GET /api/gmail/emails", { query: { limit: 200 } });
  expect(emails).toHaveLength(processed);
  expect(processed).toBeGreaterThan(files.length / 2);
  expect(unreadable).toBeLessThan(processed / 10);
});

test("reads thousands of messages once, including the lead among them", async () => {
  const count = 3_000;
  const winnow = await freshWinnow("sqlite");
  const { mail, settings } = await newMailbox(dovecot);
  mail.deliver(messages(count - 1, "many"));
  mail.deliver([{ raw: inquiry({ id: "last@lee.example" }) }]);
  await winnow.ok("POST /api/gmail/config", { body: settings });
  expect(await syncMail(winnow)).toMatchObject({ processed: count, leadsFound: 1 });
  expect((await winnow.ok("GET /api/gmail/config")).health.processedToday).toBe(count);
  mail.renumber();
  expect(await syncMail(winnow)).toMatchObject({ processed: 0 });
  let cursor: string | undefined;
  const seen = new Set<string>();
  do {
    const query = { limit: 200, ...(cursor !== undefined && { cursor }) };
    const answer = await winnow.call("GET /api/gmail/emails", { query });
    for (const { id } of answer.json<{ id: string }[]>()) seen.add(id);
    cursor = /cursor=(\d+)/u.exec(String(answer.headers.link ?? ""))?.[1];
  } while (cursor !== undefined);
  expect(seen.size).toBe(count);
});
