import { expect, test } from "vitest";
import { extractPage } from "#server/pipeline/sources/website/extract/extract-page.ts";
import { SiteRecords } from "#server/pipeline/sources/website/extract/raw-lead.ts";

/** The leads of one page as "name | title | company | phone | email". */
function leadsOf(html: string, url = "https://www.acme.example/"): string[] {
  const site = new SiteRecords(url);
  site.add(url, extractPage({ html, url, type: "website", selectors: {} }));
  return site
    .leads()
    .leads.map(({ fields: { name, title, company, phone, email } }) =>
      [name, title, company, phone, email].map((field) => field ?? "").join(" | "),
    );
}

test.each([
  [
    "joins an association's name over two lines",
    "<title>Kontakt</title><p>Deutsche Gesellschaft für<br>Seekunde am Lago e.V.<br>info@seekunde.example</p>",
    ["Deutsche Gesellschaft für Seekunde am Lago e.V.", "", "Deutsche Gesellschaft für Seekunde am Lago e.V.", ""],
    "info@seekunde.example",
  ],
  [
    "finds the owner behind a year with a period",
    '<title>Contact</title><p>info@akmeles.example</p><p>Copyright 2016. ООО "АКМЕ Лес"</p>',
    ['ООО "АКМЕ Лес"', "", 'ООО "АКМЕ Лес"', ""],
    "info@akmeles.example",
  ],
  [
    "closes a low quotation mark",
    "<title>Kontakt - Fundacja „Solaria”</title><p>biuro@gmail.com</p>",
    ["Fundacja „Solaria”", "", "Fundacja „Solaria”", ""],
    "biuro@gmail.com",
  ],
  [
    "names a site after a family whose name the domain contains",
    "<title>Weinhaus Michel – Impressum</title><h1>Impressum</h1><p>Weinhaus Michel<br>Lagoweg 8<br>55116 Mainz<br>info@michel-wein.example</p>",
    ["Weinhaus Michel", "", "Weinhaus Michel", ""],
    "info@michel-wein.example",
  ],
  [
    "names a site after the club whose last words the domain contains",
    "<title>Board | Squash Players LOB IT</title><p>info@uslobit.example</p>",
    ["Squash Players LOB IT", "", "Squash Players LOB IT", ""],
    "info@uslobit.example",
  ],
  [
    "names a page after its site in Lithuanian",
    "<title>Kontaktai | Eglių Kampo Muziejus</title><h1>Kontaktai</h1><p>eglenas@gmail.com</p>",
    ["Eglių Kampo Muziejus", "", "Eglių Kampo Muziejus", ""],
    "eglenas@gmail.com",
  ],
  [
    "names a page after its site in Vietnamese",
    '<title>Liên hệ</title><img src="logo.png" alt="Face Lago Yoga"><p>lago225@gmail.com</p>',
    ["Face Lago Yoga", "", "Face Lago Yoga", ""],
    "lago225@gmail.com",
  ],
  [
    "keeps an acronym before a dash in a notice, and drops what follows a dash otherwise",
    "<title>LAGO</title><p>info@gmail.com</p><p>© IC - AKMES 2024. All rights reserved.</p>",
    ["IC - AKMES", "", "IC - AKMES", ""],
    "info@gmail.com",
  ],
  [
    "takes the owner of a notice before a long dash",
    "<title>Impressum — Forum Aarlago</title><p>info@lpd-al.example</p><p>© 2026 FORUM AARLAGO — LPD.Die Liberalen</p>",
    ["Forum Aarlago", "", "Forum Aarlago", ""],
    "info@lpd-al.example",
  ],
  [
    "drops reserved rights behind a company",
    "<title>Контакты</title><p>akmeles@mail.example</p><p>ООО «АКМЕ Лес» Все права защищены</p>",
    ["ООО «АКМЕ Лес»", "", "ООО «АКМЕ Лес»", ""],
    "akmeles@mail.example",
  ],
  [
    "takes the person right above an office's address for its contact, not the heading that it spells",
    "<title>Jugend | Acme</title><h1>Werde Teil unserer Jugend</h1><p>Alle Mannschaften</p><p>Kontakt Jugendbereich</p><p>Erhan Merrow</p><p>jugend@acme.example</p>",
    ["Erhan Merrow", "", "Acme", ""],
    "jugend@acme.example",
  ],
  [
    "doesn't give an office's address below Contact to a person named above it",
    "<title>Mentions légales | Acme</title><p>Directeur de publication: Gustavo Merrow</p><h3>Contact</h3><p>contact@acme.example</p>",
    ["Acme", "", "Acme", ""],
    "contact@acme.example",
  ],
  [
    "doesn't take a court for a person",
    "<title>Impressum – FC Inter Lago 2005 e.V.</title><p>FC Inter Lago 2005 e.V.</p><p>interlago@gmail.com</p><p>Registergericht: Amtsgericht Lago</p>",
    ["FC Inter Lago 2005 e.V.", "", "FC Inter Lago 2005 e.V.", ""],
    "interlago@gmail.com",
  ],
  [
    "skips the listed details of a host",
    "<title>Acme</title><p>Email : acme@protonmail.com</p><p>Ce site est hébergé par la société Lago :</p><p>SIREN : 985180215</p><p>Adresse : 37 quai du Lago</p><p>Téléphone : 0892 55 01 02</p><p>Email : support@lago.example</p>",
    ["Acme", "", "Acme", ""],
    "acme@protonmail.com",
  ],
])("%s", (_, html, fields, email) => {
  expect(leadsOf(html)).toEqual([[...fields, email].join(" | ")]);
});

