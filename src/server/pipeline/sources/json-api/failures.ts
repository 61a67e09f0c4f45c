import { LIMITS } from "#shared/limits.ts";
import type { FetchOutcome } from "#server/platform/guarded-fetch.ts";
import { AppError } from "#server/platform/errors.ts";
import { isObject, valueAt } from "#server/pipeline/sources/json-api/json-value.ts";

/** The field of the config to fix. */
export type ConfigField =
  | "config.url"
  | "config.requestHeaders"
  | "config.rowsPath"
  | "config.pagination"
  | "config.pagination.path"
  | "config.pagination.parameter"
  | "config.fieldMapping";

/** Why an API can't be read, in one sentence or two with the cause and the fix. */
export function jsonFailure(
  id: string,
  detail: string,
  field?: ConfigField,
  more: { retryAfterSeconds?: number } = {},
): AppError {
  const fields = field === undefined ? [] : [{ field, message: detail }];
  return new AppError(id, 502, detail, { fields, ...more });
}

/** Explains a request without an answer. */
export function unanswered({ kind, reason, url }: Exclude<FetchOutcome, { kind: "answered" }>): AppError {
  // Of a redirect, the address that it leads to.
  const host = URL.parse(url)?.host || "The API";
  switch (kind) {
    case "refused":
      return jsonFailure(
        "json_refused",
        reason.includes("private network")
          ? `${host} is inside a private network. To allow it, set WINNOW_SCRAPE_ALLOW_PRIVATE=1 on the server.`
          : `${reason} Check the URL.`,
        "config.url",
      );
    case "too_slow":
      return jsonFailure("json_timeout", `${host} took too long to respond. Try again later, or use smaller pages.`);
    case "too_big": {
      const limit = Math.round(LIMITS.jsonApi.pageBytes / 1_000_000);
      return jsonFailure(
        "json_too_big",
        `A page of the response is larger than ${limit} MB. Use smaller pages, or ask the API for fewer fields.`,
        "config.pagination",
      );
    }
    default:
      return jsonFailure("json_unreachable", `Couldn't reach ${host}: ${reason} Check the URL.`, "config.url");
  }
}

/** Explains a successful answer that isn't JSON. */
export function unreadable(body: Buffer, reason: string, redirectedTo: string | null): AppError {
  const isPage = /^\s*</u.test(body.toString("latin1", 0, 200));
  const what = isPage ? "The response is a web page, not JSON." : body.length === 0 ? "The response is empty." : reason;
  const place = redirectedTo === null ? "" : `, which redirects to ${redirectedTo},`;
  return jsonFailure(
    "json_unreadable",
    `${what} Check that the URL${place} is the API's and that the key or token is valid.`,
    "config.url",
  );
}

/** Explains an answer with an error status, with the API's own words but without any of `secrets`. */
export function refusedBy(
  { status, said, redirectedTo, waitMilliseconds }: Refusal,
  secrets: readonly string[],
): AppError {
  if (redirectedTo !== null && (status === 401 || status === 403)) {
    return jsonFailure(
      "json_redirected",
      `The URL redirects to ${redirectedTo}, which doesn't get the headers. Enter the URL there instead.`,
      "config.url",
    );
  }
  const words = wordsOf(said, secrets);
  const because = words === "" ? "" : `: ${words}`;
  switch (status) {
    case 401:
      return jsonFailure(
        "json_unauthorized",
        `The API doesn't accept the credentials (401${because}). Check the header with the key or token.`,
        "config.requestHeaders",
      );
    case 403:
      return jsonFailure(
        "json_forbidden",
        `The API refuses access (403${because}). Give the key or token permission to read these rows.`,
        "config.requestHeaders",
      );
    case 404:
      return jsonFailure("json_not_found", `The API has nothing at this URL (404${because}). Check it.`, "config.url");
    case 429:
    case 503:
      return jsonFailure(
        "json_busy",
        `The API asks to wait${waitWords(waitMilliseconds)} (${status}). The next sync tries again.`,
        undefined,
        waitMilliseconds === null ? {} : { retryAfterSeconds: Math.ceil(waitMilliseconds / 1_000) },
      );
    default:
      return status >= 500
        ? jsonFailure("json_failing", `The API is having problems (${status}${because}). The next sync tries again.`)
        : jsonFailure(
            "json_rejected",
            `The API rejected the request (${status}${because}). Check the URL and the pagination.`,
            "config.url",
          );
  }
}

export interface Refusal {
  status: number;
  /** The body, parsed if it is JSON. */
  said: unknown;
  /** The origin that answered, if it isn't the configured one. */
  redirectedTo: string | null;
  waitMilliseconds: number | null;
}

function waitWords(milliseconds: number | null): string {
  if (milliseconds === null) return "";
  const minutes = Math.ceil(milliseconds / 60_000);
  return minutes === 1 ? " a minute" : ` ${minutes} minutes`;
}

const MESSAGE_PATHS = ["error.message", "message", "msg", "error_description", "errors.0.message", "detail", "error"];

function wordsOf(said: unknown, secrets: readonly string[]): string {
  const found = MESSAGE_PATHS.map((path) => valueAt(said, path)).find((one) => typeof one === "string");
  if (typeof found !== "string") return "";
  let words = found.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  for (const secret of secrets) words = words.replaceAll(secret, "•••");
  return words.slice(0, LIMITS.jsonApi.errorLength).toWellFormed().replace(/\.$/u, "");
}

/** Explains that the path has no list of rows, and what the response has; some APIs report errors with status 200. */
export function noRowsAt(body: unknown, path: string, secrets: readonly string[]): AppError {
  const words = isError(body) ? wordsOf(body, secrets) : "";
  if (words !== "") {
    const detail = `The API reports an error: ${words}. Check the URL, and the header with the key or token.`;
    return jsonFailure("json_reported", detail, "config.requestHeaders");
  }
  const at = path === "" ? "The response isn't a list." : `There is no list at “${path}”.`;
  const lists = listsIn(body);
  const hint =
    lists.length > 0
      ? `Lists are at: ${named(lists.map((one) => (one === "" ? "the top (leave the path empty)" : one)))}.`
      : isObject(body) && Object.keys(body).length > 0
        ? `It has: ${named(Object.keys(body))}.`
        : "Check the URL.";
  return jsonFailure("json_no_rows", `${at} ${hint}`, "config.rowsPath");
}

function isError(body: unknown): boolean {
  if (!isObject(body)) return false;
  const { error, errors, success, ok } = body;
  return success === false || ok === false || [error, errors].some((one) => Boolean(Array.isArray(one) ? one[0] : one));
}

/** Paths to lists of objects near the top. */
function listsIn(value: unknown, path = "", depth = 0): string[] {
  if (Array.isArray(value)) return value.length === 0 || value.some(isObject) ? [path] : [];
  if (!isObject(value) || depth > 2) return [];
  const inner = Object.entries(value).slice(0, LIMITS.jsonApi.columns);
  return inner.flatMap(([key, one]) => listsIn(one, path === "" ? key : `${path}.${key}`, depth + 1));
}

/** Names for a sentence, shortened and limited in number. */
export function named(names: readonly string[]): string {
  const shown = names.slice(0, LIMITS.jsonApi.named).map((name) => name.slice(0, 40).replaceAll(/[\s\p{Cc}]+/gu, " "));
  return shown.join(", ").toWellFormed() + (names.length > shown.length ? ", …" : "");
}
