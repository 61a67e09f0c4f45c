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

const OWNER = { name: "Vidra Solak", email: "vsolak@cs.ostrova.edu" };

/** A section of a list, with local numbers from `first` on. */
function section(names: readonly string[], first: number): string {
  const rows = names.map((name, at) => {
    const local = name.toLowerCase().replace(/, .*|lq/gu, "");
    return `<tr><td>${name}</td><td>${local}@cs.merrow.edu</td><td>262-${first + at}</td></tr>`;
  });
  return `<table>${rows.join("")}</table>`;
}

test.each([
  [
    "takes the institution that fits the address, not the school attended",
    "<title>Vidra Solak's Home Page</title><h1>Vidra Solak</h1><p>Ph.D. University of Merrow, 1989</p><p>University of Ostrova</p><p>vsolak@cs.ostrova.edu</p>",
    [{ ...OWNER, company: "University of Ostrova" }],
  ],
  [
    "leaves the company empty when the title only names the owner's page",
    "<title>Vidra Solak's Front Yard</title><h1>Vidra Solak's Front Yard</h1><p>Vidra Solak - vsolak@cs.ostrova.edu</p>",
    [OWNER],
  ],
  [
    "reads the title below the owner's name",
    "<title>Vidra Solak</title><h1>Vidra Solak</h1><h2>Associate Professor</h2><p>Email:</p><p>vsolak@cs.ostrova.edu</p>",
    [{ ...OWNER, title: "Associate Professor" }],
  ],
  [
    "skips a title that labels another person",
    "<title>Vidra Solak</title><h1>Vidra Solak</h1><p>Secretary: Bram Oake</p><p>vsolak@cs.ostrova.edu</p>",
    [OWNER],
  ],
  [
    "merges an owner's addresses when one is cut off",
    "<title>Vidra Kolbenheyer</title><h1>Vidra Kolbenheyer</h1><p>vkolbenh@cs.ostrova.edu</p><hr><p>kolbenheyer@mail.ostrova.edu</p>",
    [{ name: "Vidra Kolbenheyer", email: "vkolbenh@cs.ostrova.edu" }],
  ],
  [
    "accepts unknown words as a name if the address spells them",
    "<title>Staff</title><p>Tamsyr Das</p><p>Translator</p><p>tdas@acme.example</p>",
    [{ name: "Tamsyr Das", title: "Translator", email: "tdas@acme.example" }],
  ],
  [
    "doesn't take a place for a person",
    "<title>Clubs | Acme</title><p>Campus: Willow Lane</p><p>Write to chessfriends@acme.example</p>",
    [{ name: "Acme", company: "Acme", email: "chessfriends@acme.example" }],
  ],
  [
    "doesn't take the year of a publication for a phone",
    "<title>Papers</title><ul><li>Ann Lee, Physical Letters 81, 046803 (2013)</li><li>Bob May, since 05/2023</li><li>Cyd Fox, 1/95 - 5/95</li></ul>",
    [],
  ],
  [
    "separates a concealed address from the word before it",
    '<title>People</title><h3>Ann Lee</h3><span>Director</span><a href="/cdn-cgi/l/email-protection#42232c2c022321272f6c273a232f322e27">x</a>',
    [{ name: "Ann Lee", title: "Director", email: "ann@acem.example" }],
  ],
  [
    "strips a label that runs into the address",
    "<title>Acme | Contact</title><p>Acme</p><p>Emailann.lee@acme.example</p>",
    [{ name: "Acme", company: "Acme", email: "ann.lee@acme.example" }],
  ],
  [
    "ignores a menu",
    '<title>Imprint</title><p><a href="a">Fleet</a> <a href="b">Board</a> <a href="c">Head Office</a> <a href="d">Owner Portal</a></p><p>Ann Lee</p><p>ann.lee@acme.example</p>',
    [{ name: "Ann Lee", email: "ann.lee@acme.example" }],
  ],
  [
    "removes the greeting from the site's name",
    "<title>Bienvenidos a Grupo Roble</title><h1>Bienvenidos a Grupo Roble</h1><p>info@gruporoble.example</p>",
    [{ name: "Grupo Roble", company: "Grupo Roble", email: "info@gruporoble.example" }],
  ],
  [
    "completes a company name that a line break splits",
    "<title>Reitverein Nordwald e.V.</title><h1>Reitverein<br>Nordwald e.V.</h1><p>Reitverein<br>Nordwald e.V.<br>Tel. 040 7340552<br>info@reitverein-nordwald.example</p>",
    [
      {
        name: "Reitverein Nordwald e.V.",
        company: "Reitverein Nordwald e.V.",
        email: "info@reitverein-nordwald.example",
        phone: "040 7340552",
      },
    ],
  ],
  [
    "takes the company from a free mailbox named after it",
    "<title>Stillwater RV Park | Home</title><h1>Stillwater RV Park</h1><p>Write to stillwaterrvpark@gmail.com</p>",
    [{ company: "Stillwater RV Park", email: "stillwaterrvpark@gmail.com" }],
  ],
  [
    "prefers the publisher to the responsible person in French legal notices",
    "<title>Mentions légales</title><p>Éditeur du site : SARL Les Vergers d'Aubrac, 12 chemin des Haies, 85440 Talmont<br>Directeur de la publication : Gaëtan Rousselin<br>contact@vergers.example</p>",
    [{ name: "SARL Les Vergers d'Aubrac", email: "contact@vergers.example" }],
  ],
  [
    "merges two addresses of one mailbox on a line",
    "<title>Page</title><p>Anna Solak, PhD</p><p>anna@cs.ostrova.edu or anna@dri.ostrova.edu</p>",
    [{ name: "Anna Solak", email: "anna@cs.ostrova.edu" }],
  ],
  [
    "takes the only person's institution from the page",
    "<title>VS Index</title><h3>Vidra Solak</h3><p>address: Box 7, Merrow University, 4th floor</p><p>email: vsolak@ai.ostrova.edu</p>",
    [{ name: "Vidra Solak", email: "vsolak@ai.ostrova.edu", company: "Merrow University" }],
  ],
  [
    "takes a line that spells the domain for the institution",
    "<title>Vidra Solak</title><h2>UC Ostrova</h2><h1>Vidra Solak</h1><p>vsolak@cs.ucostrova.edu</p>",
    [{ name: "Vidra Solak", company: "UC Ostrova" }],
  ],
  [
    "takes the institution that fits the address from a long paragraph",
    `<title>Vidra Solak</title><h1>Vidra Solak</h1><p>I am a student of Computer Science at the University of Ostrova. ${"My interests are networks. ".repeat(12)}</p><p>vs@cs.uostrova.edu</p>`,
    [{ name: "Vidra Solak", company: "University of Ostrova" }],
  ],
  [
    "gives a page's only contact its numbers",
    `<title>Vidra Solak</title><h1>Vidra Solak</h1><p>Phone: (504) 555-0140<br>Lab: (504) 555-0141</p>${"<p>Some things of interest.</p>".repeat(25)}<p>vsolak@cs.ostrova.edu</p>`,
    [{ ...OWNER, phone: "(504) 555-0140" }],
  ],
  [
    "shares the only number with people at the site's domain",
    "<title>Acme Tools Ltd</title><p>Acme Tools Ltd, +44 121 496 0042, info@acmetools.example</p><h3>Team</h3><p>Ann Lee</p><p>ann.lee@acmetools.example</p><p>Bob May</p><p>bob.may@acmetools.example</p>",
    [
      { email: "info@acmetools.example", phone: "+44 121 496 0042" },
      { email: "ann.lee@acmetools.example", phone: "+44 121 496 0042" },
      { email: "bob.may@acmetools.example", phone: "+44 121 496 0042" },
    ],
  ],
  [
    "takes the number below the entry's heading rather than one above it",
    "<title>Acme Law School</title><p><b>General information</b><br>(212) 555-0140<br><b>Admissions</b><br>(212) 555-0170<br>admissions@acme.example</p>",
    [{ email: "admissions@acme.example", phone: "(212) 555-0170" }],
  ],
  [
    "doesn't take a tax number for a phone",
    "<title>Rovera srl</title><p>Rovera srl<br>P.I. 01234567890<br>Tel: 0341 25.18.99<br>info@rovera.example</p>",
    [{ email: "info@rovera.example", phone: "0341 25.18.99" }],
  ],
  [
    "doesn't take an unfilled form's label for a name",
    "<title>Contact - Acme Tools</title><p>Acme Tools</p><p>E-mail: sales@acmetools.example</p><table><tr><td>Name:</td></tr><tr><td>Street, number:</td></tr></table>",
    [{ name: "Acme Tools", email: "sales@acmetools.example" }],
  ],
  [
    "doesn't take the author of a quotation for a contact",
    '<title>Acme Tools</title><p>"Best hammer I ever had!"<br>—Ann Lee, Lee Floors Co.</p><p>☎ 805-555-0139</p><a href="mailto:acmetools@gmail.com">Write</a><p>© Acme Tools</p>',
    [{ company: "Acme Tools", email: "acmetools@gmail.com" }],
  ],
  [
    "doesn't take the label of a certified mailbox for a name",
    "<title>Olmo APS</title><p>Olmo APS</p><p>Email supporto: aiuto@olmo.example</p><p>PEC: olmo@pec.it</p><p>© Olmo APS</p>",
    [
      { name: "Olmo APS", email: "aiuto@olmo.example" },
      { company: "Olmo APS", email: "olmo@pec.it" },
    ],
  ],
  [
    "doesn't read an address across the next entry's heading",
    `<title>Board</title>${["Ann Lee", "Bob May", "Cyd Fox"].map((name) => `<div class="card"><div><h5>${name}</h5><p>Chair<br>12345 Musterdorf<br>E-mail: ${name.replace(" ", ".").toLowerCase()}@acme.example</p></div><small>Updated May 24</small></div>`).join("")}`,
    [{ name: "Ann Lee" }, { name: "Bob May" }, { name: "Cyd Fox" }],
  ],
  [
    "joins a company name that continues on the next line",
    "<title>Taxi fleet</title><p><b>Merrow Drivers' Cabs &<br>Co-Operative Members Limited</b></p><p>14 Sarah Street<br>info@merrowcabs.example</p>",
    [{ name: "Merrow Drivers' Cabs & Co-Operative Members Limited" }],
  ],
  [
    "takes the company from the line above its postal address",
    "<title>Contact</title><h1>Elm Trailers - Caravans</h1><p>Elm Trailers<br>Station Road 21<br>1234 AB Elmstad<br>b.vos@etelmstad.example</p>",
    [{ name: "Elm Trailers", email: "b.vos@etelmstad.example" }],
  ],
  [
    "names two offices of one site by their headings",
    "<title>Contact</title><h1>Contacts and Locations</h1><p><b>Merrow Investment Fund</b><br>1300 Elm Avenue<br>Tel: (202) 555-0142<br>fund@ostbank.example</p><p><b>Merrow Culture Programme</b><br>1300 Elm Avenue<br>Tel: (202) 555-0143<br>culture@ostbank.example</p><p>© 2020 Ostbank Ostrova</p>",
    [{ name: "Merrow Investment Fund" }, { name: "Merrow Culture Programme" }],
  ],
  [
    "prefers the site's own name to another that spells its domain",
    "<title>Merrow Law School : Contact Us</title><h1>Merrow Law School</h1><p>Merrow University</p><p>Write to admissions@merrow.example</p>",
    [{ name: "Merrow Law School", email: "admissions@merrow.example" }],
  ],
  [
    "reads names and local numbers in the short sections of a list",
    `<title>Students</title><h2>A</h2>${section(["Abel, Ann", "Adler, Bob", "Amis, Cyd", "Arn, Dan", "Ash, Eve", "Aul, Flo"], 1720)}<h2>X</h2>${section(["Xolq, Gyvis"], 6601)}`,
    [
      ...[1720, 1721, 1722, 1723, 1724, 1725].map((end) => ({ phone: `262-${end}` })),
      { name: "Gyvis Xolq", phone: "262-6601" },
    ],
  ],
  [
    "reads bare numbers in a column of phones, and extensions",
    `<title>Oficinas</title><table><tr><td>Ente público</td><td>Responsable</td><td>Teléfono</td><td>Correo</td></tr>${[
      ["Archivo de Roble", "Ana García López", "5555010020"],
      ["Museo de Roble", "Luis Pérez Soto", "5555010030 ext. 12"],
      ["Teatro de Roble", "Eva Díaz Ruiz", "No disponible"],
    ]
      .map(
        ([office = "", name = "", phone = ""]) =>
          `<tr><td>${office}</td><td>${name}</td><td>${phone}</td><td>${(name.split(" ")[0] ?? "").toLowerCase()}@roble.example</td></tr>`,
      )
      .join("")}</table>`,
    [
      { name: "Ana García López", company: "Archivo de Roble", phone: "5555010020" },
      { name: "Luis Pérez Soto", company: "Museo de Roble", phone: "5555010030" },
      { name: "Eva Díaz Ruiz", company: "Teatro de Roble", email: "eva@roble.example" },
    ],
  ],
  [
    "keeps an abbreviated saint in the site's name",
    "<title>Contact</title><p>office@stalban.example</p><p>© St. Alban Care Home. All rights reserved.</p>",
    [{ company: "St. Alban Care Home", email: "office@stalban.example" }],
  ],
  [
    "doesn't take the Italian heading of contact details for a name",
    "<title>Chi siamo - Olmo APS</title><section><h2>Contatti</h2><p>Rispondiamo entro due giorni lavorativi.</p><h3>Riferimenti</h3><p>Email generale: info@olmo.example</p><p>Area diritti: diritti@olmo.example</p><p>Area legale: area.legale@olmo.example</p></section><footer>Olmo APS<p>© Olmo APS</p></footer>",
    [
      { name: "Olmo APS", email: "info@olmo.example" },
      { email: "diritti@olmo.example" },
      { email: "area.legale@olmo.example" },
    ],
  ],
  [
    "skips the emoji before a name",
    "<title>Team</title><p>👤 Tamsyr Lee</p><p>✉️ lee@acme.example</p>",
    [{ name: "Tamsyr Lee", email: "lee@acme.example" }],
  ],
  [
    "names a member of a list by its card rather than by the section's heading",
    `<title>Members | Wax Guild</title><p>© 2026 Wax Guild</p>${[
      ["Makers", "Elm Candles Ltd", "info@elmcandles.example"],
      ["Makers", "Vosca-Bolt", "sales@vosca-bolt.example"],
      ["Makers", "Ash and Aul Ltd", "info@ashandaul.example"],
      ["Guilds", "Oakwax Limited", "ann@oakwax.example"],
      ["Consultants", "Tallowry Limited", "bob@tallowry.example"],
    ]
      .map(
        ([heading = "", name = "", email = ""], at) =>
          `${at > 0 && at < 3 ? "" : `<h2>${heading}</h2>`}<div class="grid"><div class="card"><div class="name">${name}</div><div><span>Web</span><a href="http://${email.split("@")[1] ?? ""}">www.${email.split("@")[1] ?? ""}</a></div><div><span>Email</span><a href="mailto:${email}">${email}</a></div></div></div>`,
      )
      .join("")}`,
    [
      { name: "Elm Candles Ltd", company: "Elm Candles Ltd" },
      { name: "Vosca-Bolt", company: "Vosca-Bolt" },
      { name: "Ash and Aul Ltd", company: "Ash and Aul Ltd" },
      { name: "Oakwax Limited", company: "Oakwax Limited" },
      { name: "Tallowry Limited", company: "Tallowry Limited" },
    ],
  ],
  [
    "reads a number in brackets that a label runs into, and a hyphenated university",
    "<title>Team – Ruhr-Universität Ostrova</title><h1>Team</h1><p>Ann Lee</p><p><span>Telefon</span><span>(+49) (0)30 1234-56789</span></p><p>ann.lee@ruo.example</p>",
    [{ name: "Ann Lee", phone: "(+49) (0)30 1234-56789", company: "Ruhr-Universität Ostrova" }],
  ],
  [
    "takes a whole family name, and a name with a form of address, from sentences",
    "<title>Sport | Wijkclub Elm</title><p>De verantwoordelijke is Pim Van der Veenhof, te bereiken via vanderveenhofpim@gmail.com.</p><p>M.Jean-Luc ROUX pour l'inscription des équipes, à l'adresse suivante : jlr90@gmail.com</p>",
    [
      { name: "Pim Van der Veenhof", email: "vanderveenhofpim@gmail.com" },
      { name: "Jean-Luc ROUX", email: "jlr90@gmail.com" },
    ],
  ],
  [
    "reads the owner behind a second word for copyright",
    "<title>Members</title><p>Ann Lee</p><p>ann.lee@gmail.com</p><p>© 2023 Copyright - Merrow</p>",
    [{ name: "Ann Lee", company: "Merrow" }],
  ],
  [
    "takes a title with a legal form for the company",
    "<title>Freunde der Elmer Beratung e.V.</title><p>Ann Lee</p><p>ann.lee@gmail.com</p>",
    [{ name: "Ann Lee", company: "Freunde der Elmer Beratung e.V." }],
  ],
  [
    "keeps a board member who is also the webmaster",
    "<title>Board</title><div><p>Ann Lee</p><p>Member/Webmaster</p><p>ann.lee@gmail.com</p></div><div><p>Bob May</p><p>Member</p><p>bob.may@gmail.com</p></div>",
    [
      { name: "Ann Lee", email: "ann.lee@gmail.com" },
      { name: "Bob May", email: "bob.may@gmail.com" },
    ],
  ],
  [
    "finds the name in a Dutch sentence",
    "<title>Sport | Wijkclub Elm</title><p>Wie vragen heeft over de wekelijkse training van de ploeg kan altijd terecht bij Jan Vosberg. Hij is bereikbaar op 0496/12 93 00 of via kapitein@elm.example.</p>",
    [{ name: "Jan Vosberg", email: "kapitein@elm.example", phone: "0496/12 93 00" }],
  ],
])("%s", (_, html, expected) => {
  expect(leadsOf(html)).toMatchObject(expected);
});

