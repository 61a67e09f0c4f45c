/** An OpenAI-compatible endpoint. */
export interface LanguageModel {
  /** The base URL ("http://127.0.0.1:11434/v1") or the full URL of its chat completions. */
  url: string;
  model: string;
  /** Null if none is needed. */
  key: string | null;
  /** The timeout for a whole answer, tool calls included. */
  milliseconds: number;
  /** The maximum number of unclear messages and pages sent to it per day (UTC). */
  requestsPerDay: number;
}

/**
 * The cause of a failure: `answer` was received but unusable; `request` timed out or was rejected, so another request
 * may succeed; `service` is unavailable.
 */
type Fault = "answer" | "request" | "service";

/** The model gave no usable answer. `reason` is for the log and contains nothing from the answer. */
export class ModelError extends Error {
  readonly reason: string;
  readonly fault: Fault;
  /** From the Retry-After header; null without one. */
  readonly retryAfterSeconds: number | null;
  constructor(reason: string, fault: Fault = "answer", retryAfterSeconds: number | null = null) {
    super(reason);
    this.name = "ModelError";
    this.reason = reason;
    this.fault = fault;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const MOST_BYTES = 2_000_000;
/** Bad request, request timeout, content too large, unprocessable content. */
const REQUEST_STATUSES: ReadonlySet<number> = new Set([400, 408, 413, 422]);

/** Reasoning models refuse these. The limit isn't sent under its new name, which would count their reasoning too. */
const OPTIONAL_SETTINGS = ["max_tokens", "temperature"];
const MOST_ERROR_CHARACTERS = 10_000;
/** By URL and model, so that only the first request is sent again. */
const refusedSettings = new Map<string, readonly string[]>();

/**
 * Sends a chat completion request, again without settings that the model refuses. Doesn't follow redirects, since the
 * operator named one address. Throws ModelError for any status but 200.
 */
export async function postCompletion(
  languageModel: LanguageModel,
  body: Readonly<Record<string, unknown>>,
  options: { signal: AbortSignal; silenceMilliseconds?: number },
): Promise<{ isStream: boolean; pieces: AsyncIterable<string> }> {
  const { url, model, key, milliseconds } = languageModel;
  const { signal, silenceMilliseconds = milliseconds } = options;
  const { request } = await import("undici");
  const known = refusedSettings.get(`${url} ${model}`) ?? [];
  const sent = Object.fromEntries(Object.entries(body).filter(([name]) => !known.includes(name)));
  const response = await request(completionsUrl(url), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: body["stream"] === true ? "text/event-stream, application/json" : "application/json",
      ...(key !== null && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({ model, ...sent }),
    headersTimeout: milliseconds,
    bodyTimeout: silenceMilliseconds,
    signal,
  });
  const { statusCode, headers } = response;
  if (statusCode !== 200) {
    // Closing the connection raises an error.
    response.body.on("error", () => {});
    const words = statusCode === 400 ? await beginningOf(response.body) : "";
    // The rest may be endless.
    response.body.destroy();
    const refused = OPTIONAL_SETTINGS.filter((name) => name in sent && new RegExp(`["'\`]${name}\\b`, "u").test(words));
    if (refused.length > 0) {
      refusedSettings.set(`${url} ${model}`, [...known, ...refused]);
      return postCompletion(languageModel, body, options);
    }
    const fault = REQUEST_STATUSES.has(statusCode) ? "request" : "service";
    throw new ModelError(`status ${statusCode}`, fault, secondsOf(headers["retry-after"]));
  }
  const isStream = String(headers["content-type"] ?? "").includes("text/event-stream");
  return { isStream, pieces: piecesOf(response.body) };
}

async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  let words = "";
  try {
    for await (const piece of piecesOf(body)) {
      words += piece;
      if (words.length > MOST_ERROR_CHARACTERS) break;
    }
  } catch {
    // The status says enough.
  }
  return words;
}

async function* piecesOf(body: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.byteLength;
    if (bytes > MOST_BYTES) throw new ModelError("too long");
    yield decoder.decode(piece, { stream: true });
  }
}

/** Accepts the base URL with or without a trailing slash, or the full URL. */
function completionsUrl(url: string): string {
  const base = new URL(url);
  if (!base.pathname.endsWith("/chat/completions")) {
    base.pathname = `${base.pathname.replace(/\/+$/u, "")}/chat/completions`;
  }
  return base.href;
}

/** Seconds or a date (RFC 9110, 10.2.3). */
function secondsOf(header: string | string[] | undefined): number | null {
  const value = String(header ?? "").trim();
  if (/^\d{1,9}$/u.test(value)) return Number(value);
  const at = value === "" ? Number.NaN : Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1_000));
}

/** For the log: the kind of failure, never content that was sent or received. */
export function failureReason(error: unknown, inTime: AbortSignal): string {
  if (error instanceof ModelError) return error.reason;
  if (inTime.aborted) return "too slow";
  return error instanceof Error && "code" in error ? String(error.code) : "failed";
}

/** Parses JSON; undefined if it's invalid. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
