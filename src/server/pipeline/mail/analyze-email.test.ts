import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFAULT_AUTOMATION_RULES } from "#shared/contract/mailbox.ts";
import { analyzeEmail, type AnalyzedEmail } from "#server/pipeline/mail/analyze-email.ts";
import { shippedModel } from "#server/pipeline/mail/model/shipped-model.ts";

async function analyze(raw: Uint8Array | string): Promise<AnalyzedEmail> {
  return analyzeEmail(raw, {
    ownAddresses: ["sales@ours.example"],
    rules: DEFAULT_AUTOMATION_RULES,
    model: shippedModel,
  });
}

const SOURCE = [
  "Message-ID: <abc@acme.de>",
  'From: "Schmidt, Anna" <anna@acme.de>',
  "To: sales@ours.example",
  "Subject: =?UTF-8?Q?Anfrage_f=C3=BCr_Lizenzen?=",
  "Date: Sun, 3 May 2026 10:00:00 +0200",
  "Content-Type: text/html; charset=utf-8",
  "",
  "<p>Hello,</p><p>we would like to buy 20 licences. What do they cost?</p>",
  '<p>Kind regards<br>Anna Schmidt<br>CTO<br>Acme GmbH<br><a href="tel:+49301234567">Call</a></p>',
  "<div class=gmail_quote>On Sat, 2 May 2026, Bob &lt;b@c.de&gt; wrote:<br><blockquote>buy ours</blockquote></div>",
].join("\r\n");

test("reads a message from a mailbox", async () => {
  const expected = {
    messageKey: "<abc@acme.de>",
    kind: "message",
    from: "Schmidt, Anna <anna@acme.de>",
    subject: "Anfrage für Lizenzen",
    date: "2026-05-03T08:00:00.000Z",
    isOwn: false,
    analysis: {
      name: "Anna Schmidt",
      company: "Acme GmbH",
      title: "CTO",
      phone: "+49301234567",
      email: "anna@acme.de",
      text: "Hello,\n\nwe would like to buy 20 licences. What do they cost?",
      methods: { name: "header", email: "header", company: "signature", title: "signature", phone: "signature" },
      evidence: ["from:acme.de"],
    },
    verdict: { isLead: true },
  };
  expect(await analyze(Buffer.from(SOURCE))).toMatchObject(expected);
  expect(await analyze(SOURCE)).toMatchObject(expected);
});

test("reads a pasted mbox file with its headers", async () => {
  for (const first of ["From anna@acme.de Thu Aug 22 12:36:23 2002", ">From anna@acme.de  Thu Aug 22 12:36:23 2002"]) {
    const { from, subject, analysis } = await analyze(`${first}\n${SOURCE}`);
    expect({ from, subject, name: analysis.name }).toEqual({
      from: "Schmidt, Anna <anna@acme.de>",
      subject: "Anfrage für Lizenzen",
      name: "Anna Schmidt",
    });
  }
});

test("drops all headers of a pasted newsgroup post", async () => {
  const head = "From: anna@acme.de (Anna Schmidt)\nSubject: Plotters\nOrganization: Acme GmbH, Bonn\nLines: 2";
  const { from, subject, analysis } = await analyze(`${head}\n\nWho sells plotters?\nPlease send prices.`);
  expect({ subject, text: analysis.text }).toEqual({
    subject: "Plotters",
    text: "Who sells plotters?\nPlease send prices.",
  });
  expect(from).toContain("anna@acme.de");
});

test("a Message-ID of any length becomes an indexable key", async () => {
  const keys = await Promise.all(
    ["<abc@acme.de>", `<${"x".repeat(3_000)}@a>`, `<${"x".repeat(3_000)}@b>`, "é".repeat(1_500)].map(
      async (id) => (await analyze(Buffer.from(SOURCE.replace("<abc@acme.de>", id)))).messageKey,
    ),
  );
  expect(keys[0]).toBe("<abc@acme.de>");
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) expect(Buffer.byteLength(key)).toBeLessThan(1_000);
});