test("doesn't take a notice of all rights for the company", () => {
  const leads = leadsOf(
    "<title>Members</title><p>Ann Lee</p><p>ann.lee@gmail.com</p><p>Copyright © 2023 All right reserved</p>",
  );
  expect(leads).toEqual([{ name: "Ann Lee", email: "ann.lee@gmail.com" }]);
});

test("doesn't take one company's domain in a list of free mailboxes for the site's", () => {
  const names = ["Ann Lee", "Bob May", "Cyd Fox", "Dan Ash"];
  const entries = names.map((name) => `<p>${name}<br>${name.replace(" ", ".").toLowerCase()}@gmail.com</p>`);
  const leads = leadsOf(`<title>Fair</title>${entries.join("")}<p>Eve Aul<br>eve@fairbolt.example</p>`);
  expect(leads.map(({ name }) => name)).toEqual([...names, "Eve Aul"]);
  expect(leads.slice(0, 4).map(({ company }) => company)).toEqual(names.map(() => undefined));
});

test("confirms a site's name that only titles have by a second page", () => {
  const site = new SiteRecords("https://acme.example/");
  for (const path of ["", "team"]) {
    const html = `<title>Night Owls</title><h1>Night Owls</h1><p>Ann Lee, ann.lee${path}@gmail.com</p>`;
    const url = `https://acme.example/${path}`;
    site.add(url, extractPage({ html, url, type: "website", selectors: {} }));
  }
  expect(site.leads().leads.map(({ fields }) => fields.company)).toEqual(["Night Owls", "Night Owls"]);
});
