import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { createGuardedFetch } from "#server/platform/guarded-fetch.ts";
import { createRobots, type RobotsRules } from "#server/pipeline/sources/website/robots.ts";
import { redirectTo } from "#test/peers/website/traps.ts";
import { startWebsitePeer, type PeerPage, type WebsitePeer } from "#test/peers/website/website-peer.ts";

const door = createGuardedFetch({ allowPrivate: true });
afterAll(() => door.close());
const signal = new AbortController().signal;

let peer: WebsitePeer;
let now = Date.parse("2026-11-20T10:00:00Z");
let robots: ReturnType<typeof createRobots>;
beforeEach(async () => {
  peer = await startWebsitePeer();
  robots = createRobots(door, { clock: () => new Date(now), takeSlot: async () => () => {} });
  onTestFinished(() => peer.close());
});

const rules = (): Promise<RobotsRules> => robots.rulesOf(new URL(peer.url), { userAgent: "Winnow/0.1", signal });
const allows = async (page: PeerPage, path: string): Promise<boolean> => {
  peer.set({ "/robots.txt": page });
  return (await rules()).isAllowed(new URL(path, peer.url));
};

test.each([
  ["nothing", "", "/a", true],
  ["everybody", "User-agent: *\nDisallow: /", "/a", false],
  ["everybody, with exceptions", "User-agent: *\nDisallow: /\nAllow: /a", "/a/b", true],
  ["the longer rule", "User-agent: *\nAllow: /a\nDisallow: /a/b", "/a/b", false],
  ["Winnow by name", "User-agent: winnow\nDisallow: /\n\nUser-agent: *\nDisallow:", "/a", false],
  ["Winnow by name, let in", "User-agent: *\nDisallow: /\n\nUser-agent: Winnow\nDisallow:", "/a", true],
  ["somebody else", "User-agent: otherbot\nDisallow: /", "/a", true],
  ["a mark at its start", "\ufeffUser-agent: *\nDisallow: /a", "/a", false],
  ["stars", `User-agent: *\nDisallow: /${"*".repeat(100_000)}secret`, "/a/secret", false],
  ["an end", "User-agent: *\nDisallow: /*.php$", "/a.php?x", true],
  ["a page in its place", "<!doctype html><p>Disallow: / everything", "/a", true],
])("rules for %s", async (_name, text, path, isAllowed) => {
  expect(await allows(text, path)).toBe(isAllowed);
});

test.each([400, 401, 403, 404, 410])("%i allows everything (RFC 9309, 2.3.1.3)", async (status) => {
  expect(await allows({ status }, "/a")).toBe(true);
});

test.each([429, 500, 503])("%i allows nothing for now, and is retried (RFC 9309, 2.3.1.4)", async (status) => {
  expect(await allows({ status }, "/a")).toBe(false);
  expect((await rules()).trouble).toContain(`(${status})`);
  expect(await allows("", "/a")).toBe(true);
});

test("a server that doesn't respond allows nothing", async () => {
  await peer.close();
  expect((await rules()).trouble).toMatch(/connection was refused/u);
});

test("is followed over redirects", async () => {
  peer.set({ "/other.txt": "User-agent: *\nDisallow: /" });
  expect(await allows(redirectTo("/other.txt"), "/a")).toBe(false);
});

test("is read once a day", async () => {
  await rules();
  await rules();
  expect(peer.requests).toHaveLength(1);
  expect(peer.requests[0]?.headers["user-agent"]).toBe("Winnow/0.1");
  now += 24 * 3_600_000;
  await rules();
  expect(peer.requests).toHaveLength(2);
});

test.each([
  ["Crawl-delay: 7", 7, 7_000],
  ["Crawl-delay: 0.5", 0.5, 500],
  ["Crawl-delay: 3600", 3_600, 60_000],
  ["Crawl-delay: -5", 0, 0],
  ["Crawl-delay: soon", 0, 0],
])("%s", async (line, crawlDelaySeconds, crawlDelayMilliseconds) => {
  peer.set({ "/robots.txt": `User-agent: *\n${line}\nSitemap: https://acme.example/map.xml` });
  expect(await rules()).toMatchObject({
    crawlDelaySeconds,
    crawlDelayMilliseconds,
    sitemaps: ["https://acme.example/map.xml"],
  });
});

test("only the first 500 KiB count", async () => {
  const long = `User-agent: *\nDisallow: /a\n${"#".repeat(600 * 1024)}\nDisallow: /b`;
  expect(await allows(long, "/a")).toBe(false);
  expect((await rules()).isAllowed(new URL("/b", peer.url))).toBe(true);
});

test("rules that would take seconds per URL close the site, many plain ones don't", async () => {
  const wild = "Disallow: /*a*a*a*a*a*a*a*a*b\n".repeat(15_000);
  expect(await allows(`User-agent: *\n${wild}`, "/a")).toBe(false);
  expect((await rules()).trouble).toMatch(/too many rules/u);
  const plain = Array.from({ length: 15_000 }, (_none, at) => `Disallow: /private/${at}\n`).join("");
  expect(await allows(`User-agent: *\n${plain}`, "/a")).toBe(true);
});
