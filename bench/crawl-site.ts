// Crawls a site without pauses and reads its pages' records. Prints pages per second.
import { createWebsites } from "#server/pipeline/sources/website/index.ts";

const CONNECTIONS = 20;
const [, , address = "", count = "0"] = process.argv;
const websites = createWebsites({
  allowPrivate: true,
  politeness: { minimumDelayMilliseconds: 0, connectionsPerHost: CONNECTIONS, retryMilliseconds: [] },
});
let pages = 0;
let leads = 0;
const start = performance.now();
for await (const event of websites.scrape({
  url: address,
  type: "directory",
  selectors: null,
  maxPages: Number(count),
  maxDepth: Number(count),
  renderScripts: false,
  known: new Map(),
  userAgent: "Winnow-bench",
  signal: new AbortController().signal,
})) {
  if (event.kind === "page" && event.page.outcome === "read") pages += 1;
  if (event.kind === "leads") leads += event.leads.length;
}
console.log(JSON.stringify({ pages, leads, seconds: (performance.now() - start) / 1000 }));
await websites.close();
