import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Lead } from "#shared/contract/leads/lead.ts";
import type { ScrapeResult, ScrapeTarget } from "#shared/contract/scrape-target.ts";
import { HOUR } from "#shared/durations.ts";
import { addDueJobs } from "#server/jobs/schedules/add-due-jobs.ts";
import { recoverAfterStop } from "#server/jobs/schedules/recover-after-stop.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { tick } from "#test/jobs.ts";
import { conditional, card, html, slowDrip } from "#test/peers/website/traps.ts";
import { startWebsitePeer, type WebsitePeer } from "#test/peers/website/website-peer.ts";
import { oneEngine } from "#test/stores.ts";

const ANN = card("Ann Lee", "Sales Manager", "ann.lee@acme.example", "+44 20 7946 0001");
const BO = card("Bo Berg", "Managing Director", "bo.berg@acme.example");

let peer: WebsitePeer;
beforeEach(async () => {
  peer = await startWebsitePeer();
});
afterEach(() => peer.close());

describe.each(oneEngine("sqlite"))("scraping on %s", (engine) => {
  let winnow: TestWinnow;
  let now: number;
  beforeEach(async () => {
    now = Date.parse("2026-11-20T10:00:00.000Z");
    winnow = await freshWinnow(engine, { clock: () => new Date(now) });
  });

  const add = (more: object = {}): Promise<ScrapeTarget> =>
    winnow.ok("POST /api/scrape-targets", { body: { name: "Acme", url: peer.url, ...more } });
  const target = async (id: string): Promise<ScrapeTarget | undefined> =>
    (await winnow.ok("GET /api/scrape-targets")).find((one) => one.id === id);

  /** Scrapes, and checks that the counts add up. */
  async function scrape(id: string): Promise<ScrapeResult> {
    const result = await winnow.ok("POST /api/scrape-targets/{id}/scrape", { id });
    const { seen, created, updated, unchanged, skipped, failed } = result.run;
    expect(seen).toBe(created + updated + unchanged + skipped + failed);
    expect(result.leadsFound).toBe(created);
    return result;
  }

  test("finds people once, and reports what each page brought", async () => {
    await winnow.ok("POST /api/rules", { body: { name: "Role", keywords: ["sales manager"], scoreWeight: 40 } });
    let staff = html(ANN + BO);
    peer.set({
      "/": conditional(() => html(`<a href="/staff">Staff</a><a href="/gone">Gone</a>`)),
      "/staff": conditional(() => staff),
    });
    const { id } = await add();
    const first = await scrape(id);
    expect(first).toMatchObject({ leadsFound: 2, run: { outcome: "succeeded", created: 2, qualified: 1 } });
    const leads = (await winnow.ok("GET /api/leads")) as Lead[];
    expect(leads.find(({ name }) => name === "Ann Lee")).toMatchObject({
      email: "ann.lee@acme.example",
      title: "Sales Manager",
      phone: "+44 20 7946 0001",
      source: "website",
      scrapeUrl: `${peer.url}/staff`,
      status: "qualified",
    });
    expect(await target(id)).toMatchObject({
      leadsFound: 2,
      lastScrape: new Date(now).toISOString(),
      failingSince: null,
    });

    const second = await scrape(id);
    expect(second).toMatchObject({ leadsFound: 0, run: { outcome: "succeeded", seen: 2, unchanged: 2 } });
    staff = html(ANN + BO + card("Cy Dow", "Buyer", "cy.dow@acme.example"));
    expect(await scrape(id)).toMatchObject({ leadsFound: 1, run: { seen: 3, created: 1, unchanged: 2 } });
    expect(await target(id)).toMatchObject({ leadsFound: 3, lastRun: { created: 1, outcome: "succeeded" } });
    expect((await target(id))?.lastRun).not.toHaveProperty("pages");

    const runs = await winnow.ok("GET /api/scrape-targets/{id}/runs", { id });
    expect(runs).toHaveLength(3);
    expect(runs[2]).not.toHaveProperty("pages");
    const oldest = await winnow.ok("GET /api/scrape-runs/{id}", { id: runs[2]?.id ?? "" });
    expect(oldest).toEqual(first.run);
    expect(
      oldest.pages.map(({ url, outcome, status, records }) => [new URL(url).pathname, outcome, status, records]),
    ).toEqual([
      ["/", "read", 200, 0],
      ["/staff", "read", 200, 2],
      ["/gone", "failed", 404, 0],
    ]);
    const activity = await winnow.ok("GET /api/dashboard/activity");
    expect(activity.map(({ title }) => title)).toContain("Acme scraped");
  });

  test("reports why a site can't be read, until it can", async () => {
    peer.set({ "/robots.txt": { status: 503 } });
    const { id } = await add();
    const since = new Date(now).toISOString();
    expect(await scrape(id)).toMatchObject({
      leadsFound: 0,
      run: { outcome: "failed", message: expect.stringMatching(/robots\.txt couldn't be read/u) },
    });
    now += HOUR;
    await scrape(id);
    expect(await target(id)).toMatchObject({ failingSince: since, lastScrape: null });
    peer.set({ "/robots.txt": "", "/": html(ANN) });
    expect(await scrape(id)).toMatchObject({ leadsFound: 1 });
    expect(await target(id)).toMatchObject({ failingSince: null, lastScrape: new Date(now).toISOString() });
  });

  test("rereads a site when the scrape's settings change", async () => {
    peer.set({ "/": conditional(() => html(ANN)) });
    const { id } = await add();
    await scrape(id);
    expect((await scrape(id)).run.pages[0]?.outcome).toBe("unchanged");
    await winnow.ok("PATCH /api/scrape-targets/{id}", { id, body: { name: "Acme Ltd", maxPages: 5 } });
    expect((await scrape(id)).run.pages[0]?.outcome).toBe("unchanged");
    await winnow.ok("PATCH /api/scrape-targets/{id}", { id, body: { selectors: { record: ".card", name: "h3" } } });
    expect((await scrape(id)).run.pages[0]).toMatchObject({
      outcome: "read",
      note: expect.stringMatching(/selectors/u),
    });
  });

  test("a scrape that ends as its site is changed isn't one of the new site", async () => {
    peer.set({ "/": html(ANN) });
    const { id } = await add();
    const { scrapes } = winnow.workspace.store;
    const write = scrapes.writeRun.bind(scrapes);
    vi.spyOn(scrapes, "writeRun").mockImplementation(async (run, newLeads) => {
      if (run.finishedAt !== null) {
        await winnow.ok("PATCH /api/scrape-targets/{id}", { id, body: { url: `${peer.url}/other` } });
      }
      await write(run, newLeads);
    });
    expect((await scrape(id)).run.outcome).toBe("succeeded");
    expect(await target(id)).toMatchObject({ lastScrape: null, failingSince: null });
  });

  test("a deleted lead doesn't come back, and leads outlive their target", async () => {
    peer.set({ "/": html(ANN + BO) });
    const { id } = await add();
    const first = await scrape(id);
    const [lead] = (await winnow.ok("GET /api/leads")) as Lead[];
    await winnow.ok("DELETE /api/leads/{id}", { id: lead?.id ?? "" });
    peer.set({ "/": html(`<p>New</p>${ANN}${BO}`) });
    expect(await scrape(id)).toMatchObject({
      leadsFound: 0,
      run: { skipped: 1, reasons: [{ reason: "Deleted earlier" }] },
    });
    await winnow.ok("DELETE /api/scrape-targets/{id}", { id });
    expect(await winnow.ok("GET /api/leads")).toHaveLength(1);
    for (const key of ["POST /api/scrape-targets/{id}/scrape", "GET /api/scrape-targets/{id}/runs"] as const) {
      expect((await winnow.call(key, { id })).statusCode).toBe(404);
    }
    expect((await winnow.call("GET /api/scrape-runs/{id}", { id: first.run.id })).statusCode).toBe(404);
  });

  test("a scrape can be canceled, and keeps what it had read", async () => {
    const asked = Promise.withResolvers<void>();
    peer.set({
      "/": html(`${ANN}<a href="/slow">Slow</a>`),
      "/slow": () => {
        asked.resolve();
        return slowDrip();
      },
    });
    const { id } = await add();
    const scraping = scrape(id);
    await asked.promise;
    // A second request joins the same scrape.
    const added = vi.spyOn(winnow.workspace.jobs, "add");
    const again = scrape(id);
    await expect.poll(() => added.mock.settledResults[0]).toMatchObject({ value: { created: false } });
    expect(await winnow.ok("POST /api/scrape-targets/{id}/cancel", { id })).toEqual({ canceled: true });
    const { leadsFound, run } = await scraping;
    expect(run).toMatchObject({ outcome: "interrupted", message: expect.stringMatching(/^Canceled\./u) });
    expect(leadsFound).toBe(1);
    expect((await again).run.id).toBe(run.id);
    expect(await target(id)).toMatchObject({ leadsFound: 1, failingSince: null });
    expect(await winnow.ok("POST /api/scrape-targets/{id}/cancel", { id })).toEqual({ canceled: false });
  });

  test("a scrape of another process is a conflict, and what a dead one left is reported", async () => {
    const { id } = await add();
    const { store, processId } = winnow.workspace;
    await store.leases.acquire(`scrape:${id}`, "another", 60_000);
    const answer = await winnow.call("POST /api/scrape-targets/{id}/scrape", { id });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ detail: "Acme is already being scraped." });

    const counts = { seen: 0, created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, qualified: 0 };
    const startedAt = new Date(now).toISOString();
    const left = { ...counts, targetId: id, startedAt, finishedAt: null, message: "", reasons: [], pages: [] };
    await store.scrapes.beginRun({ ...left, outcome: "running" });
    await recoverAfterStop(winnow.workspace);
    expect((await target(id))?.lastRun?.outcome).toBe("running");
    await store.leases.release(`scrape:${id}`, "another");
    await recoverAfterStop(winnow.workspace);
    expect((await target(id))?.lastRun).toMatchObject({
      outcome: "interrupted",
      message: "The server stopped during this scrape. No leads were imported.",
    });
    expect(await store.leases.acquire(`scrape:${id}`, processId, 1_000)).toBe(true);
  });

  test("a scheduled scrape begins again after the server stopped during it", async () => {
    const asked = Promise.withResolvers<void>();
    peer.set({
      "/": () => {
        asked.resolve();
        return slowDrip();
      },
    });
    const stop = new AbortController();
    winnow.workspace.stopping = stop.signal;
    const { id } = await add({ scrapeFrequency: "monthly" });
    now += 31 * 24 * HOUR;
    await addDueJobs(winnow.workspace);
    await asked.promise;
    stop.abort();
    await expect.poll(() => winnow.workspace.jobs.ofKey(`scrape:${id}`)).toMatchObject({ state: "retrying" });
    expect((await target(id))?.lastRun?.outcome).toBe("interrupted");
  });

  test("the clock scrapes active targets when they are due", async () => {
    peer.set({ "*": html("<p>Nobody</p>") });
    const site = (path: string, more: object): Promise<ScrapeTarget> => add({ url: `${peer.url}${path}`, ...more });
    await site("/hourly", { scrapeFrequency: "hourly" });
    await site("/daily", {});
    await site("/weekly", { scrapeFrequency: "weekly" });
    await site("/monthly", { scrapeFrequency: "monthly" });
    await site("/manual", { scrapeFrequency: "manual" });
    await site("/inactive", { scrapeFrequency: "hourly", isActive: false });
    const scraped = async (hours: number): Promise<string[]> => {
      const before = peer.requests.length;
      now += hours * HOUR;
      await tick(winnow.workspace, "scrape:");
      const paths = peer.requests.slice(before).map(({ path }) => path);
      return paths.filter((path) => !/robots|sitemap/u.test(path)).toSorted();
    };
    expect(await scraped(0.9)).toEqual([]);
    expect(await scraped(0.2)).toEqual(["/hourly"]);
    expect(await scraped(0)).toEqual([]);
    expect(await scraped(23)).toEqual(["/daily", "/hourly"]);
    expect(await scraped(6 * 24)).toEqual(["/daily", "/hourly", "/weekly"]);
    expect(await scraped(24 * 24)).toEqual(["/daily", "/hourly", "/monthly", "/weekly"]);
  });

  test("the tiles count what exists", async () => {
    peer.set({ "/": html(ANN + BO) });
    const { id } = await add();
    await add({ name: "Off", isActive: false });
    const { canRender } = winnow.workspace.websites;
    const none = { leadsFoundToday: 0, emailLeads: 0, formSubmissions: 0, canRender };
    expect(await winnow.ok("GET /api/scraper/figures")).toEqual({ ...none, activeTargets: 1 });
    await scrape(id);
    await winnow.ok("POST /api/leads", { body: { name: "By hand", email: "hand@acme.example" } });
    expect(await winnow.ok("GET /api/scraper/figures")).toEqual({ ...none, activeTargets: 1, leadsFoundToday: 2 });
    now += 48 * HOUR;
    expect(await winnow.ok("GET /api/scraper/figures")).toMatchObject({ leadsFoundToday: 0 });
  });
});

