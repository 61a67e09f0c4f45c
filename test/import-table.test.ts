import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

const allowed = [
  ["src/server/pipeline/intake", "#shared/limits.ts", "everyone may use shared"],
  ["src/server/pipeline/intake", "./score-lead.ts", "a neighbor in the folder"],
  ["src/server/db/migrations", "../sqlite.ts", "one up, still in the folder"],
  ["src/server/db", "better-sqlite3", "the database's package"],
  ["src/server/delivery/mail", "node:tls", "Node where it is allowed"],
  [
    "src/server/pipeline/sources/google-sheets",
    "#server/pipeline/sources/google-sheets/client.ts",
    "a source's own file",
  ],
  ["src/server/features/data-sources", "#server/pipeline/sources/google-sheets/index.ts", "features join the parts"],
  ["src/server/features/leads", "#server/features/rules/rescore.ts", "a feature below it"],
  ["src/server/http", "@fastify/helmet", "a package of an allowed scope"],
  ["src/web/screens/leads", "#web/ui/button.tsx", "screens are made of ui"],
  ["src/web/screens/leads", "#web/screens/leads/lead-detail.tsx", "a screen's own file"],
] as const;

const refused = [
  ["src/shared", "#server/db/types.ts", "shared knows nobody"],
  ["src/shared", "node:fs", "shared has no Node"],
  ["src/server/platform", "#server/db/types.ts", "platform knows only shared"],
  ["src/server/db", "#server/features/rules/rescore.ts", "the database knows no feature"],
  ["src/server/db", "../platform/env.ts", "a way around the #"],
  ["src/server/db/migrations", "../../platform/env.ts", "a longer way around the #"],
  ["src/server/pipeline/intake", "#server/platform/clock.ts", "intake is pure"],
  ["src/server/pipeline/intake", "node:crypto", "intake is pure"],
  ["src/server/pipeline/sources/google-sheets", "#server/pipeline/sources/website/index.ts", "never another source"],
  ["src/server/pipeline/sources/google-sheets", "#server/db/types.ts", "a source never writes"],
  ["src/server/insight/learning", "#server/pipeline/intake/score-lead.ts", "learning is pure"],
  ["src/server/delivery/mail", "better-sqlite3", "only the database speaks SQL"],
  ["src/server/features/reports", "nodemailer", "only delivery sends mail"],
  ["src/server/features/reports", "#server/app.ts", "only main.ts imports the app"],
  ["src/server/features/reports", "#server/jobs/schedules/clock.ts", "features know no schedule"],
  ["src/server/features/reports", "#server/assistant/assistant.ts", "features know no assistant"],
  ["src/server/http", "#server/features/leads/take-in.ts", "http knows no feature"],
  ["src/server/jobs/queue", "#server/features/leads/take-in.ts", "the queue is below the features"],
  ["src/server/demo", "#server/pipeline/intake/score-lead.ts", "the sample goes through the features"],
  ["src/server/features/leads", "#server/demo/sample-leads.ts", "nobody knows the demo"],
  ["src/server/newcomer", "#server/db/types.ts", "a folder without a row"],
  ["src/web/screens/leads", "#web/screens/rules/rules-screen.tsx", "never another screen"],
  ["src/web/api", "#server/db/types.ts", "nothing in web reaches into server"],
  ["src/web", "#server/db/types.ts", "not even from its top"],
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

/** The file with one import: all are planted first, so that one lint run covers them all. */
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
  // Type-aware rules need a whole project around a file, the table doesn't.
  plant("oxlint.config.ts", `import config from "${config}";\nexport default { ...config, options: {} };\n`);
  for (const [part, from] of [...allowed, ...refused]) {
    for (const [form, write] of Object.entries(forms)) plant(fileOf(part, from, form), write(from));
  }
  plant("src/server/main.ts", forms.import("#server/app.ts"));
  plant("src/server/db/leads.test.ts", forms.import("#server/app.ts"));
  plant("src/server/db/deep.test.ts", forms.import("../../app.ts"));
  plant("src/server/db/query.ts", `export type It = typeof import("#server/app.ts");\n`);
  plant("src/server/db/environment.ts", "export const port = process.env.PORT;\n");
  plant("src/server/db/door.ts", "export const answer = await fetch(address);\n");

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
  test.each(refused)("rejects %s → %s: %s", (part, from) => {
    expect(rulesBrokenBy(fileOf(part, from, form))).toContain(IMPORTS);
  });

  test.each(allowed)("accepts %s → %s: %s", (part, from) => {
    expect(rulesBrokenBy(fileOf(part, from, form))).not.toContain(IMPORTS);
  });
});

test("rejects every type query, which the import rule doesn't inspect", () => {
  expect(rulesBrokenBy("src/server/db/query.ts")).toContain("typescript(consistent-type-imports)");
});

test("main.ts and tests are exempt from the table", () => {
  expect(rulesBrokenBy("src/server/main.ts")).not.toContain(IMPORTS);
  expect(rulesBrokenBy("src/server/db/leads.test.ts")).not.toContain(IMPORTS);
});

test("not even a test climbs two folders", () => {
  expect(rulesBrokenBy("src/server/db/deep.test.ts")).toContain(IMPORTS);
});

test("only main.ts reads the environment", () => {
  expect(rulesBrokenBy("src/server/db/environment.ts")).toContain("node(no-process-env)");
});

test("server code never uses the global fetch", () => {
  expect(rulesBrokenBy("src/server/db/door.ts")).toContain("eslint(no-restricted-globals)");
});
