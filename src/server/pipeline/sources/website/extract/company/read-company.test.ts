import { describe, expect, test } from "vitest";
import { companyFacts } from "#server/pipeline/sources/website/extract/company/company-facts.ts";
import { extractPage } from "#server/pipeline/sources/website/extract/extract-page.ts";
import type { LinkKind } from "#server/pipeline/sources/website/extract/page-reading.ts";

type Pages = Partial<Record<LinkKind, string>>;

/** The facts of a company's pages, as "kind: value". */
function factsOf(pages: Pages, domain = "norden-tools.example"): string[] {
  const read = Object.entries(pages).map(([kind, html]) => {
    const url = `https://${domain}/${kind === "other" ? "" : kind}`;
    const { company = [] } = extractPage({
      html: `<body>${html}</body>`,
      url,
      type: "website",
      selectors: {},
      // Object.entries returns plain strings.
      companyPage: kind as LinkKind,
    });
    return { url, hints: company };
  });
  return companyFacts(read).map(({ kind, value }) => `${kind}: ${value}`);
}

const TEXT = `<p>We are a family business, and we make the tools that you need for your work with wood. Our team is happy
  to help you with what you are looking for, and we will be glad to hear from you.</p>`;

describe("the company's name", () => {
  test("is the legal name that fits the domain, not the hosting company's", () => {
    const imprint = `<h1>Imprint</h1><p>Norden Tools GmbH<br>Hafenstraße 12<br>20457 Hamburg</p>
      <h2>Hosting</h2><p>This site is hosted by Big Cloud Inc., 1 Main Street, Springfield, IL 62701</p>`;
    expect(factsOf({ other: "<h1>Norden Tools</h1>", imprint })).toEqual([
      "name: Norden Tools GmbH",
      "address: Hafenstraße 12, 20457 Hamburg",
    ]);
  });

  test("is the first one of the imprint, even if the brand has another name", () => {
    const imprint =
      "<h1>Imprint</h1><p>Hansen &amp; Söhne GmbH<br>Hafenstraße 12<br>20457 Hamburg<br>Tel. 040 1234567</p>";
    expect(factsOf({ imprint })).toContain("name: Hansen & Söhne GmbH");
  });

  test("is taken out of the sentence in a copyright notice", () => {
    const html = "<p>Consulting services provided through Norden Tools LLC, a registered advisor</p>";
    expect(factsOf({ other: html })).toContain("name: Norden Tools LLC");
  });

  test("is the one that markup states as legal", () => {
    const html = `<h1>Norden</h1><script type="application/ld+json">{"@type": "Organization", "name": "Norden",
      "legalName": "Norden Werkzeuge AG", "numberOfEmployees": {"@type": "QuantitativeValue", "minValue": 50, "maxValue": 100},
      "telephone": "+49 40 1234567", "sameAs": ["https://www.linkedin.com/company/norden"],
      "address": {"streetAddress": "Hafenstraße 12", "postalCode": "20457", "addressLocality": "Hamburg"}}</script>`;
    expect(factsOf({ other: html })).toEqual([
      "name: Norden Werkzeuge AG",
      "address: Hafenstraße 12, 20457 Hamburg",
      "phone: +49 40 1234567",
      "size: 50-100 employees",
      "social: https://www.linkedin.com/company/norden",
    ]);
  });

  test("ignores a partner's, a parent's or a template's names", () => {
    for (const html of [
      "<p>Our partners: Steel Brothers Ltd, Copper Sisters Inc.</p>",
      "<p>A division of Steel Brothers Ltd</p>",
      "<p>Copyright © 2020 Your Company Inc.</p>",
    ]) {
      expect(factsOf({ other: html }).filter((fact) => fact.startsWith("name"))).toEqual([]);
    }
  });
});

describe("the company's phone", () => {
  test("is the number of all departments without their extensions, and never the fax", () => {
    const rows = ["Sales x410", "Service x400", "Support x450", "Press x440"]
      .map(
        (text) =>
          `<h3>${text.split(" ")[0]}</h3><p>Phone: (530) 820-3090 ${text.split(" ")[1]}<br>Fax: (530) 653-2015</p>`,
      )
      .join("");
    expect(factsOf({ contact: rows })).toContain("phone: (530) 820-3090");
  });

  test("ignores a staff list's many numbers", () => {
    const staff = ["Ann Lee", "Bob Ray", "Cid Fox", "Dee Day", "Eve Orr"]
      .map((name, at) => `<h3>${name}</h3><p>Phone: (250) 342-${1671 + at}</p>`)
      .join("");
    expect(factsOf({ contact: staff }).filter((fact) => fact.startsWith("phone"))).toEqual([]);
  });

  test("is the number that several pages repeat", () => {
    const footer = "<footer><p>Call us: 040 1234567</p></footer>";
    expect(factsOf({ other: footer, contact: `<p>Mobile of our driver: 0171 7654321</p>${footer}` })).toContain(
      "phone: 040 1234567",
    );
  });
});

