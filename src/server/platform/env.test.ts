import { expect, test } from "vitest";
import { readEnv } from "#server/platform/env.ts";

test("has a default for everything", () => {
  expect(readEnv({})).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    dataDir: "./data",
    role: "all",
    databaseUrl: undefined,
  });
});

test("connects to the database itself where DATABASE_URL is a pooler's", () => {
  const [pooler, itself] = ["postgres://a@pooler/w", "postgres://a@one:5432,two:5433/w"];
  expect(readEnv({ DATABASE_URL: itself })).toMatchObject({ databaseUrl: itself, poolerUrl: undefined });
  const both = readEnv({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: itself });
  expect(both).toMatchObject({ databaseUrl: itself, poolerUrl: pooler });
  for (const alone of ["DATABASE_DIRECT_URL", "WINNOW_DATABASE_READ_URL"]) {
    expect(() => readEnv({ [alone]: itself })).toThrow("each needs DATABASE_URL");
  }
});

test("names its own address where an identity provider sends people back through a proxy", () => {
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

test.each([
  ["PORT", "http"],
  ["PORT", "70000"],
  ["DATABASE_URL", "mysql://x"],
  ["WINNOW_ROLE", "boss"],
  ["WINNOW_SECRET_KEY", "short"],
  ["WINNOW_LLM_URL", "http://127.0.0.1:1/v1"],
  ["WINNOW_LLM_MODEL", "alone"],
  ["WINNOW_LLM_SECONDS", "0"],
  ["WINNOW_GOOGLE_SHEETS_URL", "not a url"],
  ["WINNOW_SUPPORT_EMAIL", "the help desk"],
])("names %s when it is %s", (name, value) => {
  expect(() => readEnv({ [name]: value })).toThrow(name);
});

test("names every variable that is wrong at once, but not its value", () => {
  expect(() => readEnv({ PORT: "x", WINNOW_SECRET_KEY: "hunter2" })).toThrow(/PORT.*WINNOW_SECRET_KEY/u);
  expect(() => readEnv({ WINNOW_SECRET_KEY: "hunter2" })).not.toThrow("hunter2");
});
