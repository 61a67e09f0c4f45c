import { hash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pagination } from "#shared/contract/data-source.ts";
import { counted } from "#shared/counted.ts";
import { LIMITS } from "#shared/limits.ts";
import type { AppError } from "#server/platform/errors.ts";
import { retryAfter, text, type Answer, type GuardedFetch } from "#server/platform/guarded-fetch.ts";
import {
  jsonFailure,
  noRowsAt,
  refusedBy,
  unanswered,
  unreadable,
} from "#server/pipeline/sources/json-api/failures.ts";
import { valueAt } from "#server/pipeline/sources/json-api/json-value.ts";
import { nextLink } from "#server/pipeline/sources/json-api/link-header.ts";
import { parseJson } from "#server/pipeline/text/parse-json.ts";

export interface JsonApiConfig {
  url: string;
  /** By name, with secrets in clear text. */
  headers: Readonly<Record<string, string>>;
  rowsPath: string;
  pagination: Pagination;
}

export interface ReadOptions {
  signal?: AbortSignal;
  /** Longest wait for a page while the API is busy, in milliseconds. */
  patience: number;
  /** All by default. */
  pages?: number;
  limits?: {
    pages?: number;
    rows?: number;
    totalBytes?: number;
    pageMilliseconds?: number;
    totalMilliseconds?: number;
  };
  /** Waits between tries; replaced in tests. */
  wait?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** Called with each page's rows, in order. */
type OnRows = (rows: readonly unknown[]) => void;

/** Waits before another try if the API doesn't say how long, in milliseconds. Airtable wants half a minute. */
const BACKOFF = [1_000, 5_000, 30_000];

/**
 * Reads the pages of an API until the rows or pages end. Stops at a page that repeats, leads to another
 * server or exceeds a limit: the rows before are passed on, then it throws an AppError, as for every failure; or the
 * signal's reason.
 */
export async function readPages(
  outbound: GuardedFetch,
  config: JsonApiConfig,
  options: ReadOptions,
  onRows: OnRows,
): Promise<void> {
  const limits = { ...LIMITS.jsonApi, ...options.limits };
  const started = performance.now();
  const home = startOf(config.url);
  const urls = new Set<string>();
  const contents = new Set<string>();
  let [rows, bytes] = [0, 0];
  let url = firstPage(home, config.pagination);
  for (let page = 1; ; page++) {
    urls.add(url.href);
    const answer = await ask(outbound, config, options, url);
    const found = valueAt(answer.json, config.rowsPath);
    if (!Array.isArray(found)) throw noRowsAt(answer.json, config.rowsPath, secretsOf(config.headers));
    // A cursor may lead over a page whose rows are all filtered out.
    if (found.length === 0 && isCounted(config.pagination)) return;
    const digest = hash("sha256", JSON.stringify(found), "base64");
    if (found.length > 0 && contents.has(digest)) throw repeated(config.pagination);
    contents.add(digest);
    onRows(found.slice(0, limits.rows - rows));
    rows += found.length;
    bytes += answer.bytes;
    const next = nextPage(config.pagination, { url, answer, page, rows });
    if (rows > limits.rows) throw tooMuch(counted(limits.rows, "row"));
    if (next === null) return;
    if (next.origin !== home.origin) throw elsewhere(next);
    if (page === options.pages) return;
    if (urls.has(next.href)) {
      // Some APIs repeat the last cursor after the last row.
      if (found.length === 0) return;
      throw repeated(config.pagination);
    }
    if (rows === limits.rows) throw tooMuch(counted(limits.rows, "row"));
    if (page === limits.pages) throw tooMuch(counted(limits.pages, "page"));
    if (bytes > limits.totalBytes) throw tooMuch(`${Math.round(limits.totalBytes / 1_000_000)} MB`);
    if (performance.now() - started > limits.totalMilliseconds) {
      throw tooMuch(`can be read in ${Math.round(limits.totalMilliseconds / 60_000)} minutes`);
    }
    url = next;
  }
}

interface JsonAnswer extends Pick<Answer, "url" | "headers"> {
  json: unknown;
  bytes: number;
}

/** Statuses that may pass: a rate limit, and a server that restarts or is overloaded. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Asks for one page, again after a wait if the API is busy. Throws an AppError, or the signal's reason. */
async function ask(
  outbound: GuardedFetch,
  { url: home, headers }: JsonApiConfig,
  { signal, patience, limits = {}, wait = pause }: ReadOptions,
  url: URL,
): Promise<JsonAnswer> {
  for (let attempt = 0, waited = 0; ; attempt++) {
    const outcome = await outbound.fetch(url.href, {
      headers: { accept: "application/json", "user-agent": "Winnow", ...headers },
      bytes: LIMITS.jsonApi.pageBytes,
      milliseconds: limits.pageMilliseconds ?? LIMITS.jsonApi.pageMilliseconds,
      ...(signal !== undefined && { signal }),
    });
    if (outcome.kind !== "answered") throw unanswered(outcome);
    const { origin } = new URL(outcome.url);
    const redirectedTo = origin === URL.parse(home)?.origin ? null : origin;
    const parsed = parseJson(outcome.body.toString("utf8"));
    if (outcome.status >= 200 && outcome.status <= 299) {
      if ("value" in parsed) {
        return { url: outcome.url, headers: outcome.headers, json: parsed.value, bytes: outcome.body.length };
      }
      throw unreadable(outcome.body, parsed.unreadable, redirectedTo);
    }
    const mayPass = PASSING.has(outcome.status);
    const asked = mayPass ? retryAfter(outcome.headers, new Date()) : null;
    const milliseconds = asked ?? BACKOFF[attempt] ?? Number.POSITIVE_INFINITY;
    if (!mayPass || waited + milliseconds > patience) {
      const said = "value" in parsed ? parsed.value : null;
      throw refusedBy({ status: outcome.status, said, redirectedTo, waitMilliseconds: asked }, secretsOf(headers));
    }
    waited += milliseconds;
    await wait(milliseconds, signal);
  }
}

/** Header values and their parts, such as a token after `Bearer`, to remove from the API's words. */
function secretsOf(headers: JsonApiConfig["headers"]): string[] {
  const parts = Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/u)]);
  return parts.filter((secret) => secret.length > 5);
}

