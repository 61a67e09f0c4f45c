import { describe, expect, test } from "vitest";
import { extractPage } from "#server/pipeline/sources/website/extract/extract-page.ts";

function read(html: string, url = "https://www.quillmoor.example/people"): string[] {
  const { records } = extractPage({ html, url, type: "website", selectors: null });
  return records.map(({ name, title, email, phone }) => [name, title, email, phone].join(" | "));
}

interface Listed {
  first: string;
  last: string;
  local: string;
  phone: string;
  title: string;
}

/** Family names that no list of names has, and one such given name. */
const LISTED: readonly Listed[] = [
  { first: "Anna", last: "Torvik", local: "torvik", phone: "5-0101", title: "Lecturer" },
  { first: "Brandt", last: "Quelling", local: "bquelling", phone: "5-0102", title: "Professor" },
  { first: "Clara", last: "Ostrander", local: "clara", phone: "5-0103", title: "Librarian" },
  { first: "Zyvek", last: "Hallorin", local: "zhallori", phone: "5-0104", title: "Technician" },
];

const at = ({ local }: Listed): string => `${local}@quillmoor.example`;
const all = (line: (one: Listed) => string): string => LISTED.map(line).join("\n");
const named = LISTED.map((one) => `${one.first} ${one.last} |  | ${at(one)} | `);

