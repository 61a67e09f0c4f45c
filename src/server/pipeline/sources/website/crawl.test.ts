import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import type { ScrapePage } from "#shared/contract/scrape-target.ts";
import type { RawLead } from "#shared/raw-lead.ts";
import type { CrawlJob, CrawlVerdict } from "#server/pipeline/sources/website/crawl-job.ts";
import { findChromium } from "#server/pipeline/sources/website/find-chromium.ts";
import { createWebsites, type WebsitesOptions } from "#server/pipeline/sources/website/index.ts";
import type { KnownPage } from "#server/pipeline/sources/website/known-page.ts";
import { POLITE } from "#server/pipeline/sources/website/host-throttle.ts";
import * as traps from "#test/peers/website/traps.ts";
import { card, html, redirectTo } from "#test/peers/website/traps.ts";
import { startWebsitePeer, type PeerSite, type WebsitePeer } from "#test/peers/website/website-peer.ts";

interface Scraped extends CrawlVerdict {
  pages: ScrapePage[];
  leads: RawLead[];
  known: Map<string, KnownPage>;
  /** Leads named only by unchanged pages. */
  unchanged: number;
  /** The waits, in milliseconds, rounded. */
  waits: number[];
}

const peers: WebsitePeer[] = [];
afterEach(() => Promise.all(peers.splice(0).map((peer) => peer.close())));

async function serve(site: PeerSite): Promise<WebsitePeer> {
  const peer = await startWebsitePeer(site);
  peers.push(peer);
  return peer;
}

/** Scrapes with every wait recorded and over at once. */
async function scrape(url: string, job: Partial<CrawlJob> = {}, options: WebsitesOptions = {}): Promise<Scraped> {
  const scraped: Scraped = {
    pages: [],
    leads: [],
    known: new Map(),
    unchanged: 0,
    waits: [],
    failed: false,
    message: "",
  };
  const websites = createWebsites({
    allowPrivate: true,
    chromiumSandbox: false,
    wait: async (milliseconds) => void scraped.waits.push(Math.round(milliseconds)),
    ...options,
  });
  const signal = new AbortController().signal;
  const whole: CrawlJob = {
    url,
    type: "website",
    selectors: null,
    maxPages: 30,
    maxDepth: 3,
    renderScripts: false,
    known: new Map(),
    userAgent: "Winnow/0.1 (+mailto:boss@winnow.example; lead research)",
    signal,
    ...job,
  };
  try {
    for await (const event of websites.scrape(whole)) {
      if (event.kind === "page") scraped.pages.push(event.page);
      else if (event.kind === "unchanged") scraped.unchanged += event.leads;
      else if (event.kind === "end") Object.assign(scraped, { failed: event.failed, message: event.message });
      else {
        scraped.leads.push(...event.leads);
        for (const page of event.pages) scraped.known.set(page.url, page);
      }
    }
  } finally {
    await websites.close();
  }
  return scraped;
}

/** The result for the page at a path. */
function pageAt({ pages }: Scraped, peer: WebsitePeer, path: string): ScrapePage | undefined {
  return pages.find(({ url }) => url === peer.url + path);
}

const emails = ({ leads }: Scraped): string[] => leads.map(({ fields }) => fields.email ?? "").toSorted();
const ANN = card("Ann Lee", "Sales Manager", "ann.lee@acme.example", "+44 20 7946 0001");
const BO = card("Bo Berg", "Managing Director", "bo.berg@acme.example");

