import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "htmlparser2";
import { describe, expect, test } from "vitest";
import { extractPage } from "#server/pipeline/sources/website/extract/extract-page.ts";
import { type Item, textOf } from "#server/pipeline/sources/website/extract/markup/item.ts";
import { recordsOfItems } from "#server/pipeline/sources/website/extract/markup/item-records.ts";
import { readMicroformats } from "#server/pipeline/sources/website/extract/markup/microformats.ts";
import type { PageRecord } from "#server/pipeline/sources/website/extract/page-reading.ts";
import { readJsonLd } from "#server/pipeline/sources/website/extract/markup/json-ld.ts";
import { readMicrodata, readRdfa } from "#server/pipeline/sources/website/extract/markup/attribute-items.ts";
import { rawText, walkPage } from "#server/pipeline/sources/website/extract/walk-page.ts";

function read(html: string): PageRecord[] {
  return extractPage({ html, url: "https://acme.de/team", type: "website", selectors: null }).records;
}

function jsonLd(...scripts: string[]): string {
  return scripts.map((script) => `<script type="application/ld+json">${script}</script>`).join("");
}

const ANN = {
  kind: "person",
  name: "Ann Lee",
  title: "Head of Sales",
  company: "Acme GmbH",
  email: "ann@acme.de",
  phone: "+49 30 123401",
};

describe("JSON-LD", () => {
  test("names an organization without the page that its name was copied from", () => {
    const [organisation] = read(
      jsonLd('{"@type":"LocalBusiness","name":"Contact - Acme Garden","email":"hello@acme.de"}'),
    );
    expect(organisation).toMatchObject({ kind: "organisation", name: "Acme Garden", company: "Acme Garden" });
  });

  test("is read from a graph with references", () => {
    const html = jsonLd(`{"@context":"https://schema.org","@graph":[
      {"@type":["Organization","Corporation"],"@id":"#org","name":"Acme GmbH","email":"mailto:info@acme.de","contactPoint":[{"@type":"ContactPoint","telephone":"+49 30 123400","contactType":"sales"},{"@type":"ContactPoint","faxNumber":"+49 30 123499"}]},
      {"@type":"Person","name":"Ann Lee","jobTitle":"Head of Sales","email":"ann@acme.de","telephone":"+49 30 123401","worksFor":{"@id":"#org"}}]}`);
    const [organisation, ann] = read(html);
    expect(organisation).toMatchObject({
      kind: "organisation",
      name: "Acme GmbH",
      email: "info@acme.de",
      phone: "+49 30 123400",
      further: [{ label: "Fax", value: "+49 30 123499" }],
    });
    expect(ann).toMatchObject(ANN);
    expect(ann?.methods).toMatchObject({ name: "markup", email: "markup" });
  });

  test.each([
    ["a comment before it", `// people\n{"@type":"Person","name":"Ann Lee","email":"ann@acme.de"}`],
    ["a block comment in it", `{"@type":"Person",/* her */"name":"Ann Lee","email":"ann@acme.de"}`],
    ["trailing commas", `{"@type":"Person","name":"Ann Lee","email":"ann@acme.de",}`],
    ["CDATA around it", `//<![CDATA[\n{"@type":"Person","name":"Ann Lee","email":"ann@acme.de"}\n//]]>`],
    ["HTML comments around it", `<!--\n{"@type":"Person","name":"Ann Lee","email":"ann@acme.de"}\n-->`],
    ["a line break in a string", `{"@type":"Person","name":"Ann\nLee","email":"ann@acme.de"}`],
    ["a semicolon behind it", `{"@type":"Person","name":"Ann Lee","email":"ann@acme.de"};`],
    [
      "an address that looks like a comment",
      `{"@type":"Person","url":"https://acme.de/ann","name":"Ann Lee","email":"ann@acme.de",}`,
    ],
  ])("is read with %s", (_, script) => {
    expect(read(jsonLd(script))).toMatchObject([{ name: "Ann Lee", email: "ann@acme.de" }]);
  });

  test("that is broken leaves the rest of the page readable", () => {
    expect(
      read(jsonLd(`{"@type": "Person", "name": `, "null", "[]", `"text"`) + "<p>Ann Lee, ann@acme.de</p>"),
    ).toMatchObject([{ name: "Ann Lee" }]);
  });

  test("about products, pages and unreachable authors returns nothing", () => {
    expect(
      read(
        jsonLd(
          `{"@type":"Article","author":{"@type":"Person","name":"Ann Lee","url":"/a"},"publisher":{"@type":"Organization","name":"Acme"}}`,
        ),
      ),
    ).toEqual([]);
  });

  test("with circular references ends", () => {
    expect(
      read(
        jsonLd(
          `{"@graph":[{"@id":"#a","@type":"Person","name":{"@id":"#a"},"email":"ann@acme.de","knows":{"@id":"#a"}}]}`,
        ),
      ),
    ).toHaveLength(1);
  });
});

