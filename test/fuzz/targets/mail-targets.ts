import assert from "node:assert/strict";
import { DEFAULT_AUTOMATION_RULES } from "#shared/contract/mailbox.ts";
import { analyzeEmail } from "#server/pipeline/mail/analyze-email.ts";
import { emailLead } from "#server/pipeline/mail/email-lead.ts";
import { shippedModel } from "#server/pipeline/mail/model/shipped-model.ts";
import { rereadEmail } from "#server/pipeline/mail/reread-email.ts";
import { readAnswer, wantsStop } from "#server/features/follow-ups/read-answer.ts";
import type { FuzzTarget } from "#test/fuzz/fuzz-target.ts";
import { checkLeads } from "#test/fuzz/intake-check.ts";
import { seedsOfSuite, textSeeds, wordList } from "#test/fuzz/corpus.ts";

const OPTIONS = { ownAddresses: ["sales@ours.example"], rules: DEFAULT_AUTOMATION_RULES, model: shippedModel };
/** The maximum row key: RFC 5322's longest line. */
const LONGEST_KEY = 998;

const PLAIN = [
  "Message-ID: <abc@acme.example>",
  'From: "Schmidt, Anna" <anna@acme.example>',
  "To: sales@ours.example, Others: b@ours.example, c@ours.example;",
  "Subject: =?UTF-8?Q?Anfrage_f=C3=BCr_Lizenzen?=",
  "Date: Sun, 3 May 2026 10:00:00 +0200",
  "References: <one@x.example> <two@x.example>",
  "",
  "Hello, we would like to buy 20 licences. What do they cost?",
  "",
  "> On Sat, 2 May 2026, Bob <b@ours.example> wrote:",
  "> buy ours",
  "--",
  "Anna Schmidt, CTO, Acme GmbH, Hauptstr. 5, 10115 Berlin, +49 30 1234567",
].join("\r\n");
const MULTIPART = [
  "From: Bo <bo@berg.example>",
  "MIME-Version: 1.0",
  'Content-Type: multipart/alternative; boundary="b1"',
  "",
  "--b1",
  "Content-Type: text/plain; charset=iso-8859-1",
  "Content-Transfer-Encoding: quoted-printable",
  "",
  "Wir m=F6chten ein Angebot.=20",
  "--b1",
  "Content-Type: text/html; charset=utf-8",
  "Content-Transfer-Encoding: base64",
  "",
  Buffer.from("<p>Wir möchten <b>ein</b> Angebot.<br>Bo Berg<br>Tel: +46 8 123 456 78</p>").toString("base64"),
  "--b1--",
].join("\r\n");
const REPORT = [
  "From: MAILER-DAEMON@mx.example",
  "Content-Type: multipart/report; report-type=delivery-status; boundary=r",
  "",
  "--r\r\nContent-Type: text/plain\r\n\r\nYour message could not be delivered.",
  "--r\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; bo@berg.example\r\nAction: failed\r\nStatus: 5.1.1",
  "--r\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: <ours@x.example>\r\nSubject: Hello\r\n\r\nHi",
  "--r--",
].join("\r\n");
const FORWARDED = [
  "Begin forwarded message:",
  "",
  "From: Ann Lee <ann@acme.example>",
  "Date: 3 May 2026 at 10:00:00 CEST",
  "To: sales@ours.example",
  "Subject: Offer",
  "",
  "Please send us an offer for 40 chairs.",
  "Name: Ann Lee",
  "Telephone: +44 20 7946 0001",
].join("\n");
const WORDS = wordList(
  "\r\n\r\n¦\r\n ¦From: ¦Subject: ¦Date: ¦Content-Type: ¦multipart/mixed; boundary=¦--b1¦--",
  "message/rfc822¦text/html; charset=¦utf-7¦iso-2022-jp¦base64¦quoted-printable¦=?UTF-8?B?¦?=",
  "=3D¦=\r\n¦name*0*=utf-8''¦<div>¦<blockquote>¦&nbsp;¦> ¦On ¦ wrote:¦-- \n¦Auto-Submitted:",
  "List-Unsubscribe: <¦References: <a@b>¦Message-ID: <¦begin 644 a¦Content-Transfer-Encoding: ¦\u00a0",
  "(a)",
);

async function checkMessage(raw: Buffer | string): Promise<void> {
  const read = await analyzeEmail(raw, OPTIONS);
  const { verdict, date, messageKey, analysis: kept, letter, contact } = read;
  assert.ok(verdict.confidence >= 0 && verdict.confidence <= 100, `confidence ${verdict.confidence}`);
  assert.notEqual(verdict.reason, "");
  assert.ok(messageKey !== "" && Buffer.byteLength(messageKey) <= LONGEST_KEY, "the message's key");
  if (date !== null) assert.equal(new Date(date).toISOString(), date, "the date is one");
  if (read.kind === "unreadable") return;
  const lead = emailLead({ messageKey, date, analysis: kept, letter });
  checkLeads([lead]);
  if (letter !== null)
    assert.deepEqual(rereadEmail(lead.rowKey, JSON.parse(JSON.stringify(lead.raw)))?.fields, lead.fields);
  readAnswer(kept, ["phone", "company"]);
  wantsStop(kept.text);
  for (const value of Object.values(contact)) assert.notEqual(value, undefined);
}

export const mailTargets: readonly FuzzTarget[] = [
  {
    name: "mime",
    seeds: () => [
      ...textSeeds(PLAIN, MULTIPART, REPORT),
      ...seedsOfSuite("mailparser", /\.eml$/u),
      ...seedsOfSuite("talon/fixtures", /\.eml$/u),
    ],
    dictionary: WORDS,
    longest: 300_000,
    run: (input) => checkMessage(input),
  },
  {
    name: "pasted-mail",
    seeds: () => [
      ...textSeeds(PLAIN, FORWARDED, `<div>${FORWARDED.replaceAll("\n", "<br>")}</div>`),
      ...seedsOfSuite("email-reply-trimmer/emails", /\.txt$/u),
      ...seedsOfSuite("talon/fixtures", /\.html$/u),
    ],
    dictionary: WORDS,
    longest: 300_000,
    run: (input) => checkMessage(input.toString()),
  },
];
