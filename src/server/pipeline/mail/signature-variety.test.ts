import { expect, test } from "vitest";
import { readMessageParts } from "#server/pipeline/mail/mime/message-parts.ts";
import { readPasted } from "#server/pipeline/mail/read-pasted.ts";

const TEXT = "Hello,\n\nwe need an offer for twenty of your pumps before the end of the month.\n\n";

async function contactOf(message: string) {
  return readMessageParts(await readPasted(message), []).contact;
}

test.each([
  ["two closings", "Thanks!\n\nbye,\nHeiko\n-- \nOrvane GmbH\nTel.: +49 491 55512-0", { name: "Heiko" }],
  [
    "a closing of two thanks, and lines apart",
    "Thanks in advance & kind regards,\nRosa\n\nRosa Lindt\n\nPump Engineer\n\nOrvane Israel <https://orvane.com/>\n\nT: +972-3-555-0101\n<https://social.example/orvane>  Orvane Pumps",
    { name: "Rosa Lindt", title: "Pump Engineer", company: "Orvane Israel" },
  ],
  [
    "everything on one line",
    "Best regards,\nVera Lindt | Orvane, Inc. | The Core Pump Group | Senior Software Engineer",
    { name: "Vera Lindt", company: "Orvane, Inc.", title: "Senior Software Engineer" },
  ],
  ["a name in slashes", "-- \n/Clara Finch/\nOrvane, Inc.\n+1-619-555-0140", { name: "Clara Finch" }],
  [
    "a name in small letters",
    "Regards,\ntelma orvan\nDigital Sales Expert\nWhatsapp: +44 20 7946 0123\nSkype: live:.cid.71cef2c6\nCompany Name: orvane.net",
    { title: "Digital Sales Expert" },
  ],
  [
    "a frame of signs",
    "####################\nPiotr Podgorny\nProfessor\nDepartment of Pumps\nLeer University\n####################",
    { name: "Piotr Podgorny", title: "Professor", company: "Leer University" },
  ],
  [
    "a given name above a rule and words that are no name",
    "Ciao,\nRocco\n-- \nNordic Valve Driver\nphone: +39 011 555 0123",
    { name: "Rocco" },
  ],
  [
    "a name with the closing below a rule",
    "-- \nWith best regards, Ilja Finch\nPump Manager\ntel. +7 495 555-01-23",
    { name: "Ilja Finch", title: "Pump Manager" },
  ],
  [
    "a given name above a French number",
    "Laurent\n\nTel : 04 55 01 02 03",
    { name: "Laurent", phone: "04 55 01 02 03" },
  ],
  [
    "a register's court",
    "It works now.\n\nMona\n\n-- \nOrvane e.K.\nTel. 0491 555120\nAmtsgericht Hildesheim, HRA 2686 | Fax 0491 555121",
    { name: "Mona" },
  ],
  [
    "a long line within the signature",
    "Regards\nMona Finch\nBuyer\nFabricante especialista en protección y control / Manufacturer that is specialized in protection and control of pumps\nOrvane, S.L.\nT. +34 944 555 012",
    { company: "Orvane, S.L.", phone: "+34 944 555 012" },
  ],
  [
    "an institute and its university",
    "Regards\nMona Finch\nInstitute of Pumps\nUniversity of Leer",
    { company: "University of Leer" },
  ],
  [
    "a department with a hyphen",
    "Grüße\nMona Finch\nOrvane Leer\nPresse- und Öffentlichkeitsarbeit\nTel. 0491 555120",
    { company: "Orvane Leer" },
  ],
  ["two small words before a legal form", "-- \nMona Finch\norvane tools GmbH", { company: "orvane tools GmbH" }],
  [
    "double colons",
    "--\nMona Finch\nOrvane GmbH :: Deichstr. 3 :: D - 26789 Leer\nFon: 0491 555120",
    { company: "Orvane GmbH" },
  ],
  [
    "a title of a company",
    "Regards\nMona Finch\nSales General Manager of Orvane LLC",
    { title: "Sales General Manager" },
  ],
  [
    "the director of a department",
    "Regards\nMona Finch\nDirector Payment Department",
    { title: "Director Payment Department" },
  ],
  [
    "an address behind its label",
    "Regards\nMona Finch   Email: pump at orvane.com\nOrvane, Inc.",
    { email: "pump@orvane.com" },
  ],
  [
    "someone's number below their name",
    "Bob Roe\nTel. 0491 555130\n\nwill come instead of me.\n\nRegards\nMona Finch",
    { name: "Mona Finch", phone: "" },
  ],
  ["any German greeting", "Sonnigste Grüße aus Leer\nMona", { name: "Mona" }],
  ["a wish before a greeting", "Noch einen schönen Tag und liebe Grüße,\nRenate", { name: "Renate" }],
  ["a short greeting and a name", "Mfg Mona Finch", { name: "Mona Finch" }],
  ["a dotted greeting", "Lg. Mona", { name: "Mona" }],
  ["a gap behind a greeting", "Liebe Grüsse              Mona Finch", { name: "Mona Finch" }],
  ["a small name below a greeting", "Liebe Grüße\n\nmona", { name: "Mona" }],
  ["a number behind a name", "Mit freundlichen Grüßen\nBrunhilde Finch 1234567", { name: "Brunhilde Finch" }],
  ["a postscript", "Liebe Grüße\nMona\n\nPS: Die Pumpe läuft wieder.", { name: "Mona" }],
  ["a couple", "Liebe Grüße\nAnna & Peter", { company: "" }],
  ["a scanner's line", "Liebe Grüße\nMona Finch\n\nVirenfrei. www.avast.com", { name: "Mona Finch", company: "" }],
  ["a given name below the text", "It works now.\nMichael", { name: "Michael" }],
  [
    "a small word in a company",
    "--\nBen Finch\nVolunteer - Right to Water\ne: ben@rtw.example",
    { company: "Right to Water" },
  ],
  [
    "a country in French",
    "Amicalement,\n\nMme. Aline Roux\nAdresse : 12 Bridge Road, London SE1 7EH,\nRoyaume-Uni\nTél : +44 20 7946 0123",
    { company: "" },
  ],
  ["thanks in Bulgarian", "Благодаря,\nИван Петров", { name: "Иван Петров", company: "" }],
  ["hope this helps", "HTH,\nUrs", { name: "Urs" }],
  ["a Swiss greeting", "Herzlicher Gruss\nUrs Muster", { name: "Urs Muster" }],
  ["a Russian greeting", "Искренне Ваш,\nМиссис Анна Петрова", { name: "Анна Петрова", company: "" }],
  [
    "a title in Russian abbreviations",
    "-- \nИгорь Петров\nзам. тех. директора по насосам\nООО «Насос»",
    { title: "зам. тех. директора по насосам" },
  ],
  [
    "a company in small letters, spelled by the domain",
    "-- \nEnno Finch, orvane IT consult\ninfo@orvane.net -- +49 491 555120",
    { company: "orvane IT consult" },
  ],
  ["a company behind a title", "-- \nMona Finch\nCEO Orvane\nwww.orvane.org\n+49 491 555120", { company: "Orvane" }],
  [
    "a company behind places",
    "-- \nMona Finch <mona@orvane.net>\nEngineer, Pump Safety, Basic Machines\nRemote, Leer, Orvane Canada\nVoice: +1.647.555.0135",
    { company: "Orvane Canada" },
  ],
  ["a group behind a title", "Regards,\nMona Finch\nManaging Director Orvane Group", { company: "Orvane Group" }],
  [
    "a foundation behind a title",
    "Regards,\nMona Finch\nChief Executive Officer of the Orvane Foundation",
    { company: "Orvane Foundation" },
  ],
  ["a part of a company", "Regards,\nMona Finch\nHead of Pump and Valve Research Group", { company: "" }],
  [
    "initials behind a title",
    "-- \nMona Finch\nPresident, B. K. Lund Consultants\n(519) 555-0166",
    { company: "B. K. Lund Consultants", title: "President" },
  ],
  [
    "a university in Spanish",
    "Atentamente,\n\nIng. Luz Medina\nProfesora titular\nFacultad de Ingeniería\nUniversidad de La Costa\nTel: (57) 2 555 0123 ext. 45",
    { company: "Universidad de La Costa" },
  ],
  [
    "a hall in an institute's name",
    "--\nLuz Finch\nThe Walter Hall Institute\n+49 491 555120",
    { company: "The Walter Hall Institute" },
  ],
  [
    "a title behind a Chinese name",
    "此致\n敬礼\n\n王小明 采购经理\n上海晨光机械有限公司\n电话：021-55550101",
    { name: "王小明", title: "采购经理" },
  ],
  ["a Chinese header", "谢谢\n王小明\n发件人：李大伟\n电话：021-55550101", { company: "" }],
  [
    "a university below an unreadable name",
    "-- \nEm. o. Univ.-Prof. Dkfm. Dr. Gerd A. W?hr\nJohannes Muster Universität Leer\nT.: 0049491555120",
    { name: "", company: "Johannes Muster Universität Leer" },
  ],
  [
    "the legal details",
    "Regards,\nDale Finch\nEngineer\np. 44 (0)1252 555006\n\nOrvane Pumps Limited. Registered in England and Wales. Registered number: 4172068.",
    { name: "Dale Finch", company: "Orvane Pumps Limited" },
  ],
  [
    "the legal details of a quoted writer",
    "Regards,\nDale Finch\n\nFrom: Bo Lund <bo@ours.example>\n\nYes.\n\nLund Pumps Limited. Registered in England and Wales.",
    { name: "Dale Finch", company: "" },
  ],
  ["a family name like the domain", "Reviewed-by: Neal Orvane <neal@orvane.dev>", { company: "" }],
  [
    "a frame of lines in Japanese",
    "よろしくお願いいたします。\n\n━━━━━━━━━━━━━━\n株式会社青空製作所 本社\n〒107-0062 東京都港区1-2-3\nTEL / 03-5555-0101 FAX / 03-5555-0102\n━━━━━━━━━━━━━━",
    { company: "株式会社青空製作所", phone: "03-5555-0101" },
  ],
  ["a closing and a name without a comma", "*LG Anja Lindt*\nTel 0491 555123", { name: "Anja Lindt" }],
  [
    "an owner behind the company",
    "LG Anja Lindt\nTischlerei Lindt - Inh. Anja Lindt\nTel 0491 555123",
    { name: "Anja Lindt", company: "Tischlerei Lindt" },
  ],
  ["a Russian closing with a name", "С уважением, Ольга Белова,\nменеджер", { name: "Ольга Белова" }],
  [
    "a title before a company in Russian",
    'С уважением,\nИгорь Петров\nинженер ПТО ООО "Насос"\n+7 921 555-01-23',
    { title: "инженер ПТО", company: 'ООО "Насос"' },
  ],
  [
    "a Spanish signature",
    "Atentamente,\n\nFdo.: Elena Medina\nConcejala de Obras",
    { name: "Elena Medina", title: "Concejala de Obras" },
  ],
  [
    "a company that is signed for",
    "Regards\n\nFor ORVANE PUMP ENGINEERS\n\nVera Lindt\nCell: +44 20 7946 0123",
    { company: "ORVANE PUMP ENGINEERS" },
  ],
  [
    "a Mexican legal form in capitals",
    "Saludos\n\nANA RUIZ\nORVANE BOMBAS S.A. DE C.V.\nTel. +52 55 5550 1234",
    { company: "ORVANE BOMBAS S.A. DE C.V." },
  ],
  [
    "a legal form of Luxembourg",
    "Salutations\n\nAline Roux\nOrvane Luxembourg S.à r.l.\nT. +352 55 50 12",
    { company: "Orvane Luxembourg S.à r.l." },
  ],
  [
    "a municipality",
    "Mit besten Grüßen\nFür den Bürgermeister:\nEva Lindt\nBauamt\n\nGemeinde Orvan\nTel.: +43 2555 123-14",
    { company: "Gemeinde Orvan", title: "" },
  ],
  [
    "a Dutch title and a Portuguese label",
    "Groeten,\n\nVera Lindt\nAankoper\nTelef. 220 555 012 | Fax 220 555 013",
    { title: "Aankoper", phone: "220 555 012" },
  ],
  [
    "a team behind a Korean company",
    "감사합니다.\n\n김하나 과장\n주식회사 오르반 구매팀\nTel. 02-555-0123",
    { company: "주식회사 오르반" },
  ],
  [
    "a Japanese title before the name",
    "以上\n\n有限会社青空製作所\n代表取締役　高橋 一郎（たかはし いちろう）\nTel:048-555-0101",
    { name: "高橋 一郎", title: "代表取締役" },
  ],
  [
    "a blank line below each line",
    "Thank you,\nMona\n\nIng. Mona Finch\n\nTechnical Manager\n\nOrvane Components\n\n17 Harbor Road, Leer\n\nMobile: +49 491 555120\n\nmona@orvane.example\n\nwww.orvane.example",
    { name: "Mona Finch", title: "Technical Manager", company: "Orvane Components", phone: "+49 491 555120" },
  ],
  [
    "a closing with a name above frames",
    "Cordialement, Aline Roux\n---------------\n12 rue des Lilas\n69003 Lyon\n04 72 55 01 02\n---------------\nAssociation Orvane\nwww.orvane.example",
    { name: "Aline Roux", company: "Association Orvane", phone: "04 72 55 01 02" },
  ],
  ["thanks to someone above a rule", "Thanks, Stefan.\n\n--\nGustav", { name: "", company: "" }],
  [
    "a certain name and a title right below the text",
    "Please reply soon.\nMr. Nils Orvane\nSenior Buyer",
    { name: "Nils Orvane" },
  ],
  [
    "a title, a colon and a name",
    "-- \nMarketing Manager : Bo Lund\n\nTel: (+86)18055501234",
    { name: "Bo Lund", title: "Marketing Manager" },
  ],
  [
    "a title in front of the name",
    "Regards\n\nTrainee Mona Finch\nOrvane GmbH",
    { name: "Mona Finch", title: "Trainee" },
  ],
  [
    "a managing member",
    "-- \nMona Finch\nManaging Member, Orvane LLC\n+49 491 555120",
    { title: "Managing Member", company: "Orvane LLC" },
  ],
  ["certificates", "-- \nMona Finch, MCP/MCSE/N+/VCP6\nOrvane Data\n+49 491 555120", { company: "Orvane Data" }],
  ["a certificate on its own line", "-- \nMona Finch\nVCP-2 Certified\n+49 491 555120", { company: "" }],
  ["a partner's level", "-- \nMona Finch\nOrvane GmbH\nValve Gold Certified Partner\n+49 491 555120", { title: "" }],
  ["a nickname", "-- \nMona Finch (Birdie)\nOrvane Network\n+49 491 555120", { company: "Orvane Network" }],
  [
    "a place behind a number",
    "-- \nMona Finch\nphone 55 (51) 3555-0101 | Porto Alegre\nphone 55 (11) 3555-0102 | Santos",
    { company: "" },
  ],
  [
    "a city named like an organization",
    "-- \nMona Finch\nOrvane Video\n121 Vine St.\nWest Union, IA 52175\n563-555-0151",
    { company: "Orvane Video" },
  ],
  [
    "a company spelled by a domain without www",
    "Thanks,\nMona Finch\nValve Gateway\nOrvane Leer\n563-555-0151\n\norvaneleer.com",
    { company: "Orvane Leer" },
  ],
  [
    "an organization in capitals and its place",
    "Grüße\n\nIHK Leer\nHanno Finch\nTel. 0491 555120",
    { name: "Hanno Finch" },
  ],
  ["a number without a label", "-- \nLuz Finch\nOrvane Bombas S.L.\n910555960", { phone: "910555960" }],
  [
    "a privacy notice in Italian",
    "Luca Finco\nConsulente\nVia Roma 3\nCell. 349.29.18.919\n\nINFORMATIVA AI SENSI DEL Reg. UE 679/2016. Si autorizza\nil trattamento dei dati\nsolo per gli\nobblighi di legge.",
    { name: "Luca Finco", title: "Consulente", phone: "349.29.18.919" },
  ],
  [
    "lines far apart",
    "Best,\n\n\n\nMona Finch\n\nPump Engineer\n\n\n\nOrvane Harbor\n\nDock 3\n\n+41 44 634 62 08",
    { name: "Mona Finch", title: "Pump Engineer" },
  ],
])("%s", async (_kind, end, expected) => {
  expect(await contactOf(TEXT + end)).toMatchObject(expected);
});

