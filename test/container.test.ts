import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { SERVER_FLAGS } from "../scripts/server.mjs";
import { ENVIRONMENT_VARIABLES, readEnv } from "#server/platform/env.ts";

const ROOT = join(import.meta.dirname, "..");
const dockerfile = readFileSync(join(ROOT, "Dockerfile"), "utf8");
const compose = readFileSync(join(ROOT, "compose.yaml"), "utf8");

interface Service {
  build?: { target: string };
  environment: Record<string, string>;
  profiles?: string[];
  image: string;
}

const VARIABLE = /\$\{(\w+)(?::([-+])([^${}]*))?\}/u;

/** Replaces `${NAME}`, `${NAME:-default}` and `${NAME:+if set}` as Compose does, innermost first. */
function filledIn(text: string, variables: Record<string, string>): string {
  const found = VARIABLE.exec(text);
  if (found === null) return text;
  const [whole, name = "", operator, other = ""] = found;
  const value = variables[name] ?? "";
  const isSet = value !== "";
  const used = operator === "+" ? (isSet ? other : "") : isSet ? value : other;
  return filledIn(
    text.replace(whole, () => used),
    variables,
  );
}

/** The services as Compose starts them with these variables. */
function services(variables: Record<string, string> = {}): Record<string, Service> {
  const { services: all } = parse(compose, { merge: true }) as { services: Record<string, Service> };
  for (const service of Object.values(all)) {
    const entries = Object.entries(service.environment);
    service.environment = Object.fromEntries(entries.map(([name, value]) => [name, filledIn(value, variables)]));
  }
  return all;
}

const OF_WINNOW = ["app", "web", "worker"] as const;

describe("compose.yaml", () => {
  test("starts only the app by default, on SQLite", () => {
    const all = services();
    expect(Object.keys(all).filter((name) => all[name]?.profiles === undefined)).toEqual(["app"]);
    expect(readEnv(all["app"]?.environment ?? {})).toMatchObject({ databaseUrl: undefined, firstOwner: null });
  });

  test("builds targets of the Dockerfile", () => {
    const targets = [{}, { WINNOW_TARGET: "chromium" }].map((set) =>
      OF_WINNOW.map((name) => filledIn(services()[name]?.build?.target ?? "", set)),
    );
    expect(targets).toEqual([
      ["server", "server", "server"],
      ["chromium", "chromium", "chromium"],
    ]);
    for (const target of targets.flat()) expect(dockerfile).toMatch(new RegExp(`^FROM .* AS ${target}$`, "mu"));
  });

  test("sets only variables that Winnow reads", () => {
    const all = services();
    const names = OF_WINNOW.flatMap((name) => Object.keys(all[name]?.environment ?? {}));
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !ENVIRONMENT_VARIABLES.includes(name))).toEqual([]);
  });

  test("configures each service with what the operator sets", () => {
    const all = services({
      POSTGRES_PASSWORD: "abc",
      WINNOW_SECRET_KEY: "at least sixteen characters",
      WINNOW_OWNER_EMAIL: "ada@acme.example",
    });
    const databaseUrl = "postgres://winnow:abc@postgres/winnow";
    const firstOwner = { email: "ada@acme.example", passwordFile: "/run/secrets/owner_password" };
    expect(OF_WINNOW.map((name) => readEnv(all[name]?.environment ?? {}))).toMatchObject([
      { role: "all", databaseUrl, firstOwner },
      { role: "web", databaseUrl, firstOwner },
      { role: "worker", databaseUrl },
    ]);
  });

  test("refuses several processes without a shared key", () => {
    const all = services({ POSTGRES_PASSWORD: "abc" });
    for (const name of ["web", "worker"]) {
      expect(() => readEnv(all[name]?.environment ?? {})).toThrow(/WINNOW_SECRET_KEY: must have at least/u);
    }
  });
});

describe("Dockerfile", () => {
  test("starts the server as npm start does", () => {
    const command = ["node", ...SERVER_FLAGS, "dist/server/main.js"];
    expect(dockerfile).toContain(`\nCMD ${JSON.stringify(command).replaceAll(",", ", ")}\n`);
    // The compile cache is only used with the same flags.
    expect(dockerfile).toContain(` ${command.join(" ")} > `);
  });

  test("sets only variables that Winnow, Node or glibc read", () => {
    const [, settings = ""] = /^ENV ((?:[^\n]*\\\n)*[^\n]*)$/mu.exec(dockerfile) ?? [];
    const set = Object.fromEntries(
      [...settings.matchAll(/(\w+)=(\S+)/gu)].map(([, name = "", value]) => [name, value]),
    );
    const others = ["NODE_ENV", "NODE_COMPILE_CACHE", "MALLOC_ARENA_MAX"];
    expect(Object.keys(set).filter((name) => ![...ENVIRONMENT_VARIABLES, ...others].includes(name))).toEqual([]);
    expect(readEnv(set)).toMatchObject({ host: "0.0.0.0", port: 3000, healthPort: 3000, dataDir: "/data" });
  });
});

test("docs/operations.md explains every variable", () => {
  const page = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  expect(ENVIRONMENT_VARIABLES.filter((name) => !page.includes(`| \`${name}\``))).toEqual([]);
});
