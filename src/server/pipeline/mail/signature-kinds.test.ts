import { expect, test } from "vitest";
import { readMessageParts } from "#server/pipeline/mail/mime/message-parts.ts";
import { readPasted } from "#server/pipeline/mail/read-pasted.ts";

const TEXT = "Hello,\n\nwe need an offer for twenty of your pumps before the end of the month.\n\n";

async function contactOf(message: string) {
  return readMessageParts(await readPasted(message), []).contact;
}

test.each([
  [
    "German",
    "Mit freundlichen Grüßen\n\nAnneke Bolte\nLeiterin Einkauf\n\nBolte Pumpentechnik GmbH\nHafenstr. 4, 26789 Leer\nTel.: +49 491 55512-0\nFax: +49 491 55512-9\na.bolte@bolte-pumpen.example",
    ["Anneke Bolte", "Bolte Pumpentechnik GmbH", "Leiterin Einkauf", "+49 491 55512-0", "a.bolte@bolte-pumpen.example"],
  ],
  [
    "French",
    "Cordialement,\n\nMaëlle Garnier\nResponsable achats\nGarnier Travaux SARL\n12 rue des Lilas, 69003 Lyon\nTél. : 04 72 55 01 02\nTélécopie : 04 72 55 01 03",
    ["Maëlle Garnier", "Garnier Travaux SARL", "Responsable achats", "04 72 55 01 02", ""],
  ],
  [
    "Spanish",
    "Un cordial saludo,\n\nNuria Beltrán Soto\nJefa de compras\nTransportes Beltrán, S.L.\nC/ Mayor 8, 46001 Valencia\nMóvil: 612 345 678",
    ["Nuria Beltrán Soto", "Transportes Beltrán, S.L.", "Jefa de compras", "612 345 678", ""],
  ],
  [
    "Portuguese",
    "Com os melhores cumprimentos,\n\nJoana Teles\nDiretora comercial\nTeles & Filhos, Lda.\nTelemóvel: +351 912 345 678",
    ["Joana Teles", "Teles & Filhos, Lda.", "Diretora comercial", "+351 912 345 678", ""],
  ],
  [
    "Italian",
    "Cordiali saluti\n\nGiulia Ferrante\nResponsabile acquisti\nFerrante Impianti S.r.l.\nVia Roma 12, 20121 Milano\nTel. 02 5550101 - Fax 02 5550102",
    ["Giulia Ferrante", "Ferrante Impianti S.r.l.", "Responsabile acquisti", "02 5550101", ""],
  ],
  [
    "Dutch",
    "Met vriendelijke groet,\n\nSanne de Wit\nInkoper\nDe Wit Installaties B.V.\nT: +31 20 555 01 01\nF: +31 20 555 01 02\nwww.dewit.example",
    ["Sanne de Wit", "De Wit Installaties B.V.", "Inkoper", "+31 20 555 01 01", ""],
  ],
  [
    "Russian",
    "С уважением,\nОльга Петрова\nменеджер по закупкам\nООО «Ромашка»\nтел.: +7 (495) 555-01-01\nфакс: +7 (495) 555-01-02",
    ["Ольга Петрова", "ООО «Ромашка»", "менеджер по закупкам", "+7 (495) 555-01-01", ""],
  ],
  [
    "Chinese",
    "此致\n敬礼\n\n王小明\n采购经理\n上海晨光机械有限公司\n电话：021-55550101\n传真：021-55550102",
    ["王小明", "上海晨光机械有限公司", "采购经理", "021-55550101", ""],
  ],
  [
    "Japanese",
    "よろしくお願いいたします。\n\n株式会社青空製作所\n購買部 課長\n佐藤 花子\nTEL: 03-5555-0101\nFAX: 03-5555-0102",
    ["佐藤 花子", "株式会社青空製作所", "購買部 課長", "03-5555-0101", ""],
  ],
  [
    "Polish",
    "Z poważaniem\n\nKatarzyna Nowicka\nSpecjalista ds. zakupów\nNowicka Budowa Sp. z o.o.\nul. Długa 5, 00-238 Warszawa\ntel. kom.: +48 601 555 010",
    ["Katarzyna Nowicka", "Nowicka Budowa Sp. z o.o.", "Specjalista ds. zakupów", "+48 601 555 010", ""],
  ],
  [
    "Turkish",
    "Saygılarımla,\n\nElif Demir\nSatın Alma Müdürü\nDemir Makina A.Ş.\nTel: +90 212 555 01 01\nFaks: +90 212 555 01 02",
    ["Elif Demir", "Demir Makina A.Ş.", "Satın Alma Müdürü", "+90 212 555 01 01", ""],
  ],
])("reads a %s signature", async (_language, signature, expected) => {
  const { name, company, title, phone, email } = await contactOf(TEXT + signature);
  expect([name, company, title, phone, email]).toEqual(expected);
});

