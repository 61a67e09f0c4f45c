import type { SecureContext } from "node:tls";
import type { Agent, Dispatcher } from "undici";
import { DAY } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { failureOf, type FetchFailure } from "#server/platform/fetch-failure.ts";
import { guardedConnector, systemResolve, type Resolve } from "#server/platform/guarded-connect.ts";
import { refusalOfUrl } from "#server/platform/outside-url.ts";
import type { AddressRule } from "#server/platform/public-address.ts";
import { ACCEPTED_CODINGS, readBytes, tooBig, unpack } from "#server/platform/response-body.ts";
import { beginSpan } from "#server/platform/tracing.ts";
import { trustedContext } from "#server/platform/trusted-authorities.ts";

const CONNECT_MILLISECONDS = 8_000;
const FIRST_BYTE_MILLISECONDS = 12_000;
const HEADER_BYTES = 32_768;
/** The only headers sent to another origin after a redirect; the rest may be meant for the first one alone. */
const FOR_ANYONE = /^(?:accept(?:-.+)?|user-agent)$/iu;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** The client throws for these in a header's value, and its pool of connections then never answers again (undici 8.12). */
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/u;

export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface FetchRequest {
  headers?: Record<string, string>;
  /** Defaults to GET; a redirect of any other method is returned, not followed. */
  method?: "GET" | "POST" | "PATCH";
  body?: string;
  /** Ends the fetch, which then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Bytes, before and after decompression. */
  bytes?: number;
  /** Total time, excluding waits in `mayFollow`. */
  milliseconds?: number;
  /** Why a successful answer with this media type isn't wanted; asked before its body is read. */
  refuseType?: (mediaType: string) => string | null;
  /** Why a redirect must not be followed; may also wait for a slot. */
  mayFollow?: (url: URL) => Promise<string | null>;
}

export interface Answer {
  kind: "answered";
  /** The final address, after redirects. */
  url: string;
  status: number;
  headers: AnswerHeaders;
  /** Decompressed. */
  body: Buffer;
  /** Bytes over the wire. */
  wireBytes: number;
}

export type FetchOutcome = Answer | (FetchFailure & { url: string; status: number | null });

export interface GuardOptions extends Partial<AddressRule> {
  resolve?: Resolve;
  trust?: () => SecureContext;
  /** Per host. */
  connections?: number;
}

/** The one door to addresses that people or pages name. */
export function createGuardedFetch(options: GuardOptions = {}) {
  const { allowPrivate = false, isPublic } = options;
  const rule: AddressRule = { allowPrivate, isPublic };
  let opened: Promise<Agent> | null = null;

  return {
    /**
     * Fetches a stranger's address and returns a page of any status, or why there is none. Rejects only for `signal`.
     * Each address on the way must be http or https on a public host, and so must every IP address its name resolves to
     * when connecting.
     */
    async fetch(address: string, request: FetchRequest = {}): Promise<FetchOutcome> {
      if (Object.values(request.headers ?? {}).some((value) => UNSENDABLE.test(value))) {
        return failed(address, null, "refused", "A header has a character that can't be sent.");
      }
      const clock = new Allowance(request.milliseconds ?? LIMITS.fetch.milliseconds);
      const seen = new Set<string>();
      let url = URL.parse(address);
      let asked = request;
      for (;;) {
        if (url === null) return failed(address, null, "refused", "Not a web address.");
        const refusal = refusalOfUrl(url, rule);
        if (refusal !== null) return failed(url.href, null, "refused", refusal);
        seen.add(url.href);
        const outcome = await tracedHop(await (opened ??= openAgent(rule, options)), url, asked, clock);
        if (outcome.kind !== "answered" || !isRedirect(outcome, request)) return outcome;
        const { status } = outcome;
        const next: URL | null = URL.parse(String(outcome.headers["location"]), url.href);
        if (next === null)
          return failed(url.href, status, "broken", "It redirects to something that isn't a web address.");
        next.hash = "";
        if (seen.has(next.href)) return failed(url.href, status, "broken", "It redirects in a loop.");
        if (seen.size > LIMITS.fetch.redirects) {
          return failed(url.href, status, "broken", `It redirects more than ${LIMITS.fetch.redirects} times.`);
        }
        // Before anything else is asked about it, such as its robots.txt.
        const nextRefusal = refusalOfUrl(next, rule);
        if (nextRefusal !== null) return failed(next.href, status, "refused", nextRefusal);
        const reason = (await request.mayFollow?.(next)) ?? null;
        if (reason !== null) return failed(next.href, status, "refused", reason);
        if (next.origin !== url.origin) asked = { ...asked, headers: headersForAnyone(asked.headers) };
        url = next;
      }
    },
    close: async (): Promise<void> => (await opened)?.destroy(),
  };
}

export type GuardedFetch = ReturnType<typeof createGuardedFetch>;

