import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text, type GuardedFetch } from "#server/platform/guarded-fetch.ts";
import type {
  FromBrowser,
  PageAnswer,
  PageWish,
  Rendered,
  ToBrowser,
} from "#server/sources/website/render-messages.ts";

const PAGE_MILLISECONDS = 20_000;
const REQUESTS_PER_PAGE = 100;
const BYTES_PER_PAGE = 20_000_000;
/** What the process of the browser's driver may take for itself, in megabytes, and how long it may take to end. */
const DRIVER_MEMORY = 512;
const END_MILLISECONDS = 3_000;
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

export interface Renderer {
  /** What a page looks like after its scripts have run. Rejects with the signal's reason and with nothing else. */
  render(request: RenderRequest): Promise<Rendered>;
  close(): Promise<void>;
}

type FetchMessage = Extract<FromBrowser, { kind: "fetch" }>;

interface Rendering {
  fetch: (wanted: PageWish) => Promise<PageAnswer | null>;
  end: (rendered: Rendered) => void;
}

interface BrowserProcess {
  child: ChildProcess;
  /** When it has ended and what it left is cleared away. */
  gone: Promise<void>;
}

/**
 * Runs pages in the Chromium at `executable`, started for the first of them in a process of its own. It has no network:
 * whatever a page asks for is fetched here, through the guarded door, or not at all, and what would go past that ends at
 * a proxy that is not there.
 */
export function createRenderer(executable: string, door: GuardedFetch): Renderer {
  const renderings = new Map<number, Rendering>();
  let lastId = 0;
  let browser: BrowserProcess | null = null;

  const serve = async (child: ChildProcess, { id, page, wanted }: FetchMessage): Promise<void> => {
    const answer = (await renderings.get(page)?.fetch(wanted)) ?? null;
    send(child, { kind: "fetched", id, answer });
  };

  const start = (): BrowserProcess => {
    const started = startBrowserProcess();
    const { child } = started;
    child.on("message", (message: FromBrowser) => {
      if (message.kind === "fetch") void serve(child, message);
      else renderings.get(message.id)?.end(message.rendered);
    });
    child.once("exit", () => {
      if (browser !== started) return;
      browser = null;
      for (const { end } of renderings.values()) end({ kind: "failed", note: "Its scripts brought the browser down." });
    });
    return started;
  };

  const close = async (): Promise<void> => {
    const current = browser;
    browser = null;
    if (current !== null) await ended(current);
  };

  return {
    async render(request) {
      const { url, html, userAgent, signal } = request;
      signal.throwIfAborted();
      const limit = AbortSignal.any([signal, AbortSignal.timeout(PAGE_MILLISECONDS)]);
      const id = (lastId += 1);
      try {
        browser ??= start();
        const { child } = browser;
        return await new Promise<Rendered>((end, reject) => {
          limit.addEventListener("abort", () => reject(limit.reason as Error), { once: true });
          renderings.set(id, { end, fetch: fetcher(door, { ...request, signal: limit }) });
          send(child, { kind: "render", id, executable, url, html, userAgent });
        });
      } catch {
        // A script that never rests cannot be asked to stop; its browser can.
        await close();
        signal.throwIfAborted();
        return { kind: "failed", note: "Its scripts did not come to an end." };
      } finally {
        renderings.delete(id);
      }
    },
    close,
  };
}

function startBrowserProcess(): BrowserProcess {
  // What a browser that is killed leaves lying there goes with it.
  const folder = mkdtempSync(join(tmpdir(), "winnow-browser-"));
  const child = fork(new URL("browser-process.ts", import.meta.url), {
    serialization: "advanced",
    execArgv: [`--max-old-space-size=${DRIVER_MEMORY}`],
    // Not the server's own environment: it holds secrets.
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: folder, TMPDIR: folder },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const gone = once(child, "exit").then(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return { child, gone: gone.catch(() => {}) };
}

/** What has ended is told by its exit. */
function send(child: ChildProcess, message: ToBrowser): void {
  if (child.connected) child.send(message, () => {});
}

async function ended({ child, gone }: BrowserProcess): Promise<void> {
  const impatience = setTimeout(() => child.kill("SIGKILL"), END_MILLISECONDS);
  if (child.connected) child.disconnect();
  await gone;
  clearTimeout(impatience);
}

/** Fetches what one page's scripts ask for, within limits; null for what they do not get. */
function fetcher(door: GuardedFetch, request: RenderRequest): Rendering["fetch"] {
  const { userAgent, signal, mayFetch, isOwnSite } = request;
  let requests = 0;
  let bytes = 0;
  return async ({ url: address, method, headers, body }) => {
    requests += 1;
    const url = URL.parse(address);
    if (url === null || requests > REQUESTS_PER_PAGE || bytes > BYTES_PER_PAGE) return null;
    if (method !== "GET" && (method !== "POST" || !isOwnSite(url))) return null;
    try {
      if ((await mayFetch(url)) !== null) return null;
      const outcome = await door.fetch(url.href, {
        method,
        headers: { ...only(headers, FORWARDED), "user-agent": userAgent },
        ...(body !== null && { body }),
        signal,
        mayFollow: mayFetch,
      });
      if (outcome.kind !== "answered") return null;
      bytes += outcome.body.length;
      return { status: outcome.status, headers: only(outcome.headers, ANSWERED), body: outcome.body };
    } catch {
      // Ended meanwhile: nobody waits for it.
      return null;
    }
  };
}

function only(headers: Readonly<Record<string, string | string[] | undefined>>, names: RegExp): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (names.test(name) ? [[name, text(value)]] : [])),
  ) as Record<string, string>;
}
