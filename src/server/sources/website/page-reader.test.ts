import { expect, onTestFinished, test } from "vitest";
import { extractPage, type PageInput } from "#server/sources/website/extract/extract-page.ts";
import { startExtractionThread } from "#server/sources/website/extract/extraction-thread.ts";
import { createPageReader } from "#server/sources/website/page-reader.ts";
import { card, html } from "#test/peers/website/traps.ts";

function page(number: number, filling = ""): PageInput {
  const body = card("Ann Lee", "Sales Manager", `ann.${number}@acme.example`) + filling;
  return { html: html(body), url: `https://acme.example/${number}`, type: "website", selectors: null };
}

test("a long page is read beside the thread that reads short ones", async () => {
  const reader = createPageReader();
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

test("a page that brings its thread down is told of, and the next one is read", async () => {
  const reader = createPageReader();
  onTestFinished(() => reader.close());
  const long = page(1, "<p>Nothing to see.</p>".repeat(20_000));
  const reading = reader.read(long);
  await reader.close();
  expect(await reading).toBeNull();
  expect(await reader.read(long)).toEqual(extractPage(long));
});

test("a thread that has ended says so to all who wait", async () => {
  const thread = startExtractionThread();
  const [reading] = await Promise.allSettled([thread.read(page(1)), thread.close()]);
  expect(reading).toMatchObject({
    status: "rejected",
    reason: expect.objectContaining({ message: expect.stringMatching(/ended/u) }),
  });
  await expect(thread.read(page(2))).rejects.toThrow("ended");
});