const PASTED: [string, string, Partial<AnalyzedEmail["analysis"]>][] = [
  [
    "bare words with a signature",
    "Hi,\nwe need 200 licences. Could you send me a quote?\n\nKind regards,\nAnna Schmidt\nHead of IT | Acme GmbH\nHauptstr. 5, 10115 Berlin\nTel: +49 30 1234567\nFax: +49 30 1234568\nanna.schmidt@acme.de\nwww.acme.de",
    {
      name: "Anna Schmidt",
      title: "Head of IT",
      company: "Acme GmbH",
      phone: "+49 30 1234567",
      email: "anna.schmidt@acme.de",
      address: "Hauptstr. 5, 10115 Berlin",
      website: "www.acme.de",
    },
  ],
  [
    "a header in German",
    "Von: Max Müller <max@mueller-bau.de>\nGesendet: Sonntag, 3. Mai 2026 10:00\nAn: info@ours.example\nBetreff: Anfrage\n\nwir benötigen ein Angebot für 50 Lizenzen.\n\nMit freundlichen Grüßen\nMax Müller\nGeschäftsführer\nMüller Bau GmbH\nTel. 030 / 123 45 67",
    {
      name: "Max Müller",
      title: "Geschäftsführer",
      company: "Müller Bau GmbH",
      phone: "030 / 123 45 67",
      email: "max@mueller-bau.de",
      subject: "Anfrage",
    },
  ],
  [
    "forwarded, in French",
    "---------- Forwarded message ---------\nFrom: Jean Dupont <jean@dupont.fr>\nDate: Sun, May 3, 2026 at 10:00 AM\nSubject: Demande de devis\nTo: <tom@ours.example>\n\nPouvez-vous m'envoyer un devis pour 20 postes ?\n\nCordialement\nJean Dupont\nDirecteur des achats\nDupont SARL\nTél : 01 23 45 67 89",
    {
      name: "Jean Dupont",
      title: "Directeur des achats",
      company: "Dupont SARL",
      phone: "01 23 45 67 89",
      email: "jean@dupont.fr",
      subject: "Demande de devis",
    },
  ],
  [
    "HTML",
    "<div>Necesitamos un presupuesto para 30 sillas.</div><div><br></div><div>Un saludo,</div><div>Ana Ruiz<br>Gerente de compras<br>Muebles Ruiz S.L.<br>ana@ruiz.es</div>",
    { name: "Ana Ruiz", title: "Gerente de compras", company: "Muebles Ruiz S.L.", email: "ana@ruiz.es" },
  ],
  [
    "Cyrillic",
    "Пришлите, пожалуйста, предложение на 200 лицензий.\n\nС уважением,\nИван Петров\nКоммерческий директор\nООО «Ромашка»\nтел. +7 495 123-45-67\nivan@romashka.ru",
    {
      name: "Иван Петров",
      title: "Коммерческий директор",
      company: "ООО «Ромашка»",
      phone: "+7 495 123-45-67",
      email: "ivan@romashka.ru",
    },
  ],
  [
    "Greek",
    "Παρακαλώ στείλτε μας προσφορά.\n\nΜε εκτίμηση,\nΓιώργος Παπαδόπουλος\nΔιευθυντής\nΤηλ: +30 210 1234567\ngiorgos@papado.gr",
    { name: "Γιώργος Παπαδόπουλος", title: "Διευθυντής", phone: "+30 210 1234567", email: "giorgos@papado.gr" },
  ],
  [
    "Japanese",
    "From: 山田 太郎 <yamada@yamada-ss.co.jp>\nDate: 2026-05-03\nTo: sales@ours.example\nSubject: お見積りのお願い\n\n200ライセンスの見積もりをお願いいたします。\n\n株式会社山田製作所\n営業部 部長\n山田 太郎\nTEL: 03-1234-5678",
    {
      name: "山田 太郎",
      company: "株式会社山田製作所",
      title: "営業部 部長",
      phone: "03-1234-5678",
      email: "yamada@yamada-ss.co.jp",
    },
  ],
  [
    "Arabic",
    "من: أحمد علي <ahmed@alnoor.ae>\nالتاريخ: 2026-05-03\nإلى: sales@ours.example\nالموضوع: طلب عرض سعر\n\nنود الحصول على عرض سعر.\n\nمع أطيب التحيات\nأحمد علي\nمدير المشتريات\nشركة النور\nهاتف: +971 4 123 4567",
    {
      name: "أحمد علي",
      title: "مدير المشتريات",
      company: "شركة النور",
      phone: "+971 4 123 4567",
      email: "ahmed@alnoor.ae",
    },
  ],
  [
    "a form that a website passed on",
    "From: WordPress <wordpress@ours.example>\nTo: sales@ours.example\nSubject: New inquiry\nDate: Sun, 3 May 2026 10:00:00 +0200\n\nName: Peter Jones\nE-Mail: peter@jones.co.uk\nPhone: +44 20 7946 0958\nCompany: Jones Ltd\nMessage: We are looking for a supplier of 500 units.",
    {
      name: "Peter Jones",
      company: "Jones Ltd",
      phone: "+44 20 7946 0958",
      email: "peter@jones.co.uk",
      text: "We are looking for a supplier of 500 units.",
    },
  ],
  [
    "a signature with the notices that German law wants",
    "Können Sie uns ein Angebot machen?\n\nMfG\n\ni.A. Sabine Koch\nEinkauf\n\nMusterbau GmbH & Co. KG\nIndustriestraße 12 · 70565 Stuttgart\nTelefon 0711 / 123456-0 · Telefax 0711 / 123456-99\nE-Mail: s.koch@musterbau.de\nGeschäftsführer: Dr. Klaus Muster · HRB 12345 Stuttgart · USt-IdNr. DE123456789",
    {
      name: "Sabine Koch",
      company: "Musterbau GmbH & Co. KG",
      title: "",
      phone: "0711 / 123456-0",
      email: "s.koch@musterbau.de",
      address: "Industriestraße 12, 70565 Stuttgart",
    },
  ],
  ["a line", "pls send pricelist tom@acme.com", { name: "", company: "", email: "tom@acme.com" }],
];

