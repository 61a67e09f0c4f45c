/** An error that people may see: a stable id, an HTTP status, a sentence that says what to do. */
export class AppError extends Error {
  readonly id: string;
  readonly status: number;
  readonly fields: { field: string; message: string }[];
  readonly retryAfterSeconds: number | undefined;
  /** What else the problem says, for programs. */
  readonly members: Readonly<Record<string, string>>;

  constructor(
    id: string,
    status: number,
    detail: string,
    more: {
      fields?: { field: string; message: string }[];
      cause?: unknown;
      retryAfterSeconds?: number;
      members?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(detail, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = "AppError";
    this.id = id;
    this.status = status;
    this.fields = more.fields ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.members = more.members ?? {};
  }
}

/** 404: nothing has this id. */
export function notFound(noun: string): AppError {
  return new AppError("not_found", 404, `There is no such ${noun}. It may have been deleted.`);
}

/** 422: understood, but a field's value cannot be taken. */
export function invalid(field: string, message: string): AppError {
  return new AppError("invalid", 422, message, { fields: [{ field, message }] });
}

/** 409: the request contradicts the state of things. */
export function conflict(id: string, detail: string): AppError {
  return new AppError(id, 409, detail);
}

/** 502: a server that Winnow talks to refused or failed; the detail names it and the mend. */
export function upstreamFailed(id: string, detail: string, cause?: unknown): AppError {
  return new AppError(id, 502, detail, { cause });
}

/** 503: the database does not answer. */
export function storeUnreachable(cause: unknown): AppError {
  return new AppError("store_unreachable", 503, "The database does not answer. Try again in a moment.", {
    cause,
    retryAfterSeconds: 2,
  });
}

/** 507 (RFC 4918, 11.5): there is no room for what is to be written. */
export function storeFull(cause: unknown): AppError {
  return new AppError(
    "store_full",
    507,
    "The database's disk is full, so nothing was changed. Make room on it, and try again: Winnow goes on by itself.",
    { cause, retryAfterSeconds: 60 },
  );
}

/** 503: the database can be read, and refuses to be written. */
export function storeReadOnly(cause: unknown): AppError {
  return new AppError(
    "store_read_only",
    503,
    "The database cannot be written, so nothing was changed. Let Winnow write its data folder, and try again.",
    { cause, retryAfterSeconds: 60 },
  );
}

/** Whether the store did not do as it was asked for a reason that goes by: it is gone, full or cannot be written. */
export function isStoreFailure(error: unknown): error is AppError {
  return error instanceof AppError && STORE_FAILURES.has(error.id);
}

const STORE_FAILURES: ReadonlySet<string> = new Set(["store_unreachable", "store_full", "store_read_only"]);

/** The text of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
