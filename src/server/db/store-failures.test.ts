import Database from "better-sqlite3";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { isStoreFailure } from "#server/platform/errors.ts";
import { postgresError } from "#server/db/postgres/postgres-error.ts";
import { sqliteError } from "#server/db/sqlite/sqlite-error.ts";

const ofSqlite = (code: string): unknown => sqliteError(new Database.SqliteError("it failed", code));
const ofPostgres = (code: string): unknown =>
  postgresError(Object.assign(new pg.DatabaseError("it failed", 9, "error"), { code }));
const ofDriver = (message: string, code: string): unknown => postgresError(Object.assign(new Error(message), { code }));

describe("reports what the database can't do", () => {
  test.each([
    [ofSqlite("SQLITE_FULL"), "store_full", 507, "disk is full"],
    [ofSqlite("SQLITE_IOERR_SHMSIZE"), "store_full", 507, "disk is full"],
    [ofSqlite("SQLITE_READONLY_DBMOVED"), "store_read_only", 503, "is read-only"],
    [ofSqlite("SQLITE_IOERR_WRITE"), "store_read_only", 503, "is read-only"],
    [ofSqlite("SQLITE_IOERR_READ"), "store_unreachable", 503, "isn't responding"],
    [ofPostgres("53100"), "store_full", 507, "disk is full"],
    [ofPostgres("25006"), "store_read_only", 503, "is read-only"],
    [ofPostgres("57P01"), "store_unreachable", 503, "isn't responding"],
    [ofPostgres("28P01"), "store_unreachable", 503, "isn't responding"],
    [ofPostgres("3D000"), "store_unreachable", 503, "isn't responding"],
    [ofDriver("certificate has expired", "CERT_HAS_EXPIRED"), "store_unreachable", 503, "isn't responding"],
  ])("%s", (error, id, status, says) => {
    expect(error).toMatchObject({ id, status, message: expect.stringContaining(says) as string });
    expect(isStoreFailure(error)).toBe(true);
    expect(error).toHaveProperty("retryAfterSeconds");
  });

  test("a mistake in a statement is not such a failure", () => {
    expect(isStoreFailure(ofSqlite("SQLITE_ERROR"))).toBe(false);
    expect(isStoreFailure(ofPostgres("42601"))).toBe(false);
  });

  test("a refusal whose text mentions a connection is not one, unlike the driver's error", () => {
    class StaleRecord extends Error {}
    const refusal = new StaleRecord("Someone changed this CRM connection.");
    expect(postgresError(refusal)).toBe(refusal);
    expect(postgresError(new Error("Connection terminated unexpectedly"))).toMatchObject({ id: "store_unreachable" });
  });
});