test.each(PASTED)("pasted: %s", async (_name, text, expected) => {
  expect((await analyze(text)).analysis).toMatchObject(expected);
});

test.each(PASTED)("every field appears literally in the pasted text: %s", async (_name, text) => {
  const { name, title, phone, email } = (await analyze(text)).contact;
  const shown = text.replaceAll(/<br>|<\/?div>/gu, "\n");
  for (const value of [name, title, phone, email]) expect(shown).toContain(value);
});

test("a website's form sent from our own address is the visitor's, whatever its headers say of the website", async () => {
  const raw = [
    "From: Ours <no-reply@ours.example>",
    "Reply-To: Ann Lee <ann@lee.example>",
    "To: sales@ours.example",
    "Subject: Website",
    "X-SG-EID: 1",
    "",
    "We want to buy 10 pumps. What is the price?",
  ];
  const { contact, verdict, isOwn, analysis } = await analyze(Buffer.from(raw.join("\r\n")));
  expect({ name: contact.name, email: contact.email, isOwn }).toEqual({
    name: "Ann Lee",
    email: "ann@lee.example",
    isOwn: false,
  });
  expect([verdict.verdict, analysis.evidence]).toEqual(["lead", ["from:lee.example"]]);
});

test("a message to a group of ours is its first sender's, even if replies go to the group", async () => {
  const raw = [
    "From: 'Jörg Lee' via Sales <sales@ours.example>",
    "X-Original-From: =?UTF-8?Q?J=C3=B6rg_Lee?= <joerg@lee.example>",
    "Reply-To: sales@ours.example",
    "To: sales@ours.example",
    "List-ID: <sales.ours.example>",
    "Precedence: list",
    "Subject: Pumps",
    "",
    "We want to buy 10 pumps. What is the price?",
  ];
  const { from, contact, verdict } = await analyze(Buffer.from(raw.join("\r\n")));
  expect({ from, name: contact.name, email: contact.email, verdict: verdict.verdict }).toEqual({
    from: "Jörg Lee <joerg@lee.example>",
    name: "Jörg Lee",
    email: "joerg@lee.example",
    verdict: "lead",
  });
});

