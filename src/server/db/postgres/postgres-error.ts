import pg from "pg";
import { AppError, storeFull, storeReadOnly, storeUnreachable } from "#server/platform/errors.ts";
import { leadConflict } from "#server/db/engine/lead-conflict.ts";
import { storeDamaged } from "#server/db/engine/store-damaged.ts";

const DEADLOCK_OR_SERIALIZATION = new Set(["40P01", "40001"]);

/** A damaged page or index, and a missing table. */
const DAMAGE = new Set(["XX001", "XX002", "42P01"]);

/** Whether retrying the same transaction may succeed. */
export function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code !== undefined && DEADLOCK_OR_SERIALIZATION.has(error.code);
}

/**
 * Converts an error of PostgreSQL or the connection to an AppError where the cause can be shown to users; returns
 * others unchanged.
 */
export function postgresError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (isConnectionError(error)) return storeUnreachable(error);
  if (!(error instanceof pg.DatabaseError)) return error;
  const { code = "", constraint } = error;
  if (code === "23505" && constraint === "leads_email_key") return leadConflict();
  if (DAMAGE.has(code)) return storeDamaged(error, error.message);
  if (code === "08P01" && /unsupported startup parameter/u.test(error.message)) return poolerInBetween(error);
  if (code === "53100") return storeFull(error);
  if (code === "25006") return storeReadOnly(error);
  // Connection errors, a transaction ended for being idle, a refused user (as while its password changes), a missing
  // database, insufficient resources, and a server starting or stopping.
  return /^(?:08|25P03|28|3D|53|57)/u.test(code) ? storeUnreachable(error) : error;
}

/** The driver's own errors have no class, only a message or the socket's error code. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof AppError || error instanceof pg.DatabaseError) return false;
  if (error instanceof AggregateError) return error.errors.some(isConnectionError);
  // Of sockets, and of certificates (OpenSSL).
  if ("code" in error && /^(?:E|CERT_|DEPTH_ZERO_|SELF_|UNABLE_)[A-Z_]+$/u.test(String(error.code))) return true;
  // Our own errors have a class, such as the one that someone else changed "this CRM connection".
  return error.constructor === Error && /connection|timeout|Client has encountered|^SASL: /iu.test(error.message);
}

/** PgBouncer rejects session settings, because it can't keep them for a client's next transaction. */
export function poolerInBetween(cause?: unknown): AppError {
  return new AppError(
    "pooler_in_between",
    503,
    "DATABASE_URL points to a pooler such as PgBouncer. Set DATABASE_DIRECT_URL to the PostgreSQL server behind it and restart.",
    { cause },
  );
}
