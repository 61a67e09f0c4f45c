import { expect, test } from "vitest";
import { extractPage } from "#server/pipeline/sources/website/extract/extract-page.ts";
import { SiteRecords } from "#server/pipeline/sources/website/extract/raw-lead.ts";

/** The leads of one page of an unknown host as "name | company | phone | email". */
function leadsOf(html: string): string[] {
  const url = "http://127.0.0.1/";
  const site = new SiteRecords(url);
  site.add(url, extractPage({ html, url, type: "website", selectors: {} }));
  return site
    .leads()
    .leads.map(({ fields }) =>
      [fields.name, fields.company, fields.phone, fields.email].map((field) => field ?? "").join(" | "),
    );
}

const LINES = "<p>Open all year.</p>".repeat(30);

test.each([
  ["cuts the page's name off a title", "Acme komponenter- Dani", "info@gmail.com", "Acme komponenter"],
  ["drops what a list of people is called", "Acme School Faculty and Staff", "info@gmail.com", "Acme School"],
  ["keeps the people that the domain spells", "Alumni LAKE", "info@alumnilake.example", "Alumni LAKE"],
  ["drops a slogan", "Solutions from Acme Tools", "sales@acmetools.example", "Acme Tools"],
  ["drops a slash", "Acme Tools /", "info@gmail.com", "Acme Tools"],
  ["drops brackets", "(Acme Tools)", "info@gmail.com", "Acme Tools"],
  [
    "drops an open bracket",
    "Statuts de l'Association des Amis (ADA",
    "info@gmail.com",
    "Statuts de l'Association des Amis",
  ],
  ["drops an emoji", "🦷 Varju Dental", "info@gmail.com", "Varju Dental"],
  ["drops the period behind a year", "Lake Conference 2026.", "info@gmail.com", "Lake Conference 2026"],
  ["drops the page's name before a wide bar", "Notre Équipe｜Golf Les Dunes", "info@gmail.com", "Golf Les Dunes"],
  ["drops a board", "Lake Center Staff and Board of Directors", "info@gmail.com", "Lake Center"],
  [
    "finds what the domain spells in a long title",
    "Peters & Van der Weele advocaten, advocaten in Helmond en Eindhoven, gespecialiseerd in arbeidsrecht",
    "info@petersvanderweele.example",
    "Peters & Van der Weele",
  ],
])("%s: %s", (_, title, email, name) => {
  expect(leadsOf(`<title>${title.replace("&", "&amp;")}</title><p>${email}</p>`)).toEqual([
    `${name} | ${name} |  | ${email}`,
  ]);
});

test.each([
  ["We at Harbour Industries serve you", "sales@harbourindustries.example", "Harbour Industries"],
  ["Ask us at RedHorsePaint.com about it", "sales@redhorsepaint.com", "RedHorsePaint"],
  ["We are Flint &amp; Son of London", "sales@flintandson.example", "Flint & Son"],
  ["Write to the LKSA about it", "info@lksa.example", "LKSA"],
])("writes an address's owner as in %j", (sentence, email, name) => {
  expect(leadsOf(`<title>Contact</title>${LINES}<p>${sentence}</p>${LINES}<p>${email}</p>${LINES}`)).toEqual([
    `${name} | ${name} |  | ${email}`,
  ]);
});