describe("scrape targets", () => {
  let winnow: TestWinnow;
  beforeEach(async () => {
    winnow = await freshWinnow("sqlite");
  });

  test.each([
    ["example.com", "https://example.com/"],
    ["  www.Example.com/Team  ", "https://www.example.com/Team"],
    ["http://example.com", "http://example.com/"],
    ["//example.com/x", "https://example.com/x"],
    ["example.com:8080/x", "https://example.com:8080/x"],
    ["localhost:3000", "https://localhost:3000/"],
    ["http://127.0.0.1:8080/", "http://127.0.0.1:8080/"],
    ["bücher.example", "https://xn--bcher-kva.example/"],
  ])("%s is stored as %s", async (url, kept) => {
    const created = await winnow.ok("POST /api/scrape-targets", { body: { name: "Site", url } });
    expect(created).toMatchObject({
      url: kept,
      type: "website",
      scrapeFrequency: "daily",
      isActive: true,
      leadsFound: 0,
    });
  });

  test.each([
    ["ftp://example.com/"],
    ["javascript:alert(1)"],
    ["mailto:ann@example.com"],
    ["file:///etc/passwd"],
    ["https://user:secret@example.com/"],
    ["https://example.com:25/"],
    ["not an address"],
    ["https://"],
  ])("rejects %s", async (url) => {
    const answer = await winnow.call("POST /api/scrape-targets", { body: { name: "Site", url } });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ errors: [{ field: "url" }] });
    expect(await winnow.ok("GET /api/scrape-targets")).toEqual([]);
  });

  test("crawls send a contact where there is one", async () => {
    peer.set({ "/": html("<p>Nobody</p>") });
    const { id } = await winnow.ok("POST /api/scrape-targets", { body: { name: "Site", url: peer.url } });
    const userAgent = async (): Promise<string | undefined> => {
      await winnow.ok("POST /api/scrape-targets/{id}/scrape", { id });
      return peer.requests.at(-1)?.headers["user-agent"];
    };
    expect(await userAgent()).toBe("Winnow/0.1 (no operator contact; lead research)");
    await winnow.ok("POST /api/email-settings", {
      body: {
        smtpHost: "mail.acme.example",
        smtpPort: 587,
        username: "u",
        password: "p",
        fromEmail: "reports@acme.example",
        recipientEmails: ["boss@acme.example"],
      },
    });
    expect(await userAgent()).toBe("Winnow/0.1 (+mailto:reports@acme.example; lead research)");
    winnow.workspace.publicUrl = "https://winnow.acme.example";
    expect(await userAgent()).toBe("Winnow/0.1 (+https://winnow.acme.example; lead research)");
  });

  test("rejects a private address where that isn't allowed", async () => {
    const strict = await freshWinnow("sqlite", { websites: { allowPrivate: false } });
    const { id } = await strict.ok("POST /api/scrape-targets", { body: { name: "Inside", url: peer.url } });
    const { run } = await strict.ok("POST /api/scrape-targets/{id}/scrape", { id });
    expect(run).toMatchObject({ outcome: "failed", message: expect.stringMatching(/private network/u) });
    expect(peer.connections).toBe(0);
  });

  test("a pending response ends with the server", async () => {
    const asked = Promise.withResolvers<void>();
    peer.set({
      "/": () => {
        asked.resolve();
        return slowDrip();
      },
    });
    const stop = new AbortController();
    winnow.workspace.stopping = stop.signal;
    const { id } = await winnow.ok("POST /api/scrape-targets", { body: { name: "Site", url: peer.url } });
    const scraping = winnow.ok("POST /api/scrape-targets/{id}/scrape", { id });
    await asked.promise;
    stop.abort();
    const { run } = await scraping;
    expect(run).toMatchObject({ outcome: "interrupted", message: expect.stringMatching(/server stopped/u) });
  });
});
