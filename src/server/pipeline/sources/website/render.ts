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
  BrowserRequest,
  Rendered,
  ToBrowser,
} from "#server/pipeline/sources/website/render-messages.ts";

const PAGE_MILLISECONDS = 20_000;
/** What starting the browser may take in addition, on a busy machine. */
const START_MILLISECONDS = 20_000;
const REQUESTS_PER_PAGE = 100;
const BYTES_PER_PAGE = 20_000_000;
/** Driver process limits: memory in megabytes, and the time it gets to exit. */
const DRIVER_MEMORY = 512;
const END_MILLISECONDS = 3_000;
/** Headers forwarded from a page; the others reveal the browser or earlier visits. */
const FORWARDED = /^(?:accept|accept-language|content-type|authorization|referer|origin|x-.+)$/u;
const ANSWERED = /^(?:content-type|access-control-.+)$/u;

/** The browser to render with. Inside its sandbox, a hostile page needs a second exploit to escape. */
export interface BrowserChoice {
  executable: string;
  isSandboxed: boolean;
}

export interface RenderRequest {
  /** The fetched page. */
  url: string;
  html: string;
  userAgent: string;
  signal: AbortSignal;
  /** Why the page's scripts may not fetch this URL, for the user; null if they may. */
  mayFetch: (url: URL) => Promise<string | null>;
  /** Whether scripts may send POST requests to this URL, which only the page's own site gets. */
  isOwnSite: (url: URL) => boolean;
}

export interface Renderer {
  /** Returns the page after its scripts have run. Rejects only with the signal's reason. */
  render(request: RenderRequest): Promise<Rendered>;
  close(): Promise<void>;
}

type FetchMessage = Extract<FromBrowser, { kind: "fetch" }>;

interface Rendering {
  fetch: (wanted: BrowserRequest) => Promise<PageAnswer | null>;
  end: (rendered: Rendered) => void;
}

interface BrowserProcess {
  child: ChildProcess;
  /** Resolves when the process has exited and its files are deleted. */
  gone: Promise<void>;
}

/**
 * Renders pages in a Chromium that starts on first use in a separate process. It has no network access: requests are
 * fetched here through the guarded fetch or blocked, and anything that bypasses this reaches a nonexistent proxy.
 */
export function createRenderer(browserChoice: BrowserChoice, door: GuardedFetch): Renderer {
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
      for (const { end } of renderings.values()) end({ kind: "failed", note: "Its scripts crashed the browser." });
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
      const milliseconds = PAGE_MILLISECONDS + (browser === null ? START_MILLISECONDS : 0);
      const limit = AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
      const id = (lastId += 1);
      try {
        browser ??= start();
        const { child } = browser;
        return await new Promise<Rendered>((end, reject) => {
          limit.addEventListener("abort", () => reject(limit.reason as Error), { once: true });
          renderings.set(id, { end, fetch: fetcher(door, { ...request, signal: limit }) });
          send(child, { kind: "render", id, ...browserChoice, url, html, userAgent });
        });
      } catch {
        // A script in an endless loop cannot be interrupted, so its browser is killed.
        await close();
        signal.throwIfAborted();
        return { kind: "failed", note: "Its scripts didn't finish." };
      } finally {
        renderings.delete(id);
      }
    },
    close,
  };
}

function startBrowserProcess(): BrowserProcess {
  // Also removes the files a killed browser leaves behind.
  const folder = mkdtempSync(join(tmpdir(), "winnow-browser-"));
  const child = fork(new URL("browser-process.ts", import.meta.url), {
    serialization: "advanced",
    execArgv: [`--max-old-space-size=${DRIVER_MEMORY}`],
    // The server's own environment contains secrets and is not inherited.
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: folder, TMPDIR: folder },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const gone = once(child, "exit").then(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return { child, gone: gone.catch(() => {}) };
}

/** Errors are ignored; the exit event reports a process that ended. */
function send(child: ChildProcess, message: ToBrowser): void {
  if (child.connected) child.send(message, () => {});
}

async function ended({ child, gone }: BrowserProcess): Promise<void> {
  const impatience = setTimeout(() => child.kill("SIGKILL"), END_MILLISECONDS);
  if (child.connected) child.disconnect();
  await gone;
  clearTimeout(impatience);
}

/** Fetches what one page's scripts request, within limits; null for blocked requests. */
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
      // The rendering ended in the meantime.
      return null;
    }
  };
}

function only(headers: Readonly<Record<string, string | string[] | undefined>>, names: RegExp): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (names.test(name) ? [[name, text(value)]] : [])),
  ) as Record<string, string>;
}
