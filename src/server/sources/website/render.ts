import { tmpdir } from "node:os";
import type { Browser, BrowserContext, Page, Request, Route } from "playwright-core";
import { text, type GuardedFetch } from "#server/platform/guarded-fetch.ts";

const PAGE_MILLISECONDS = 20_000;
const REQUESTS_PER_PAGE = 100;
const BYTES_PER_PAGE = 20_000_000;
const LOADED = new Set(["document", "script", "xhr", "fetch"]);
/** What a page may send along; the rest tells of the browser, or of visits that there were none of. */
const FORWARDED = /^(?:accept|accept-language|content-type|authorization|referer|origin|x-.+)$/u;
const ANSWERED = /^(?:content-type|access-control-.+)$/u;

export interface RenderRequest {
  /** The page as it was fetched. */
  url: string;
  html: string;
  userAgent: string;
  signal: AbortSignal;
  /** Why the page's scripts may not fetch this, in words; null when they may. */
  mayFetch: (url: URL) => Promise<string | null>;
  /** Whether the scripts may ask it with POST: the page's own site. */
  isOwnSite: (url: URL) => boolean;
}

export type Rendered = { kind: "rendered"; html: string } | { kind: "failed"; note: string };

export interface Renderer {
  /** What a page looks like after its scripts have run. Rejects with the signal's reason and with nothing else. */
  render(request: RenderRequest): Promise<Rendered>;
  close(): Promise<void>;
}

/**
 * Runs pages in the Chromium at `executable`, started for the first of them. It has no network: whatever a page asks for
 * is fetched through the guarded door or not at all, and what would go past that ends at a proxy that is not there.
 */
export function createRenderer(executable: string, door: GuardedFetch): Renderer {
  let starting: Promise<Browser> | null = null;

  const close = async (): Promise<void> => {
    const browser = await starting?.catch(() => null);
    starting = null;
    await browser?.close();
  };

  return {
    async render(request) {
      const { signal } = request;
      signal.throwIfAborted();
      let browser: Browser;
      try {
        starting ??= launch(executable);
        browser = await starting;
      } catch {
        starting = null;
        return { kind: "failed", note: "The browser that renders pages could not be started." };
      }
      const limit = AbortSignal.any([signal, AbortSignal.timeout(PAGE_MILLISECONDS)]);
      try {
        return await abortable(renderIn(browser, door, { ...request, signal: limit }), limit);
      } catch {
        // A script that never rests cannot be asked to stop; its browser can.
        await close();
        signal.throwIfAborted();
        return { kind: "failed", note: "Its scripts did not come to an end." };
      }
    },
    close,
  };
}

async function launch(executablePath: string): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  return chromium.launch({
    executablePath,
    // Chromium refuses to run as root inside its sandbox.
    chromiumSandbox: process.getuid?.() !== 0,
    // Not the server's own: it holds secrets.
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: tmpdir() },
    args: [
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--proxy-server=127.0.0.1:9",
      "--proxy-bypass-list=<-loopback>",
      "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    ],
  });
}

async function renderIn(browser: Browser, door: GuardedFetch, request: RenderRequest): Promise<Rendered> {
  const context = await browser.newContext({
    userAgent: request.userAgent,
    acceptDownloads: false,
    serviceWorkers: "block",
  });
  try {
    await serveThrough(door, context, request);
    const page = await context.newPage();
    // Only what it opens itself: the page made here is no news.
    context.on("page", (popup) => void popup.close().catch(() => {}));
    await page.goto(request.url, { waitUntil: "load", timeout: PAGE_MILLISECONDS / 2 }).catch(() => null);
    await page.waitForLoadState("networkidle", { timeout: PAGE_MILLISECONDS / 4 }).catch(() => null);
    return { kind: "rendered", html: await contentOf(page) };
  } finally {
    await context.close().catch(() => {});
  }
}

/** A page that is just going elsewhere has no content for a moment. */
async function contentOf(page: Page): Promise<string> {
  try {
    return await page.content();
  } catch {
    await page.waitForLoadState("load", { timeout: PAGE_MILLISECONDS / 4 });
    return page.content();
  }
}

async function serveThrough(door: GuardedFetch, context: BrowserContext, request: RenderRequest): Promise<void> {
  let requests = 0;
  let bytes = 0;
  let isFirst = true;
  await context.routeWebSocket(/.*/u, (socket) => void socket.close());
  const serve = async (route: Route): Promise<void> => {
    const asked = route.request();
    if (isFirst && asked.isNavigationRequest()) {
      isFirst = false;
      return route.fulfill({ body: request.html, contentType: "text/html; charset=utf-8" });
    }
    requests += 1;
    const url = URL.parse(asked.url());
    if (url === null || requests > REQUESTS_PER_PAGE || bytes > BYTES_PER_PAGE || !isWanted(asked, url, request)) {
      return route.abort();
    }
    bytes += await fulfil(route, url, door, request);
  };
  // What is left of a page that is being closed cannot be answered any more.
  await context.route(/.*/u, (route) => serve(route).catch(() => {}));
}

function isWanted(asked: Request, url: URL, { isOwnSite }: RenderRequest): boolean {
  if (!LOADED.has(asked.resourceType())) return false;
  return asked.method() === "GET" || (asked.method() === "POST" && isOwnSite(url));
}

/** Answers the bytes that it took. */
async function fulfil(route: Route, url: URL, door: GuardedFetch, request: RenderRequest): Promise<number> {
  const { userAgent, signal, mayFetch } = request;
  const asked = route.request();
  if ((await mayFetch(url)) !== null) {
    await route.abort();
    return 0;
  }
  const body = asked.postData();
  const outcome = await door.fetch(url.href, {
    method: asked.method() === "POST" ? "POST" : "GET",
    headers: { ...only(asked.headers(), FORWARDED), "user-agent": userAgent },
    ...(body !== null && { body }),
    signal,
    mayFollow: mayFetch,
  });
  if (outcome.kind !== "answered") {
    await route.abort();
    return 0;
  }
  await route.fulfill({ status: outcome.status, headers: only(outcome.headers, ANSWERED), body: outcome.body });
  return outcome.body.length;
}

function only(headers: Readonly<Record<string, string | string[] | undefined>>, names: RegExp): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (names.test(name) ? [[name, text(value)]] : [])),
  ) as Record<string, string>;
}

/** The work's outcome, or the signal's reason, whichever is first. */
function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = (): void => reject(signal.reason as Error);
    signal.addEventListener("abort", give, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", give));
  });
}
