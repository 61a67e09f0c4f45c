import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { toLines } from "#server/pipeline/mail/mime/message-lines.ts";
import { peelQuotes } from "#server/pipeline/mail/quotes/peel-quotes.ts";

function peeled(text: string): string {
  return peelQuotes(toLines(text)).join("\n").trim();
}

test.each([
  "On Tue, Apr 3, 2026 at 4:19 PM, Bob Jones <bob@acme.com> wrote:",
  "On Tue, Apr 3, 2026 at 4:19 PM, Bob Jones via the List of\nAll Lists <list@acme.com>\nwrote:",
  "Am 03.05.2026 um 16:19 schrieb Bob Jones:",
  'Am 3. Mai 2026 um 16:19 schrieb "Bob Jones" <bob@acme.com>:',
  "Le mar. 3 mai 2026 à 16:19, Bob Jones <bob@acme.com> a écrit :",
  "El mar, 3 may 2026 a las 16:19, Bob Jones (<bob@acme.com>) escribió:",
  "Il giorno mar 3 mag 2026 alle ore 16:19 Bob Jones <bob@acme.com> ha scritto:",
  "Em ter., 3 de mai. de 2026 às 16:19, Bob Jones <bob@acme.com> escreveu:",
  "Op di 3 mei 2026 om 16:19 schreef Bob Jones <bob@acme.com>:",
  "Den tis 3 maj 2026 kl 16:19 skrev Bob Jones <bob@acme.com>:",
  "tir. 3. maj 2026 kl. 16.19 skrev Bob Jones <bob@acme.com>:",
  "ti 3. toukok. 2026 klo 16.19 Bob Jones (bob@acme.com) kirjoitti:",
  "wt., 3 maj 2026 o 16:19 Bob Jones <bob@acme.com> napisał(a):",
  "út 3. 5. 2026 v 16:19 odesílatel Bob Jones <bob@acme.com> napsal:",
  "Bob Jones <bob@acme.com> ezt írta (időpont: 2026. máj. 3., K, 16:19):",
  "3 мая 2026 г., в 16:19, Bob Jones <bob@acme.com> написал(а):",
  "вт, 3 трав. 2026 р. о 16:19 Bob Jones <bob@acme.com> пише:",
  "3 May 2026 Sal, 16:19 tarihinde Bob Jones <bob@acme.com> şunu yazdı:",
  "Στις Τρί 3 Μαΐ 2026 στις 4:19 μ.μ., ο/η Bob Jones <bob@acme.com> έγραψε:",
  "Bob Jones <bob@acme.com> 于2026年5月3日周二 16:19写道：",
  "2026年5月3日(火) 16:19 Bob Jones <bob@acme.com>:",
  "2026년 5월 3일 (화) 오후 4:19, Bob Jones <bob@acme.com>님이 작성:",
  "في الثلاثاء، 3 مايو 2026 في 4:19 م تمت كتابة ما يلي بواسطة Bob Jones <bob@acme.com>:",
  "2026-05-03 16:19 GMT+02:00 Bob Jones <bob@acme.com>:",
  "-----Original Message-----\nFrom: Bob Jones\nSent: Tuesday\nTo: Ann\nSubject: Parts",
  "-----Ursprüngliche Nachricht-----",
  "From: Bob Jones <bob@acme.com>\nSent: Tuesday, 3 May 2026 16:19\nTo: Ann\nSubject: Parts",
  "Von: Bob Jones\nGesendet: Dienstag, 3. Mai 2026 16:19\nAn: Ann\nBetreff: Teile",
  "De : Bob Jones\nEnvoyé : mardi 3 mai 2026 16:19\nÀ : Ann\nObjet : Pièces",
  "De: Bob Jones\nEnviado el: martes, 3 de mayo de 2026 16:19\nPara: Ann\nAsunto: Piezas",
  "Bob Jones/HQ/Acme@ACME on 05/03/2026 04:19:00 PM\nTo: Ann Lee/HQ/Acme@ACME, Tom Ray/HQ/Acme@ACME,\nEva Stone@ACME\ncc:\n\nSubject: Parts",
  "   Bob Jones\n   05/03/2026 04:19 PM\n   \n       To: Ann Lee/HQ/Acme@ACME\n       cc:\n       Subject: Parts",
  "Bob Jones@ACME\nSent by: Eva Stone\n05/03/2026 04:19 PM\nTo: Ann Lee/HQ/Acme@ACME\ncc:\nSubject: Parts",
  "From:  Bob Jones                 05/03/2026 04:19 PM\n\n\nTo: Ann Lee@ACME\ncc:\nSubject: Parts",
  "----- Forwarded by Ann Lee/HQ/Acme on 05/03/2026 04:19\nPM ------------\n\nBob Jones\n05/02/2026 09:00 AM\nTo: Ann Lee@ACME\ncc:\nSubject: Parts",
  "____________________ Reply Separator\n____________________\nSubject: Parts\nAuthor: Bob Jones at Acme\nDate: 05/03/2026",
  "发件人: Bob Jones\n发送时间: 2026年5月3日 16:19\n收件人: Ann\n主题: 零件",
])("%j begins someone else's text", (intro) => {
  expect(peeled(`What do they cost?\n\n${intro}\n\n> We have parts.\n`)).toBe("What do they cost?");
  expect(peeled(`What do they cost?\n\n${intro}\n\nWe have parts.\n`)).toBe("What do they cost?");
});

test("answers between and below quoted lines stay", () => {
  const text = "On 3 May 2026 Bob <bob@acme.com> wrote:\n> How many?\n\n200.\n\n> Where to?\n\nTo Berlin.";
  expect(peeled(text).split(/\n+/u)).toEqual(["200.", "To Berlin."]);
});

