/** One field that the server refused, and why. */
export interface FieldError {
  field: string;
  message: string;
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
  /** Of a lead that is gone: the one that it was merged into. */
  readonly mergedInto: string | null;

  constructor(status: number, detail: string, fields: FieldError[] = [], mergedInto: string | null = null) {
    super(status === 0 ? detail : `${status}: ${detail}`);
    this.name = "ApiError";
    this.status = status;
    this.detail = detail;
    this.fields = fields;
    this.mergedInto = mergedInto;
  }
}

/** Reads an answer that is not ok into the error it stands for. Never throws another one. */
export async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => "");
  if (text === "") return new ApiError(response.status, response.statusText || "The server gave no reason.");
  const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json") ?? false;
  const problem = isProblem ? parseObject(text) : null;
  const detail = problem?.["detail"] ?? problem?.["title"];
  if (typeof detail !== "string" || detail === "") return new ApiError(response.status, text);
  const mergedInto = problem?.["mergedInto"];
  return new ApiError(
    response.status,
    detail,
    fieldErrors(problem?.["errors"]),
    typeof mergedInto === "string" ? mergedInto : null,
  );
}

/** The sentence to show for anything thrown. */
export function detailOf(error: unknown): string {
  if (error instanceof ApiError) return error.detail;
  return error instanceof Error ? error.message : String(error);
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
