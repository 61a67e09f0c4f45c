import { expect, test } from "vitest";
import { extractPage } from "#server/pipeline/sources/website/extract/extract-page.ts";
import { SiteRecords } from "#server/pipeline/sources/website/extract/raw-lead.ts";

/** The leads of one page, without empty fields. */
function leadsOf(html: string, url = "https://www.acme.example/"): Record<string, string>[] {
  const site = new SiteRecords(url);
  site.add(url, extractPage({ html, url, type: "website", selectors: {} }));
  return site.leads().leads.map(({ fields }) => {
    const { scrapeUrl: _, ...shown } = fields;
    return shown;
  });
}

test.each([
  [
    "takes what all entries have below the name for titles if it is one in some",
    ["Ann Lee|Buyer|ann.lee", "Bob May|Facility & Post|bob.may", "Cyd Fox|Warehouse|cyd.fox"],
    ["Buyer", "Facility & Post", "Warehouse"],
  ],
  [
    "doesn't if some entries have nothing there",
    ["Ann Lee|Buyer|ann.lee", "Bob May|Facility & Post|bob.may", "Cyd Fox||cyd.fox"],
    ["Buyer", undefined, undefined],
  ],
])("%s", (_, people, titles) => {
  const cards = people.map((person) => {
    const [name = "", title = "", local = ""] = person.split("|");
    const role = title === "" ? "" : `<p class="role">${title}</p>`;
    return `<div class="card"><h3>${name}</h3>${role}<p>${local}@acme.example</p></div>`;
  });
  expect(leadsOf(`<title>Acme</title>${cards.join("")}`).map(({ title }) => title)).toEqual(titles);
});