test("takes a domain in the signature as the website, but no address", async () => {
  const header = "From: Dale Finch <dale@orvane.example>\nSubject: Pumps\n\n";
  const signature = "Regards\nDale Finch\nEmail: dale@orvane.example";
  expect((await contactOf(header + TEXT + signature)).website).toBe("");
  expect((await contactOf(`${header}${TEXT}${signature} | Orvane.example`)).website).toBe("Orvane.example");
});

test.each([
  ["no greeting above it", "Dale Finch\nOrr & Finch\n(555) 201-3344"],
  ["a rule above it", "-- \nDale Finch\nOrr & Finch\n(555) 201-3344"],
  ["a drawn rule above it", "=====================\nDale Finch\nOrr & Finch\n(555) 201-3344"],
  ["a sign-off above it", "Dale\n\n\n\nDale Finch\nOrr & Finch\n(555) 201-3344"],
  ["an attachment below it", "Dale Finch\nOrr & Finch\n(555) 201-3344\n\n <<plan.doc>>\n - plan.doc"],
  ["a motto below it", 'Dale Finch\nOrr & Finch\n(555) 201-3344\n\n"Measure twice."\n  -- Anna Miller'],
  [
    "a list footer below it",
    "-- \nDale Finch\nOrr & Finch\n(555) 201-3344\n\n_______\nPumps mailing list\nPumps@lists.example\nhttps://lists.example/listinfo/pumps",
  ],
  [
    "a legal notice below it",
    "Dale Finch\nOrr & Finch\n(555) 201-3344\n\nNOTICE: This message is for the sole use of the addressee.\nCall Anna Miller at (555) 201-9999.",
  ],
  ["everything in one line", "Dale Finch | Orr & Finch | (555) 201-3344"],
  ["columns", "Dale Finch                 Orr & Finch\n12 Oak Road                (555) 201-3344"],
  [
    "a frame",
    "+-----+\n| Dale Finch               |\n| Orr & Finch              |\n| voice: (555) 201-3344    |\n+-----+",
  ],
  ["a department", "Dale Finch\nPurchasing Department\nOrr & Finch\n555/201-3344"],
  ["a fax before the phone", "Dale Finch\nOrr & Finch\nFax (555) 201-3345\nPh (555) 201-3344"],
  ["an assistant's number", "Dale Finch\nOrr & Finch\n555.201.3344\nAsst Anna Miller 555.201.9999"],
])("reads a signature with %s", async (_kind, signature) => {
  const { name, company, phone } = await contactOf(TEXT + signature);
  expect({ name, company, phone: phone.replace(/\D/gu, "") }).toEqual({
    name: "Dale Finch",
    company: "Orr & Finch",
    phone: "5552013344",
  });
});

test.each([
  ["Please call Bob Miller at (555) 201-9999.", ""],
  ["Questions go to Anna Miller, her number is (555) 201-9999.", ""],
  ["Dial-in number: (555) 201-9999", ""],
  ["Holyoke, MA  01040-2841", ""],
  ["For deliveries: (555) 201-9999 (ask for Bob)", ""],
  ["Please call me at (555) 201-3344.", "(555) 201-3344"],
  ["You can reach me on (555) 201-3344.", "(555) 201-3344"],
  ["Rufen Sie mich an: 0491 555120", "0491 555120"],
])("%j gives the writer's phone %j", async (text, expected) => {
  expect((await contactOf(`Hello,\n\nwe need an offer.\n\n${text}`)).phone).toBe(expected);
});

test.each([
  ["Reply to Mika.Berger@acme.example please.\n\nRegards,\nDale Finch", ""],
  ["My team member Ann Bai (abai@acme.example) sent the form.\n\nRegards,\nDale Finch", ""],
  ["See https://acme.example/m/20260504-dale@acme.example\n\nRegards,\nBo Lund", ""],
  ["Pumps?\n\nRegards,\nDale Finch\nEmail: gb at orrpumps.com", "gb@orrpumps.com"],
  ["Write to me at dale@orr.example.\n\nRegards,\nDale Finch", "dale@orr.example"],
])("%j gives the address %j", async (text, expected) => {
  expect((await contactOf(text)).email).toBe(expected);
});