describe("a crawl", () => {
  test("reads the pages that describe a site's owner first, and each once", async () => {
    const peer = await serve({
      "/": html(
        `<a href="/news">News</a><a href="/contact">Contact</a><a href="/#top">Up</a><a href="/index.html">Home</a>`,
      ),
      "/news": html(`<p>Old news.</p><a href="/contact/">Contact</a><a href="/">Home</a>`),
      "/contact": html(ANN + BO),
    });
    const scraped = await scrape(peer.url);
    expect(peer.pages()).toEqual(["/", "/contact", "/news"]);
    expect(emails(scraped)).toEqual(["ann.lee@acme.example", "bo.berg@acme.example"]);
    expect(scraped.leads[0]?.fields).toMatchObject({ name: "Ann Lee", scrapeUrl: `${peer.url}/contact` });
    expect(pageAt(scraped, peer, "/contact")).toMatchObject({ outcome: "read", status: 200, records: 2 });
    expect(scraped).toMatchObject({ failed: false, message: "3 pages read." });
    expect(new Set(peer.requests.map(({ headers }) => headers["user-agent"]))).toEqual(
      new Set(["Winnow/0.1 (+mailto:boss@winnow.example; lead research)"]),
    );
    // A connection unused for seconds is closed and reopened.
    expect(peer.mostConnections).toBe(1);
  });

  test("stays on the site: for an IP address, that address and port", async () => {
    const other = await serve({ "/": html(BO) });
    const peer = await serve({
      "/": html(
        `<a href="${other.url}/">Elsewhere</a><a href="https://www.other.example/">Far</a><a href="/in">In</a>`,
      ),
      "/in": redirectTo(`${other.url}/`),
    });
    const scraped = await scrape(peer.url);
    expect(other.requests).toEqual([]);
    expect(pageAt(scraped, peer, "/in")).toMatchObject({
      outcome: "left_out",
      note: expect.stringMatching(/another site/u),
    });
  });

  test("follows the target's own redirect", async () => {
    const home = await serve({ "/": html(`${ANN}<a href="/more">More</a>`), "/more": html(BO) });
    const peer = await serve({ "/": redirectTo(`${home.url}/`, 301) });
    expect(emails(await scrape(peer.url))).toEqual(["ann.lee@acme.example", "bo.berg@acme.example"]);
  });

  test("respects its limits on depth and pages", async () => {
    const chain: PeerSite = Object.fromEntries(
      Array.from({ length: 8 }, (_none, at) => [
        at === 0 ? "/" : `/step-${"x".repeat(at)}`,
        html(`<p>Step ${at}</p><a href="/step-${"x".repeat(at + 1)}">On</a>`),
      ]),
    );
    const peer = await serve(chain);
    expect((await scrape(peer.url, { maxDepth: 2 })).pages).toHaveLength(3);
    const limited = await scrape(peer.url, { maxPages: 4, maxDepth: 10 });
    expect(limited.pages).toHaveLength(4);
    expect(limited.message).toContain("Stopped at the limit of 4 pages with 1 more left.");
    expect((await scrape(peer.url, { maxDepth: 0 })).pages).toHaveLength(1);
  });

  test("ends after an hour, wherever it is", async () => {
    const peer = await serve({ "/": html(`${ANN}<a href="/a">A</a>`), "/b": html("<p>B</p>") });
    let now = Date.parse("2026-11-20T10:00:00Z");
    peer.set({
      "/a": () => {
        now += 61 * 60_000;
        return html(`<a href="/b">B</a>`);
      },
    });
    const scraped = await scrape(peer.url, {}, { clock: () => new Date(now) });
    expect(peer.pages()).toEqual(["/", "/a"]);
    expect(scraped.message).toBe("2 pages read. Stopped after 60 minutes with 1 more page left.");
    expect(emails(scraped)).toEqual(["ann.lee@acme.example"]);
  });

  test("finds pages in sitemaps", async () => {
    const peer = await serve({ "/": html("<p>Welcome</p>"), "/hidden": html(ANN) });
    peer.set({
      "/robots.txt": `User-agent: *\nDisallow: /private\nSitemap: ${peer.url}/index.xml`,
      "/index.xml": `<sitemapindex><sitemap><loc>${peer.url}/one.xml</loc></sitemap></sitemapindex>`,
      "/one.xml": `<urlset><url><loc>${peer.url}/hidden</loc></url><url><loc>https://other.example/</loc></url></urlset>`,
    });
    expect(emails(await scrape(peer.url))).toEqual(["ann.lee@acme.example"]);
  });

  test("follows frames as if they were the page", async () => {
    const peer = await serve({
      "/": `<html><head><title>Acme</title></head><frameset cols="20%,80%"><frame src="menu.htm"><frame src="main.htm"></frameset></html>`,
      "/menu.htm": html(`<a href="staff.htm">Staff</a>`),
      "/main.htm": html("<p>Welcome</p>"),
      "/staff.htm": html(ANN),
    });
    expect(emails(await scrape(peer.url, { maxDepth: 1 }))).toEqual(["ann.lee@acme.example"]);
  });

  test("follows a page's automatic redirect", async () => {
    const peer = await serve({
      "/": html("", `<meta http-equiv="refresh" content="0; url=/start.htm">`),
      "/start.htm": html(ANN),
    });
    expect(emails(await scrape(peer.url, { maxDepth: 0 }))).toEqual(["ann.lee@acme.example"]);
  });

  test("reads the pages of a listing before anything else of a directory", async () => {
    const peer = await serve(traps.directory());
    const scraped = await scrape(`${peer.url}/firms`, { type: "directory", maxPages: 3, maxDepth: 1 });
    expect(peer.pages()).toEqual(["/firms", "/firms?page=2", "/firms?page=3"]);
    expect(emails(scraped)).toEqual(
      ["alder", "birch", "cedar", "dogwood", "elm", "fir"].map((name) => `office@${name}.example`),
    );
  });

  test("reads only the page of a social profile", async () => {
    const peer = await serve({ "/ann": html(`${ANN}<a href="/bo">Bo</a>`), "/bo": html(BO) });
    expect((await scrape(`${peer.url}/ann`, { type: "social" })).pages).toHaveLength(1);
    expect(peer.pages()).toEqual(["/ann"]);
  });
});