describe("microdata", () => {
  test("is read with nested items and itemref", () => {
    const html = `<div itemscope itemtype="https://schema.org/Organization" itemref="more"><h1 itemprop="name">Acme GmbH</h1>
      <div itemprop="employee" itemscope itemtype="https://schema.org/Person"><a itemprop="name" href="/ann">Ann Lee</a> <span itemprop="jobTitle">Head of Sales</span>
      <a itemprop="email" href="mailto:ann@acme.de">Mail</a><meta itemprop="telephone" content="+49 30 123401"></div></div><p id="more"><span itemprop="telephone">+49 30 123400</span></p>`;
    expect(read(html)).toMatchObject([{ kind: "organisation", name: "Acme GmbH", phone: "+49 30 123400" }, ANN]);
  });

  test("in a hidden element is still meant for machines", () => {
    expect(
      read(
        `<div itemscope itemtype="http://schema.org/Person" style="display:none"><span itemprop="name">Ann Lee</span><span itemprop="email">ann@acme.de</span></div>`,
      ),
    ).toMatchObject([{ name: "Ann Lee" }]);
  });
});

describe("RDFa", () => {
  test("is read in the schema.org vocabulary", () => {
    const html = `<div vocab="https://schema.org/" typeof="Person"><span property="name">Ann Lee</span>, <span property="jobTitle">Head of Sales</span>
      <a property="email" href="mailto:ann@acme.de">write</a> <span property="telephone">+49 30 123401</span> <div property="worksFor" typeof="Organization"><span property="name">Acme GmbH</span></div></div>`;
    expect(read(html)).toMatchObject([ANN]);
  });

  test("is read in the FOAF and vCard vocabularies", () => {
    const foaf = `<div xmlns:foaf="http://xmlns.com/foaf/0.1/" typeof="foaf:Person"><span property="foaf:name">Ann Lee</span><a rel="foaf:mbox" href="mailto:ann@acme.de">mail</a></div>`;
    expect(read(foaf)).toMatchObject([{ name: "Ann Lee", email: "ann@acme.de" }]);
    const vcard = `<div prefix="v: http://www.w3.org/2006/vcard/ns#" typeof="v:Individual"><span property="v:fn">Ann Lee</span><a property="v:hasEmail" href="mailto:ann@acme.de">mail</a></div>`;
    expect(read(vcard)).toMatchObject([{ name: "Ann Lee", email: "ann@acme.de" }]);
  });
});

describe("microformats", () => {
  test("reads an h-card", () => {
    const html = `<div class="h-card"><a class="p-name u-url" href="/ann">Ann Lee</a><span class="p-job-title">Head of Sales</span><span class="p-org">Acme GmbH</span><a class="u-email" href="mailto:ann@acme.de">mail</a><span class="p-tel">+49 30 123401</span></div>`;
    expect(read(html)).toMatchObject([{ ...ANN, url: "https://acme.de/ann" }]);
  });

  test("an hCard's fax is no phone, and its organization may be the subject", () => {
    const html = `<div class="vcard"><strong class="fn org">Acme GmbH</strong><span class="tel"><span class="type">Fax</span> <span class="value">+49 30 123499</span></span><span class="tel"><span class="type">Work</span> <span class="value">+49 30</span> <span class="value">123400</span></span></div>`;
    expect(read(html)).toMatchObject([
      {
        kind: "organisation",
        name: "Acme GmbH",
        phone: "+49 30123400",
        further: [{ label: "Fax", value: "+49 30 123499" }],
      },
    ]);
  });
});

