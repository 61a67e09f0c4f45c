import { describe, expect, test } from "vitest";
import { emptyRecord, type PageRecord } from "#server/pipeline/sources/website/extract/page-reading.ts";
import { SiteRecords } from "#server/pipeline/sources/website/extract/raw-lead.ts";

function record(fields: Partial<PageRecord>): PageRecord {
  return { ...emptyRecord("person", "Text"), ...fields };
}

type Page = Parameters<SiteRecords["add"]>[1];

function page(...records: PageRecord[]): Page {
  return { records, title: "Team", siteName: "Acme GmbH", siteDomains: ["acme.de"], people: [] };
}

const ANN = record({ name: "Ann Lee", email: "Ann@acme.de", methods: { name: "markup", email: "text" } });

describe("the leads of a site", () => {
  test("record what was read, how and where", () => {
    const site = new SiteRecords("https://www.acme.de/");
    site.add(
      "https://www.acme.de/team",
      page(
        record({
          ...ANN,
          phone: "+49 30 123401",
          address: "Markt 1, 10115 Berlin",
          further: [{ label: "Fax", value: "+49 30 1" }],
        }),
      ),
    );
    expect(site.leads().leads).toMatchObject([
      {
        rowKey: "website:acme.de:email:ann@acme.de",
        locator: "https://www.acme.de/team",
        fields: {
          name: "Ann Lee",
          email: "Ann@acme.de",
          phone: "+49 30 123401",
          company: "Acme GmbH",
          scrapeUrl: "https://www.acme.de/team",
        },
        methods: { name: "markup", email: "text" },
        facts: [
          { name: "Address", value: "Markt 1, 10115 Berlin" },
          { name: "Fax", value: "+49 30 1" },
          { name: "Page title", value: "Team" },
        ],
      },
    ]);
  });

  test("are one for each person, whichever page names them first", () => {
    const full = record({ name: "Ann Lee", email: "ann@acme.de", title: "CEO" });
    const [one, other] = [["/a", ANN, "/b", full] as const, ["/b", full, "/a", ANN] as const].map(
      ([first, a, second, b]) => {
        const site = new SiteRecords("https://acme.de/");
        site.add(`https://acme.de${first}`, page(a));
        site.add(`https://acme.de${second}`, page(b));
        return site.leads().leads;
      },
    );
    expect(one).toHaveLength(1);
    expect(one?.[0]?.fields).toMatchObject({ name: "Ann Lee", title: "CEO" });
    expect(other?.[0]?.rowKey).toBe(one?.[0]?.rowKey);
    expect(other?.[0]?.fields.title).toBe("CEO");
  });

  test("take the name that fits their address, whichever page is read first", () => {
    const wrong = record({ name: "Bob May", email: "a.lee@acme.de", company: "Oak Club" });
    const group = record({ kind: "organisation", name: "Acme & the Ann Moore Group", email: "ann.moore@acme.de" });
    for (const other of [wrong, group]) {
      const right = record({ name: other === wrong ? "Ann Lee" : "Ann Moore", email: other.email, title: "CEO" });
      for (const pages of [
        [other, right],
        [right, other],
      ]) {
        const site = new SiteRecords("https://acme.de/");
        for (const [at, one] of pages.entries()) site.add(`https://acme.de/${at}`, page(one));
        expect(site.leads().leads.map(({ fields }) => fields.name)).toEqual([right.name]);
      }
    }
  });

  test("are identified by the pages that name them, each by the key that all of them give", () => {
    const site = new SiteRecords("https://acme.de/");
    site.add("https://acme.de/a", page(record({ name: "Ann Lee", phone: "030 123401" })));
    site.add("https://acme.de/b", page(ANN, record({ name: "Bob May", email: "bob@acme.de" })));
    site.add("https://acme.de/c", page());
    const { leads, rowKeys } = site.leads();
    expect(leads.map(({ fields }) => [fields.name, fields.phone])).toEqual([
      ["Ann Lee", "030 123401"],
      ["Bob May", undefined],
    ]);
    expect(rowKeys).toEqual(
      new Map([
        ["https://acme.de/a", ["website:acme.de:email:ann@acme.de"]],
        ["https://acme.de/b", ["website:acme.de:email:ann@acme.de", "website:acme.de:email:bob@acme.de"]],
      ]),
    );
  });

  test("keep their key and hash in the next run and on another page", () => {
    const read = (path: string): unknown => {
      const site = new SiteRecords("https://acme.de/");
      site.add(`https://acme.de${path}`, page(ANN));
      const [lead] = site.leads().leads;
      return [lead?.rowKey, lead?.contentHash];
    };
    expect(read("/team")).toEqual(read("/about"));
  });

  test("don't merge colleagues who share a switchboard", () => {
    const site = new SiteRecords("https://acme.de/");
    site.add(
      "https://acme.de/a",
      page(record({ name: "Ann Lee", phone: "030 123400" }), record({ name: "Bob May", phone: "+49 30 123400" })),
    );
    const { leads } = site.leads();
    expect(leads.map(({ fields }) => fields.name)).toEqual(["Ann Lee", "Bob May"]);
    expect(new Set(leads.map(({ rowKey }) => rowKey)).size).toBe(2);
  });

  test("of a directory aren't of the directory's company", () => {
    const site = new SiteRecords("https://guide.de/");
    site.add(
      "https://guide.de/a",
      page(
        record({ kind: "organisation", name: "Blue Note", company: "Blue Note", phone: "030 1234567" }),
        record({ name: "Ann Lee", email: "ann@gmail.com" }),
      ),
    );
    expect(site.leads().leads.map(({ fields, rowKey }) => [fields.company, rowKey])).toEqual([
      ["Blue Note", "website:guide.de:phone:301234567:bluenote"],
      [undefined, "website:guide.de:email:ann@gmail.com"],
    ]);
  });

  test("of a host that is an IP address are distinguished by its port", () => {
    const site = new SiteRecords("http://127.0.0.1:8080/");
    site.add("http://127.0.0.1:8080/", page(ANN));
    expect(site.leads().leads[0]?.rowKey).toBe("website:127.0.0.1:8080:email:ann@acme.de");
  });

  test("have keys that fit an index", () => {
    const site = new SiteRecords("https://acme.de/");
    site.add("https://acme.de/", page(record({ name: "x".repeat(5_000), phone: "" })));
    expect(site.leads().leads[0]?.rowKey.length).toBeLessThan(301);
  });
});