test.each([
  [
    "reads titles above the names in running text",
    "<title>Acme</title><p><b>President</b><br>Ann Lee<br>tel. 020 7946 0101<br>ann@acme.example<br><b>Treasurer</b><br>Bob May<br>tel. 020 7946 0102<br>bob@acme.example</p>",
    [
      { name: "Ann Lee", title: "President", company: "Acme", phone: "020 7946 0101", email: "ann@acme.example" },
      { name: "Bob May", title: "Treasurer", company: "Acme", phone: "020 7946 0102", email: "bob@acme.example" },
    ],
  ],
  [
    "reads names behind titles in small letters",
    "<title>Acme</title><p>mgr inż. Anna Kowal<br>KIEROWNIK BUDOWY<br>a.kowal@acme.example</p><p>inż. Piotr Zawada<br>KIEROWNIK ROBÓT<br>p.zawada@acme.example</p>",
    [
      { name: "Anna Kowal", title: "KIEROWNIK BUDOWY", company: "Acme", email: "a.kowal@acme.example" },
      { name: "Piotr Zawada", title: "KIEROWNIK ROBÓT", company: "Acme", email: "p.zawada@acme.example" },
    ],
  ],
  [
    "reads header cells without a row",
    "<title>Acme</title><table><th>Name</th><th>Telefon</th><th>Epost</th><tr><td>Ann Lee</td><td>90870011</td><td>ann@acme.example</td></tr></table>",
    [{ name: "Ann Lee", company: "Acme", phone: "90870011", email: "ann@acme.example" }],
  ],
  [
    "joins a person's number and the address elsewhere that spells the name",
    "<title>Acme</title><p>Ann Lee: +1 212 555 0101</p><p>Bob May: +1 212 555 0102</p><h2>Office</h2><p>+1 212 555 0109</p><p>office@acme.example, ann.lee@acme.example, bob.may@acme.example</p>",
    [
      { name: "Ann Lee", company: "Acme", phone: "+1 212 555 0101", email: "ann.lee@acme.example" },
      { name: "Bob May", company: "Acme", phone: "+1 212 555 0102", email: "bob.may@acme.example" },
      { name: "Acme", company: "Acme", phone: "+1 212 555 0109", email: "office@acme.example" },
    ],
  ],
  [
    "gives the number above an office's addresses to all of them",
    "<title>Acme</title><h1>Acme</h1><div><p>Warehouse</p><p>Phone +1 212 555 0101</p><p>depot@acme.example</p></div><div><p>Head Office</p><p>Phone +1 212 555 0102</p><p>office@acme.example</p><p>sales@acme.example</p></div>",
    ["0101", "0102", "0102"].map((number, at) => ({
      name: "Acme",
      company: "Acme",
      phone: `+1 212 555 ${number}`,
      email: ["depot@acme.example", "office@acme.example", "sales@acme.example"][at],
    })),
  ],
  [
    "counts the same name under another top-level domain as the site's",
    "<title>Acme Tools</title><p>Ann Lee, ann@acmetools.example</p><p>Bob May, bob@acmetools.example</p><p>Cyd Fox, cyd@acmetools.test</p>",
    ["ann@acmetools.example", "bob@acmetools.example", "cyd@acmetools.test"].map((email, at) => ({
      name: ["Ann Lee", "Bob May", "Cyd Fox"][at],
      company: "Acme Tools",
      email,
    })),
  ],
  [
    "prefers the title to a domain if it names an organization",
    "<title>Instytut Ptaków PW</title><p>Anna Kowal, anna.kowal@xyw.example</p><p>Piotr Zawada, piotr.zawada@xyw.example</p>",
    [
      { name: "Anna Kowal", company: "Instytut Ptaków PW", email: "anna.kowal@xyw.example" },
      { name: "Piotr Zawada", company: "Instytut Ptaków PW", email: "piotr.zawada@xyw.example" },
    ],
  ],
  [
    "doesn't name the site after one person's own domain",
    "<title>Board</title><p>Ann Lohman, ann@lohman.example</p><p>Bob May, bob.may@gmail.com</p><p>Cyd Fox, cyd.fox@gmail.com</p>",
    [
      { name: "Ann Lohman", email: "ann@lohman.example" },
      { name: "Bob May", email: "bob.may@gmail.com" },
      { name: "Cyd Fox", email: "cyd.fox@gmail.com" },
    ],
  ],
  [
    "doesn't name the site after an article's author",
    '<title>Board - Guild of Acme</title><meta property="og:site_name" content="My blog - Guild of Acme"><script type="application/ld+json">{"@type":"Article","author":{"@type":"Person","name":"Bram Oake"},"publisher":{"@type":"Organization","name":"Bram Oake"}}</script><p>Ann Lee, ann.lee@gmail.com</p>',
    [{ name: "Ann Lee", company: "Guild of Acme", email: "ann.lee@gmail.com" }],
  ],
  [
    "drops the sign behind the word copyright",
    "<title>Start</title><p>office@acme.example</p><footer>Copyright (c) Acme Travel 2010 - Prawa</footer>",
    [{ name: "Acme Travel", company: "Acme Travel", email: "office@acme.example" }],
  ],
  [
    "takes the title for the site's name if the rest of it names the page",
    "<title>Wander- und Skifreunde Tannau - Der Vorstand</title><p>Präsident<br>Max Keller<br>max.keller@gmail.com</p>",
    [
      {
        name: "Max Keller",
        title: "Präsident",
        company: "Wander- und Skifreunde Tannau",
        email: "max.keller@gmail.com",
      },
    ],
  ],
  [
    "ignores the page's name in the site's stated name",
    '<meta property="og:site_name" content="Mentions légales - Acme Coach"><title>Mentions légales</title><p>contact@gmail.com</p>',
    [{ name: "Acme Coach", company: "Acme Coach", email: "contact@gmail.com" }],
  ],
  [
    "keeps house numbers in the site's name",
    "<title>Information</title><h1>Brf Ekvägen 46 - 52</h1><p>info@ekvagen4652.example</p>",
    [{ name: "Brf Ekvägen 46 - 52", company: "Brf Ekvägen 46 - 52", email: "info@ekvagen4652.example" }],
  ],
  [
    "recognizes a Cyrillic name in a Latin address",
    "<title>О нас</title><h2>Альтана</h2><p>Петрова Анна Ивановна<br>petrova@altana.example</p><p>info@altana.example</p>",
    [
      { name: "Петрова Анна Ивановна", company: "Альтана", email: "petrova@altana.example" },
      { name: "Альтана", company: "Альтана", email: "info@altana.example" },
    ],
  ],
  [
    "reads a contact's single name behind a label, and no company in a rights notice",
    "<title>Acme do Brasil</title><h4>TRADE</h4><p>Responsável: Giovani<br>Telefone: 51 98594-0101<br>Email: giovani@trade.example</p><h4>NORTE</h4><p>Responsável: Tiago<br>Telefone: 27 99738-0102<br>Email: tmb.rep@terra.com.br</p><h4>SUL</h4><p>Responsável: Ivo<br>Telefone: 31 99982-0103<br>Email: sul.rep@terra.com.br</p><footer>© Todos os direitos reservados</footer>",
    [
      { name: "Giovani", company: "TRADE", phone: "51 98594-0101", email: "giovani@trade.example" },
      { name: "Tiago", company: "Acme do Brasil", phone: "27 99738-0102", email: "tmb.rep@terra.com.br" },
      { name: "Ivo", company: "Acme do Brasil", phone: "31 99982-0103", email: "sul.rep@terra.com.br" },
    ],
  ],
  [
    "doesn't mix a table's rows if only one has an address",
    "<title>Acme League</title><table><tr><td>Awards</td><td>Bill Weiss</td><td>727-204-0101</td></tr><tr><td>Videos</td><td>Ann Lee</td><td>annlee@gmail.com</td></tr><tr><td>Accountant</td><td>May &amp; Partners</td></tr></table>",
    [
      { name: "Bill Weiss", company: "Acme League", phone: "727-204-0101" },
      { name: "Ann Lee", company: "Acme League", email: "annlee@gmail.com" },
    ],
  ],
  [
    "reads titles in parentheses next to a linked name",
    '<title>Acme</title><ul><li><a href="mailto:ann@acme.example">Ann Lee</a> (Buyer) 020 7946 0101</li><li><a href="mailto:bob@acme.example">Bob May</a> (Sales manager) 020 7946 0102</li></ul>',
    [
      { name: "Ann Lee", title: "Buyer", company: "Acme", phone: "020 7946 0101", email: "ann@acme.example" },
      { name: "Bob May", title: "Sales manager", company: "Acme", phone: "020 7946 0102", email: "bob@acme.example" },
    ],
  ],
  [
    "continues a table's row of names in the row of addresses below it",
    "<title>Clinic Acme</title><table><tr><td>Dr. Ann Lee</td><td>Dr. Bob May</td></tr><tr><td>Tel. 020 7946 0101<br>ann.lee@gmail.com</td><td>Tel. 020 7946 0102<br>drmay@gmail.com</td></tr><tr><td>Dr. Cyd Fox</td><td>Dr. Eve Roe</td></tr><tr><td>Tel. 020 7946 0103<br>cf12@gmail.com</td><td>Tel. 020 7946 0104<br>eve.roe@gmail.com</td></tr></table>",
    [
      { name: "Ann Lee", company: "Clinic Acme", phone: "020 7946 0101", email: "ann.lee@gmail.com" },
      { name: "Bob May", company: "Clinic Acme", phone: "020 7946 0102", email: "drmay@gmail.com" },
      { name: "Cyd Fox", company: "Clinic Acme", phone: "020 7946 0103", email: "cf12@gmail.com" },
      { name: "Eve Roe", company: "Clinic Acme", phone: "020 7946 0104", email: "eve.roe@gmail.com" },
    ],
  ],
  [
    "reads the title in front of a name",
    "<title>Acme Klub</title><p>Prezes Jan Nowak<br>tel. 22 555 01 01<br>jan.nowak@gmail.com</p><p>Skarbnik Anna Lis<br>tel. 22 555 01 02<br>anna.lis@gmail.com</p>",
    [
      { name: "Jan Nowak", title: "Prezes", company: "Acme Klub", phone: "22 555 01 01", email: "jan.nowak@gmail.com" },
      { name: "Anna Lis", title: "Skarbnik", company: "Acme Klub", phone: "22 555 01 02", email: "anna.lis@gmail.com" },
    ],
  ],
  [
    "takes a table's column of members for companies, next to one of contacts",
    "<title>Acme Chamber</title><table><tr><th>Member</th><th>Contact Name</th><th>Contact</th><th>Type</th></tr><tr><td>Brook Mart</td><td>Lee, Ann</td><td>(863)555-0101</td><td>Shipping Company</td></tr><tr><td>Hillside</td><td>May, Bob</td><td>(863)555-0102</td><td>Retail</td></tr></table>",
    [
      { name: "Ann Lee", company: "Brook Mart", phone: "(863)555-0101" },
      { name: "Bob May", company: "Hillside", phone: "(863)555-0102" },
    ],
  ],
  [
    "takes a table's column of dealers for companies",
    "<title>Acme</title><table><tr><th>Dealer</th><th>Contact</th><th>Email</th></tr><tr><td>Brook Tractors</td><td>Ann Lee</td><td>brook12@gmail.com</td></tr><tr><td>Hill Plant</td><td>Bob May</td><td>hp.sales@gmail.com</td></tr></table>",
    [
      { name: "Ann Lee", company: "Brook Tractors", email: "brook12@gmail.com" },
      { name: "Bob May", company: "Hill Plant", email: "hp.sales@gmail.com" },
    ],
  ],
  [
    "takes a logo's text for the site's name, without a slogan",
    '<title>Kontakt</title><img src="/img/top.png" class="logo" alt="Logo von Halo Netz - ganz ohne Grenzen"><p>info@gmail.com</p>',
    [{ name: "Halo Netz", company: "Halo Netz", email: "info@gmail.com" }],
  ],
  [
    "prefers a legal name to the logo's, and takes no file names",
    '<title>Kontakt</title><img src="acme.png" alt="acme-logo.png"><p>Acme Stahl GmbH</p><p>info@gmail.com</p>',
    [{ name: "Acme Stahl GmbH", company: "Acme Stahl GmbH", email: "info@gmail.com" }],
  ],
  [
    "spells out a domain with the logo, not with a catalog's picture",
    '<title>Our people</title><img src="catalogo.gif" alt="Lake"><img src="logo.gif" alt="Lake Diner, Bar and Market"><p>Ann Lee, ann@lakediner.example</p>',
    [{ name: "Ann Lee", company: "Lake Diner, Bar and Market", email: "ann@lakediner.example" }],
  ],
  [
    "finds the owner behind the years of a notice with dashes",
    "<title>О нас</title><p>acme@yandex.example</p><footer>© 2008 — 2015 гг. АКМЕ Сталь</footer>",
    [{ name: "АКМЕ Сталь", company: "АКМЕ Сталь", email: "acme@yandex.example" }],
  ],
  [
    "takes the company in a credit line for neither the site nor its office",
    "<title>Lake Inn - Rooms</title><h1>Lake Inn</h1><p>12 Shore Road, Dover<br>Phone: 020 7946 0101<br>stay@lakeinn.example</p><p>Website design, hosting &amp; marketing by Nimbus Media, Inc.</p>",
    [{ name: "Lake Inn", company: "Lake Inn", phone: "020 7946 0101", email: "stay@lakeinn.example" }],
  ],
  [
    "leaves a free mailbox named after the site to the site, not to the person above it",
    "<title>Contact | Dune Sport</title><table><tr><td>Office</td><td>020 7946 0101</td></tr><tr><td>Sonja van Dam</td><td>020 7946 0102</td></tr><tr><td>Email</td><td>dune.sport@gmail.com</td></tr></table><p>© Dune Sport International</p>",
    [
      {
        name: "Dune Sport International",
        company: "Dune Sport International",
        phone: "020 7946 0101",
        email: "dune.sport@gmail.com",
      },
    ],
  ],
  [
    "names an entry by the part of its heading that spells the domain",
    "<title>Guide</title><div><h3>AMO Fontaine – Service d'aide en milieu ouvert pour les jeunes</h3><p>Aide aux familles.</p><p>Tags</p><p>Enfance</p><p>Santé</p><p>Adoption</p><p>Handicap</p><p>Plus</p><p>020 7946 0101</p><p>contact@amofontaine.example</p></div><div><h3>Le Pont Bleu</h3><p>Accueil de jour.</p><p>Tags</p><p>Adultes</p><p>Logement</p><p>Emploi</p><p>Culture</p><p>Plus</p><p>020 7946 0102</p><p>info@pontbleu.example</p></div>",
    [
      {
        name: "AMO Fontaine",
        company: "AMO Fontaine",
        phone: "020 7946 0101",
        email: "contact@amofontaine.example",
      },
      { name: "Le Pont Bleu", company: "Le Pont Bleu", phone: "020 7946 0102", email: "info@pontbleu.example" },
    ],
  ],
  [
    "drops the mailbox for comments on the website",
    "<title>Acme</title><h3>Sales</h3><p>sales@acme.example</p><h3>Website feedback</h3><p>Please email us at request@acme.example.</p>",
    [{ name: "Acme", company: "Acme", email: "sales@acme.example" }],
  ],
  [
    "drops the sentence around a company",
    "<title>Acme sp. z o.o. dba o Twoje dane</title><p>biuro@acme.example</p><p>sklep@acme.example</p>",
    ["biuro@acme.example", "sklep@acme.example"].map((email) => ({
      name: "Acme sp. z o.o.",
      company: "Acme sp. z o.o.",
      email,
    })),
  ],
])("%s", (_, html, leads) => {
  expect(leadsOf(html)).toEqual(leads);
});