/** Loads the HTTP client, which takes 5 MB, with the first address. */
async function openAgent(
  rule: AddressRule,
  { resolve = systemResolve, trust = trustedContext, connections = 1 }: GuardOptions,
): Promise<Agent> {
  const { Agent: HttpAgent, buildConnector: build } = await import("undici");
  return new HttpAgent({
    connect: guardedConnector({ ...rule, build, resolve, trust, milliseconds: CONNECT_MILLISECONDS }),
    connections,
    pipelining: 1,
    maxHeaderSize: HEADER_BYTES,
    // The fetch has its own, exact timeouts.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

function isRedirect({ status, headers }: Answer, { method = "GET" }: FetchRequest): boolean {
  return method === "GET" && REDIRECTS.has(status) && headers["location"] !== undefined;
}

function headersForAnyone(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => FOR_ANYONE.test(name)));
}

/** One hop in a span that doesn't record the target: a site's name may be a person's. */
async function tracedHop(agent: Agent, url: URL, request: FetchRequest, clock: Allowance): Promise<FetchOutcome> {
  const span = beginSpan("fetch", { kind: "client", attributes: { "http.request.method": request.method ?? "GET" } });
  if (span === null) return oneHop(agent, url, request, clock);
  try {
    const outcome = await span.within(() => oneHop(agent, url, request, clock));
    if (outcome.status !== null) span.set({ "http.response.status_code": outcome.status });
    if (outcome.kind !== "answered") span.fail(outcome.kind);
    return outcome;
  } finally {
    span.end();
  }
}

/** One request and its answer; redirects are not followed. */
async function oneHop(agent: Agent, url: URL, request: FetchRequest, clock: Allowance): Promise<FetchOutcome> {
  const { headers = {}, method = "GET", body, signal, bytes: most = LIMITS.fetch.bytes, refuseType } = request;
  signal?.throwIfAborted();
  // One controller aborts all of them: a composed signal costs more than the rest of the request's setup.
  const ending = new AbortController();
  let isSlow = false;
  const end = (): void => ending.abort();
  const endSlow = (): void => {
    isSlow = true;
    end();
  };
  signal?.addEventListener("abort", end, { once: true });
  const stop = clock.start(endSlow);
  const firstByte = setTimeout(endSlow, FIRST_BYTE_MILLISECONDS);
  let status: number | null = null;
  try {
    const answer = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: {
        accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5",
        "accept-encoding": ACCEPTED_CODINGS,
        ...headers,
      },
      ...(body !== undefined && { body }),
      signal: ending.signal,
    });
    clearTimeout(firstByte);
    status = answer.statusCode;
    const unwanted = unwantedBody(answer, most, refuseType);
    if (unwanted !== null) {
      discard(answer);
      return { ...unwanted, url: url.href, status };
    }
    const packed = await readBytes(answer.body, most);
    if (packed === null) return failed(url.href, status, "too_big", tooBig(most));
    const unpacked = await unpack(packed, text(answer.headers["content-encoding"]), most);
    if (!Buffer.isBuffer(unpacked)) return { ...unpacked, url: url.href, status };
    return {
      kind: "answered",
      url: url.href,
      status,
      headers: answer.headers,
      body: unpacked,
      wireBytes: packed.length,
    };
  } catch (error) {
    signal?.throwIfAborted();
    if (isSlow) return failed(url.href, status, "too_slow", "It took too long to respond.");
    return { ...failureOf(error), url: url.href, status };
  } finally {
    clearTimeout(firstByte);
    signal?.removeEventListener("abort", end);
    stop();
  }
}

/** What the headers say about a body. */
function unwantedBody(
  { statusCode, headers }: Dispatcher.ResponseData,
  most: number,
  refuseType: FetchRequest["refuseType"],
): FetchFailure | null {
  if (Number(headers["content-length"] ?? 0) > most) return { kind: "too_big", reason: tooBig(most) };
  if (statusCode < 200 || statusCode > 299) return null;
  const mediaType = text(headers["content-type"]).split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const reason = refuseType?.(mediaType) ?? null;
  return reason === null ? null : { kind: "wrong_type", reason };
}

/** Closes the connection: the rest may be endless. The resulting error is expected. */
function discard({ body }: Dispatcher.ResponseData): void {
  body.on("error", () => {});
  body.destroy();
}

function failed(url: string, status: number | null, kind: FetchFailure["kind"], reason: string): FetchOutcome {
  return { kind, reason, url, status };
}

/** A header's value as one text; several count as a list (RFC 9110, 5.3). */
export function text(header: string | string[] | undefined): string {
  return Array.isArray(header) ? header.join(", ") : (header ?? "");
}

/** Milliseconds from a Retry-After header in either form, at least a second and at most a day; null without a valid one. */
export function retryAfter(headers: AnswerHeaders, now: Date): number | null {
  const value = text(headers["retry-after"]).trim();
  if (value === "") return null;
  const milliseconds = /^\d+(?:\.\d+)?$/u.test(value) ? Number(value) * 1_000 : Date.parse(value) - now.getTime();
  return Number.isNaN(milliseconds) ? null : Math.min(Math.max(milliseconds, 1_000), DAY);
}

/** A stopwatch that can be paused, so that waiting for a slot doesn't count. */
class Allowance {
  #left: number;
  constructor(milliseconds: number) {
    this.#left = milliseconds;
  }

  start(onEnd: () => void): () => void {
    const startedAt = performance.now();
    const timer = setTimeout(onEnd, Math.max(0, this.#left));
    return () => {
      clearTimeout(timer);
      this.#left -= performance.now() - startedAt;
    };
  }
}
