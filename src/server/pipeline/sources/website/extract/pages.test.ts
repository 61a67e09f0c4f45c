import { describe, expect, test } from "vitest";
import { extractPage } from "#server/pipeline/sources/website/extract/extract-page.ts";
import { type FixturePage, PAGES } from "#server/pipeline/sources/website/extract/fixtures/pages.ts";
import type { PageReading, PageRecord } from "#server/pipeline/sources/website/extract/page-reading.ts";

function read({ html, url, type = "website" }: FixturePage): PageReading {
  return extractPage({ html, url, type, selectors: null });
}

function lineOf({ kind, name, title, company, email, phone, address, url, further }: PageRecord): string {
  const facts = further.map(({ label, value }) => `${label}: ${value}`);
  if (url !== "") facts.push(`Website: ${url}`);
  return [kind, name, title, company, email, phone, address, ...facts].join(" | ").replace(/(?: \| )+$/u, "");
}

describe.each(Object.entries(PAGES))("%s", (_, page) => {
  test("returns its records and no others", () => {
    expect(read(page).records.map(lineOf).toSorted()).toEqual(page.records.toSorted());
  });

  test("takes no stranger for a lead", () => {
    const text = JSON.stringify(read(page).records).toLowerCase();
    expect((page.strangers ?? []).filter((stranger) => text.includes(stranger.toLowerCase()))).toEqual([]);
  });
});
