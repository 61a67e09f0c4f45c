import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ScrapeRun, ScrapeRunSummary } from "#shared/contract/scrape-target.ts";
import { LIMITS } from "#shared/limits.ts";
import type { KnownPage } from "#server/db/sources/scrapes.ts";
import { ENGINES, openTestStore } from "#test/stores.ts";

const AT = "2026-05-01T10:00:00.000Z";
const TARGET = {
  name: "Chamber",
  url: "https://chamber.example/",
  type: "directory" as const,
  selectors: { record: ".card", email: "a" },
  isActive: true,
  lastScrape: null,
  scrapeFrequency: "daily" as const,
  maxPages: 30,
  maxDepth: 3,
  renderScripts: false,
  leadsFound: 0,
  failingSince: null,
  createdAt: AT,
};

function aRun(targetId: string, more: Partial<ScrapeRun> = {}): Omit<ScrapeRun, "id"> {
  return {
    targetId,
    startedAt: AT,
    finishedAt: null,
    outcome: "running",
    message: "",
    seen: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    skipped: 0,
    failed: 0,
    qualified: 0,
    reasons: [],
    pages: [],
    ...more,
  };
}

function aPage(url: string, more: Partial<KnownPage> = {}): KnownPage {
  return {
    url,
    etag: '"1"',
    lastModified: "",
    contentHash: "h",
    links: [`${url}next`],
    rowKeys: ["k"],
    readBy: 1,
    ...more,
  };
}

describe.each(ENGINES)("websites on %s", (engine) => {
  it("stores targets", async () => {
    const { scrapes } = await openTestStore(engine);
    const target = await scrapes.create(TARGET);
    expect(target).toEqual({ ...TARGET, id: target.id });
    const changed = await scrapes.update(target.id, { selectors: null, renderScripts: true, failingSince: AT });
    expect(changed).toEqual({ ...target, selectors: null, renderScripts: true, failingSince: AT });
    expect(await scrapes.get(target.id)).toEqual(changed);
    expect(await scrapes.list()).toEqual([changed]);
    expect(await scrapes.get("x")).toBeNull();
    expect(await scrapes.remove("999")).toBe(false);
  });

  it("stores a run with its pages, and counts their new leads", async () => {
    const { scrapes } = await openTestStore(engine);
    const { id: targetId } = await scrapes.create(TARGET);
    const begun = aRun(targetId);
    const id = await scrapes.beginRun(begun);
    expect(await scrapes.unfinishedRuns()).toEqual([{ ...begun, id }]);
    await scrapes.writeRun({ ...begun, id, created: 3 }, 3);
    const finished: ScrapeRun = {
      ...begun,
      id,
      created: 5,
      outcome: "succeeded",
      finishedAt: AT,
      message: "Note \u0000 all \ud800",
      pages: [
        {
          url: "u",
          outcome: "read",
          status: 200,
          records: 5,
          note: "a table",
          bytes: 9,
          rendered: false,
          droppedCount: 0,
          dropped: [],
        },
        {
          url: "v",
          outcome: "left_out",
          status: null,
          records: 0,
          note: "robots.txt",
          bytes: 0,
          rendered: false,
          droppedCount: 0,
          dropped: [],
        },
      ],
    };
    await scrapes.writeRun(finished, 2);
    expect(await scrapes.run(id)).toEqual(finished);
    const { pages: _pages, ...summary } = finished;
    expect(await scrapes.runs(targetId, 5)).toEqual<ScrapeRunSummary[]>([summary]);
    expect(await scrapes.latestRuns()).toEqual(new Map([[targetId, summary]]));
    expect(await scrapes.run("999")).toBeNull();
    expect(await scrapes.run("x")).toBeNull();
    expect(await scrapes.unfinishedRuns()).toEqual([]);
    expect((await scrapes.get(targetId))?.leadsFound).toBe(5);
  });

  it("keeps the latest runs of each target, and deletes them with it", async () => {
    const { scrapes } = await openTestStore(engine);
    const one = (await scrapes.create(TARGET)).id;
    const other = (await scrapes.create(TARGET)).id;
    const first = await scrapes.beginRun(aRun(other));
    const ids: string[] = [];
    for (let made = 0; made <= LIMITS.scrapeTarget.storedRuns; made += 1) ids.push(await scrapes.beginRun(aRun(one)));
    const kept = ids.slice(1).toReversed();
    expect((await scrapes.runs(one, 99)).map(({ id }) => id)).toEqual(kept);
    expect((await scrapes.runs(one, 1)).map(({ id }) => id)).toEqual(kept.slice(0, 1));
    const latest = await scrapes.latestRuns();
    expect(new Map([...latest].map(([targetId, { id }]) => [targetId, id]))).toEqual(
      new Map([
        [one, kept[0]],
        [other, first],
      ]),
    );
    expect(await scrapes.remove(one)).toBe(true);
    expect([...(await scrapes.latestRuns()).keys()]).toEqual([other]);
    expect(await scrapes.runs(one, 99)).toEqual([]);
  });

  it("knows each page of a target as of its last read", async () => {
    const { scrapes } = await openTestStore(engine);
    const { id } = await scrapes.create(TARGET);
    const [home, about] = [aPage("https://a.example/"), aPage("https://a.example/about")];
    await scrapes.rememberPages(id, [home, about]);
    const again = { ...about, etag: "", contentHash: "other", links: [], rowKeys: [], readBy: 2 };
    await scrapes.rememberPages(id, [about, again]);
    await scrapes.rememberPages(id, [aPage(`https://a.example/${randomBytes(4_000).toString("hex")}`)]);
    expect(await scrapes.knownPages(id)).toEqual(
      new Map([
        [home.url, home],
        [again.url, again],
      ]),
    );
    expect((await scrapes.knownPages("77")).size).toBe(0);
    await scrapes.forgetPages(id);
    expect((await scrapes.knownPages(id)).size).toBe(0);
  });
});