test.each([
  ["Eaton Bank of Commerce", "Eaton Bank of Commerce"],
  ["University of Northfield", "University of Northfield"],
  ["Director, Northfield Works", "Northfield Works"],
  ["NWB", "NWB"],
  ["12 Oak Road\nNorthfield, MN 55057", ""],
  ["We at NWB build bridges.", "NWB"],
  ["株式会社青空製作所 購買部", "株式会社青空製作所"],
  ["<b>Orr & Finch</b>", ""],
])("the company of a signature with %j is %j", async (line, expected) => {
  expect((await contactOf(`${TEXT}Dale Finch\n${line}\n(555) 201-3344\ndale@nwb.com`)).company).toBe(expected);
});

test("a name spelled by the header or the address wins over another", async () => {
  const signature = "Grainger Holt\nDale Finch\nOrr & Finch\ndfinch@orrfinch.example";
  expect((await contactOf(TEXT + signature)).name).toBe("Dale Finch");
  const shown = 'From: "Finch, Dale" <x@orr.example>\nTo: us@ours.example\nSubject: Pumps\n\n';
  expect((await contactOf(shown + TEXT)).name).toBe("Dale Finch");
  for (const noted of ["Finch, Dale (Purchasing)", "Dale Finch (BT/ETI)", "Dale Finch via Pumps"])
    expect((await contactOf(shown.replace("Finch, Dale", noted) + TEXT)).name).toBe("Dale Finch");
});

test("people with their numbers are a list, not a signature", async () => {
  const { name, phone } = await contactOf(
    "To call today\n\nDale Finch 555-201-3344\nAnna Miller 555-201-9999\nBo Lund 555-201-1111",
  );
  expect({ name, phone }).toEqual({ name: "", phone: "" });
});

test("each field records the line it was read from", async () => {
  const { spans } = await contactOf(`${TEXT}Dale Finch, Buyer\nOrr & Finch\nTel (555) 201-3344`);
  expect(spans).toEqual({
    name: "Dale Finch, Buyer",
    title: "Dale Finch, Buyer",
    company: "Orr & Finch",
    phone: "Tel (555) 201-3344",
  });
});

test.each(["Geom. Paolo Ferri", "Prof. Anna Weber"])("%s is a person, not the company", async (signed) => {
  const contact = await contactOf(`${TEXT}Kind regards\n${signed}\nFerri Costruzioni Srl`);
  expect(contact).toMatchObject({ name: signed.replace(/^\w+\. /u, ""), company: "Ferri Costruzioni Srl" });
});

test.each([
  "http://evil.example pay now",
  "Pay now: www.evil.example",
  "pay at evil.com now",
  "<script>alert(1)</script>",
  "<b>Bob</b>",
])("calls nobody %s", async (name) => {
  const header = `From: "${name}" <pay@evil.com>\nTo: sales@ours.example\nSubject: Offer\nDate: 4 May 2026\n\n`;
  expect(await contactOf(`${header}${TEXT}`)).toMatchObject({ name: "", email: "pay@evil.com" });
  const source = `Mime-Version: 1.0\nFrom: "${name}" <pay@evil.com>\nSubject: Offer\n\n`;
  expect(await contactOf(`${source}${TEXT}`)).toMatchObject({ name: "", email: "pay@evil.com" });
});

test.each(["", "Mime-Version: 1.0\n"])("reads through invisible characters: %j", async (first) => {
  const header = `${first}From: \u202eelpmaxe.live@nna\u202c <ann\u00ada@acme.example>\nSubject: \u202etouq\u202c\n\n`;
  const message = await readPasted(`${header}${TEXT}Kind regards\nAnna\u0000 Sch\u200bmidt\n\u202a+49 40 555123\u202c`);
  expect(message.subject).toBe("touq");
  const { contact } = readMessageParts(message, []);
  expect(contact).toMatchObject({ name: "Anna Schmidt", email: "anna@acme.example", phone: "+49 40 555123" });
});

