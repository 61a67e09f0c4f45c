// A process of its own for the browser and its driver: what a page does to them, as sending them half a gigabyte,
// does not reach the server.
import { tmpdir } from "node:os";
import type { Browser, BrowserContext, Page, Route } from "playwright-core";
import { LIMITS } from "#shared/limits.ts";
import type {
  FromBrowser,
  PageAnswer,
  PageWish,
  Rendered,
  ToBrowser,
} from "#server/sources/website/render-messages.ts";

const LOAD_MILLISECONDS = 10_000;
const REST_MILLISECONDS = 5_000;
/** Of the scripts of a page, in megabytes. */
const SCRIPT_MEMORY = 256;
const LOADED = new Set(["document", "script", "xhr", "fetch"]);

type Rendering = Extract<ToBrowser, { kind: "render" }>;

const waiting = new Map<number, (answer: PageAnswer | null) => void>();
let lastFetch = 0;
let starting: Promise<Browser> | null = null;

process.on("message", (message: ToBrowser) => {
  if (message.kind === "render")
    void render(message).then((rendered) => tell({ kind: "done", id: message.id, rendered }));
  else {
    waiting.get(message.id)?.(message.answer);
    waiting.delete(message.id);
  }
});
// The driver takes the browser with it.
process.on("disconnect", () => process.exit());

function tell(message: FromBrowser): void {
  process.send?.(message);
}

async function render(rendering: Rendering): Promise<Rendered> {
  let browser: Browser;
  try {
    browser = await (starting ??= launch(rendering.executable));
  } catch {
    starting = null;
    return { kind: "failed", note: "The browser that renders pages could not be started." };
  }
  try {
    return { kind: "rendered", html: await renderIn(browser, rendering) };
  } catch {
    return { kind: "failed", note: "Its scripts brought the browser down." };
  }
}

async function launch(executablePath: string): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  return chromium.launch({
    executablePath,
    // Chromium refuses to run as root inside its sandbox.
    chromiumSandbox: process.getuid?.() !== 0,
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
      "--host-resolver-rules=MAP * ~NOTFOUND",
      // WebRTC knows no routes of the driver; the switch has two names, of newer and of older versions.
      "--webrtc-ip-handling-policy=disable_non_proxied_udp",
      "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
      `--js-flags=--max-old-space-size=${SCRIPT_MEMORY}`,
    ],
  });
}

async function renderIn(browser: Browser, rendering: Rendering): Promise<string> {
  const context = await browser.newContext({
    userAgent: rendering.userAgent,
    acceptDownloads: false,
    serviceWorkers: "block",
  });
  try {
    await serve(context, rendering);
    const page = await context.newPage();
    // Only what it opens itself: the page made here is no news.
    context.on("page", (popup) => void popup.close().catch(() => {}));
    const crashed = new Promise<never>((_resolve, reject) => {
      page.once("crash", () => reject(new Error("The page crashed")));
    });
    return await Promise.race([crashed, contentAtRest(page, rendering.url)]);
  } finally {
    await context.close().catch(() => {});
  }
}

async function contentAtRest(page: Page, url: string): Promise<string> {
  await page.goto(url, { waitUntil: "load", timeout: LOAD_MILLISECONDS }).catch(() => null);
  await page.waitForLoadState("networkidle", { timeout: REST_MILLISECONDS }).catch(() => null);
  return contentOf(page);
}

/** A page that is just going elsewhere has no content for a moment. */
async function contentOf(page: Page): Promise<string> {
  try {
    return await boundedContent(page);
  } catch {
    await page.waitForLoadState("load", { timeout: REST_MILLISECONDS });
    return boundedContent(page);
  }
}

/** As much of the document as a page may be long, cut in the browser, in a world that the page's scripts cannot reach. */
async function boundedContent(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id });
  const { result } = await session.send("Runtime.evaluate", {
    contextId: executionContextId,
    returnByValue: true,
    expression: `document.documentElement.outerHTML.slice(0, ${LIMITS.fetch.bytes})`,
  });
  return String(result.value);
}

/** The page itself comes from what was fetched; all else is asked of the server, or not to be had. */
async function serve(context: BrowserContext, { id, html }: Rendering): Promise<void> {
  let isFirst = true;
  await context.routeWebSocket(/.*/u, (socket) => void socket.close());
  const answer = async (route: Route): Promise<void> => {
    const asked = route.request();
    if (isFirst && asked.isNavigationRequest()) {
      isFirst = false;
      return route.fulfill({ body: html, contentType: "text/html; charset=utf-8" });
    }
    const wanted = { url: asked.url(), method: asked.method(), headers: asked.headers(), body: asked.postData() };
    const answered = LOADED.has(asked.resourceType()) ? await fetched(id, wanted) : null;
    return answered === null ? route.abort() : route.fulfill(answered);
  };
  // What is left of a page that is being closed cannot be answered any more.
  await context.route(/.*/u, (route) => answer(route).catch(() => {}));
}

function fetched(page: number, wanted: PageWish): Promise<PageAnswer | null> {
  return new Promise((resolve) => {
    lastFetch += 1;
    waiting.set(lastFetch, resolve);
    tell({ kind: "fetch", id: lastFetch, page, wanted });
  });
}