test("recognizes a person by half of a hyphenated name", () => {
  const people = [
    ["Anna Oake-Merrow", "anna.oake@acme.example"],
    ["Vidra Solak", "vidra.solak@acme.example"],
  ];
  const html = people.map(([name, email]) => `<p>${name}, Translator</p><p>${email}</p>`).join("");
  expect(leadsOf(`<title>Staff</title>${html}`)).toEqual(
    people.map(([name, email]) => `${name} | Translator | Acme |  | ${email}`),
  );
});

test("cuts off a title that a hyphen joins to a name", () => {
  const html =
    "<title>Kontakt</title><p>Anna Kowal-prezes</p><p>anna.kowal@wp.pl</p><p>Jan Nowak- wiceprezes</p><p>jan.nowak@wp.pl</p>";
  expect(leadsOf(html)).toEqual([
    "Anna Kowal | prezes |  |  | anna.kowal@wp.pl",
    "Jan Nowak | wiceprezes |  |  | jan.nowak@wp.pl",
  ]);
});

test("pairs addresses with the names above numbers by given name", () => {
  const html =
    "<title>Kontakt</title><h3>Email</h3><p>nikatheater@gmail.com</p><p>michaelatheater@gmail.com</p><h3>Telefon</h3><p>Mgr. Nika Laková +420 604 555 010</p><p>Mgr. Michaela Horská +420 774 555 010</p>";
  expect(leadsOf(html)).toEqual([
    "Nika Laková |  |  | +420 604 555 010 | nikatheater@gmail.com",
    "Michaela Horská |  |  | +420 774 555 010 | michaelatheater@gmail.com",
  ]);
});

test.each([
  ["Spedytor/planer - Urszula Kowal", "Urszula Kowal"],
  ["Lago A/S", "Lago A/S"],
])("doesn't cut %s at its slash", (text, name) => {
  const html = `<title>Kontakt</title><p>Rengøring: Anna Kowal</p><p>+45 40 11 54 44</p><p>anna@lago.example</p><p>${text}</p><p>+45 44 77 99 99</p><p>urszula@lago.example</p>`;
  expect(leadsOf(html)[1]?.split(" | ")[0]).toBe(name);
});

test.each([
  ["<p>600 55 01 02</p><p>42 555 01 02</p>", "600 55 01 02"],
  ["<p>71 5550-0102/ 5550-0103</p>", "71 5550-0102"],
  ["<p>316 - 555 010 29</p>", "316 - 555 010 29"],
  ["<p>NIP</p><p>635 139 72 91</p>", ""],
  ["<p>2019 - 2025</p>", ""],
  [`<p>600 55 01 02</p>${"<p>Open all year.</p>".repeat(5)}`, ""],
  ["<p>600 55 01 02</p><p>Tel. 0171 5550102</p>", "0171 5550102"],
])("reads digits alone next to the only address of %s as its phone", (numbers, phone) => {
  expect(leadsOf(`<title>Acme</title>${numbers}<p>info@acme.example</p>`)).toEqual([
    `Acme |  | Acme | ${phone} | info@acme.example`,
  ]);
});

test.each([
  ["+90 850 555 010", "+90 850 555 010"],
  ["22 555 01 02", "+48225550102"],
  ["Call us", "+48225550102"],
])("of a link shows %s", (shown, phone) => {
  const html = `<title>Acme</title><p><a href="tel:+48225550102">${shown}</a></p><p>info@acme.example</p>`;
  expect(leadsOf(html)).toEqual([`Acme |  | Acme | ${phone} | info@acme.example`]);
});

test("gives an address below the heading Contact to all officers above it", () => {
  const officers = ["Luis Soto", "Ana Santos", "Oscar Ríos", "Walter Ramírez"].map(
    (name) => `<h3>${name}</h3><p>Director</p>`,
  );
  const html = `<title>Asociación Lago</title>${officers.join("")}<h3>Contáctanos</h3><p>a.g.lago.m@gmail.com</p>`;
  expect(leadsOf(html)).toEqual(["Asociación Lago |  | Asociación Lago |  | a.g.lago.m@gmail.com"]);
});

test("gives an address below the line Contact us to the club rather than to its last officer", () => {
  const officers = ["Liz Merrow / Chair", "Adam Lago / Secretary", "Jim Oake / Advisor"].map(
    (officer) => `<h4>${officer}</h4><p>Studies at the college.</p>`,
  );
  const html = `<title>Acme Club</title>${officers.join("")}<p>Contact Us</p><p>Email: exec@acme.example</p>`;
  expect(leadsOf(html)).toEqual(["Acme Club |  | Acme Club |  | exec@acme.example"]);
});

test("doesn't take labels in headings for departments", () => {
  const html =
    "<title>Kontakty - Lago</title><h2>Název</h2><p>Lago Akademie</p><p>podatelna@lago.example</p><h2>Adresa</h2><p>Lagoweg 8</p><p>info@lago.example</p>";
  expect(leadsOf(html).map((lead) => lead.split(" | ")[0])).toEqual(["Lago Akademie", "Lago"]);
});

test("takes short headings for departments, not phrases", () => {
  const offices = ["Felanmälan", "Ekonomi", "Vid andra frågor"].map(
    (heading, at) => `<h2>${heading}</h2><p>Skriv till ${"abc"[at]}.styrelsen@acme.example</p>`,
  );
  const html = `<title>Kontakt | Acme</title>${offices.join("")}`;
  expect(leadsOf(html).map((lead) => lead.split(" | ")[0])).toEqual(["Felanmälan", "Ekonomi", "Acme"]);
});