describe("traps", () => {
  test("an endless calendar is skipped", async () => {
    const peer = await serve({
      "/": html(`<a href="/calendar">Calendar</a>${ANN}`),
      "/calendar": traps.endlessCalendar(),
    });
    const scraped = await scrape(peer.url, { maxPages: 100, maxDepth: 10 });
    expect(peer.pages()).toEqual(["/", "/calendar"]);
    expect(scraped.pages.at(-1)).toMatchObject({
      outcome: "left_out",
      status: null,
      note: expect.stringMatching(/calendar/u),
    });
  });

  test("endless folders end", async () => {
    const peer = await serve({ "/": html(`<a href="/deep/">Deep</a>`), "*": traps.endlessFolders() });
    const scraped = await scrape(peer.url, { maxPages: 100, maxDepth: 10 });
    expect(scraped.pages.length).toBeLessThan(10);
    expect(scraped.pages.at(-1)?.note).toMatch(/circles/u);
  });

  test("pages of one template without names aren't all read", async () => {
    const links = Array.from({ length: 90 }, (_none, at) => `<a href="/item/${at}">Item</a>`).join("");
    const peer = await serve({
      "/": html(links),
      "*": ({ path }) => html(`<p>${path}</p><a href="/item/${Number(path.split("/")[2]) + 90}">On</a>`),
    });
    const scraped = await scrape(peer.url, { maxPages: 500, maxDepth: 10 });
    const skipped = scraped.pages.filter(({ note }) => note === "50 similar pages had no contacts.");
    expect(skipped.length).toBeGreaterThan(0);
    expect(peer.pages().length).toBeLessThan(60);
  });

  test("the same content under another URL isn't taken again", async () => {
    const peer = await serve({ "/": html(`<a href="/copy">Copy</a>`), "/copy": html(`<a href="/copy">Copy</a>`) });
    expect(pageAt(await scrape(peer.url), peer, "/copy")).toMatchObject({
      outcome: "left_out",
      note: `Same as ${peer.url}/.`,
    });
  });

  test.each([
    ["a private address", redirectTo("http://169.254.169.254/latest/meta-data/"), /another site/u],
    ["a file", redirectTo("file:///etc/passwd"), /only http and https/u],
    ["itself", redirectTo("/trap"), /loop/u],
    ["a sign-in", redirectTo("/login?next=/trap"), /after sign-in/u],
    ["a bomb", traps.gzipBomb(50), /larger than 3 MB/u],
    ["a PDF", { headers: { "content-type": "application/pdf" }, body: "%PDF" }, /a PDF document/u],
    ["nobody", { status: 404 }, /Page not found \(404\)/u],
    ["a wall", { status: 403, body: "<title>Just a moment...</title>" }, /Cloudflare blocks bots/u],
    ["no HTML at all", { headers: { "content-type": "" }, body: "\u0001binary" }, /./u],
  ])("a link to %s is reported and doesn't stop the rest", async (_name, page, reason) => {
    const peer = await serve({
      "/": html(`<a href="/trap">Trap</a><a href="/staff">Staff</a>`),
      "/trap": page,
      "/staff": html(ANN),
    });
    const scraped = await scrape(peer.url);
    expect(pageAt(scraped, peer, "/trap")?.note).toMatch(reason);
    expect(pageAt(scraped, peer, "/trap")?.outcome).toMatch(/left_out|failed/u);
    expect(emails(scraped)).toEqual(["ann.lee@acme.example"]);
  });

  test.each([
    ["latin-1", "text/html; charset=iso-8859-1"],
    ["latin-1 that says nothing", "text/html"],
  ])("reads %s", async (_name, type) => {
    const body = Buffer.from(
      html(card("Jörg Müller", "Geschäftsführer", "mueller@acme.example")).replace('<meta charset="utf-8">', ""),
      "latin1",
    );
    const peer = await serve({ "/": { headers: { "content-type": type }, body } });
    expect((await scrape(peer.url)).leads[0]?.fields.name).toBe("Jörg Müller");
  });
});

