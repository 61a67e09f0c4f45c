import { describe, expect, test, vi } from "vitest";
import {
  emptyRecord,
  type PageReading,
  type PageRecord,
} from "#server/pipeline/sources/website/extract/page-reading.ts";
import { pageText } from "#server/pipeline/sources/website/page-text.ts";
import {
  readTwice,
  type SecondReader,
  type SecondRecord,
  withSecondReading,
} from "#server/pipeline/sources/website/second-reading.ts";

const HTML = `<html><head><title>Team</title><style>p{}</style></head><body><h1>Our <b>team</b></h1>
<script>var mail = "script@x.example"</script><p>Ann&nbsp;Lee,   Sales</p>
<a href="mailto:ann@x.example?subject=Hi">Write to Ann</a> <a href="tel:+442079460123">Call</a></body></html>`;

function record(more: Partial<PageRecord>): PageRecord {
  return { ...emptyRecord("person", "text"), ...more };
}

function second(more: Partial<SecondRecord>): SecondRecord {
  return { name: "", company: "", title: "", phone: "", email: "", ...more };
}

test("the text of a page has a line for each block, and the contacts behind links", () => {
  expect(pageText(HTML)).toBe("Our team\nAnn Lee, Sales\nann@x.example Write to Ann +442079460123 Call");
});

test("the text of a page is truncated, whatever the page contains", () => {
  expect(pageText("<p>word</p>".repeat(100_000)).length).toBe(12_000);
  expect(pageText('<a href="mailto:%E0%A4%A">x</a>')).toContain("x");
});

describe("a second reading", () => {
  test("names the record with the same email, and keeps what it doesn't mention", () => {
    const [read] = withSecondReading(
      [record({ name: "Sales", title: "Manager", email: "ann@x.example", phone: "1" })],
      [second({ name: "Ann Lee", company: "X Ltd", email: "Ann@X.example" })],
    );
    expect(read).toMatchObject({ name: "Ann Lee", company: "X Ltd", title: "Manager", email: "ann@x.example" });
    expect(read?.methods).toEqual({ name: "model", company: "model" });
  });

  test("names the record with the same phone, in any notation", () => {
    const [read] = withSecondReading(
      [record({ phone: "+44 20 7946 0123" })],
      [second({ name: "Ann Lee", phone: "(020) 7946-0123" })],
    );
    expect(read).toMatchObject({ name: "Ann Lee", phone: "+44 20 7946 0123" });
  });

  test.each<[string, PageRecord[], SecondRecord[]]>([
    ["a contact that only it has", [record({ email: "a@x.example" })], [second({ name: "Bo", email: "b@x.example" })]],
    [
      "a switchboard that two records share",
      [record({ phone: "+44 20 7946 0123", name: "A" }), record({ phone: "+44 20 7946 0123", name: "B" })],
      [second({ name: "Ann Lee", phone: "020 7946 0123" })],
    ],
    [
      "an email that it gives two people",
      [record({ email: "a@x.example" })],
      [second({ name: "Ann", email: "a@x.example" }), second({ name: "Bo", email: "a@x.example" })],
    ],
    ["a number too short to tell", [record({ phone: "12 34" })], [second({ name: "Ann", phone: "1234" })]],
  ])("changes nothing by %s", (_, records, others) => {
    expect(withSecondReading(records, others)).toEqual(records);
  });
});

describe("a page is read a second time", () => {
  const records = [record({ email: "ann@x.example" })];
  const page = { html: HTML, url: "https://x.example/team" };
  const reading = (more: Partial<PageReading>): PageReading => ({
    records,
    links: [],
    baseUrl: "",
    title: "",
    siteName: "",
    textLength: 0,
    needsScripts: false,
    needsSignIn: false,
    language: "",
    nofollow: false,
    dropped: [],
    people: [],
    siteDomains: [],
    remarks: [],
    frames: [],
    ...more,
  });
  const { signal } = new AbortController();

  test("where its first reading is inconsistent", async () => {
    const read = vi.fn<SecondReader>(async () => [second({ name: "Ann Lee", email: "ann@x.example" })]);
    const again = await readTwice(reading({ agreement: 0.4 }), page, { secondReader: { read, below: 0.5 }, signal });
    expect(again?.records).toMatchObject([{ name: "Ann Lee", email: "ann@x.example" }]);
    expect(read).toHaveBeenCalledWith({ url: page.url, text: pageText(HTML) }, signal);
  });

  test.each<[string, Partial<PageReading>]>([
    ["its reading agrees with itself", { agreement: 0.5 }],
    ["nobody knows whether it does", {}],
    ["nobody can be reached by it", { agreement: 0, records: [record({ name: "Ann" })] }],
    ["it names nobody", { agreement: 0, records: [] }],
  ])("not where %s", async (_, more) => {
    const read = vi.fn<SecondReader>(async () => []);
    const once = reading(more);
    expect(await readTwice(once, page, { secondReader: { read, below: 0.5 }, signal })).toBe(once);
    expect(read).not.toHaveBeenCalled();
  });

  test("later, where nobody can read it now", async () => {
    const once = reading({ agreement: 0 });
    expect(await readTwice(once, page, { secondReader: { read: async () => null, below: 0.5 }, signal })).toBeNull();
  });
});
