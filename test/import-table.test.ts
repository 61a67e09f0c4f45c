import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

const allowed = [
  ["src/server/intake", "#shared/limits.ts", "everyone may use shared"],
  ["src/server/intake", "./score-lead.ts", "a neighbour in the folder"],
  ["src/server/store/migrations", "../sqlite.ts", "one up, still in the folder"],
  ["src/server/store", "kysely", "the store's package"],
  ["src/server/mail", "node:tls", "Node where it is allowed"],
  ["src/server/sources/google-sheets", "#server/sources/google-sheets/client.ts", "a source's own file"],
  ["src/server/workflows", "#server/sources/google-sheets/index.ts", "workflows join the parts"],
  ["src/server/api", "@fastify/helmet", "a package of an allowed scope"],
  ["src/web/screens/leads", "#web/ui/button.tsx", "screens are made of ui"],
  ["src/web/screens/leads", "#web/screens/leads/lead-detail.tsx", "a screen's own file"],
] as const;

const refused = [
  ["src/shared", "#server/store/types.ts", "shared knows nobody"],
  ["src/shared", "node:fs", "shared has no Node"],
  ["src/server/platform", "#server/store/types.ts", "platform knows only shared"],
  ["src/server/store", "#server/workflows/rules/rescore.ts", "the store knows no workflow"],
  ["src/server/store", "../platform/env.ts", "a way around the #"],
  ["src/server/store/migrations", "../../platform/env.ts", "a longer way around the #"],
  ["src/server/intake", "#server/platform/clock.ts", "intake is pure"],
  ["src/server/intake", "node:crypto", "intake is pure"],
  ["src/server/sources/google-sheets", "#server/sources/website/index.ts", "never another source"],
  ["src/server/sources/google-sheets", "#server/store/types.ts", "a source never writes"],
  ["src/server/reports", "#server/intake/score-lead.ts", "reports read the store"],
  ["src/server/mail", "kysely", "only the store speaks SQL"],
  ["src/server/workflows", "nodemailer", "only mail sends mail"],
  ["src/server/workflows", "#server/api/app.ts", "nobody imports api"],
  ["src/server/api", "#server/jobs/clock.ts", "nobody imports jobs"],
  ["src/server/api", "#server/sources/google-sheets/index.ts", "api goes through workflows"],
  ["src/server/demo", "#server/intake/score-lead.ts", "the sample goes through workflows"],
  ["src/server/workflows", "#server/demo/sample-leads.ts", "nobody knows the demo"],
  ["src/server/newcomer", "#server/store/types.ts", "a folder without a row"],
  ["src/web/screens/leads", "#web/screens/rules/rules-screen.tsx", "never another screen"],
  ["src/web/api", "#server/store/types.ts", "nothing in web reaches into server"],
  ["src/web", "#server/store/types.ts", "not even from its top"],
  ["src/web/ui", "react-router", "ui knows no router"],
  ["src/web/ui", "@tanstack/react-query", "ui knows no query"],
  ["src/web/ui", "#web/api/client.ts", "ui knows no server"],
] as const;

const forms = {
  import: (from: string) => `import { it } from "${from}";\nexport const use = it;\n`,
  "import type": (from: string) => `import type { It } from "${from}";\nexport type Use = It;\n`,
  "export from": (from: string) => `export { it } from "${from}";\n`,
  "import()": (from: string) => `export const it = await import("${from}");\n`,
};

let folder: string;
let broken: { filename: string; code: string }[];

/** The file that holds one import: all are planted first, so that one run of the lint answers for all of them. */
function fileOf(part: string, from: string, form: string): string {
  return `${part}/planted-${`${from}-${form}`.replaceAll(/[^a-z]+/gu, "-")}.ts`;
}

function plant(file: string, code: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), code);
}

function rulesBrokenBy(file: string): string[] {
  return broken.filter(({ filename }) => filename === file).map(({ code }) => code);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "winnow-lint-"));
  const config = pathToFileURL(join(ROOT, "oxlint.config.ts")).href;
  // Type-aware rules need a whole project around a file, the table does not.
  plant("oxlint.config.ts", `import config from "${config}";\nexport default { ...config, options: {} };\n`);
  for (const [part, from] of [...allowed, ...refused]) {
    for (const [form, write] of Object.entries(forms)) plant(fileOf(part, from, form), write(from));
  }
  plant("src/server/main.ts", forms.import("#server/api/app.ts"));
  plant("src/server/store/leads.test.ts", forms.import("#server/api/app.ts"));
  plant("src/server/store/deep.test.ts", forms.import("../../api/app.ts"));
  plant("src/server/store/query.ts", `export type It = typeof import("#server/api/app.ts");\n`);
  plant("src/server/store/environment.ts", "export const port = process.env.PORT;\n");
  plant("src/server/store/door.ts", "export const answer = await fetch(address);\n");

  const lint = spawnSync(process.execPath, [join(ROOT, "node_modules/oxlint/bin/oxlint"), "--format=json"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  ({ diagnostics: broken } = JSON.parse(lint.stdout) as { diagnostics: typeof broken });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const IMPORTS = "eslint(no-restricted-imports)";

describe.each(Object.keys(forms))("the lint, for %s", (form) => {
  test.each(refused)("refuses %s → %s: %s", (part, from) => {
    expect(rulesBrokenBy(fileOf(part, from, form))).toContain(IMPORTS);
  });

  test.each(allowed)("takes %s → %s: %s", (part, from) => {
    expect(rulesBrokenBy(fileOf(part, from, form))).not.toContain(IMPORTS);
  });
});

test("a type query, which the import rule does not look into, is refused altogether", () => {
  expect(rulesBrokenBy("src/server/store/query.ts")).toContain("typescript(consistent-type-imports)");
});

test("main.ts and tests stand outside of the table", () => {
  expect(rulesBrokenBy("src/server/main.ts")).not.toContain(IMPORTS);
  expect(rulesBrokenBy("src/server/store/leads.test.ts")).not.toContain(IMPORTS);
});

test("not even a test climbs two folders", () => {
  expect(rulesBrokenBy("src/server/store/deep.test.ts")).toContain(IMPORTS);
});

test("only main.ts reads the environment", () => {
  expect(rulesBrokenBy("src/server/store/environment.ts")).toContain("node(no-process-env)");
});

test("nobody on the server uses the global fetch", () => {
  expect(rulesBrokenBy("src/server/store/door.ts")).toContain("eslint(no-restricted-globals)");
});
