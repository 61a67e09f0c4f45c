import { expect, onTestFinished, test } from "vitest";
import { extractPage, type PageInput } from "#server/pipeline/sources/website/extract/extract-page.ts";
import { createPageReader } from "#server/pipeline/sources/website/page-reader.ts";
import { card, html } from "#test/peers/website/traps.ts";

const POLITE = { pages: 1_000, pagesAtOnce: 1 };

function page(number: number, filling = ""): PageInput {
  const body = card("Ann Lee", "Sales Manager", `ann.${number}@acme.example`) + filling;
  return { html: html(body), url: `https://acme.example/${number}`, type: "website", selectors: null };
}

test("reads a long page without blocking the thread for short ones", async () => {
  const reader = createPageReader(POLITE);
  onTestFinished(() => reader.close());
  const long = page(1, "<p>Nothing to see.</p>".repeat(20_000));
  const order: string[] = [];
  const readings = await Promise.all([
    reader.read(long).finally(() => order.push("long")),
    reader.read(page(2)).finally(() => order.push("short")),
  ]);
  expect(readings).toEqual([extractPage(long), extractPage(page(2))]);
  expect(order).toEqual(["short", "long"]);
});

test("reads many concurrent pages correctly, each for its caller", async () => {
  const reader = createPageReader({ pages: 1_000, pagesAtOnce: 20 });
  onTestFinished(() => reader.close());
  const pages = Array.from({ length: 60 }, (_none, number) => page(number));
  const readings = await Promise.all(pages.map((input) => reader.read(input)));
  expect(readings).toEqual(pages.map(extractPage));
});
