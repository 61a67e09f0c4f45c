import { expect, onTestFinished, test, vi } from "vitest";
import { readEnv, unknownTimeZone, unknownVariables } from "#server/platform/env.ts";

test("has a default for everything", () => {
  expect(readEnv({})).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    dataDir: "./data",
    role: "all",
    databaseUrl: undefined,
    chromiumSandbox: true,
  });
});

test.each(["off", "0", "false"])("turns Chromium's sandbox off only where the operator says so (%s)", (value) => {
  expect(readEnv({ WINNOW_CHROMIUM_SANDBOX: value }).chromiumSandbox).toBe(false);
  expect(() => readEnv({ WINNOW_CHROMIUM_SANDBOX: "maybe" })).toThrow("WINNOW_CHROMIUM_SANDBOX");
});

test("connects directly to the database where DATABASE_URL is a pooler's", () => {
  const [pooler, itself] = ["postgres://a@pooler/w", "postgres://a@one:5432,two:5433/w"];
  expect(readEnv({ DATABASE_URL: itself })).toMatchObject({ databaseUrl: itself, poolerUrl: undefined });
  const both = readEnv({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: itself });
  expect(both).toMatchObject({ databaseUrl: itself, poolerUrl: pooler });
  for (const alone of ["DATABASE_DIRECT_URL", "WINNOW_DATABASE_READ_URL"]) {
    expect(() => readEnv({ [alone]: itself })).toThrow("requires DATABASE_URL");
  }
});

test("uses its public URL for the identity provider's redirects behind a proxy", () => {
  const provider = {
    WINNOW_OIDC_ISSUER: "https://id.acme.example",
    WINNOW_OIDC_CLIENT_ID: "w",
    WINNOW_OIDC_CLIENT_SECRET: "s",
  };
  const behind = { ...provider, WINNOW_TRUST_PROXY: "10.0.0.1" };
  expect(() => readEnv(behind)).toThrow(/^[^\n]*WINNOW_PUBLIC_URL: [^\n]*$/u);
  expect(() => readEnv({ ...behind, WINNOW_PUBLIC_URL: "https://leads.acme.example" })).not.toThrow();
  expect(() => readEnv(provider)).not.toThrow();
  expect(() => readEnv({ WINNOW_TRUST_PROXY: "10.0.0.1" })).not.toThrow();
});

test("takes an empty variable as unset", () => {
  expect(readEnv({ PORT: "", DATABASE_URL: "" })).toMatchObject({ port: 3000, databaseUrl: undefined });
});

test("ignores spaces around a value, except in keys, and a slash after the host", () => {
  const set = { DATABASE_URL: "postgres://db/winnow\n", PORT: " ", WINNOW_PUBLIC_URL: "https://leads.acme.example/\r" };
  const expected = { databaseUrl: "postgres://db/winnow", port: 3000, publicUrl: "https://leads.acme.example" };
  expect(readEnv(set)).toMatchObject(expected);
  expect(readEnv({ WINNOW_SECRET_KEY: '"0123456789abcdef"\n' }).secretKey).toBe('"0123456789abcdef"\n');
});

test.each([
  "postgres://winnow@db",
  "postgres:///winnow?host=/var/run/postgresql",
  "postgres://w%40y:p%2Fw@one:5432,two:5432/winnow?sslmode=verify-full",
  "postgresql://winnow:p@w@[::1]:5432/winnow",
])("accepts the database %s", (url) => {
  expect(readEnv({ DATABASE_URL: url }).databaseUrl).toBe(url);
});

test("finds variables whose name is wrong, but not those of compose.yaml and Kubernetes", () => {
  const wrong = { WINNOW_DATABASE_URL: "postgres://db/winnow", WINNOW_SECRET_KEY_FILE: "/run/secrets/key" };
  const others = { WINNOW_TARGET: "chromium", WINNOW_PORT: "80", WINNOW_WEB_SERVICE_HOST: "10.0.0.1", HOME: "/" };
  const service = { WINNOW_SERVICE_PORT_HTTP: "80", WINNOW_PORT_3000_TCP_ADDR: "10.0.0.1" };
  expect(unknownVariables({ ...wrong, ...others, ...service, WINNOW_ROLE: "all" })).toEqual(Object.keys(wrong));
});

test.each([
  ["Europe/Berln", "Europe/Berln"],
  ["CET-1CEST", "CET-1CEST"],
  [":Europe/Berlin", undefined],
  ["UTC", undefined],
  ["", undefined],
])("notices that the time zone %j is none", (zone, expected) => {
  vi.stubEnv("TZ", "UTC");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(unknownTimeZone({ TZ: zone })).toBe(expected);
});

test.each([
  ["PORT", "http"],
  ["PORT", "70000"],
  ["HOST", "http://localhost"],
  ["HOST", "[::1]"],
  ["DATABASE_URL", "mysql://x"],
  ["DATABASE_URL", "postgres://winnow:p/w@db/winnow"],
  ["DATABASE_URL", "postgres://winnow:p#w@db/winnow"],
  ["WINNOW_DATA_DIR", '"/var/lib/winnow"'],
  ["WINNOW_PUBLIC_URL", "leads.acme.example"],
  ["WINNOW_PUBLIC_URL", "https://acme.example/leads"],
  ["WINNOW_OIDC_ISSUER", "id.acme.example"],
  ["WINNOW_ROLE", "boss"],
  ["WINNOW_SECRET_KEY", "short"],
  ["WINNOW_LLM_URL", "http://127.0.0.1:1/v1"],
  ["WINNOW_LLM_MODEL", "alone"],
  ["WINNOW_LLM_SECONDS", "0"],
  ["WINNOW_LLM_DAILY", "0"],
  ["WINNOW_GOOGLE_SHEETS_URL", "not a url"],
  ["WINNOW_SUPPORT_EMAIL", "the help desk"],
])("names %s in one line when it is %s", (name, value) => {
  expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^[^\\n]*${name}[, \\w]*: [^\\n]+$`, "u"));
});

test("names every invalid variable at once, but not its value", () => {
  expect(() => readEnv({ PORT: "x", WINNOW_SECRET_KEY: "hunter2" })).toThrow(/PORT.*WINNOW_SECRET_KEY/u);
  expect(() => readEnv({ WINNOW_SECRET_KEY: "hunter2" })).not.toThrow("hunter2");
});
