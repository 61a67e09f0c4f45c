/** How a call to Google failed, free of secrets: what to retry and what to tell people is decided on this alone. */
export class WireFailure extends Error {
  readonly kind: WireFailureKind;
  readonly host: string;
  /** The HTTP status, when there was an answer. */
  readonly status: number | null;
  /** google.rpc.ErrorInfo's reason (API_KEY_INVALID), or OAuth's error code (invalid_grant). */
  readonly reason: string | null;
  /** Google's own sentence, for logs and for telling causes apart that share a status. */
  readonly said: string;
  /** The answer's Retry-After in milliseconds. */
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
  | "cut_off" // the connection broke, or the answer ended too early
  | "too_large"
  | "not_google" // an answer that is not in Google's form
  | "unreachable"
  | "untrusted"; // the certificate does not verify

const CUT_OFF = new Set(["ECONNRESET", "EPIPE", "ERR_STREAM_PREMATURE_CLOSE", "HPE_INVALID_EOF_STATE", "Z_BUF_ERROR"]);

/**
 * Reads an error of the Google client. It carries the request, headers and all, so nothing of it is kept but the few
 * facts above; `secrets` are struck out of Google's sentence, which names the API key in some refusals.
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
  // An error with a request in it must not travel on, whatever it is; any other is a mistake in this code.
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
  // The client brings its own Headers class, so ask for what is needed rather than for a class.
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
  // Any object can be read by key; what comes out is unknown and checked where it is used.
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