test("names a directory's shops by their kind, and each branch after the shop above it", () => {
  const shops = [
    ["FARMACIA LAGO", "info@lago.example"],
    ["FARMACIA DEL PUERTO", "puerto12@yahoo.com"],
    ["FARMACIA HOMEOPÁTICA ROBLE", "ventas@roble.example"],
    ["FARMACIA SERRANO", "norte@serrano.example", "sur@serrano.example"],
  ];
  let phone = 4_628_0100;
  const rows = shops.map(([name = "", ...emails]) => {
    const branches = emails.map((email) => {
      const number = `${++phone}`.replace(/(?=\d{4}$)/u, "-");
      return `<div><p><b>Dirección:</b> Hipólito Paz 2792</p><p><b>Teléfono:</b> ${number}</p><p>${email}</p></div>`;
    });
    return `<tr><td>${name}</td></tr><tr><td>${branches.join("")}</td></tr>`;
  });
  const leads = leadsOf(`<title>Farmacias :: Asociación de Boticas</title><table>${rows.join("")}</table>`);
  expect(leads.map(({ name, company, phone: number, email }) => [name, company, number, email])).toEqual(
    shops
      .flatMap(([name = "", ...emails]) => emails.map((email) => [name, email]))
      .map(([name, email], at) => [name, name, `4628-010${at + 1}`, email]),
  );
});