test.each([
  ["the address in the text", "My email is ann@lee.example.", "ann@lee.example"],
  ["none", "Please answer on our website.", ""],
])("an inquiry that a portal passes on from a no-reply address has %s", async (_what, line, email) => {
  const raw = [
    "From: Market <noreply@market.example>",
    "Subject: New inquiry",
    "",
    `Ann Lee wants to buy 10 pumps and asks for your price. ${line}`,
    "",
    "Questions? Write to support@market.example.",
  ];
  expect((await analyze(Buffer.from(raw.join("\r\n")))).contact.email).toBe(email);
});

/** A message that passes on another one as an attachment. */
function attaching(type: string, disposition = ""): Buffer {
  const lines = [
    "From: Tom Poe <tom@ours.example>",
    "To: sales@ours.example",
    "Subject: One for you",
    `Content-Type: ${type}; boundary=x`,
    "",
    "--x",
    "Content-Type: text/plain",
    "",
    "Please take care of this one.",
    "--x",
    "Content-Type: message/rfc822",
    ...(disposition === "" ? [] : [`Content-Disposition: ${disposition}`]),
    "",
    "From: Ann Lee <ann@lee.example>",
    "Date: Mon, 4 May 2026 10:00:00 +0200",
    "Subject: Pumps",
    "",
    "We want to buy 10 pumps. What is the price?",
    "",
    "Ann Lee",
    "--x--",
  ];
  return Buffer.from(lines.join("\r\n"));
}

test.each(["", "inline", "attachment; filename=pumps.eml"])(
  "a message forwarded as an attachment belongs to its writer (disposition %j)",
  async (disposition) => {
    const { contact, verdict, date } = await analyze(attaching("multipart/mixed", disposition));
    expect(contact).toMatchObject({ name: "Ann Lee", email: "ann@lee.example" });
    expect(verdict.verdict).toBe("lead");
    expect(date).toBe("2026-05-04T08:00:00.000Z");
  },
);

test("a message that a report returns isn't a forwarded one", async () => {
  const { contact, verdict } = await analyze(attaching("multipart/report; report-type=delivery-status"));
  expect(contact.email).toBe("tom@ours.example");
  expect(verdict.verdict).toBe("not_lead");
});

test("the same words are the same message, even if pasted with other whitespace", async () => {
  const [first, second, other] = [
    await analyze("Please  quote.\n\nAnna"),
    await analyze("Please quote.\r\nAnna\n"),
    await analyze("Please quote. Bob"),
  ];
  expect(second.messageKey).toBe(first.messageKey);
  expect(other.messageKey).not.toBe(first.messageKey);
});