const suites = process.env["PEER_SUITES"] ?? "";
const microformats = join(suites, "microformats/tests");

/** Where the suite expects what a lead's reader doesn't want, and why. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  "microformats-v2/h-card/impliedname.html 13 name": "the words of a photo are no part of a name",
};

describe.runIf(suites !== "" && existsSync(microformats))("the microformats suite", () => {
  const folders = suites === "" ? [] : ["microformats-v2/h-card", "microformats-v1/hcard", "microformats-mixed/h-card"];
  const cases = folders.flatMap((folder) =>
    readdirSync(join(microformats, folder))
      .filter((name) => name.endsWith(".html") && name !== "change-log.html")
      .map((name) => join(folder, name)),
  );

  test.each(cases)("%s", (name) => {
    const tree = walkPage(parseDocument(readFileSync(join(microformats, name), "utf8")));
    const expected = JSON.parse(readFileSync(join(microformats, name.replace(".html", ".json")), "utf8")) as {
      items: { type: string[]; properties: Record<string, unknown[]> }[];
    };
    const cards = expected.items.filter(({ type }) => type.includes("h-card"));
    const found = tree.microformats.map((root) => readMicroformats([root])[0]);
    for (const [at, { properties }] of cards.entries()) {
      for (const property of ["name", "org", "tel", "email"]) {
        const [value] = properties[property] ?? [];
        const wanted = typeof value === "string" ? value : ((value as { value?: string } | undefined)?.value ?? "");
        if (wanted === "" || DIFFERENCES[`${name} ${at} ${property}`] !== undefined) continue;
        expect({ at, property, value: text(found[at], property) }).toEqual({
          at,
          property,
          value: wanted.replace(/\s+/gu, " ").trim(),
        });
      }
    }
  });
});

function text(item: Item | undefined, property: string): string {
  const names: Record<string, string[]> = { org: ["org", "organization-name"] };
  return item === undefined ? "" : textOf(item, ...(names[property] ?? [property]));
}

const extruct = join(suites, "extruct/samples");

describe.runIf(suites !== "" && existsSync(extruct))("the extruct suite", () => {
  const pages =
    suites === ""
      ? []
      : readdirSync(extruct, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));

  test.each(pages)("%s is read to its end", (name) => {
    const html = readFileSync(join(extruct, name), "utf8");
    for (const type of ["website", "directory", "social"] as const) {
      expect(extractPage({ html, url: "https://suite.test/", type, selectors: null }).baseUrl).toMatch(/^https?:/u);
    }
  });

  test.each([
    ["schema.org/LocalBusiness.002.html", ["GreatFood"]],
    ["schema.org/LocalBusiness.003.html", ["ACME Home Heating", "Jane Doe"]],
    ["schema.org/Event.008.html", ["William Shakespeare"]],
    ["schema.org.invalid/AllocateAction.001.html", ["John"]],
    ["custom.invalid/AllocateAction.001.html", ["John"]],
    ["misc/null_ld_mock.html", ["Some Name Goes Here"]],
    ["misc/product_microdata.html", ["Executive Objects"]],
    ["misc/microformat_test.html", ["W. Developer"]],
    ["w3c/microdata.7.1.html", ["Greg", "Charlotte"]],
  ])("%s names its organizations and people", (name, expected) => {
    const tree = walkPage(parseDocument(readFileSync(join(extruct, name), "utf8")));
    const linked = tree.scripts.filter(({ attribs }) => attribs["type"] === "application/ld+json").map(rawText);
    const items = [
      ...readJsonLd(linked),
      ...readMicrodata(tree.itemScopes, tree.byId),
      ...readRdfa(tree.typedElements),
      ...readMicroformats(tree.microformats),
    ];
    expect(recordsOfItems(items, "suite").map((record) => record.name)).toEqual(expected);
  });
});

test("an organization's person is distinguished from the organization", () => {
  const items: Item[] = [
    {
      types: ["localbusiness"],
      properties: new Map([
        ["name", ["Acme"]],
        ["telephone", ["+49 30 123400"]],
      ]),
    },
  ];
  expect(recordsOfItems(items, "x")).toMatchObject([{ kind: "organisation", name: "Acme", phone: "+49 30 123400" }]);
});