test.each([
  "> quoted\n",
  "To: Ann Lee/HQ@ACME, Bob/HQ@ACME,\n",
  "Bob Jones 05/03/2026 04:19 PM\n",
  "Thanks,\n",
  "Dale Finch 555-201-3344\n",
  "Aa a@b.com ",
  "Aa & ",
  "my ",
  "<",
  " (",
  " \t",
  ", ",
  "!",
])(
  "reads a million characters of %j without quadratic growth",
  async (piece) => {
    const text = piece.repeat(1_000_000 / piece.length);
    // Quadratic reading would take minutes and time out.
    for (const one of [text, `${text}x`]) expect(await contactOf(one)).toBeDefined();
  },
  60_000,
);

test.each([
  [
    "Regards, Dale Finch, Facilities Manager, Finch Medical Center, (502) 555-0147",
    { name: "Dale Finch", company: "Finch Medical Center" },
  ],
  ["Thanks\nDale Finch\nSr. Admin Assistant", { name: "Dale Finch", title: "Sr. Admin Assistant" }],
  ["Thanks\nDale Finch\nSystems Analyst I", { title: "Systems Analyst I" }],
  ["Thanks\nDale Finch\nHead of Data Team", { title: "Head of Data Team", company: "" }],
  ["Thanks\nDale Finch\nAnn Baker\n(502) 555-0147", { company: "" }],
  ["Thanks\nDale Finch\nBaker Reed L.L.P.\n(502) 555-0147", { title: "", company: "Baker Reed L.L.P." }],
  ["Saludos\nDale Finch\nTfno. 943 55 01 77 – Móvil 655 501 777", { phone: "943 55 01 77" }],
  ["Best,\nDale Finch\nSales: sales@acme.example\ndfinch@acme.example", { email: "dfinch@acme.example" }],
  ["Best,\nDale Finch\nPager: 8775550147@pager.example", { email: "" }],
  ["--Tamsyr", { name: "Tamsyr" }],
  [
    "Regards\nDipl.-Stat. Dale Finch\nPump Engineering and Applied Hydraulics\nUniversit? di Leerano",
    { name: "Dale Finch", company: "Universit? di Leerano" },
  ],
  [
    "Regards\nDale Finch\nUniversity of Leer\nHafenstr. 4\nGREECE. P.C. 43100\nTel No: +27715550158",
    { company: "University of Leer", phone: "+27715550158" },
  ],
  [
    "Dale Finch\n\nPrincipal Software Engineer, Finch Medical Instruments\n\n1610 Mill Street, Suite 202\n\nT: 502 555 0147",
    { name: "Dale Finch", phone: "502 555 0147" },
  ],
  [
    "Dale Finch\nBuyer\n[Shape  Description automatically generated with medium confidence]\n502 555 0147",
    { name: "Dale Finch", title: "Buyer", phone: "502 555 0147" },
  ],
  ["Dale Finch\nBuyer\n\nDirect: 502 555 0147\nMoving Forward", { name: "Dale Finch", title: "Buyer" }],
  [
    "Dale Finch\n\nOffice Administrator\n\nFinch Pump Works, Inc.\n\n4 Mill Lane\n\n502 555 0147",
    { name: "Dale Finch", title: "Office Administrator", company: "Finch Pump Works, Inc." },
  ],
  [
    "Dale Finch\nBuyer\nFinchly\nWhat the world pumps\n\n285 Mill Street, Suite 200\n502 555 0147",
    { name: "Dale Finch", title: "Buyer" },
  ],
  ["Thanks\nDale Finch\nHead of Engineering Lab", { title: "Head of Engineering Lab" }],
  [
    "Regards,\n\n\nZorel Dask\nTeam Lead\n\nOrvane | Better Water Every Day\nM: +49 491 55512-0 | F: +49 491 55512-9\n\nOrvane is proud of its award as the best supplier of the year!",
    { name: "Zorel Dask", title: "Team Lead", company: "Orvane", phone: "+49 491 55512-0" },
  ],
  ["Dale Finch\nBuyer\n\n(502) 555-0147\n\n[1621527942842]\n\nOrvane Internal", { name: "Dale Finch", title: "Buyer" }],
  ["Dale Finch, Ph.D.\nOrvane Corp., Principal Engineer\n502-555-0147", { title: "Principal Engineer" }],
  [
    "Dale Finch\nLakeside State University, Class of 2024\nB.S. Engineering | Honors College\n(502) 555-0147",
    { company: "Lakeside State University" },
  ],
  [
    "Dale B. Finch\n-------------\nAnalyst, Fluid Program\nMarine Pump Laboratory, Woods End\ndfinch at orvanepumps.com",
    { name: "Dale B. Finch", company: "Marine Pump Laboratory", email: "dfinch@orvanepumps.com" },
  ],
  [
    "Best regards,\n\nDale Finch, Account Manager\n\nOrvane Associates, LLC\n\n--------\n\nanswer with stop if this reached you in error",
    { name: "Dale Finch", title: "Account Manager", company: "Orvane Associates, LLC" },
  ],
  [
    "--------\nDale Finch\nSystem Design\n\nOrvane Pumpen GmbH\nPhone: 0491 555120\nPlease visit us at https://orvane.example\n--------\nGeschäftsführer: Bo Lund\nAmtsgericht Leer HRB 5137",
    { name: "Dale Finch", company: "Orvane Pumpen GmbH", phone: "0491 555120" },
  ],
  [
    "Regards,\nDale Finch.\nChief Purchasing Officer of the Orvane Pump Foundation.\n(null)",
    { name: "Dale Finch", title: "Chief Purchasing Officer of the Orvane Pump Foundation" },
  ],
  ["-Dale\n-- \nOrvane Pump Oy, Satamakatu 2, Oulu", { name: "Dale", company: "Orvane Pump Oy" }],
  ["Regards,\nDale Finch\nAkron, Ohio, U.S.A", { name: "Dale Finch", company: "" }],
  ["Regards,\nDale Finch\nBuyer\nOrvane Petroleum p.l.c.", { company: "Orvane Petroleum p.l.c." }],
  ["Antworten Sie an die folgenden\nKontakte:\nE-Mail: dale@orvane.example", { name: "" }],
  ["Regards,\nDale Finch\nOrvane B.V. Supply Manager", { title: "Supply Manager", company: "Orvane B.V." }],
  [
    "-- \nDale Finch\nBuyer\n\n\n-- \nOrvane Pumpen GmbH\n\nHafenstr. 4, 26789 Leer\nGeschäftsführer:\nBo Lund, Anna Miller",
    { name: "Dale Finch", title: "Buyer", company: "Orvane Pumpen GmbH" },
  ],
  [
    "--\n- Dale Finch <dale@orvane.example>\n=========\n* Orvane Pumpen GmbH\n* 26789 Leer\n* Sitz / Registered office: Leer",
    { name: "Dale Finch", company: "Orvane Pumpen GmbH", email: "dale@orvane.example" },
  ],
  [
    "Dale Finch\nCommercial Register / Handelsregister: Amtsgericht Leer, HRB 1528\nChairman of the Supervisory Board: Bo Lund",
    { name: "Dale Finch", title: "" },
  ],
  [
    "Dale Finch\n(502) 555-0147\n-------------- next part --------------\nName: plan.asc\nType: application/pgp-signature\nDesc: not text",
    { name: "Dale Finch", phone: "(502) 555-0147", company: "" },
  ],
  ["Regards, Dale Finch\nBuyer\nOrvane Pumps Ltd", { name: "Dale Finch", title: "Buyer", company: "Orvane Pumps Ltd" }],
  [
    "Dale Finch\nBuyer\n[X]\n\nOrvane Pompa San. ve Tic. A.Ş.\n\nFaks: +90 212 555 01 02\nGsm: +90 532 555 01 01",
    { name: "Dale Finch", company: "Orvane Pompa San. ve Tic. A.Ş.", phone: "+90 532 555 01 01" },
  ],
  ["Dale Finch\nTeam Leader - BDS-RD\nNeuer Wall 10\n0491 555120", { title: "Team Leader", company: "" }],
  ["Dale Finch\nDirector, Business Development\n0491 555120", { title: "Director, Business Development", company: "" }],
  ["Dale Finch\nHead of Sales, Orvane Pumps\n0491 555120", { title: "Head of Sales", company: "Orvane Pumps" }],
  ["Dale Finch\nHead of Growth, Orvane Media\n0491 555120", { title: "Head of Growth", company: "Orvane Media" }],
  ["Dale Finch\nVP of Sales at Orvane Inc.\n0491 555120", { title: "VP of Sales", company: "Orvane Inc." }],
  ["Dale Finch\nFounder & CEO at Orvane Labs\n0491 555120", { title: "Founder & CEO", company: "Orvane Labs" }],
  ["Dale Finch\nSchool of Pumps and\n  Valves\n0491 555120", { company: "School of Pumps and Valves" }],
  ["Dale Finch\norvane Pumpen GmbH, HRB 1528\n0491 555120", { company: "orvane Pumpen GmbH" }],
  [
    "Dale Finch\nOrvane Pump Agency | M: 0491 555120 | Hafenstrasse 4, Tower C, 3rd Floor, 26789 Leer, East Frisia, Lower Saxony, Germany",
    { company: "Orvane Pump Agency", phone: "0491 555120" },
  ],
  ["D?rte Finch\nUniversit?t Leer\n0491 555120", { name: "D?rte Finch", company: "Universit?t Leer" }],
  [
    "-- \n=====\nDale Finch\n=====\nPump Institute\n=====\nPhone: 0491 555120 (secretary)",
    { name: "Dale Finch", title: "", company: "Pump Institute" },
  ],
])("a signature %j contains %j", async (signature, expected) => {
  expect(await contactOf(TEXT + signature)).toMatchObject(expected);
});

