import { expect, onTestFinished, test } from "vitest";
import { extractPage, type PageInput } from "#server/sources/website/extract/extract-page.ts";
import { PageThreads, startExtraction } from "#server/sources/website/page-threads.ts";
import { card, html } from "#test/peers/website/traps.ts";

const pages = [1, 2, 3, 4].map((number): PageInput => {
  const url = `https://acme.example/${number}`;
  return { html: html(card("Ann Lee", "CEO", `ann.${number}@acme.example`)), url, type: "website", selectors: null };
});

function threadsOf(most: number): { threads: PageThreads; started: ReturnType<typeof startExtraction>[] } {
  const started: ReturnType<typeof startExtraction>[] = [];
  const threads = new PageThreads(most, () => {
    const thread = startExtraction();
    started.push(thread);
    return thread;
  });
  onTestFinished(() => threads.close());
  return { threads, started };
}

test("a page that brings its thread down costs no other page, and the next ones are read by another", async () => {
  const { threads, started } = threadsOf(1);
  const readings = Promise.all(pages.map((page) => threads.read(page)));
  await started[0]?.close();
  expect(await readings).toEqual([null, ...pages.slice(1).map(extractPage)]);
  expect(started).toHaveLength(2);
});

test("a thread that has nothing to do is asked before another one is started", async () => {
  const { threads, started } = threadsOf(2);
  for (const page of pages) expect(await threads.read(page)).toEqual(extractPage(page));
  expect(started).toHaveLength(1);
  await Promise.all(pages.map((page) => threads.read(page)));
  expect(started).toHaveLength(2);
});

test("who still waits at the end is told that there is nothing", async () => {
  const { threads } = threadsOf(1);
  const readings = pages.map((page) => threads.read(page));
  await threads.close();
  expect(await Promise.all(readings)).toEqual([null, null, null, null]);
  expect(await threads.read(pages[0] as PageInput)).toBeNull();
});
