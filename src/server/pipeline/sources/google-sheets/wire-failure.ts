/** A failed call to Google, free of secrets. Retries and user-facing messages are based on this alone. */
export class WireFailure extends Error {
  readonly kind: WireFailureKind;
  readonly host: string;
  /** The HTTP status, if there was a response. */
  readonly status: number | null;
  /** The reason from google.rpc.ErrorInfo (API_KEY_INVALID), or the OAuth error code (invalid_grant). */
  readonly reason: string | null;
  /** Google's message, for logs and to distinguish causes that share a status. */
  readonly said: string;
  /** The response's Retry-After in milliseconds. */
  readonly retryAfterMs: number | null;

  constructor(
    kind: WireFailureKind,
    more: { host: string; status?: number | null; reason?: string | null; said?: string; retryAfterMs?: number | null },
  ) {
    super([kind, more.host, more.status, more.reason, more.said].filter(Boolean).join(" "));
    this.name = "WireFailure";
    this.kind = kind;
    this.host = more.host;
    this.status = more.status ?? null;
    this.reason = more.reason ?? null;
    this.said = more.said ?? "";
    this.retryAfterMs = more.retryAfterMs ?? null;
  }
}

export type WireFailureKind =
  | "answered" // with an error status
  | "redirected"
  | "timed_out"
  | "cut_off" // the connection broke, or the response was truncated
  | "too_large"
  | "not_google" // a response that is not in Google's format
  | "unreachable"
  | "untrusted"; // certificate verification failed

const CUT_OFF = new Set(["ECONNRESET", "EPIPE", "ERR_STREAM_PREMATURE_CLOSE", "HPE_INVALID_EOF_STATE", "Z_BUF_ERROR"]);

/**
 * Converts a Google client error. It contains the whole request including headers, so only the few properties above are
 * copied; `secrets` are removed from Google's message, which includes the API key in some errors.
 */
export function wireFailureOf(error: unknown, secrets: readonly string[]): WireFailure {
  if (error instanceof WireFailure) return error;
  const thrown = recordOf(error);
  const cause = recordOf(thrown["cause"]);
  const host = hostOf(recordOf(thrown["config"])["url"]);
  const response = recordOf(thrown["response"]);
  if (cause["type"] === "no-redirect") return new WireFailure("redirected", { host });
  if (cause["type"] === "max-size" || textOf(thrown["message"]).includes("is over the limit")) {
    return new WireFailure("too_large", { host });
  }
  if (typeof response["status"] === "number") return answered(host, response["status"], response, secrets);
  const code = textOf(thrown["code"]) || textOf(cause["code"]);
  if (code === "TimeoutError") return new WireFailure("timed_out", { host });
  if (CUT_OFF.has(code)) return new WireFailure("cut_off", { host, reason: code });
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_/u.test(code)) return new WireFailure("untrusted", { host, reason: code });
  // An error that contains a request must never propagate; any other error is a bug in this code.
  if (code !== "" || "config" in thrown) return new WireFailure("unreachable", { host, reason: code });
  throw error;
}

function answered(
  host: string,
  status: number,
  response: Record<string, unknown>,
  secrets: readonly string[],
): WireFailure {
  const body = recordOf(response["data"]);
  const oauth = typeof body["error"] === "string" ? body["error"] : "";
  const error = recordOf(body["error"]);
  const details = Array.isArray(error["details"]) ? error["details"].map(recordOf) : [];
  const said = oauth === "" ? textOf(error["message"]) : textOf(body["error_description"]);
  return new WireFailure("answered", {
    host,
    status,
    reason:
      oauth || textOf(details.find((detail) => "reason" in detail)?.["reason"]) || textOf(error["status"]) || null,
    said: secrets.reduce((text, secret) => text.replaceAll(secret, "…"), said).slice(0, 500),
    retryAfterMs: retryAfter(response["headers"]),
  });
}

/** Retry-After is a number of seconds or a date (RFC 9110, 10.2.3). */
function retryAfter(headers: unknown): number | null {
  // The client has its own Headers class, so check for the method instead of the class.
  const { get } = recordOf(headers);
  const value: unknown = typeof get === "function" ? get.call(headers, "retry-after") : null;
  if (typeof value !== "string") return null;
  const ms = /^\d+$/u.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

function hostOf(url: unknown): string {
  if (url instanceof URL) return url.host;
  return typeof url === "string" && URL.canParse(url) ? new URL(url).host : "Google";
}

function recordOf(value: unknown): Record<string, unknown> {
  // Any object can be indexed; values are unknown and checked where they are used.
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