test.each([
  ["Nombres", "Apellidos"],
  ["Nombre", "Apellidos"],
  ["Vorname", "Nachname"],
  ["First name", "Surname"],
])("joins the columns %s and %s", (first, last) => {
  const people = [
    ["María José", "Jara Pilar"],
    ["Wilfrid", "Achleitner"],
  ];
  const rows = people.map(
    ([given, family], at) => `<tr><td>${given}</td><td>${family}</td><td>p${at}@acme.example</td></tr>`,
  );
  const html = `<title>Acme</title><table><tr><th>${first}</th><th>${last}</th><th>Email</th></tr>${rows.join("")}</table>`;
  expect(leadsOf(html).map(({ name }) => name)).toEqual(["María José Jara Pilar", "Wilfrid Achleitner"]);
});

test("lists people with unfamiliar names and only a number like the others of a page with an address", () => {
  const people = ["Ann Lee", "Bob May", "Crispin BAKAJIKA", "Cyd Fox", "Vaners MUNGANGA", "Dora Hill"];
  const cards = people.map(
    (name, at) =>
      `<div class="card"><h3>${name}</h3><p>Head of Office</p><p>Phone:<br>020 7946 010${at}</p><p><a href="tel:020 7946 010${at}">Call</a></p></div>`,
  );
  const html = `<title>Acme</title><p>info@acme.example</p>${cards.join("")}`;
  expect(leadsOf(html).map(({ name }) => name)).toEqual(["Acme", ...people]);
});