async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(milliseconds, undefined, signal === undefined ? {} : { signal });
  } catch (interruption) {
    signal?.throwIfAborted();
    throw interruption;
  }
}

function startOf(address: string): URL {
  const url = URL.parse(address.trim());
  if (url !== null) {
    url.hash = "";
    return url;
  }
  throw address.trim() === ""
    ? jsonFailure("json_url_missing", "Enter the URL of the API.", "config.url")
    : jsonFailure(
        "json_url_invalid",
        "This isn't a web address. Enter a URL like https://api.example.com/v1/leads.",
        "config.url",
      );
}

function firstPage(home: URL, pagination: Pagination): URL {
  if (pagination.kind === "page") return withQuery(home, { [pagination.parameter]: pagination.first });
  if (pagination.kind !== "offset") return home;
  const { parameter, limitParameter, size } = pagination;
  return withQuery(home, { [parameter]: 0, ...(limitParameter !== "" && { [limitParameter]: size }) });
}

interface Progress {
  url: URL;
  answer: JsonAnswer;
  /** Pages read. */
  page: number;
  /** Rows read. */
  rows: number;
}

/** The next page's address; null after the last one. */
function nextPage(pagination: Pagination, { url, answer, page, rows }: Progress): URL | null {
  switch (pagination.kind) {
    case "none":
      return null;
    case "link": {
      const target = nextLink(text(answer.headers["link"]));
      return target === null ? null : addressOf(target, answer.url);
    }
    case "cursor": {
      const cursor = valueAt(answer.json, pagination.path);
      if (typeof cursor !== "string" && typeof cursor !== "number") return null;
      const value = String(cursor).trim();
      if (value === "") return null;
      const { parameter } = pagination;
      if (parameter === "") return addressOf(value, answer.url);
      if (!/^https?:\/\//iu.test(value)) return withQuery(url, { [parameter]: value });
      // Only its parameter: behind a proxy, an API may not know its own address.
      const inLink = URL.parse(value)?.searchParams.get(parameter) ?? null;
      return inLink === null ? addressOf(value, answer.url) : withQuery(url, { [parameter]: inLink });
    }
    case "page":
      return isTotal(answer, pagination.totalPath, rows)
        ? null
        : withQuery(url, { [pagination.parameter]: pagination.first + page });
    case "offset":
      return isTotal(answer, pagination.totalPath, rows) ? null : withQuery(url, { [pagination.parameter]: rows });
  }
}

function isTotal({ json }: JsonAnswer, path: string, rows: number): boolean {
  const value = path === "" ? null : valueAt(json, path);
  const total = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  // An API that doesn't know its total answers "", 0 or -1; a page without rows then ends the reading.
  return typeof total === "number" && total > 0 && total <= rows;
}

function addressOf(target: string, base: string): URL {
  const url = URL.parse(target, base);
  if (url === null) {
    throw jsonFailure(
      "json_next_invalid",
      "The API's next page isn't a web address. Check the pagination.",
      "config.pagination",
    );
  }
  url.hash = "";
  return url;
}

function withQuery(url: URL, values: Readonly<Record<string, string | number>>): URL {
  const next = new URL(url);
  for (const [name, value] of Object.entries(values)) next.searchParams.set(name, String(value));
  return next;
}

function elsewhere({ origin, protocol }: URL): AppError {
  const where = protocol === "http:" || protocol === "https:" ? origin : "another kind of address";
  return jsonFailure(
    "json_next_elsewhere",
    `The next page is at ${where}, which doesn't get the headers, so reading stopped. Enter the URL of the server that has all pages.`,
    "config.url",
  );
}

/** Whether the client numbers the pages, so that one without rows is the last. */
function isCounted({ kind }: Pagination): boolean {
  return kind === "page" || kind === "offset";
}

function repeated(pagination: Pagination): AppError {
  const hasParameter = pagination.kind === "cursor" || isCounted(pagination);
  const field = hasParameter ? "config.pagination.parameter" : "config.pagination";
  return jsonFailure(
    "json_repeats",
    "The API returned the same page again, so reading stopped. Check the pagination: the parameter may have another name, or there is only one page.",
    field,
  );
}

function tooMuch(limit: string): AppError {
  return jsonFailure(
    "json_too_much",
    `The API has more than ${limit}, so the rest wasn't read. Add a filter to the URL, or use several sources.`,
    "config.url",
  );
}
