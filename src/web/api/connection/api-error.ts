export interface FieldError {
  field: string;
  message: string;
}

/** Optional details of a problem. */
interface ProblemDetails {
  /** Stable name of the problem, such as "code_needed"; empty if none. */
  kind?: string;
  /** When to retry. */
  retryAfterSeconds?: number | null;
  /** For a deleted lead: the lead it was merged into. */
  mergedInto?: string | null;
  /** For a stale change: who made the newer one, and when. */
  changedBy?: string | null;
  changedAt?: string | null;
  /** For a stale decision: the lead's status now. */
  leadStatus?: string | null;
}

/**
 * The only error calls throw. `status` is the HTTP status, or 0 without a response. `message` is `STATUS: detail` for
 * problem details (RFC 9457), `STATUS: text` for any other body and `STATUS: status text` for an empty one. `detail`
 * omits the status and can be shown to users; `fields` lists invalid input.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly detail: string;
  readonly fields: FieldError[];
  readonly kind: string;
  readonly retryAfterSeconds: number | null;
  readonly mergedInto: string | null;
  readonly changedBy: string | null;
  readonly changedAt: string | null;
  readonly leadStatus: string | null;

  constructor(status: number, detail: string, fields: FieldError[] = [], more: ProblemDetails = {}) {
    super(status === 0 ? detail : `${status}: ${detail}`);
    this.name = "ApiError";
    this.status = status;
    this.detail = detail;
    this.fields = fields;
    this.kind = more.kind ?? "";
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
    this.mergedInto = more.mergedInto ?? null;
    this.changedBy = more.changedBy ?? null;
    this.changedAt = more.changedAt ?? null;
    this.leadStatus = more.leadStatus ?? null;
  }
}

/** Whether a change was refused because someone has changed the same since. */
export function isStale(error: unknown): error is ApiError {
  return error instanceof ApiError && error.kind === "stale";
}

/** Converts a failed response into an error; never throws. */
export async function errorOf(response: Response): Promise<ApiError> {
  const retryAfterSeconds = secondsOf(response.headers.get("retry-after"));
  const text = await response.text().catch(() => "");
  const plain = (detail: string): ApiError => new ApiError(response.status, detail, [], { retryAfterSeconds });
  if (text === "") return plain(response.statusText || "The server gave no reason.");
  const type = response.headers.get("content-type") ?? "";
  // The API never answers with a page.
  if (type.startsWith("text/html"))
    return plain(`A proxy in front of Winnow refused this${response.status === 413 ? ": it is too large" : ""}.`);
  const isProblem = type.startsWith("application/problem+json");
  const problem = isProblem ? parseObject(text) : null;
  const detail = problem?.["detail"] ?? problem?.["title"];
  if (typeof detail !== "string" || detail === "") return plain(text);
  return new ApiError(response.status, detail, fieldErrors(problem?.["errors"]), {
    kind: kindOf(problem?.["type"]),
    retryAfterSeconds,
    mergedInto: textOf(problem?.["mergedInto"]),
    changedBy: textOf(problem?.["changedBy"]),
    changedAt: textOf(problem?.["changedAt"]),
    leadStatus: textOf(problem?.["leadStatus"]),
  });
}

/** The message to show for anything thrown. */
export function detailOf(error: unknown): string {
  if (error instanceof ApiError) return error.detail;
  return error instanceof Error ? error.message : String(error);
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** The last part of a problem type: "urn:winnow:problem:code_needed" is "code_needed". */
function kindOf(type: unknown): string {
  return typeof type === "string" ? (type.split(":").at(-1) ?? "") : "";
}

/** Retry-After in seconds (RFC 9110, 10.2.3); our server never sends the date form. */
function secondsOf(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function fieldErrors(errors: unknown): FieldError[] {
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((error: unknown) => {
    if (!isRecord(error)) return [];
    const { field, message } = error;
    return typeof field === "string" && typeof message === "string" ? [{ field, message }] : [];
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
