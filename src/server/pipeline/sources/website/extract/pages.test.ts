import { describe, expect, test } from "vitest";
import { extractPage } from "#server/pipeline/sources/website/extract/extract-page.ts";
import { type FixturePage, PAGES } from "#server/pipeline/sources/website/extract/fixtures/pages.ts";
import type { PageReading, PageRecord } from "#server/pipeline/sources/website/extract/page-reading.ts";

function read({ html, url, type = "website" }: FixturePage): PageReading {
  return extractPage({ html, url, type, selectors: null });
}

function byEmail(a: Partial<PageRecord>, b: Partial<PageRecord>): number {
  const key = ({ email = "", phone = "" }: Partial<PageRecord>): string => `${email} ${phone}`;
  return key(a) < key(b) ? -1 : 1;
}

describe.each(Object.entries(PAGES))("%s", (_, page) => {
  test("returns its records and no others", () => {
    const { records } = read(page);
    const expected = page.records.toSorted(byEmail);
    const shown = records
      .toSorted(byEmail)
      .map((record, at) =>
        Object.fromEntries(
          Object.keys(expected[at] ?? record).map((field) => [field, record[field as keyof PageRecord]]),
        ),
      );
    expect(shown).toEqual(expected);
  });

  test("takes no stranger for a lead", () => {
    const text = JSON.stringify(read(page).records).toLowerCase();
    expect((page.strangers ?? []).filter((stranger) => text.includes(stranger.toLowerCase()))).toEqual([]);
  });
});
