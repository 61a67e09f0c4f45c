import pg from "pg";
import { AppError, storeFull, storeReadOnly, storeUnreachable } from "#server/platform/errors.ts";
import { leadConflict } from "#server/store/lead-conflict.ts";
import { storeDamaged } from "#server/store/store-damaged.ts";

const DEADLOCK_OR_SERIALIZATION = new Set(["40P01", "40001"]);

/** A page or an index that is damaged, and a table that is gone. */
const DAMAGE = new Set(["XX001", "XX002", "42P01"]);

/** Whether the same transaction may well succeed when it is run again. */
export function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code !== undefined && DEADLOCK_OR_SERIALIZATION.has(error.code);
}

/** An error of PostgreSQL or of the connection as one that people may see; others stay as they are. */
export function postgresError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (!(error instanceof pg.DatabaseError)) return isConnectionError(error) ? storeUnreachable(error) : error;
  const { code = "", constraint } = error;
  if (code === "23505" && constraint === "leads_email_key") return leadConflict();
  if (DAMAGE.has(code)) return storeDamaged(error, error.message);
  if (code === "08P01" && /unsupported startup parameter/u.test(error.message)) return poolerInBetween(error);
  if (code === "53100") return storeFull(error);
  if (code === "25006") return storeReadOnly(error);
  // Connection, operator intervention, insufficient resources, and a server that is starting or stopping.
  return /^(?:08|53|57)/u.test(code) ? storeUnreachable(error) : error;
}

/** The driver's own errors carry no class, only a message, or the code of the socket. */
function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isConnectionError);
  if ("code" in error && /^(?:E[A-Z_]+)$/u.test(String(error.code))) return true;
  return /connection|timeout|Client has encountered/iu.test(error.message);
}

/** PgBouncer refuses what it cannot promise: that a setting of one connection is there for its next transaction. */
function poolerInBetween(cause: unknown): AppError {
  return new AppError(
    "pooler_in_between",
    503,
    "DATABASE_URL leads to a pooler as PgBouncer. Name the PostgreSQL behind it with DATABASE_DIRECT_URL, and start again.",
    { cause },
  );
}