test.each([
  [
    "doesn't take a page's name for the site's in other languages",
    "<title>Kontakty</title><h1>Elérhetőség</h1><h2>Ota yhteyttä</h2><p>info@gmail.com</p>",
    [" |  |  | info@gmail.com"],
  ],
  [
    "drops a notice's slogan",
    "<title>Akka Customs</title><p>info@gmail.com</p><footer>© Akka Customs – Building dreams, driving passion.</footer>",
    ["Akka Customs | Akka Customs |  | info@gmail.com"],
  ],
  [
    "doesn't take the person that a school is named after for a contact",
    "<title>Klub</title><h3>Grundschule „Anna Lipar“</h3><p>Telefon: 030 812 9740</p><p>lipar2010@gmail.com</p>",
    ["Klub | Klub | 030 812 9740 | lipar2010@gmail.com"],
  ],
  [
    "doesn't take a club or a street that is named after somebody for a person",
    "<title>Contact</title><p>Cercle Amélie Murat<br>Avenida Anna Santos<br>club77@gmail.com</p>",
    ["Cercle Amélie Murat | Cercle Amélie Murat |  | club77@gmail.com"],
  ],
  [
    "takes no sentence for a name in a list of names",
    "<title>Lake Club</title><ul><li>Ann Lee: ann@lake.example</li><li>Bob May: bob@lake.example</li><li>Cyd Fox: cyd@lake.example</li><li>For all general inquiries email: info@lake.example</li></ul>",
    ["Ann Lee|ann", "Bob May|bob", "Cyd Fox|cyd", "Lake Club|info"].map((one) =>
      one.replace(/(.*)\|(.*)/u, "$1 | Lake Club |  | $2@lake.example"),
    ),
  ],
  [
    "knows a page's name in capital letters",
    "<title>Kule Makina</title><h3>KULE MAKİNA İLETİŞİM</h3><p>kulemakina@hotmail.com</p>",
    ["Kule Makina | Kule Makina |  | kulemakina@hotmail.com"],
  ],
  [
    "doesn't take an office for the site's name",
    "<title>Biuro</title><h2>Akme Serwis</h2><p>kontakt@gmail.com</p>",
    ["Akme Serwis | Akme Serwis |  | kontakt@gmail.com"],
  ],
  [
    "doesn't name the site after the notice of its agency",
    "<title>Start</title><p>info@gmail.com</p><footer>Website by Acme Soft © 2024 Acme Soft</footer>",
    [" |  |  | info@gmail.com"],
  ],
  [
    "knows a Spanish agency",
    "<title>Lago Azul</title><p>info@lago.example</p><footer>Desarrollado por Acme Soft<br>hola@acmesoft.example</footer>",
    ["Lago Azul | Lago Azul |  | info@lago.example"],
  ],
  [
    "doesn't name a site whose mailbox has its name after another's domain",
    "<title>Lake Chess</title><h1>Lake Chess</h1><p>lakechess@gmail.com</p><p>sales@boats.example</p>",
    ["Lake Chess | Lake Chess |  | lakechess@gmail.com", " |  |  | sales@boats.example"],
  ],
  [
    "takes guest houses that spell their domains for companies",
    "<title>Places to stay</title><p>Jan Manor<br>book@janmanor.example</p><p>Anna Barn<br>book@annabarn.example</p>",
    ["Jan Manor | Jan Manor |  | book@janmanor.example", "Anna Barn | Anna Barn |  | book@annabarn.example"],
  ],
  [
    "prefers the site's own spelling",
    "<title>Bonjour Bebe - Contact</title><h1>Bonjour Bebe</h1><h3>BONJOURBEBE</h3><p>info@bonjourbebe.example</p>",
    ["Bonjour Bebe | Bonjour Bebe |  | info@bonjourbebe.example"],
  ],
  [
    "names the company of another domain by its entry's heading",
    "<title>Guild of Lake</title><h1>Guild of Lake</h1>" +
      [
        ["Roebarn", "<p>Ann Lee</p><p>020 7946 0101</p><p>Calls: 09.30 - 15.00</p><p>ann.lee@roebarn.example</p>"],
        ["Board", "<p></p><p></p><p></p><p>guildoflake@gmail.com</p>"],
      ]
        .map(
          ([heading, contact]) =>
            `<div class="card"><div><h3>${heading}</h3></div><div><p>Economy.</p><h3>Ask about</h3><ul><li>Fees</li><li>Cars</li><li>Rooms</li><li>Doors</li></ul><h3>Contact details</h3>${contact}</div></div>`,
        )
        .join(""),
    [
      "Ann Lee | Roebarn | 020 7946 0101 | ann.lee@roebarn.example",
      "Guild of Lake | Guild of Lake |  | guildoflake@gmail.com",
    ],
  ],
  [
    "doesn't name an address that spells nobody after the last of many people",
    "<title>Lake Club</title><p>Anna Kowal<br>Thomas Braun<br>Peter Schmidt<br>lakes77@gmail.com</p>",
    ["Lake Club | Lake Club |  | lakes77@gmail.com"],
  ],
  [
    "doesn't name an office's mailbox after the person above",
    "<title>Klub Akme</title><p>Jan Nowak<br>Anna Lis<br>biuro@akme.example</p>",
    ["Klub Akme | Klub Akme |  | biuro@akme.example"],
  ],
  [
    "takes no sentences for departments",
    "<title>Lake Club</title><h3>Please write to us</h3><p>sales@lake.example</p><h3>Please call to be on our list</h3><p>support@lake.example</p><h3>Need a price for many rooms</h3><p>help@lake.example</p>",
    ["sales", "support", "help"].map((local) => `Lake Club | Lake Club |  | ${local}@lake.example`),
  ],
  [
    "doesn't find a short last name in a long address",
    "<title>Lake Club</title><p>Csula Acme<br>calstatelaacmeig@gmail.com</p>",
    ["Lake Club | Lake Club |  | calstatelaacmeig@gmail.com"],
  ],
  [
    "takes the name in a logo over a spelled domain",
    '<title>Контакти | Хоров съюз</title><img class="logo" src="logo.png" alt="Хоров Съюз лого"><p>contact@choirs.example</p>',
    ["Хоров съюз | Хоров съюз |  | contact@choirs.example"],
  ],
  [
    "keeps a name in guillemets with the words before it",
    "<title>Яхт-сервис «Маяк»</title><p>Адрес</p><p>mayak-ys@gmail.com</p>",
    ["Яхт-сервис «Маяк» | Яхт-сервис «Маяк» |  | mayak-ys@gmail.com"],
  ],
  [
    "reads a person behind a job title above an office's mailbox",
    "<title>Lake School</title><p>Skoleleder Grethe Nickelsen, tlf: 020 7946 0101<br>Email: info@lake.example</p>",
    ["Grethe Nickelsen | Lake School | 020 7946 0101 | info@lake.example"],
  ],
  [
    "reads a person behind unknown words above the address that spells the name",
    "<title>Akme</title><p>Biuro:<br>biuro@akme.example<br>Radca prawny Anna Drobik:<br>adrobik@akme.example</p>",
    ["Akme | Akme |  | biuro@akme.example", "Anna Drobik | Akme |  | adrobik@akme.example"],
  ],
  [
    "takes the company that a domain spells without umlauts",
    "<title>Lake Club</title><p>Fees are due in May.</p><p>Ask the garden: Gårdlauget Askholm</p><p>board@gaardlauget-askholm.example</p><p>info@lake.example</p>",
    [
      "Gårdlauget Askholm | Gårdlauget Askholm |  | board@gaardlauget-askholm.example",
      "Lake Club | Lake Club |  | info@lake.example",
    ],
  ],
  [
    "doesn't take a directory's title for a person",
    "<title>Directorio CAAxA</title><h3>Dra. Ann Lee</h3><p>Asesora</p><p>difusioncaaxa@lake.example</p>",
    ["Ann Lee | Lake |  | difusioncaaxa@lake.example"],
  ],
  [
    "takes no Chinese sentence for a company",
    "<title>Registration</title><p>请填写 EasyChair 投稿系统中分配的论文编号。</p><p>lake77@easychair.example</p><p>info@sea.example</p>",
    [" |  |  | lake77@easychair.example", " |  |  | info@sea.example"],
  ],
  [
    "doesn't take cultural mediation for an arbitration board",
    "<title>Lac</title><p>Médiation culturelle<br>Anna Roux<br>anna@lac.example</p>",
    ["Anna Roux | Lac |  | anna@lac.example"],
  ],
])("%s", (_, html, leads) => {
  expect(leadsOf(html)).toEqual(leads);
});
