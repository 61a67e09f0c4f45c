// Separate process for the browser and its driver, so that a page cannot harm the server, for example by sending half a
// gigabyte.
import { tmpdir } from "node:os";
import type { Browser, BrowserContext, Page, Route } from "playwright-core";
import { LIMITS } from "#shared/limits.ts";
import { messageOf } from "#server/platform/errors.ts";
import type {
  FromBrowser,
  PageAnswer,
  BrowserRequest,
  Rendered,
  ToBrowser,
} from "#server/pipeline/sources/website/render-messages.ts";

const LOAD_MILLISECONDS = 10_000;
const REST_MILLISECONDS = 5_000;
/** Heap limit for a page's scripts, in megabytes. */
const SCRIPT_MEMORY = 256;
const NOT_STARTED = "The browser for rendering pages couldn't start.";
const LOADED = new Set(["document", "script", "xhr", "fetch"]);

type Rendering = Extract<ToBrowser, { kind: "render" }>;

const waiting = new Map<number, (answer: PageAnswer | null) => void>();
let lastFetch = 0;
let starting: Promise<Browser> | null = null;

process.on("message", (message: ToBrowser) => {
  if (message.kind === "render")
    void render(message).then((rendered) => send({ kind: "done", id: message.id, rendered }));
  else {
    waiting.get(message.id)?.(message.answer);
    waiting.delete(message.id);
  }
});
// The browser ends together with its driver.
process.on("disconnect", () => process.exit());

function send(message: FromBrowser): void {
  process.send?.(message);
}

async function render(rendering: Rendering): Promise<Rendered> {
  let browser: Browser;
  try {
    browser = await (starting ??= launch(rendering));
  } catch (error) {
    starting = null;
    return { kind: "failed", note: rendering.isSandboxed ? whyNotStarted(messageOf(error)) : NOT_STARTED };
  }
  try {
    return { kind: "rendered", html: await renderIn(browser, rendering) };
  } catch {
    return { kind: "failed", note: "Its scripts crashed the browser." };
  }
}

/** Detects Chromium's message that its sandbox cannot start. Only the operator may choose to run without one. */
function whyNotStarted(written: string): string {
  if (/Running as root without/u.test(written)) {
    return "Chromium's sandbox doesn't work as root. Run Winnow as another user, or set WINNOW_CHROMIUM_SANDBOX=off.";
  }
  if (/No usable sandbox|sandboxing failed|Failed to move to new namespace/u.test(written)) {
    return "Chromium can't start its sandbox here. Allow unprivileged user namespaces, or set WINNOW_CHROMIUM_SANDBOX=off.";
  }
  return NOT_STARTED;
}

async function launch({ executable, isSandboxed }: Rendering): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  return chromium.launch({
    executablePath: executable,
    chromiumSandbox: isSandboxed,
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
      // WebRTC bypasses the driver's request routing. The switch was renamed, so both names are passed.
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
    // Only popups opened by the page matter, not the page created here.
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

/** A page has no content for a moment while it navigates. */
async function contentOf(page: Page): Promise<string> {
  try {
    return await boundedContent(page);
  } catch {
    await page.waitForLoadState("load", { timeout: REST_MILLISECONDS });
    return boundedContent(page);
  }
}

/**
 * Returns the document, truncated to the page size limit in the browser, from an isolated world that page scripts
 * cannot access.
 */
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

/** Serves the page from the HTML already fetched; other requests go through the server or are blocked. */
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
  // Requests of a page that is closing can no longer be fulfilled.
  await context.route(/.*/u, (route) => answer(route).catch(() => {}));
}

function fetched(page: number, wanted: BrowserRequest): Promise<PageAnswer | null> {
  return new Promise((resolve) => {
    lastFetch += 1;
    waiting.set(lastFetch, resolve);
    send({ kind: "fetch", id: lastFetch, page, wanted });
  });
}
