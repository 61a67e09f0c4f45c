import { expect, test } from "vitest";
import { extractPage } from "#server/pipeline/sources/website/extract/extract-page.ts";
import { SiteRecords } from "#server/pipeline/sources/website/extract/raw-lead.ts";

/** The leads of one page of an unknown host as "name | title | company | phone | email". */
function leadsOf(html: string): string[] {
  const url = "http://127.0.0.1/";
  const site = new SiteRecords(url);
  site.add(url, extractPage({ html, url, type: "website", selectors: {} }));
  return site
    .leads()
    .leads.map(({ fields }) =>
      [fields.name, fields.title, fields.company, fields.phone, fields.email].map((field) => field ?? "").join(" | "),
    );
}

const LINES = "<p>Open all year.</p>".repeat(8);

test.each([
  [
    "doesn't take the site's name for a person's",
    "<title>Hospiz Seehagen</title><h1>Hospiz Seehagen</h1><p>Tel.: 030 5550123</p><p>hospizseehagen@gmx.de</p>",
    ["Hospiz Seehagen |  | Hospiz Seehagen | 030 5550123 | hospizseehagen@gmx.de"],
  ],
  [
    "doesn't name a mailbox after the webmaster",
    "<title>Lake Forum</title><p>lake.forum@gmail.com</p><p>Lake Forum Webmaster - Ann Lee</p>",
    ["Lake Forum |  | Lake Forum |  | lake.forum@gmail.com"],
  ],
  [
    "doesn't name the site after its agency",
    "<title>LAKES 2025</title><p>lakes@gmail.com</p><footer>Designed and Developed by Acme Software PVT LTD</footer>",
    ["LAKES |  | LAKES |  | lakes@gmail.com"],
  ],
  [
    "doesn't name an office after the first of the people below its address",
    "<title>Lake Society</title><p>office@lake.example</p><dl><dt>President</dt><dd>Ann Lee</dd></dl>",
    ["Lake Society |  | Lake Society |  | office@lake.example"],
  ],
  [
    "doesn't name a mailbox after somebody far above",
    `<title>Lake Society</title><p>Ann Lee</p>${LINES}<p>lakes77@gmail.com</p>`,
    ["Lake Society |  | Lake Society |  | lakes77@gmail.com"],
  ],
  [
    "doesn't give somebody's address to another",
    "<title>Lake Society</title><p>Bob May<br>anna.kowal@gmail.com</p>",
    ["Lake Society |  | Lake Society |  | anna.kowal@gmail.com"],
  ],
  [
    "finds the name that an address with a number spells",
    `<title>VXO - Team</title><h3>Rick Vos</h3><h3>Jan van der Wal</h3><p>rvos1987@gmail.com</p>`,
    ["Rick Vos |  | VXO |  | rvos1987@gmail.com"],
  ],
  [
    "tells a member from the association whose site it is on",
    "<title>Seehagener Bank, Mitglied - Gewerbeverband Seehagen</title><h3>Seehagener Bank</h3><p>dieter@sbank.example</p><footer>Gewerbeverband Seehagen<br>info@gewerbe-seehagen.example</footer>",
    [
      "Seehagener Bank |  | Seehagener Bank |  | dieter@sbank.example",
      "Gewerbeverband Seehagen |  | Gewerbeverband Seehagen |  | info@gewerbe-seehagen.example",
    ],
  ],
  [
    "doesn't call a department a place in its government's domain",
    "<title>Contraloría General</title><h1>Contraloría General</h1><p>Ana Lara<br>alara@lago.gob.mx</p><p>Calle Lago Azul 3</p>",
    ["Ana Lara |  | Contraloría General |  | alara@lago.gob.mx"],
  ],
  [
    "names dealers in several towns by the company behind a label",
    ["Москва|АкмеДекор|info@adecor.example", "Ростов|РостСталь|rostov@polimer.example"]
      .map((entry) => entry.split("|"))
      .map(([town, name, email]) => `<div><h3>${town}</h3><p>Компания: ООО «${name}»</p><p>${email}</p></div>`)
      .join(""),
    [
      "ООО «АкмеДекор» |  | ООО «АкмеДекор» |  | info@adecor.example",
      "ООО «РостСталь» |  | ООО «РостСталь» |  | rostov@polimer.example",
    ],
  ],
  [
    "doesn't take the host's name for the publisher's",
    "<title>Mentions légales</title><h2>Éditeur</h2><p>Groupe Lac<br>Société par actions simplifiée (SAS)<br>contact@groupelac.example</p><h2>Hébergement</h2><p>Le site est hébergé par :</p><p>Acme Hosting, Inc.</p><p>12 Main Street</p>",
    ["Groupe Lac |  | Groupe Lac |  | contact@groupelac.example"],
  ],
])("%s", (_, html, leads) => {
  expect(leadsOf(html)).toEqual(leads);
});
