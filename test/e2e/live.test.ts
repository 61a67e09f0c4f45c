import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { DashboardStats } from "#shared/contract/dashboard.ts";
import { sharedChromium } from "#test/chromium.ts";
import { axeFindingsInBothThemes } from "#test/e2e/axe-findings.ts";
import { type ServerProcess, startServer } from "#test/server-process.ts";

/** A server that restarts on the same port and data. */
let browser: Browser;
let dataDir: string;
let server: ServerProcess;
const pageErrors: string[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "winnow-test-"));
  [server, browser] = await Promise.all([startServer({ dataDir }), sharedChromium()]);
  await api("POST", "/rules", { name: "Budget", keywords: ["budget"], scoreWeight: 40, isActive: true });
  await addLead("Lead One");
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});
afterEach(() => expect(pageErrors).toEqual([]));

async function startAgain(): Promise<void> {
  server = await startServer({ dataDir, env: { PORT: new URL(server.url).port } });
}

async function api(method: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
}

/** Text of the Total Leads card. */
async function totalLeads(): Promise<string> {
  const response = await fetch(`${server.url}/api/dashboard/stats`);
  return String(((await response.json()) as DashboardStats).totalLeads);
}

const addLead = (name: string): Promise<void> =>
  api("POST", "/leads", { name, email: `${name.toLowerCase().replaceAll(" ", ".")}@planwell.example` });

async function newPerson(): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    locale: "en-GB",
  });
  context.on("weberror", (error) => pageErrors.push(String(error.error())));
  // Browsers remember 250 resources, fewer than the page's code and answers.
  await context.addInitScript(() => performance.setResourceTimingBufferSize(1_000));
  return context;
}

async function newTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  // The first tab receives the events of all: changes made before it connects don't reach them.
  const connected = context.pages().length === 1 ? page.waitForResponse("**/api/events?*") : null;
  await Promise.all([connected, page.goto(path)]);
  // A dialog that the address opens hides the rest.
  await page.locator("header h1").waitFor();
  return page;
}

const banner = (page: Page) => page.getByText("Can't reach Winnow.");
const nav = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });

describe("while the server is down", () => {
  let person: BrowserContext;
  let page: Page;
  let other: Page;

  beforeAll(async () => {
    person = await newPerson();
    [page, other] = [await newTab(person, "/leads"), await newTab(person, "/")];
    await page.getByRole("row", { name: /Lead One/ }).waitFor();
    await other
      .getByRole("region", { name: "Total Leads" })
      .getByText(await totalLeads(), { exact: true })
      .waitFor();
    // The code of all screens is prefetched after the first one.
    const list = (await (await fetch(`${server.url}/code.json`)).json()) as string[];
    await page.waitForFunction((files) => {
      const got = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname.slice(1));
      return files.every((file) => got.includes(file));
    }, list);
    await server.kill();
  });
  afterAll(() => person.close());

  it("shows in every tab when its data was loaded", async () => {
    for (const tab of [page, other]) {
      await banner(tab).waitFor();
      await tab.getByText(/Showing what was loaded at \d?\d:\d\d( [AP]M)?\. Reconnecting automatically/).waitFor();
    }
  });

  it("keeps loaded data and opens screens not visited before", async () => {
    await page.getByRole("row", { name: /Lead One/ }).waitFor();
    for (const name of ["Configuration", "Rules & Keywords"]) {
      await nav(page, name).click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await page.getByText("Not loaded yet").first().waitFor();
      // The banner says why, once.
      await page.getByRole("alert").filter({ hasText: "Couldn't load" }).waitFor({ state: "detached" });
    }
    await nav(page, "Lead Management").click();
    await page.getByRole("row", { name: /Lead One/ }).waitFor();
  });

  it("rejects an action with one notice and doesn't retry it later", async () => {
    const row = page.getByRole("row", { name: /Lead One/ });
    await row.getByRole("button", { name: "Qualify" }).click();
    await page.getByText("Failed to update lead status").waitFor();
    const reason = "Can't reach the server, so nothing was changed. Try again once it's back.";
    await expect.poll(() => page.getByRole("alert").getByText(reason).count()).toBe(1);
    await row.getByText("Pending").waitFor();
  });

  it("passes axe in both themes without scrolling sideways", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await banner(page).waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it("removes the banner and refetches everything once it is back", async () => {
    await startAgain();
    await addLead("Afterwards");
    for (const tab of [page, other]) await banner(tab).waitFor({ state: "detached" });
    await other
      .getByRole("region", { name: "Total Leads" })
      .getByText(await totalLeads(), { exact: true })
      .waitFor();
    // The rejected action was not retried.
    await page.reload();
    await page
      .getByRole("row", { name: /Lead One/ })
      .getByText("Pending")
      .waitFor();
    await page.getByRole("row", { name: /Afterwards/ }).waitFor();
  });
});

it("says so while the browser is offline, keeps input, and catches up when it is back", async () => {
  const person = await newPerson();
  const page = await newTab(person, "/leads?new");
  const form = page.getByRole("dialog", { name: "Add lead" });
  await form.getByLabel("Name").fill("Offline Olga");
  await form.getByLabel("Email").fill("olga@planwell.example");
  await person.setOffline(true);
  const offline = page.getByText("You're offline.");
  await offline.waitFor();
  await form.getByRole("button", { name: "Add lead" }).click();
  await page.getByText("You're offline, so nothing was changed. Try again once you're back online.").first().waitFor();
  expect(await form.getByLabel("Name").inputValue()).toBe("Offline Olga");
  await addLead("Added later");
  await person.setOffline(false);
  await offline.waitFor({ state: "detached" });
  await form.getByRole("button", { name: "Add lead" }).click();
  await page.getByRole("dialog", { name: /Offline Olga/ }).waitFor();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("row", { name: /Added later/ }).waitFor();
  await person.close();
});

it("shows no banner when only the event stream breaks", async () => {
  const person = await newPerson();
  const page = await person.newPage();
  let refused = 0;
  // As behind a proxy that ends long responses.
  await page.route("**/api/events?*", (route) => {
    refused += 1;
    return route.abort();
  });
  const asked = page.waitForResponse("**/healthz");
  await page.goto("/");
  expect((await asked).ok()).toBe(true);
  await page
    .getByRole("region", { name: "Total Leads" })
    .getByText(await totalLeads(), { exact: true })
    .waitFor();
  expect(refused).toBeGreaterThan(0);
  expect(await banner(page).count()).toBe(0);
  await person.close();
});

it("has an installable manifest whose icons exist in the stated sizes", async () => {
  const html = await (await fetch(server.url)).text();
  const linked = (rel: string): string => new RegExp(`<link rel="${rel}" href="([^"]+)"`, "u").exec(html)?.[1] ?? "";
  const answer = await fetch(`${server.url}${linked("manifest")}`);
  expect(answer.headers.get("content-type")).toBe("application/manifest+json");
  const manifest = (await answer.json()) as { icons: { src: string; sizes: string; type: string; purpose?: string }[] };
  expect(manifest).toMatchObject({ name: "Winnow", start_url: "/", display: "standalone" });
  expect(manifest.icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
  const icons = [...manifest.icons, { src: linked("apple-touch-icon"), sizes: "180x180", type: "image/png" }];
  for (const { src, sizes, type } of icons) {
    const icon = await fetch(`${server.url}${src}`);
    expect(icon.headers.get("content-type")).toBe(type);
    const bytes = Buffer.from(await icon.arrayBuffer());
    // The header of a PNG file starts with its width and height.
    const size = bytes.includes("<svg") ? "any" : `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
    expect(size).toBe(sizes);
  }
});