describe("the company's address", () => {
  test("is the head office's", () => {
    const office = (name: string, street: string, town: string): string =>
      `<h3>${name}</h3><p>${street}<br>${town}<br>Phone: 040 1234567</p>`;
    const contact =
      office("Branch in Kiel", "Seeweg 3", "24103 Kiel") +
      office("Head office", "Hafenstraße 12", "20457 Hamburg") +
      office("Branch in Bremen", "Wallweg 1", "28195 Bremen");
    expect(factsOf({ contact })).toContain("address: Hafenstraße 12, 20457 Hamburg");
  });

  test("ignores many branches' addresses", () => {
    const branches = ["Kiel", "Bremen", "Berlin", "Mainz", "Ulm"]
      .map((town, at) => `<p>Seeweg ${at + 3}<br>2410${at} ${town}<br>Phone: 040 123456${at}</p>`)
      .join("");
    expect(factsOf({ contact: branches }).filter((fact) => /^(?:address|phone)/u.test(fact))).toEqual([]);
  });

  test("ignores a sentence with a year and a name", () => {
    const about =
      "<p>Our story began in the old harbor, rue du Port 5, where our founder rented out boats to his friends, and since then all of it has grown, since 1960 Norden Hansen</p>";
    expect(factsOf({ about }).filter((fact) => fact.startsWith("address"))).toEqual([]);
  });

  test("loses numbers that a layout puts between its parts", () => {
    const contact = "<p>Hafenstraße 12<br>Fax: 040-7654321<br>20457 Hamburg</p><p>Tel: 040-1234567</p>";
    expect(factsOf({ contact })).toContain("address: Hafenstraße 12, 20457 Hamburg");
  });
});

describe("the company's size", () => {
  test.each([
    ["<p>We have more than 1,200 employees on three continents.</p>", "1,200+ employees"],
    ["<p>Heute beschäftigen wir rund 85 Mitarbeiter an zwei Standorten.</p>", "85+ employees"],
    ["<p>Notre société compte 60 salariés.</p>", "60 employees"],
    ["<p>Norden employs over 300 people worldwide.</p>", "300+ employees"],
    ["<p>A team of 25 dedicated specialists</p>", "25 employees"],
    ["<p>Number of employees: 10-20</p>", "10-20 employees"],
    ["<div><div>120+</div><div>Employees</div></div>", "120+ employees"],
    ["<dl><dt>Mitarbeiter</dt><dd>45</dd></dl>", "45 employees"],
    ["<p>従業員数 50名</p>", "50 employees"],
  ])("is read from %s", (html, size) => {
    expect(factsOf({ about: html })).toContain(`size: ${size}`);
  });

  test.each([
    "<p>Payroll for companies with 50 employees.</p>",
    "<p>We welcomed 20 new employees.</p>",
    "<p>Founded in 1998 with 3 employees.</p>",
    "<p>Für Betriebe mit mehr als 20 Mitarbeitern.</p>",
    "<p>CS 142 Staff</p>",
    "<p>In 1999 employees went on strike.</p>",
    "<p>We have 120 employees.</p><p>We have 300 employees.</p>",
  ])("is not read from %s", (html) => {
    expect(factsOf({ about: html }).filter((fact) => fact.startsWith("size"))).toEqual([]);
  });
});

describe("the company's profiles", () => {
  test("are one per network, without share links, posts and employees", () => {
    const links = [
      "https://www.facebook.com/sharer/sharer.php?u=x",
      "https://facebook.com/nordentools/",
      "https://twitter.com/intent/tweet?text=x",
      "https://twitter.com/nordentools/status/123",
      "https://x.com/nordentools",
      "https://www.linkedin.com/in/ann-lee",
      "//www.linkedin.com/company/norden-tools?trk=footer",
      "https://www.youtube.com/@nordentools",
      "https://www.instagram.com/p/abc123/",
      "https://github.com/features",
    ];
    expect(factsOf({ other: links.map((href) => `<a href="${href}">·</a>`).join(" ") })).toEqual([
      "social: https://www.linkedin.com/company/norden-tools",
      "social: https://facebook.com/nordentools",
      "social: https://x.com/nordentools",
      "social: https://www.youtube.com/@nordentools",
    ]);
  });

  test("are the ones named like the domain where a page links several", () => {
    const links = (names: readonly string[]) =>
      names.map((name) => `<a href="https://instagram.com/${name}">·</a>`).join(" ");
    expect(factsOf({ other: links(["ann.lee", "nordentools"]) })).toEqual([
      "social: https://instagram.com/nordentools",
    ]);
    expect(factsOf({ other: links(["ann.lee", "bob.ray"]) })).toEqual([]);
  });
});

describe("the company's language and industry", () => {
  test.each([
    ["en", TEXT, "en"],
    [
      "en",
      "<p>Wir sind ein Familienbetrieb und fertigen die Werkzeuge, die Sie für Ihre Arbeit mit Holz brauchen. Das ist uns wichtig.</p>",
      "de",
    ],
    ["da-DK", "<p>Velkommen</p>", "da"],
    ["en", "<p>Tervetuloa kotisivuillemme</p>", null],
    ["", "<p>株式会社ノルデンは、木工用の道具を作る会社です。</p>", "ja"],
  ])("declared as %j, with %s, is %s", (declared, text, language) => {
    const { company = [] } = extractPage({
      html: `<html lang="${declared}"><body>${text}</body></html>`,
      url: "https://norden.example/",
      type: "website",
      selectors: {},
      companyPage: "other",
    });
    expect(company.find(({ kind }) => kind === "language")?.value ?? null).toBe(language);
  });

  test("comes from a label or the markup's type", () => {
    expect(factsOf({ imprint: "<p>Branche: Werkzeugbau</p>" })).toEqual(["industry: Werkzeugbau"]);
    const dentist = `<script type="application/ld+json">{"@type": "Dentist", "name": "Norden Tools"}</script>`;
    expect(factsOf({ other: dentist })).toContain("industry: Dentist");
  });
});