describe("politeness", () => {
  test("robots.txt is obeyed, also by redirects and for links", async () => {
    const peer = await serve({
      "/robots.txt": "User-agent: *\nDisallow: /private",
      "/": html(`<a href="/private/a">A</a><a href="/moved">B</a><a href="/open">C</a>`),
      "/moved": redirectTo("/private/b"),
      "/open": html(ANN),
    });
    const scraped = await scrape(peer.url);
    expect(peer.pages()).toEqual(["/", "/moved", "/open"]);
    expect(pageAt(scraped, peer, "/private/a")).toMatchObject({
      outcome: "left_out",
      status: null,
      note: expect.stringMatching(/robots\.txt/u),
    });
    expect(pageAt(scraped, peer, "/moved")?.note).toMatch(/robots\.txt/u);
    expect(scraped.message).toContain("2 blocked by robots.txt");
  });

  test("a site that allows no access is reported", async () => {
    const peer = await serve({ "/robots.txt": "User-agent: *\nDisallow: /", "/": html(ANN) });
    const scraped = await scrape(peer.url);
    expect(scraped).toMatchObject({
      failed: true,
      leads: [],
      message: "The site's robots.txt disallows this page.",
    });
    expect(peer.pages()).toEqual([]);
  });

  test("an unreadable robots.txt closes the site for now", async () => {
    const peer = await serve({ "/robots.txt": { status: 500 }, "/": html(ANN) });
    expect(await scrape(peer.url)).toMatchObject({
      failed: true,
      message: expect.stringMatching(/robots\.txt couldn't be read.*500/u),
    });
    expect(peer.pages()).toEqual([]);
  });

  test("a crawl-delay is respected and reported", async () => {
    const peer = await serve({
      "/robots.txt": "User-agent: *\nCrawl-delay: 20",
      "/": html(`<a href="/a">A</a>`),
      "/a": html("<p>A</p>"),
    });
    const scraped = await scrape(peer.url);
    expect(scraped.waits.filter((wait) => wait > 19_000)).toHaveLength(2);
    expect(scraped.message).toContain("asks for 20 seconds between pages.");
  });

  test("a host rests between two requests", async () => {
    const peer = await serve({ "/": html(`<a href="/a">A</a>`), "/a": html("<p>A</p>") });
    // Long enough that ordinary delays don't matter.
    const minimumDelayMilliseconds = 3_600_000;
    const { waits } = await scrape(peer.url, {}, { politeness: { ...POLITE, minimumDelayMilliseconds } });
    // robots.txt, the page, the sitemap, the other page.
    expect(waits).toHaveLength(3);
    expect(Math.min(...waits)).toBeGreaterThan(minimumDelayMilliseconds / 2);
    expect(POLITE.minimumDelayMilliseconds).toBeGreaterThan(0);
  });

  test("nofollow links and pages aren't followed; noindex pages are read", async () => {
    const peer = await serve({
      "/": html(`<a rel="nofollow" href="/a">A</a><a href="/b">B</a><a href="/c">C</a><a href="/d">D</a>`),
      "/b": html(`${ANN}<a href="/e">E</a>`, `<meta name="robots" content="noindex">`),
      "/c": html(`${BO}<a href="/f">F</a>`, `<meta name="robots" content="nofollow">`),
      "/d": {
        headers: { "x-robots-tag": "none" },
        body: html(`${card("Cy Dow", "Buyer", "cy.dow@acme.example")}<a href="/g">G</a>`),
      },
      "/e": html("<p>E</p>"),
    });
    const scraped = await scrape(peer.url);
    expect(peer.pages()).toEqual(["/", "/b", "/c", "/d", "/e"]);
    expect(emails(scraped)).toEqual(["ann.lee@acme.example", "bo.berg@acme.example", "cy.dow@acme.example"]);
  });

  test("a server with a temporary error is retried as late as it asks", async () => {
    const peer = await serve({
      "/": traps.failing(2, { status: 503, headers: { "retry-after": "7" } }, html(ANN)),
    });
    const scraped = await scrape(peer.url);
    expect(emails(scraped)).toEqual(["ann.lee@acme.example"]);
    expect(scraped.waits.filter((wait) => wait === 7_000)).toHaveLength(2);
  });

  test("one that asks for a long pause isn't retried", async () => {
    const peer = await serve({ "/": { status: 429, headers: { "retry-after": "3600" } } });
    const scraped = await scrape(peer.url);
    expect(scraped).toMatchObject({ failed: true, message: "The site is rate-limiting requests (429)." });
    expect(peer.pages()).toEqual(["/"]);
  });

  test("one with lasting errors is given up after two more tries", async () => {
    const peer = await serve({ "/": { status: 500 } });
    expect(await scrape(peer.url)).toMatchObject({ failed: true, message: "The server returned an error (500)." });
    expect(peer.pages()).toEqual(["/", "/", "/"]);
  });

  test("a site that stops responding isn't contacted further", async () => {
    const links = Array.from({ length: 20 }, (_none, at) => `<a href="/${"p".repeat(at + 1)}">P</a>`).join("");
    const peer = await serve({ "/": html(ANN + links), "*": { status: 403 } });
    const scraped = await scrape(peer.url);
    expect(peer.pages()).toHaveLength(6);
    expect(scraped).toMatchObject({ failed: false, message: expect.stringContaining("stopped responding") });
  });
});

describe("a repeated crawl", () => {
  test("requests only what has changed, and follows the links of what hasn't", async () => {
    let staff = html(ANN);
    const peer = await serve({
      "/": traps.conditional(() => html(`<a href="/staff">Staff</a><a href="/plain">Plain</a>`)),
      "/staff": traps.conditional(() => staff),
      "/plain": html(BO),
    });
    const first = await scrape(peer.url);
    expect(first.leads).toHaveLength(2);
    const second = await scrape(peer.url, { known: first.known });
    expect(second.leads).toEqual([]);
    expect(second.pages.map(({ url, outcome, status, records }) => [url, outcome, status, records])).toEqual([
      [`${peer.url}/`, "unchanged", 304, 0],
      [`${peer.url}/staff`, "unchanged", 304, 1],
      // It has no ETag, but its content is the same.
      [`${peer.url}/plain`, "unchanged", 200, 1],
    ]);
    expect(second.unchanged).toBe(2);
    staff = html(ANN + card("Cy Dow", "Buyer", "cy.dow@acme.example"));
    const third = await scrape(peer.url, { known: first.known });
    expect(emails(third)).toEqual(["ann.lee@acme.example", "cy.dow@acme.example"]);
    expect(third.unchanged).toBe(1);
  });

  test("counts each person once, however many unchanged pages name them", async () => {
    let staff = html(ANN);
    const peer = await serve({
      "/": traps.conditional(() => html(`${ANN}${BO}<a href="/staff">Staff</a><a href="/about">About</a>`)),
      "/about": traps.conditional(() => html(`<p>About us</p>${ANN}`)),
      "/staff": traps.conditional(() => staff),
    });
    const { known, leads } = await scrape(peer.url);
    expect(leads).toHaveLength(2);
    expect((await scrape(peer.url, { known })).unchanged).toBe(2);
    staff = html(`<p>Now with more about her</p>${ANN}`);
    const changed = await scrape(peer.url, { known });
    expect(emails(changed)).toEqual(["ann.lee@acme.example"]);
    expect(changed.unchanged).toBe(1);
  });

  test("rereads an unclear page until it was read a second time", async () => {
    const peer = await serve({ "/": traps.conditional(() => html(ANN)) });
    let answer: [] | null = null;
    const secondReader = { below: 2, read: async () => answer };
    const first = await scrape(peer.url, { secondReader });
    expect([first.leads.length, first.known.size]).toEqual([1, 0]);
    answer = [];
    expect((await scrape(peer.url, { secondReader })).known.size).toBe(1);
  });

  test("rereads what an earlier extraction version has read", async () => {
    const peer = await serve({ "/": traps.conditional(() => html(ANN)) });
    const { known } = await scrape(peer.url);
    const earlier = new Map([...known].map(([url, page]) => [url, { ...page, readBy: page.readBy - 1 }]));
    const again = await scrape(peer.url, { known: earlier });
    expect(again.pages[0]).toMatchObject({ outcome: "read", status: 200, records: 1 });
    expect(again.known).toEqual(known);
    expect((await scrape(peer.url, { known: again.known })).pages[0]?.outcome).toBe("unchanged");
  });

  test("returns no one twice, and the last page may complete the first", async () => {
    const pages = Array.from({ length: 120 }, (_none, at) => [
      `/person-${"x".repeat(at)}`,
      html(`${card(`Ann Lee`, "Sales Manager", "ann.lee@acme.example")}<p>Page ${at}</p>
        <a href="/person-${"x".repeat(at + 1)}">On</a>`),
    ]);
    const peer = await serve({
      ...(Object.fromEntries(pages) as PeerSite),
      "/": html(`${card("Ann Lee", "", "", "+44 20 7946 0001")}<a href="/person-">On</a>`),
    });
    const { leads, pages: visited } = await scrape(peer.url, { maxPages: 200, maxDepth: 200 });
    expect(visited.length).toBeGreaterThan(100);
    expect(leads.map(({ fields: { name, email, phone } }) => [name, email, phone])).toEqual([
      ["Ann Lee", "ann.lee@acme.example", "+44 20 7946 0001"],
    ]);
  });
});

describe("explains a meager result", () => {
  test.each([
    [
      "names nobody",
      html("<p>Welcome to our page about the weather of the valley.</p>"),
      /They have no contact details/u,
      false,
    ],
    [
      "needs scripts",
      html(`<div id="root"></div><script src="/app.js"></script>`),
      /needs JavaScript to show its content, and rendering is off/u,
      false,
    ],
    ["is not there", { status: 404 }, /Page not found/u, true],
    ["refuses", { status: 403 }, /blocks bots/u, true],
    ["is no page", { headers: { "content-type": "image/png" }, body: "x" }, /It's an image/u, true],
  ])("when the site %s", async (_name, page, message, failed) => {
    const peer = await serve({ "/": page });
    expect(await scrape(peer.url)).toMatchObject({ failed, message: expect.stringMatching(message) });
  });

  test("when nothing responds", async () => {
    const peer = await serve({});
    await peer.close();
    expect(await scrape(peer.url)).toMatchObject({
      failed: true,
      message: expect.stringMatching(/connection was refused/u),
    });
  });

  test("when the address is private", async () => {
    const peer = await serve({ "/": html(ANN) });
    const scraped = await scrape(peer.url, {}, { allowPrivate: false });
    expect(scraped).toMatchObject({ failed: true, message: expect.stringMatching(/private network/u) });
    expect(peer.connections).toBe(0);
  });

  test("when a network requires a sign-in", async () => {
    const peer = await serve({ "/robots.txt": "User-agent: *\nDisallow: /" });
    // The network's name stands for the peer, which has no TLS, so plain HTTP is requested.
    const resolve: WebsitesOptions["resolve"] = (_host, answer) => answer(null, [{ address: "127.0.0.1", family: 4 }]);
    const scraped = await scrape(`http://www.linkedin.com:${peer.port}/in/ann`, { type: "social" }, { resolve });
    expect(scraped).toMatchObject({
      failed: true,
      message: expect.stringMatching(/^LinkedIn shows this page only after sign-in/u),
    });
  });
});

describe.skipIf(findChromium(undefined) === null)("pages that need scripts", () => {
  test("are rendered where enabled and robots.txt allows it", async () => {
    const peer = await serve(traps.scriptOnly());
    const scraped = await scrape(`${peer.url}/app`, { renderScripts: true });
    expect(emails(scraped)).toEqual(["nora.lind@acme.example", "omar.haddad@acme.example"]);
    expect(scraped.pages[0]).toMatchObject({
      rendered: true,
      note: expect.stringContaining("Rendered with Chromium."),
    });
    // Scripts may show something new on an unchanged page, so it isn't remembered.
    expect(scraped.known.size).toBe(0);

    peer.set({ "/robots.txt": "User-agent: *\nDisallow: /api/" });
    const kept = await scrape(`${peer.url}/app`, { renderScripts: true });
    expect(emails(kept)).toEqual([]);
    expect(peer.pages().filter((path) => path.startsWith("/api/"))).toHaveLength(1);
  });

  test("are reported where there is no browser", async () => {
    const peer = await serve(traps.scriptOnly());
    const scraped = await scrape(`${peer.url}/app`, { renderScripts: true }, { chromium: "/no/such/program" });
    expect(scraped.message).toContain("Chromium isn't installed on the server");
  });
});

test("an aborted crawl returns what it had, then throws the reason", async () => {
  const stop = new AbortController();
  const peer = await serve({
    "/": html(`${ANN}<a href="/slow">Slow</a>`),
    "/slow": () => {
      stop.abort(new Error("enough"));
      return traps.slowDrip();
    },
  });
  const websites = createWebsites({ allowPrivate: true, wait: async () => {} });
  onTestFinished(() => websites.close());
  const leads: RawLead[] = [];
  const reading = (async () => {
    const job: CrawlJob = {
      url: peer.url,
      type: "website",
      selectors: null,
      maxPages: 9,
      maxDepth: 1,
      renderScripts: false,
      known: new Map(),
      userAgent: "Winnow",
      signal: stop.signal,
    };
    for await (const event of websites.scrape(job)) if (event.kind === "leads") leads.push(...event.leads);
  })();
  await expect(reading).rejects.toThrow("enough");
  expect(leads).toHaveLength(1);
});