describe("a list of people", () => {
  test.each<[string, string, readonly string[]]>([
    [
      "in list items with the address in brackets",
      `<ul>${all((one) => `<li><a href="/~${one.local}">${one.first} ${one.last}</a> (${at(one)})`)}</ul>`,
      named,
    ],
    [
      "with the family name first",
      `<table>${all((one) => `<tr><td>${one.last}, ${one.first}</td><td>${at(one)}</td></tr>`)}</table>`,
      named,
    ],
    [
      "behind links that are the names",
      `<ul>${all((one) => `<li><a href="mailto:${at(one)}">${one.first} ${one.last}... </a> since 1995<br>`)}</ul>`,
      named,
    ],
    [
      "between rules, name as a heading",
      all(
        (one) =>
          `<h3>${one.first} ${one.last}</h3>Title: ${one.title}<br>Group: Archive<br><br>Phone: 030 1234${one.phone.slice(-3)}<br>Email: ${at(one)}<hr>`,
      ),
      LISTED.map((one) => `${one.first} ${one.last} | ${one.title} | ${at(one)} | 030 1234${one.phone.slice(-3)}`),
    ],
    [
      "in nested lists",
      `<ul>${all((one) => `<li>${one.first} ${one.last.toUpperCase()}<ul><li>Email: <a href="mailto:${at(one)}">${at(one)}</a><li>Department of Stones<br>Hill Road 4<br></ul>`)}</ul>`,
      LISTED.map((one) => `${one.first} ${one.last.toUpperCase()} |  | ${at(one)} | `),
    ],
    [
      "in small paragraphs below the name of a unit",
      all(
        (one) =>
          `<p><strong>HOUSE ${one.phone.slice(-2)}</strong><br>${one.first} ${one.last}<br>tel. 030 1234${one.phone.slice(-3)} ext. 11<br><strong>${at(one)}</strong></p><div class="divider"></div>`,
      ),
      LISTED.map((one) => `${one.first} ${one.last} |  | ${at(one)} | 030 1234${one.phone.slice(-3)}`),
    ],
  ])("%s", (_, html, expected) => {
    expect(read(`<title>People of Quillmoor</title><h1>People</h1>${html}`)).toEqual(expected);
  });

  test("in preformatted columns, with internal extensions", () => {
    const rows = all(
      (one) =>
        `<a href="/~x">${one.last}</a>\t${one.first}          ${one.phone}    <a href="mailto:${at(one)}">${one.local}</a>`,
    );
    expect(read(`<h1>People</h1><pre>${rows}</pre>`)).toEqual(
      LISTED.map((one) => `${one.last} ${one.first} |  | ${at(one)} | ${one.phone}`),
    );
  });

  const mobiles = ["9812055501", "8292055502", "7209055503", "9970855504"];
  const pairs = ["90 55 01 01", "91 55 01 02", "90 55 01 03", "92 55 01 04"];
  const table = (values: readonly string[]): string =>
    `<table>${LISTED.map((one, index) => `<tr><td>${one.first} ${one.last}</td><td>${at(one)}</td><td>${values[index] ?? ""}</td></tr>`).join("")}</table>`;

  test.each([mobiles, pairs, ["4555-0101", "4555-0102", "4555-0103", "4555-0104"]])(
    "with local numbers of one format like %s",
    (...numbers) => {
      expect(read(table(numbers))).toEqual(
        LISTED.map((one, index) => `${one.first} ${one.last} |  | ${at(one)} | ${numbers[index] ?? ""}`),
      );
    },
  );

  test.each([
    ["2021500017", "2021500023", "2021500031", "2021500048"],
    ["2003-2007", "2004-2008", "2005-2009", "2006-2010"],
    ["CNPJ 1145550101", "CNPJ 2245550102", "CNPJ 3345550103", "CNPJ 4455550104"],
  ])("with other numbers like %s", (...numbers) => {
    expect(read(table(numbers)).map((one) => one.split(" | ").at(-1))).toEqual(["", "", "", ""]);
  });

  test("in a table whose header names only the columns of numbers", () => {
    const row = (one: Listed, index: number): string =>
      `<tr><td>Land ${index}</td><td>${one.first} ${one.last}<br>Mail: ${at(one)}</td><td>61/2/5555 ${one.phone.slice(-4)}</td><td>61/2/5556 000${index}</td></tr>`;
    const header = "<tr><td>Country</td><td>Contact address</td><td>Telephone</td><td>Fax</td></tr>";
    expect(read(`<table>${header}${LISTED.map(row).join("")}</table>`)).toEqual(
      LISTED.map((one) => `${one.first} ${one.last} |  | ${at(one)} | 61/2/5555 ${one.phone.slice(-4)}`),
    );
  });

  test("with a name of one word in a column of names", () => {
    const names = ["Anna Torvik", "Zyvek", "Clara Ostrander"];
    const rows = names.map(
      (name, index) => `<tr><td>${name}</td><td>Rocks &amp; Sand</td><td>u${index}@gmail.com</td></tr>`,
    );
    const header = "<tr><td>Name</td><td>Department</td><td>Email</td></tr>";
    expect(read(`<table>${header}${rows.join("")}</table>`).map((one) => one.split(" | ")[0])).toEqual(names);
  });

  test("with a dash next to the title only", () => {
    const names = ["Torvik Zyvelle", "Quelling Bramo", "Ostrander Olvi"];
    const html = names.map((name, index) => `<p>${name} -Lecturer<br>u${index}@gmail.com</p>`).join("");
    expect(read(`<title>membres</title>${html}`)).toEqual(
      names.map((name, index) => `${name} | Lecturer | u${index}@gmail.com | `),
    );
  });

  test("with titles of any words, if some in the column are typical", () => {
    const titles = ["Archivist", "First grade", "Rare prints", "Librarian"];
    const rows = LISTED.map(
      (one, index) =>
        `<tr><td>${one.first} ${one.last}</td><td>${at(one)}</td><td>${titles[index] ?? ""}</td><td>Room ${index}</td></tr>`,
    );
    expect(read(`<table>${rows.join("")}</table>`)).toEqual(
      LISTED.map((one, index) => `${one.first} ${one.last} | ${titles[index] ?? ""} | ${at(one)} | `),
    );
  });

  test.each([
    ["in a heading below the name", (one: Listed) => `<h3>${one.first} ${one.last}</h3><h4>${one.title}</h4>`],
    ["before a colon", (one: Listed) => `<p><b>${one.title}:</b> ${one.first} ${one.last}</p>`],
  ])("with the title %s", (_, head) => {
    const html = all((one) => `<div class="card">${head(one)}<p>${at(one)}</p></div>`);
    expect(read(html)).toEqual(LISTED.map((one) => `${one.first} ${one.last} | ${one.title} | ${at(one)} | `));
  });

  test("with titles behind commas and one on its own line", () => {
    const entries = all(
      (one) => `${one.first} ${one.last}${one === LISTED.at(-1) ? "<br>" : ", "}${one.title}<br>${at(one)}<br><br>`,
    );
    expect(read(`<p>${entries}</p>`)).toEqual(
      LISTED.map((one) => `${one.first} ${one.last} | ${one.title} | ${at(one)} | `),
    );
  });

  test("in cards, some without an address", () => {
    const card = ({ first, last, title }: Listed, address: string): string =>
      `<article class="card"><h3>${first} ${last}</h3><p>${title}</p><p>Looks after the archive and all who visit it.</p>${address}</article>`;
    const html = LISTED.map((one, index) =>
      card(
        one,
        index === 0
          ? ""
          : `<p class="meta">E-mail: <a href="mailto:post${index}@quillmoor.example">post${index}@quillmoor.example</a></p>`,
      ),
    ).join("");
    expect(read(`<h1>Board</h1><div class="grid">${html}</div>`)).toEqual(
      LISTED.slice(1).map(
        (one, index) => `${one.first} ${one.last} | ${one.title} | post${index + 1}@quillmoor.example | `,
      ),
    );
  });
});

