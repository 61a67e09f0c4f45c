/** An error people may see: a stable id, an HTTP status, a sentence that says what to do. */
export class AppError extends Error {
  readonly id: string;
  readonly status: number;
  readonly fields: { field: string; message: string }[];
  readonly retryAfterSeconds: number | undefined;
  /** Additional problem details for programs. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(
    id: string,
    status: number,
    detail: string,
    more: {
      fields?: { field: string; message: string }[];
      cause?: unknown;
      retryAfterSeconds?: number;
      members?: Readonly<Record<string, unknown>>;
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

/** 404: no record has this id. */
export function notFound(noun: string): AppError {
  return new AppError("not_found", 404, `No such ${noun}. It may have been deleted.`);
}

/** The record, unless there is none. Throws not_found. */
export function existing<T>(record: T | null | undefined, noun: string): T {
  if (record === null || record === undefined) throw notFound(noun);
  return record;
}

/** 422: a field's value isn't acceptable. */
export function invalid(field: string, message: string): AppError {
  return new AppError("invalid", 422, message, { fields: [{ field, message }] });
}

/** 409: the request conflicts with the current state. */
export function conflict(id: string, detail: string): AppError {
  return new AppError(id, 409, detail);
}

/** 502: a remote server refused or failed; the detail names it and the fix. */
export function upstreamFailed(id: string, detail: string, cause?: unknown): AppError {
  return new AppError(id, 502, detail, { cause });
}

/** 503: the process is stopping, so it doesn't finish this answer. */
export function serverStopping(): AppError {
  return new AppError("stopping", 503, "Winnow is stopping. Try again in a moment.");
}

/** 503: the database doesn't answer. */
export function storeUnreachable(cause: unknown): AppError {
  return new AppError("store_unreachable", 503, "The database isn't responding. Try again in a moment.", {
    cause,
    retryAfterSeconds: 2,
  });
}

/** 507 (RFC 4918, 11.5): no room for the write. */
export function storeFull(cause: unknown): AppError {
  return new AppError(
    "store_full",
    507,
    "The database's disk is full, so nothing was changed. Free some space and try again; no restart is needed.",
    { cause, retryAfterSeconds: 60 },
  );
}

/** 503: the database is read-only. */
export function storeReadOnly(cause: unknown): AppError {
  return new AppError(
    "store_read_only",
    503,
    "The database is read-only, so nothing was changed. Make its data folder writable and try again.",
    { cause, retryAfterSeconds: 60 },
  );
}

/** Whether the store failed for a temporary reason: unreachable, full or read-only. */
export function isStoreFailure(error: unknown): error is AppError {
  return error instanceof AppError && STORE_FAILURES.has(error.id);
}

const STORE_FAILURES: ReadonlySet<string> = new Set(["store_unreachable", "store_full", "store_read_only"]);

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Error codes of the operating system and SQLite when this user may not create, read or write a path. */
const REFUSED_PATH = /^(?:EACCES|EPERM|EROFS|ENOTDIR|EEXIST|ELOOP|ENAMETOOLONG|SQLITE_(?:CANTOPEN|READONLY|PERM).*)$/u;

/**
 * Converts the error of a data folder that can't be created, read or written to data_folder_unusable, with the path and
 * how to fix it; returns others unchanged.
 */
export function unusableFolder(folder: string, error: unknown): unknown {
  const cause = error instanceof AppError ? error.cause : error;
  if (!(cause instanceof Error && "code" in cause && REFUSED_PATH.test(String(cause.code)))) return error;
  const user = process.getuid?.();
  const chown = user === undefined ? "" : ` (chown -R ${user} '${folder}')`;
  return new AppError(
    "data_folder_unusable",
    503,
    `Can't use the data folder ${folder} (${messageOf(cause)}). Make this user the owner of it and its files${chown}, or choose another folder with WINNOW_DATA_DIR.`,
    { cause },
  );
}

/** What to do about an error of PostgreSQL or of TLS, by its code or message. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/^28|password must be a string/u, "Check the user and password in"],
  [/^3D000$/u, "Create it, or correct its name in"],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_/u,
    "Set NODE_EXTRA_CA_CERTS to its certificate authority's file, or correct the host in",
  ],
];

/**
 * One sentence for the operator about why a program can't start. If the database is unreachable, it has details that
 * visitors shouldn't see, and names what to change.
 */
export function startFailure(error: unknown, env: Readonly<Record<string, string | undefined>>): string {
  if (!(error instanceof AppError) || error.id !== "store_unreachable") return messageOf(error);
  const { cause } = error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  // If a name has several addresses, their combined error has only a code.
  const reason = messageOf(cause) || code;
  const [, remedy = "Check that it's running, or correct the host and port in"] =
    REMEDIES.find(([pattern]) => pattern.test(code) || pattern.test(reason)) ?? [];
  if (code.startsWith("SQLITE_")) return `${messageOf(error)} (${reason})`;
  const variables = env["DATABASE_DIRECT_URL"] ? "DATABASE_URL and DATABASE_DIRECT_URL" : "DATABASE_URL";
  return `Can't connect to PostgreSQL (${reason}). ${remedy} ${variables}.`;
}
