import { expect, test } from "vitest";
import { unencryptedVariables } from "#server/platform/unencrypted.ts";

test.each([
  ["postgres://w:secret@db.acme.example/winnow"],
  ["postgres://w:secret@10.0.0.7:5432/winnow?sslmode=disable"],
  ["postgresql://w@one:5432,two:5433/winnow?application_name=w"],
])("reports a database across the network without TLS: %s", (url) => {
  expect(unencryptedVariables({ DATABASE_URL: url })).toEqual(["DATABASE_URL"]);
});

test.each([
  ["postgres://w@db.acme.example/winnow?sslmode=verify-full"],
  ["postgres://w@one,two/winnow?ssl=true"],
  ["postgres://w@127.0.0.1:5432/winnow"],
  ["postgres://w@[::1]:5432/winnow"],
  ["postgres://%2Fvar%2Frun%2Fpostgresql/winnow"],
  ["postgres:///winnow?host=/var/run/postgresql"],
])("accepts a database that is encrypted or on this machine: %s", (url) => {
  expect(unencryptedVariables({ DATABASE_URL: url })).toEqual([]);
});

test("takes PGSSLMODE for a database address without a mode", () => {
  const env = { DATABASE_URL: "postgres://w@db/winnow", WINNOW_DATABASE_READ_URL: "postgres://w@db/w?sslmode=disable" };
  expect(unencryptedVariables({ ...env, PGSSLMODE: "verify-full" })).toEqual(["WINNOW_DATABASE_READ_URL"]);
});

test("reports addresses of http beyond this machine", () => {
  const env = {
    WINNOW_PUBLIC_URL: "http://leads.acme.example",
    WINNOW_LLM_URL: "http://127.0.0.1:11434/v1",
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318",
    WINNOW_GOOGLE_SHEETS_URL: "https://sheets.googleapis.com",
  };
  expect(unencryptedVariables(env)).toEqual(["WINNOW_PUBLIC_URL", "OTEL_EXPORTER_OTLP_ENDPOINT"]);
});
