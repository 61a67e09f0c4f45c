import { expect, onTestFinished, test } from "vitest";
import { extractPage, type PageInput } from "#server/pipeline/sources/website/extract/extract-page.ts";
import { PageThreads, startExtraction } from "#server/pipeline/sources/website/page-threads.ts";
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

test("a page that crashes its thread affects no other page, and another thread reads the next ones", async () => {
  const { threads, started } = threadsOf(1);
  const readings = Promise.all(pages.map((page) => threads.read(page)));
  await started[0]?.close();
  expect(await readings).toEqual([null, ...pages.slice(1).map(extractPage)]);
  expect(started).toHaveLength(2);
});

test("an idle thread is used before another one is started", async () => {
  const { threads, started } = threadsOf(2);
  for (const page of pages) expect(await threads.read(page)).toEqual(extractPage(page));
  expect(started).toHaveLength(1);
  await Promise.all(pages.map((page) => threads.read(page)));
  expect(started).toHaveLength(2);
});

test("waiting pages are handed over together, and read one by one once their thread has ended", async () => {
  const asked: number[] = [];
  const threads = new PageThreads(1, () => {
    const thread = startExtraction();
    const ask = (inputs: PageInput[]): Promise<string> => {
      asked.push(inputs.length);
      // The first thread ends while it has all pages but the first.
      if (asked.length === 2) void thread.close();
      return thread.ask(inputs);
    };
    return { ...thread, ask };
  });
  onTestFinished(() => threads.close());
  expect(await Promise.all(pages.map((page) => threads.read(page)))).toEqual(pages.map(extractPage));
  expect(asked).toEqual([1, 3, 1, 1, 1]);
});

test("pages still waiting at the end get no result", async () => {
  const { threads } = threadsOf(1);
  const readings = pages.map((page) => threads.read(page));
  await threads.close();
  expect(await Promise.all(readings)).toEqual([null, null, null, null]);
  expect(await threads.read(pages[0] as PageInput)).toBeNull();
});