test("a separator above the whole message doesn't begin a signature", async () => {
  const text =
    "--\nDear Sirs,\n\nplease quote twenty of your pumps for our new plant by Friday.\n\nRegards,\nDale Finch";
  expect(await contactOf(text)).toMatchObject({ name: "Dale Finch" });
});

test("another person's details below a long text are not a form", async () => {
  const details = "Name: Bo Lund\nEmail: bo@lund.example\nPhone: 0491 555129";
  const contact = await contactOf(
    `${TEXT.repeat(8)}Please send it to our engineer.\n${details}\n\nRegards,\nDale Finch`,
  );
  expect(contact.name).toBe("Dale Finch");
});

test("the header of a quote at the top is not the message's", async () => {
  const quoted =
    "> From: Bo Lund [mailto:bo@ours.example]\n> Sent: Monday, 4 May 2026\n> To: Dale\n> Subject: Pumps\n> Size?";
  expect(await contactOf(`${quoted}\n\nSize 20.\n\nRegards,\nDale Finch`)).toMatchObject({
    name: "Dale Finch",
    email: "",
  });
});

test("the answered message's header is not a form", async () => {
  const quoted =
    "________________________________\nFrom: Bo Lund <bo@ours.example>\nSent: Monday, 4 May 2026 10:00\nTo: Dale Finch <dale@orvanepumps.com>\nSubject: Pumps\n\nWhich size?\nPhone: 030 123456";
  const header = "From: Dale Finch <dale@orvanepumps.com>\nTo: bo@ours.example\nSubject: Pumps\nDate: 5 May 2026\n\n";
  const footer = "\n\nOrvane Pumps gGmbH | Sitz: Hafenstr. 4, 26789 Leer";
  expect(await contactOf(`${header}Size 20.\n\nDale\n\n${quoted}${footer}`)).toMatchObject({
    name: "Dale Finch",
    email: "dale@orvanepumps.com",
    company: "Orvane Pumps",
    phone: "",
  });
});

