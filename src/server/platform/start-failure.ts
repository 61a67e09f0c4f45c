import { AppError, messageOf } from "#server/platform/errors.ts";

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
export function startFailure(error: unknown): string {
  if (!(error instanceof AppError) || error.id !== "store_unreachable") return messageOf(error);
  const { cause } = error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  // If a name has several addresses, their combined error has only a code.
  const reason = messageOf(cause) || code;
  const [, remedy = "Check that it's running, or correct the host and port in"] =
    REMEDIES.find(([pattern]) => pattern.test(code) || pattern.test(reason)) ?? [];
  if (code.startsWith("SQLITE_")) return `${messageOf(error)} (${reason})`;
  const variables = process.env["DATABASE_DIRECT_URL"] ? "DATABASE_URL and DATABASE_DIRECT_URL" : "DATABASE_URL";
  return `Can't connect to PostgreSQL (${reason}). ${remedy} ${variables}.`;
}