describe("data in a script", () => {
  test("with a column for each field is read row by row", () => {
    const data = {
      names: LISTED.map(({ first, last }) => `${first} ${last}`),
      roles: LISTED.map(({ title }) => title),
      contact: LISTED.map((one) => `<a href="mailto:${at(one)}">write</a>`),
    };
    expect(read(`<script>var people = ${JSON.stringify(data)};</script>`)).toEqual(
      LISTED.map((one) => `${one.first} ${one.last} | ${one.title} | ${at(one)} | `),
    );
  });

  test("without headers is read by the content of its columns", () => {
    const rows = LISTED.map((one) => [`<b>${one.first} ${one.last}</b>`, one.title, at(one)]);
    expect(read(`<script>var rows = ${JSON.stringify(rows)};</script>`)).toEqual(
      LISTED.map((one) => `${one.first} ${one.last} | ${one.title} | ${at(one)} | `),
    );
  });
});

test("takes the number out of the text of a script's field", () => {
  const rows = LISTED.map((one) => ({
    nombre: `${one.first} ${one.last}`,
    telefono: `Tel. (664) 555-${one.phone.slice(-4)} y 555-0199`,
    correo: at(one),
  }));
  expect(read(`<script>var people = ${JSON.stringify(rows)};</script>`)).toEqual(
    LISTED.map((one) => `${one.first} ${one.last} |  | ${at(one)} | (664) 555-${one.phone.slice(-4)}`),
  );
});

describe("a personal page", () => {
  test("belongs to its owner, not to the institution or others named on it", () => {
    const html = `<title>Mira Dornfeld's Home Page</title><h1>Mira Dornfeld's Home Page</h1><p>I am a student at the University of Quillmoor. I work with Prof. Alan Weller.</p><hr><h3>To contact me</h3>12 Hill Road<br>(415) 555-0199<br><a href="mailto:dornfeld@cs.quillmoor.example">dornfeld@cs.quillmoor.example</a>`;
    const { records } = extractPage({
      html,
      url: "https://cs.quillmoor.example/~dornfeld",
      type: "website",
      selectors: null,
    });
    expect(records).toMatchObject([
      {
        kind: "person",
        name: "Mira Dornfeld",
        company: "University of Quillmoor",
        email: "dornfeld@cs.quillmoor.example",
        phone: "(415) 555-0199",
      },
    ]);
  });

  test("with two of its owner's addresses is one record", () => {
    const html = `<title>Not a page</title><h1>Piet Vandermark</h1><p>pvandermark@one.example or pvandermark@two.example</p>`;
    expect(read(html)).toEqual(["Piet Vandermark |  | pvandermark@one.example | "]);
  });
});

describe("the offices of a firm", () => {
  const offices = ["Guest Services", "Group Bookings", "Lost Property"];
  const html = `<title>Contact - Harrowgate Lodge</title><h1>Contact</h1>${offices
    .map(
      (office, index) => `<p><b>${office}</b><br>For questions of any kind<br>desk${index}@harrowgatelodge.example</p>`,
    )
    .join("")}<footer>Harrowgate Lodge, Tel. 020 7946 0300</footer>`;

  test("are named by department, belong to the site and share its number", () => {
    const { records } = extractPage({
      html,
      url: "https://harrowgatelodge.example/",
      type: "directory",
      selectors: null,
    });
    expect(records.filter(({ email }) => email !== "").map(({ name, company }) => [name, company])).toEqual(
      offices.map((office) => [office, "Harrowgate Lodge"]),
    );
  });

  test("are read the same for every target type", () => {
    const [website, directory] = (["website", "directory"] as const).map(
      (type) => extractPage({ html, url: "https://harrowgatelodge.example/", type, selectors: null }).records,
    );
    expect(website).toEqual(directory);
  });
});

test("prefers the person whom an address spells to the section that mentions it first", () => {
  const html =
    '<title>Elm Lodge</title><h4>Reservation Calendar</h4><p>Write to <a href="mailto:Anna.Torvik@elm.example">Anna.Torvik@elm.example</a>.</p><h4>Around the Docks</h4><p>Write to dock@elm.example</p><h4>Anna Torvik</h4><p>Property Manager</p><p>Anna.Torvik@elm.example</p>';
  expect(read(html)).toContain("Anna Torvik | Property Manager | Anna.Torvik@elm.example | ");
});

describe("makes no lead of", () => {
  test.each([
    ["the webmaster", `<p>Webmaster: <a href="mailto:tjk@quillmoor.example">T. Kern</a></p>`],
    ["the webmaster who designs it", `<p>Design/Webmaster: <a href="mailto:tjk@quillmoor.example">T. Kern</a></p>`],
    ["an address for the website", "<p>www-admin@quillmoor.example web-master@quillmoor.example</p>"],
    ["a postal code", "<p>Hill Road 4, 05452-000 Sao Roque</p>"],
    ["opening hours", "<p>Mo-Fr 08.30 - 21.30</p>"],
  ])("%s", (_, html) => {
    expect(read(html)).toEqual([]);
  });

  test("a link's target where the link shows another address", () => {
    expect(read(`<h3>Anna Torvik</h3><a href="mailto:old@acme.de">torvik@acme.de</a>`)).toEqual([
      "Anna Torvik |  | torvik@acme.de | ",
    ]);
  });
});
