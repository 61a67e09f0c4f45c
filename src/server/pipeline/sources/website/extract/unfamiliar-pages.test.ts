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
])("%s", (_, html, expected) => {
  expect(leadsOf(html)).toMatchObject(expected);
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