test.each([
  ["nothing but bytes", Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 7_919) % 256)), "message"],
  [
    "an unknown charset and encoding",
    Buffer.from(
      "From: a@b.de\r\nContent-Type: text/plain; charset=klingon\r\nContent-Transfer-Encoding: base65\r\n\r\nPlease quote",
    ),
    "message",
  ],
  [
    "a boundary that never comes",
    Buffer.from("From: a@b.de\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\nPlease quote"),
    "message",
  ],
  [
    "base64 cut off",
    Buffer.from("From: a@b.de\r\nContent-Transfer-Encoding: base64\r\n\r\nUGxlYXNlIHF1b3Rl%%"),
    "message",
  ],
  [
    "parts in parts",
    Buffer.from(
      Array.from({ length: 300 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join(
        "",
      ),
    ),
    "unreadable",
  ],
  ["a header of a megabyte", Buffer.from(`X: ${"a".repeat(1_000_000)}\r\n\r\nhi`), "unreadable"],
  [
    "a hundred thousand parts",
    Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\n\r\nx\r\n".repeat(100_000)}`),
    "message",
  ],
  ["a message in a message, and so on", Buffer.from("Content-Type: message/rfc822\r\n\r\n".repeat(2_000)), "message"],
  ["nothing", new Uint8Array(), "unreadable"],
])("%s returns a result instead of throwing", async (_name, raw, kind) => {
  const analyzed = await analyze(raw);
  expect(analyzed.kind).toBe(kind);
  expect(/^The message can't be read: ./u.test(analyzed.verdict.reason)).toBe(kind === "unreadable");
});

// A reader with quadratic run time wouldn't finish these before the test times out.
test.each([
  "\n",
  "x\n",
  ">\n",
  "<",
  "<div>",
  "On 3 May 2026 ",
  "From: a\nTo: b\nDate: c\n\n",
  "Name: x\n",
  "Thanks\n",
  "---------- ",
  "wrote: ",
  "a@",
  "I am Anna ",
  "|ax",
  " ",
])("a megabyte of %j is read to its end", async (piece) => {
  const text = piece.repeat(1_000_000 / piece.length);
  const source = Buffer.from(`From: a@b.de\r\nMessage-ID: <1@b>\r\nContent-Type: text/html\r\n\r\n${text}`);
  expect((await analyze(source)).messageKey).toBe("<1@b>");
  expect((await analyze(text)).messageKey).toMatch(/^sha256:/u);
});

test("a signature line of a megabyte is read to its end", async () => {
  const text = `What would 20 chairs cost?\n\n-- \n${".".repeat(1_000_000)}`;
  expect((await analyze(text)).messageKey).toMatch(/^sha256:/u);
});

test("never rejects, whatever is pasted or arrives", async () => {
  const piece = fc.constantFrom(
    "From: ",
    "\n",
    "\r\n\r\n",
    "<p>",
    "> ",
    "wrote:",
    "--b",
    "Content-Type: multipart/mixed; boundary=b",
    "@",
    "=?x?q?",
    "Subject: Fwd:",
    "\0",
    "💥",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }), async (pieces) => {
      const text = pieces.join("");
      for (const raw of [text, Buffer.from(text)]) {
        const { verdict, analysis } = await analyze(raw);
        expect(verdict.confidence).toBeGreaterThanOrEqual(0);
        expect(analysis.text).toBe(analysis.text.toWellFormed());
      }
    }),
  );
});

const SUITES = process.env["PEER_SUITES"];
const filesIn = (folder: string, ends: string): string[] => {
  const path = join(SUITES ?? "", folder);
  return SUITES === undefined || !existsSync(path)
    ? []
    : readdirSync(path).flatMap((name) => (name.endsWith(ends) ? [join(path, name)] : []));
};

describe.runIf(SUITES !== undefined)("messages from other projects", () => {
  const mails = [...filesIn("mailparser", ".eml"), ...filesIn("mailparser/fixtures", ".eml")];
  test.each(mails)("reads %s", async (path) => {
    const { kind, verdict } = await analyze(readFileSync(path));
    expect({ kind, isLead: verdict.isLead }).toEqual({ kind: "message", isLead: false });
  });

  /** The parser joins "> Hi" and "Hello" of a flowed text (RFC 3676) although one of them is quoted. */
  const replies = filesIn("talon/fixtures/standard_replies", ".eml").filter(
    (path) => !path.endsWith("thunderbird.eml"),
  );
  test.each(replies)("cuts %s correctly", async (path) => {
    expect((await analyze(readFileSync(path))).analysis.text).toBe("Hello");
  });

  test.each(filesIn("talon/fixtures/html_replies", ".html"))("cuts %s correctly", async (path) => {
    const header = Buffer.from("From: Alex <alex@acme.com>\r\nContent-Type: text/html; charset=utf-8\r\n\r\n");
    expect((await analyze(Buffer.concat([header, readFileSync(path)]))).analysis.text).toBe("Hi. I am fine.");
  });
});