test.each([
  ["The fair is at Lakeside Pump Institute on Friday.", ""],
  ["I saw your pumps at the fair and write for Lakeside Pump Institute.", "Lakeside Pump Institute"],
  ["We need an offer.\n\nRegards,\nDaleroy Finch", ""],
])("the company of Dale Roy Finch, who writes %j, is %j", async (text, expected) => {
  const header = "From: Dale Roy Finch <dale@nwb.com>\nTo: us@ours.example\nSubject: Pumps\n\n";
  expect((await contactOf(header + text)).company).toBe(expected);
});

test("a closing with a name below it begins the signature, whatever else follows", async () => {
  const company = "Orvane Pumpen GmbH";
  const footer = `${company}, Hafenstr. 4, 26789 Leer, Germany\nChairman of the Supervisory Board: Prof. Dr. Bo Lund\nBoard of Management: Ada Holm (Chairman), Dr. Leo Berg, Max Stein, Dr. Mia Kern\nRegistered Office: Leer; Registry Court: Amtsgericht Aurich, HRB 15280\nWEEE-Reg.-No. DE 57986000`;
  const signature = `Dale Finch \n\n${company}\nSoftware-Developer\n\nIm Gewerbepark B10\n26789 Leer\nTel.: +49 (491) 5551-2490 \nwww.pumpen.example\n\n${footer}`;
  const notice = "This message is for the sole use of the intended recipient(s) and may contain trade secrets.";
  expect(await contactOf(`${TEXT}Kind regards,\n${signature}\n\n${notice}`)).toMatchObject({
    name: "Dale Finch",
    company,
    title: "Software-Developer",
  });
});