test("a log line with a date and an account doesn't begin a quote", () => {
  const text = "It fails:\n05/03/2026 16:19:02 renew service/ACME.COM@ACME.COM\nPlease help.";
  expect(peeled(text)).toBe(text);
});

test("a sentence about what someone writes doesn't begin a quote", () => {
  const text = "At PumpCon 2014, Bo Lund showed where he writes on slide 46 about pumps:\nThey are slow.\n\nAnna";
  expect(peeled(text)).toBe(text);
});

test("someone quoted without a date isn't the writer either", () => {
  expect(peeled("Bob Jones wrote:\n\n> How many?\n\n200.")).toBe("200.");
  expect(peeled('From: "Bob Jones" <bob@acme.com>\n> How many?\n\n200.')).toBe("200.");
});

test.each([
  "_______\nPumps mailing list\nPumps@lists.example\nhttps://lists.example/listinfo/pumps",
  "_______\nPump-users mailing list -- pumps@lists.example\nTo unsubscribe send an email to pumps-leave@lists.example",
  "Geschäftsführer: Dr. Bo Lund, Amtsgericht Aurich HRB 15280\nUSt-IdNr. DE812345678",
  "Acme Pumps Ltd. is registered in England & Wales with company number 01234567.\nRegistered address: 4 Mill Lane, Leeds\nVAT registration number: GB 123 4567 89",
  "-----BEGIN PGP SIGNATURE-----\nVersion: 1\n\niD8DBQE9\n-----END PGP SIGNATURE-----",
  " <<plan.doc>>\n - plan.doc",
])("skips %j below a message", (footer) => {
  expect(peeled(`What do they cost?\n\n${footer}`)).toBe("What do they cost?");
});

test("reads a message that is quoted entirely", () => {
  expect(peeled("> Please quote 200 pieces.\n> Thanks")).toBe("Please quote 200 pieces.\nThanks");
});

test.each([
  "On Monday we wrote a tender.\nIt asks for 200 pieces.",
  "From: Berlin\nWe need transport to Paris.",
  "On 3 May 2026 we open a shop.\nCan you deliver until then?",
  "I wrote to you on Monday: no answer yet.\nPlease call.",
  "Delivery to Paris\n05/03/2026 04:19 PM\nPlease confirm.",
  "| Pumps      | 20 |\n| Valves     | 40 |",
])("%j is entirely the writer's own", (text) => {
  expect(peeled(text)).toBe(text);
});

test.each([
  "Sent from my iPhone",
  "Von meinem iPhone gesendet",
  "Envoyé de mon iPhone",
  "Get Outlook for iOS<https://aka.ms/o0ukef>",
  "This e-mail is confidential and intended solely for the addressee.\nIf you received it in error, delete it.",
  "Diese E-Mail enthält vertrauliche Informationen.\nBitte löschen Sie sie.",
  "This message has been scanned for viruses and\ndangerous content by a scanner.",
  "Confidentiality notice: only for you.\nDo not copy.",
])("removes %j", (boilerplate) => {
  expect(peeled(`Please quote.\n\n${boilerplate}`)).toBe("Please quote.");
});

test.each([
  "CAUTION: This email originated from outside of the organization.",
  "You don't often get email from ann@lee.example. Learn why this is important",
  "Sie erhalten nicht häufig E-Mails von ann@lee.example. Erfahren Sie, warum dies wichtig ist",
  "Vous n’obtenez pas souvent d’e-mail à partir de ann@lee.example. Pourquoi c’est important",
  "Diese Nachricht kommt von außerhalb der Organisation. Klicken Sie auf keine Links.",
  "ATTENTION : ce message provient de l'extérieur.",
  "*** EXTERNE E-MAIL *** Vorsicht bei Anhängen",
])("removes a mail server's warning at the top: %j", (warning) => {
  expect(peeled(`${warning}\n\nPlease quote.`)).toBe("Please quote.");
});

test("keeps a person's words about a message", () => {
  const words = "This message is for your external sales team.";
  expect(peeled(`${words}\n\nPlease quote.`)).toBe(`${words}\n\nPlease quote.`);
});

const SUITE = join(process.env["PEER_SUITES"] ?? "", "email-reply-trimmer");
const hasSuite = process.env["PEER_SUITES"] !== undefined && existsSync(SUITE);

describe.runIf(hasSuite)("the email-reply-trimmer suite", () => {
  /** What that trimmer keeps and we don't, or vice versa. */
  const AGREED: Record<string, string> = {
    "quote_only.txt": "a message that is only quoted is read without its marks",
    "embedded_email_7.txt": "what stands behind a line of underscores is a signature, which is split off later",
  };
  const names = hasSuite ? readdirSync(join(SUITE, "emails")).filter((name) => !(name in AGREED)) : [];

  test.each(names)("%s", (name) => {
    const lines = peelQuotes(toLines(readFileSync(join(SUITE, "emails", name), "utf8")));
    const rule = lines.findLastIndex((line) => /^--\s?$/u.test(line));
    const expected = readFileSync(join(SUITE, "trimmed", name), "utf8").split("\n");
    // It keeps quoted lines between answers, and here a separate step splits off the signature.
    expect(words(rule > 0 ? lines.slice(0, rule) : lines)).toBe(words(expected));
  });

  function words(lines: readonly string[]): string {
    return lines
      .filter((line) => !/^\s*>/u.test(line))
      .join(" ")
      .replace(/\s+/gu, " ")
      .trim();
  }
});
