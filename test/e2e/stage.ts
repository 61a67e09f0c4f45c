import { createServer } from "node:net";
import type { QueryClient } from "@tanstack/react-query";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { sharedChromium } from "#test/chromium.ts";
import { stopAnswering } from "#test/e2e/answers.ts";
import { type GooglePeer, startGooglePeer } from "#test/peers/google/google-peer.ts";
import type { PeerCell } from "#test/peers/google/sheet-edits.ts";
import { type SmtpPeer, startSmtpPeer } from "#test/peers/smtp/smtp-peer.ts";
import { type ServerProcess, startServer } from "#test/server-process.ts";

export interface ContextOptions {
  width?: number;
  height?: number;
  /** What the operating system prefers. */
  colorScheme?: "light" | "dark";
  /** The reader's language and place, as "de-DE" and "Asia/Kolkata". */
  locale?: string;
  timeZone?: string;
  isTouch?: boolean;
}

/** The real server on an empty data folder, the servers it talks to, and a browser. */
export interface Stage {
  readonly server: ServerProcess;
  readonly google: GooglePeer;
  readonly smtp: SmtpPeer;
  /** Console errors and uncaught exceptions of all pages, except failed requests. */
  readonly pageErrors: string[];
  /** A separate browser profile; its pages are one user's tabs. */
  profile(options?: ContextOptions): Promise<BrowserContext>;
  /** A page at `path` in a profile that nothing else in this test uses. Later tests and files reuse it after a reset. */
  open(path: string, options?: ContextOptions): Promise<Page>;
  /**
   * Like `open`, but continues in the page of the `visit` before it, which takes a fifth of loading it: for tests that
   * don't depend on a load. Storage and data start empty again; what else they leave behind stays.
   */
  visit(path: string, options?: ContextOptions): Promise<Page>;
  /** A page at `path` until the stage closes, for tests that share it. */
  share(path: string, options?: ContextOptions): Promise<Page>;
  /** A page in a new profile that closes with the test, for tests that change what `open` can't reset. */
  openAlone(options?: ContextOptions): Promise<Page>;
  /** Calls the API as another client; resolves to the JSON. */
  api(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Signs in for later `api` calls. */
  signIn(person: { username: string; password: string }): Promise<void>;
  /** Adds a sheet source with these rows, headers first, readable by the API key. */
  addSheet(name: string, rows: PeerCell[][]): Promise<void>;
  /** Points outgoing email at the SMTP peer. */
  addMailServer(): Promise<void>;
  close(): Promise<void>;
}

/** A path without a screen: the sidebar and header only. */
export const NOWHERE = "/nowhere";

const API_KEY = "a-key-of-the-peer";
const MAIL_USER = { username: "winnow", password: "a long password" };

/** The ports that servers of this process may get, below those that systems choose for connections. */
const PORTS = { first: 20_000, count: 10_000 };

let port = PORTS.first + (process.pid % PORTS.count);

/**
 * Profiles that tests can reuse, by origin and options. Stages of a process get the same port one after another, so that
 * pages find the code of earlier files in the browser's cache.
 */
const reusable = new Map<string, UsedProfile[]>();

/** Starts a stage, which the caller closes. `env` adds settings of the server. */
export async function openStage({ env = {} }: { env?: Record<string, string> } = {}): Promise<Stage> {
  const google = await startGooglePeer();
  const smtp = await startSmtpPeer({ mode: "plain", users: { [MAIL_USER.username]: MAIL_USER.password } });
  const server = await startServer({
    env: {
      PORT: String(await freePortOfProcess()),
      WINNOW_GOOGLE_SHEETS_URL: google.sheetsUrl,
      WINNOW_GOOGLE_TOKEN_URL: google.tokenUrl,
      ...env,
    },
  });
  const browser = await sharedChromium();
  const contexts: BrowserContext[] = [];
  const visited = new Set<UsedProfile>();
  const shared: UsedProfile[] = [];
  const pageErrors: string[] = [];
  let cookie: string | null = null;
  google.addApiKey(API_KEY);

  /** A profile that no other test uses. */
  const take = async ({
    width = 1440,
    height = 900,
    colorScheme = "light",
    ...options
  }: ContextOptions = {}): Promise<UsedProfile> => {
    // Size and theme can be set per page; other options need a separate profile, and so another process.
    const kind = JSON.stringify([server.url, options]);
    const unused = reusable.get(kind)?.pop();
    const profile =
      unused === undefined || unused.page.isClosed()
        ? await openUsedProfile(browser, server.url, kind, options)
        : unused;
    profile.pageErrors = pageErrors;
    await profile.page.setViewportSize({ width, height });
    await profile.page.emulateMedia({ colorScheme, forcedColors: "none", reducedMotion: "reduce" });
    return profile;
  };
  const giveBack = (profile: UsedProfile): void => {
    reusable.set(profile.kind, [...(reusable.get(profile.kind) ?? []), profile]);
  };

  const stage: Stage = {
    server,
    google,
    smtp,
    pageErrors,
    async profile(options) {
      const context = await newProfile(browser, server.url, options, (error) => pageErrors.push(error));
      contexts.push(context);
      return context;
    },
    async open(path, options) {
      const profile = await take(options);
      if (visited.delete(profile)) await profile.forget();
      onTestFinished(async () => {
        await profile.forget();
        giveBack(profile);
      });
      await profile.page.goto(path);
      return profile.page;
    },
    async visit(path, options) {
      const profile = await take(options);
      onTestFinished(async () => {
        await profile.leave();
        visited.add(profile);
        giveBack(profile);
      });
      if (visited.delete(profile)) await startOver(profile.page, path);
      else await profile.page.goto(path);
      return profile.page;
    },
    async share(path, options) {
      const profile = await take(options);
      shared.push(profile);
      await profile.page.goto(path);
      return profile.page;
    },
    async openAlone(options) {
      const context = await stage.profile(options);
      onTestFinished(() => context.close());
      return context.newPage();
    },
    async api(method, path, body) {
      const response = await fetch(`${server.url}/api${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(cookie === null ? {} : { cookie }),
        },
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return text === "" ? null : JSON.parse(text);
    },
    async signIn(person) {
      const response = await fetch(`${server.url}/api/session`, {
        method: "POST",
        body: JSON.stringify(person),
        headers: { "content-type": "application/json" },
      });
      if (!response.ok) throw new Error(`${person.username} cannot sign in: ${await response.text()}`);
      cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? null;
    },
    async addSheet(name, rows) {
      const spreadsheetId = `sheet-of-${name.toLowerCase().replaceAll(/\W+/g, "-")}`;
      google.setSheet(spreadsheetId, "Sheet1", rows);
      google.spreadsheet(spreadsheetId).isPublic = true;
      const config = { spreadsheetId, authMethod: "api_key", apiKey: API_KEY };
      await stage.api("POST", "/data-sources", { name, type: "google_sheets", config });
    },
    async addMailServer() {
      await stage.api("POST", "/email-settings", {
        smtpHost: smtp.host,
        smtpPort: smtp.port,
        ...MAIL_USER,
        fromEmail: "reports@winnow.example",
        recipientEmails: ["sales@winnow.example"],
      });
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()));
      await Promise.all([...visited, ...shared].map((profile) => profile.forget()));
      shared.forEach(giveBack);
      await server.stop();
      await Promise.all([google.close(), smtp.close()]);
    },
  };
  return stage;
}

async function newProfile(
  browser: Browser,
  baseURL: string,
  {
    width = 1440,
    height = 900,
    colorScheme = "light",
    locale = "en-GB",
    timeZone,
    isTouch = false,
  }: ContextOptions = {},
  report: (error: string) => void,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height },
    colorScheme,
    hasTouch: isTouch,
    reducedMotion: "reduce",
    locale,
    ...(timeZone !== undefined && { timezoneId: timeZone }),
  });
  await context.addInitScript(prepareDocument);
  context.on("weberror", (error) => report(String(error.error())));
  context.on("console", (message) => {
    // Tests fail requests on purpose.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) report(message.text());
  });
  return context;
}

async function freePortOfProcess(): Promise<number> {
  while (!(await isFree(port))) port = PORTS.first + ((port + 1) % PORTS.count);
  return port;
}

async function isFree(candidate: number): Promise<boolean> {
  const server = createServer();
  const isListening = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(candidate, "127.0.0.1", () => resolve(true));
  });
  if (isListening) await new Promise((resolve) => server.close(resolve));
  return isListening;
}

/** A profile that tests reuse one after another: loading a page there takes half the time of a new one. */
interface UsedProfile {
  /** Its key among the reusable ones. */
  readonly kind: string;
  readonly page: Page;
  /** The list of the stage that uses it. */
  pageErrors: string[];
  /** Leaves the screen, so that what the next test prepares isn't shown. */
  leave(): Promise<void>;
  /** Leaves the app and resets the page. */
  forget(): Promise<void>;
}

async function openUsedProfile(
  browser: Browser,
  baseURL: string,
  kind: string,
  options: ContextOptions,
): Promise<UsedProfile> {
  const context = await newProfile(browser, baseURL, options, (error) => profile.pageErrors.push(error));
  const page = await context.newPage();
  const release = async (): Promise<void> => {
    const others = context.pages().filter((other) => other !== page);
    await Promise.all(others.map((other) => other.close()));
    await Promise.all([
      context.clearCookies(),
      context.clearPermissions(),
      context.unrouteAll({ behavior: "ignoreErrors" }),
      page.unrouteAll({ behavior: "ignoreErrors" }),
      stopAnswering(page),
      context.setOffline(false),
      page.mouse.move(0, 0),
    ]);
  };
  const profile: UsedProfile = {
    kind,
    page,
    pageErrors: [],
    async leave() {
      await release();
      // A dialog of the layout would stay.
      await page.keyboard.press("Escape");
      await goInside(page, NOWHERE);
    },
    async forget() {
      await release();
      // Runs no scripts and shares the app's storage.
      await page.goto("/healthz");
      // It holds 50 entries, so a full one wouldn't grow in the next test.
      const protocol = await context.newCDPSession(page);
      await protocol.send("Page.resetNavigationHistory");
      await protocol.detach();
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
    },
  };
  return profile;
}

/** Goes to a path in a page that a test left, as if it was loaded: with nothing stored, no notices and new data. */
async function startOver(page: Page, path: string): Promise<void> {
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const button of document.querySelectorAll<HTMLElement>("[data-toaster] [aria-label=Dismiss]")) button.click();
    const { __TANSTACK_QUERY_CLIENT__: cache } = globalThis as unknown as { __TANSTACK_QUERY_CLIENT__: QueryClient };
    await cache.resetQueries();
  });
  await goInside(page, path);
}

/**
 * Follows a path inside the app, which takes a fraction of loading the page again. Once it leads to another screen, the
 * one before is gone, so that nothing there can be taken for it.
 */
export async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const screenOf = (pathname: string): string | undefined => pathname.split("/")[1];
    const from = screenOf(location.pathname);
    history.pushState(null, "", to);
    if (screenOf(location.pathname) !== from) document.querySelector("#main > *")?.setAttribute("data-left", "");
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
  await page.locator("[data-left]").waitFor({ state: "detached" });
}

/**
 * Waits until the page receives server events: changes made before that don't reach it. Of several tabs of a profile,
 * only the first one connects.
 */
export async function receivesEvents(page: Page): Promise<void> {
  await page.waitForFunction(() => "receivesEvents" in globalThis);
}

/** Runs in each document before its own scripts. */
function prepareDocument(): void {
  // Skips prefetching the code of all screens, which is half the cost of a page; live.test.ts covers it.
  Object.defineProperty(Navigator.prototype, "connection", { value: { saveData: true } });
  globalThis.EventSource = new Proxy(EventSource, {
    construct(Original, [url, options]: ConstructorParameters<typeof EventSource>) {
      const source = new Original(url, options);
      source.addEventListener("open", () => Object.assign(globalThis, { receivesEvents: true }));
      return source;
    },
  });
}
