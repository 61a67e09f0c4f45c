/** One field that the server refused, and why. */
export interface FieldError {
  field: string;
  message: string;
}

/** What else a problem may say of itself. */
interface ProblemDetails {
  /** The stable name of the problem, such as "code_needed"; empty where the answer has none. */
  kind?: string;
  /** After how many seconds it is worth trying again. */
  retryAfterSeconds?: number | null;
  /** Of a lead that is gone: the one that it was merged into. */
  mergedInto?: string | null;
}

/**
 * The one error that calls throw. `status` is the HTTP status, 0 when no answer came. `message` is `STATUS: detail`
 * for problem details (RFC 9457), `STATUS: text` for any other body, `STATUS: status text` for an empty one.
 * `detail` is the same without the status, fit to be shown; `fields` names what was wrong with the input.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly detail: string;
  readonly fields: FieldError[];
  readonly kind: string;
  readonly retryAfterSeconds: number | null;
  readonly mergedInto: string | null;

  constructor(status: number, detail: string, fields: FieldError[] = [], more: ProblemDetails = {}) {
    super(status === 0 ? detail : `${status}: ${detail}`);
    this.name = "ApiError";
    this.status = status;
    this.detail = detail;
    this.fields = fields;
    this.kind = more.kind ?? "";
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
    this.mergedInto = more.mergedInto ?? null;
  }
}

/** Reads an answer that is not ok into the error it stands for. Never throws another one. */
export async function errorOf(response: Response): Promise<ApiError> {
  const retryAfterSeconds = secondsOf(response.headers.get("retry-after"));
  const text = await response.text().catch(() => "");
  const plain = (detail: string): ApiError => new ApiError(response.status, detail, [], { retryAfterSeconds });
  if (text === "") return plain(response.statusText || "The server gave no reason.");
  const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json") ?? false;
  const problem = isProblem ? parseObject(text) : null;
  const detail = problem?.["detail"] ?? problem?.["title"];
  if (typeof detail !== "string" || detail === "") return plain(text);
  const mergedInto = problem?.["mergedInto"];
  return new ApiError(response.status, detail, fieldErrors(problem?.["errors"]), {
    kind: kindOf(problem?.["type"]),
    retryAfterSeconds,
    mergedInto: typeof mergedInto === "string" ? mergedInto : null,
  });
}

/** The sentence to show for anything thrown. */
export function detailOf(error: unknown): string {
  if (error instanceof ApiError) return error.detail;
  return error instanceof Error ? error.message : String(error);
}

/** The last part of a problem's type: "urn:winnow:problem:code_needed" is "code_needed". */
function kindOf(type: unknown): string {
  return typeof type === "string" ? (type.split(":").at(-1) ?? "") : "";
}

/** Retry-After in seconds (RFC 9110, 10.2.3); its other form, a date, is not what our server sends. */
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
