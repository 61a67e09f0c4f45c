import { hash } from "node:crypto";
import { retryAfter, text, type Answer, type FetchOutcome, type GuardedFetch } from "#server/platform/guarded-fetch.ts";
import { decodePage } from "#server/pipeline/sources/website/charset.ts";
import type { KnownPage } from "#server/pipeline/sources/website/known-page.ts";
import { refuseMediaType } from "#server/pipeline/sources/website/media-type.ts";
import { refusalIn, blocksCrawlers } from "#server/pipeline/sources/website/refusing-page.ts";
import { asksNotToFollow } from "#server/pipeline/sources/website/robots-tag.ts";
import type { Wait } from "#server/pipeline/sources/website/host-throttle.ts";

/** If a server asks for a longer wait, the page is given up for this run. */
const LONGEST_RETRY_AFTER_MILLISECONDS = 60_000;

export interface PageContent {
  kind: "page";
  /** Final URL, after redirects. */
  url: string;
  status: number;
  html: string;
  bytes: number;
  contentHash: string;
  etag: string;
  lastModified: string;
  /** The response headers ask not to follow the page's links. */
  nofollow: boolean;
}

export type FetchedPage =
  | PageContent
  | { kind: "unchanged"; url: string; status: number }
  | {
      kind: "left_out" | "failed";
      url: string;
      status: number | null;
      /** For the user. */
      note: string;
      /** The site blocks Winnow or does not respond, so its other pages would fail too. */
      isClosed: boolean;
    };

export interface PageRequest {
  door: GuardedFetch;
  userAgent: string;
  signal: AbortSignal;
  known: KnownPage | undefined;
  /** Waits for a slot on the host; returns the function that releases it. */
  takeSlot: (url: URL) => Promise<() => void>;
  /** Why a redirect may not be followed, for the user; null if it may. */
  mayFollow: (url: URL) => Promise<string | null>;
  retryMilliseconds: readonly number[];
  wait: Wait;
}

/**
 * Fetches a page politely: sends a conditional request if the page is known, and retries transient server errors after
 * the delay the server asks for. Rejects only with the signal's reason.
 */
export async function fetchPage(url: URL, request: PageRequest): Promise<FetchedPage> {
  const { signal, retryMilliseconds, wait } = request;
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await oneTry(url, request);
    const pause = retryMilliseconds[attempt];
    const later = delayBeforeRetry(outcome, pause);
    if (pause === undefined || later === null) return pageOf(outcome, request.known);
    await wait(later, signal);
  }
}

async function oneTry(url: URL, request: PageRequest): Promise<FetchOutcome> {
  const { door, userAgent, signal, known, takeSlot, mayFollow } = request;
  const headers: Record<string, string> = { "user-agent": userAgent };
  if (known !== undefined && known.etag !== "") headers["if-none-match"] = known.etag;
  if (known !== undefined && known.lastModified !== "") headers["if-modified-since"] = known.lastModified;
  let done = await takeSlot(url);
  try {
    return await door.fetch(url.href, {
      headers,
      signal,
      refuseType: refuseMediaType,
      async mayFollow(next) {
        done();
        // No slot is held anymore if the redirect is not followed.
        done = () => {};
        const reason = await mayFollow(next);
        if (reason === null) done = await takeSlot(next);
        return reason;
      },
    });
  } finally {
    done();
  }
}

/** Delay before the next attempt; null if retrying is pointless. */
function delayBeforeRetry(outcome: FetchOutcome, pause: number | undefined): number | null {
  if (pause === undefined) return null;
  if (outcome.kind === "unreachable") return /closed the connection|name server/u.test(outcome.reason) ? pause : null;
  if (outcome.kind !== "answered" || ![429, 500, 502, 503, 504].includes(outcome.status)) return null;
  const asked = retryAfter(outcome.headers, new Date()) ?? pause;
  return asked > LONGEST_RETRY_AFTER_MILLISECONDS ? null : Math.max(pause, asked);
}

function pageOf(outcome: FetchOutcome, known: KnownPage | undefined): FetchedPage {
  const { url, status } = outcome;
  if (outcome.kind !== "answered") {
    const kind = outcome.kind === "refused" || outcome.kind === "wrong_type" ? "left_out" : "failed";
    return { kind, url, status, note: outcome.reason, isClosed: outcome.kind === "unreachable" };
  }
  if (outcome.status === 304 && known !== undefined) return { kind: "unchanged", url, status: 304 };
  const refusal = refusalIn(outcome);
  if (refusal !== null) return { kind: "failed", url, status, note: refusal, isClosed: blocksCrawlers(outcome) };
  const contentHash = hash("sha256", outcome.body, "base64");
  if (contentHash === known?.contentHash) return { kind: "unchanged", url, status: outcome.status };
  return contentOf(outcome, contentHash);
}

function contentOf({ url, status, headers, body, wireBytes }: Answer, contentHash: string): FetchedPage {
  const html = decodePage(body, text(headers["content-type"]));
  if (text(headers["content-type"]) === "" && !/^\s*</u.test(html)) {
    return {
      kind: "left_out",
      url,
      status,
      note: "Not a page: it has no media type and isn't HTML.",
      isClosed: false,
    };
  }
  return {
    kind: "page",
    url,
    status,
    html,
    bytes: wireBytes,
    contentHash,
    etag: text(headers["etag"]),
    lastModified: text(headers["last-modified"]),
    nofollow: asksNotToFollow(text(headers["x-robots-tag"])),
  };
}