test("a shop that isn't named like a person is a company", async () => {
  const header = "From: 青空屋さくら <info@sakura.example>\nTo: us@ours.example\nSubject: Re\n\n";
  const end =
    "ありがとうございます。\n\n══════════\n青空屋さくら\n〒107-0062 東京都港区1-2-3\nTEL：03-5555-0101\n══════════";
  expect(await contactOf(header + end)).toMatchObject({ company: "青空屋さくら", phone: "03-5555-0101" });
});

test("a company signs without a person's name", async () => {
  expect(await contactOf(`${TEXT}Best regards.\n\nORVANE PUMP CONSULTING ESPAÑA\nTel. 604 213 428`)).toMatchObject({
    name: "",
    company: "ORVANE PUMP CONSULTING ESPAÑA",
  });
});

test("a Chinese mark begins the original", async () => {
  const reply =
    "好的，下周发货。\n\n王小明\n\n-----邮件原件-----\n发件人: 李大伟 <li@orvane.example>\n\n请尽快发货。\n\n李大伟\n电话：021-55550101";
  expect(await contactOf(reply)).toMatchObject({ name: "王小明", phone: "" });
});

test("text below an omission in a quote is the writer's", async () => {
  const quoted =
    "Hi Bo,\n\nOn 3 May 2026 at 10:00, Bo Lund wrote:\n[...]\n> Which size?\n\nSize 20.\n\n-- \nDale Finch\nBuyer";
  expect(await contactOf(quoted)).toMatchObject({ name: "Dale Finch", title: "Buyer" });
});

test("a title behind the name in the header", async () => {
  const message =
    'From: "Mona Finch, O.R.V director-Leer" <mona@orvane.example>\n\nPlease call.\n\nRegards\nMona Finch';
  expect(await contactOf(message)).toMatchObject({ name: "Mona Finch" });
});
