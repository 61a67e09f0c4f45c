import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "oxlint";
import type { OxlintOverride } from "oxlint";

/** One row of the import table: what files in a folder of src may import besides each other. */
export interface Row {
  folder: string;
  /** Other parts of Winnow: `server/db` means `#server/db/**`, a file means itself. */
  parts: readonly string[];
  /** npm packages; `@scope` means the whole scope. */
  packages: readonly string[];
  /** Whether Node's built-in modules are allowed. */
  node: boolean;
}

/** The account screen shows a QR code for authenticator apps. */
const PACKAGES_OF_SCREENS: Readonly<Record<string, readonly string[]>> = { account: ["uqr"] };
const SCREEN_PACKAGES = ["react-router", "@tanstack", "react-hook-form", "@hookform", "zod"];
const CHART_PACKAGES = ["d3-scale", "d3-shape"];

/** The packages of each source, which speaks its own protocol or reads its own format. */
const SOURCE_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  "google-sheets": ["@googleapis", "google-auth-library"],
  website: ["htmlparser2", "domhandler", "css-select", "robots-parser", "playwright-core", "tldts"],
  mailbox: ["imapflow"],
  "web-form": ["zod"],
  "file-import": ["yauzl", "htmlparser2", "chardet"],
};

/**
 * The import table of docs/architecture.md, lowest layer first. A folder without a row may import only shared. Cycles
 * between folders, which the features may not have either, are found by test/import-cycles.test.ts.
 */
export const importTable: readonly Row[] = [
  { folder: "shared", parts: [], packages: ["zod"], node: false },

  server("platform", [], ["zod", "pino", "undici", "openid-client", "prom-client", "@opentelemetry"]),
  server("pipeline/text", [], ["libphonenumber-js", "tldts"]),
  ...foldersIn("server/pipeline/sources").map((name) =>
    server(`pipeline/sources/${name}`, ["platform", "pipeline/text"], SOURCE_PACKAGES[name] ?? []),
  ),
  server(
    "pipeline/mail",
    ["platform", "pipeline/text", "insight/learning"],
    ["postal-mime", "htmlparser2", "sanitize-html"],
  ),
  { ...server("pipeline/intake", [], ["libphonenumber-js", "re2js"]), node: false },
  { ...server("insight/what-if", ["pipeline/intake"]), node: false },
  { ...server("insight/learning", ["pipeline/text"]), node: false },
  server("insight/matching", ["pipeline/text"]),
  server("delivery/mail", ["platform", "pipeline/text"], ["dns-packet", "nodemailer", "openid-client"]),
  server("delivery/crm", ["platform"], ["zod"]),
  server("delivery/language-model", ["platform"], ["undici", "zod"]),
  server("db", ["platform"], ["better-sqlite3", "pg", "pg-boss"]),
  server("jobs/queue", ["platform", "db"], ["zod"]),
  server(
    "http",
    ["platform", "db", "delivery/mail", "workspace.ts"],
    ["fastify", "@fastify", "fastify-type-provider-zod", "zod"],
  ),
  server(
    "features",
    ["platform", "pipeline", "insight", "delivery", "db", "jobs/queue", "http", "workspace.ts"],
    [
      "disposable-email-domains-js",
      "fastify",
      "@fastify",
      "@zxcvbn-ts",
      "otpauth",
      "openid-client",
      "undici",
      "unhomoglyph",
      "zod",
    ],
  ),
  server(
    "assistant",
    [
      "platform",
      "pipeline/text",
      "db",
      "delivery/language-model",
      "http",
      "workspace.ts",
      "features",
      "jobs/schedules",
    ],
    ["fastify", "eventsource-parser", "zod"],
  ),
  server(
    "mcp",
    ["platform", "db", "http", "workspace.ts", "features", "assistant"],
    ["fastify", "@modelcontextprotocol", "zod"],
  ),
  server("jobs/schedules", ["platform", "db", "jobs/queue", "http", "workspace.ts", "features"], ["fastify"]),
  server("jobs/handlers", ["platform", "db", "jobs/queue", "jobs/schedules", "workspace.ts", "features"], ["zod"]),
  server("commands", ["platform", "db", "features"], ["zod"]),
  server("demo", ["platform", "db", "workspace.ts", "features", "jobs"], ["zod"]),

  web("format", []),
  web("ui", ["format", "observable.ts"], ["radix-ui", ...CHART_PACKAGES]),
  web("api", ["format", "paths.ts", "observable.ts"], ["@tanstack", "zod"]),
  web("actions", ["api", "ui", "format", "paths.ts", "observable.ts"], ["@tanstack", "react-router"]),
  web(
    "layout",
    ["api", "actions", "ui", "format", "paths.ts", "observable.ts"],
    ["react-router", "@tanstack", "radix-ui", "cmdk"],
  ),
  web("forms", ["api", "ui"], SCREEN_PACKAGES),
  web("assistant", ["api", "actions", "forms", "layout", "ui", "format", "paths.ts"], SCREEN_PACKAGES),
  ...foldersIn("web/screens").map((name) =>
    web(
      `screens/${name}`,
      ["api", "actions", "forms", "ui", "layout", "format", "paths.ts"],
      [...SCREEN_PACKAGES, ...(PACKAGES_OF_SCREENS[name] ?? [])],
    ),
  ),
];

function server(name: string, parts: readonly string[], packages: readonly string[] = []): Row {
  return {
    folder: `server/${name}`,
    parts: ["shared", ...parts.map((part) => `server/${part}`)],
    packages,
    node: true,
  };
}

function web(name: string, parts: readonly string[], packages: readonly string[] = []): Row {
  return {
    folder: `web/${name}`,
    parts: ["shared", ...parts.map((part) => `web/${part}`)],
    packages: ["react", "react-dom", "lucide-react", ...packages],
    node: false,
  };
}

function foldersIn(folder: string): string[] {
  return readdirSync(join(import.meta.dirname, "src", folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

const DEEP_PARENT = {
  regex: String.raw`^(\.\./){2}`,
  message: "Start from the top: #shared, #server, #web, #test.",
};
const PARENT = { regex: String.raw`^\.\./`, message: "This leaves its folder. Write it as #part/file.ts." };

const NO_SERVER = { group: [String.raw`\#server/**`], message: "The page reaches the server through HTTP only." };

/**
 * The table as lint rules. The linter matches specifiers against gitignore patterns, which can only tell parts apart by
 * `#`, so `../` out of the folder is an error.
 */
function overridesOf(row: Row): OxlintOverride[] {
  const own = row.folder.includes("*") ? [] : [row.folder];
  const allowed = [...own, ...row.parts];
  const packages = row.node ? [...row.packages, "node:*"] : row.packages;
  const parts = {
    group: [String.raw`\#**`, ...allowed.map((part) => (part.includes(".") ? `!#${part}` : `!#${part}/**`))],
    message: `${row.folder} may import only ${allowed.join(", ")} (the import table in oxlint.config.ts).`,
  };
  const foreign = {
    group: ["**", "!.*", "!.*/**", String.raw`!\#**`, ...packages.flatMap((name) => [`!${name}`, `!${name}/**`])],
    message: `${row.folder} may use only these packages: ${packages.join(", ") || "none"} (see oxlint.config.ts).`,
  };
  // The parent's pattern comes first: once a pattern allows a specifier, later ones aren't checked.
  const restrict = (files: string, parent: object): OxlintOverride => ({
    files: [files],
    rules: { "no-restricted-imports": ["error", { patterns: [parent, parts, foreign] }] },
  });
  return [restrict(`src/${row.folder}/**`, DEEP_PARENT), restrict(`src/${row.folder}/*`, PARENT)];
}

const withoutRow = (["server", "web"] as const).flatMap((side) =>
  overridesOf({ folder: `${side}/*`, parts: ["shared"], packages: [], node: false }),
);

const TABLE_ROLES = {
  table: ["table"],
  thead: ["rowgroup"],
  tbody: ["rowgroup"],
  tr: ["row"],
  th: ["columnheader"],
  td: ["cell"],
};

/** Tests and the composition root aren't in the table. */
const OUTSIDE = ["src/server/{main,app,workspace}.ts", "src/**/*.test.{ts,tsx}"];

export default defineConfig({
  plugins: ["eslint", "typescript", "unicorn", "oxc", "import", "node", "react", "jsx-a11y", "vitest"],
  categories: { correctness: "error", suspicious: "error" },
  options: { typeAware: true, reportUnusedDisableDirectives: "error", respectEslintDisableDirectives: false },
  ignorePatterns: ["dist/**", "test/fixtures/**"],
  rules: {
    "no-restricted-imports": ["error", { patterns: [DEEP_PARENT] }],
    "no-console": "error",
    "no-var": "error",
    eqeqeq: ["error", "always", { null: "ignore" }],
    "max-lines": ["error", { max: 400 }],
    "import/no-cycle": "error",
    "import/no-default-export": "error",
    "import/no-unassigned-import": ["error", { allow: ["**/*.css", "@fontsource*/**"] }],
    "node/no-process-env": "error",
    "unicorn/filename-case": ["error", { case: "kebabCase" }],
    "typescript/ban-ts-comment": "error",
    // Without this, typeof import("…") would bypass the table.
    "typescript/consistent-type-imports": "error",
    "typescript/no-deprecated": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-misused-promises": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/no-unsafe-argument": "error",
    "typescript/no-unsafe-assignment": "error",
    "typescript/no-unsafe-call": "error",
    "typescript/no-unsafe-member-access": "error",
    "typescript/no-unsafe-return": "error",
    "typescript/only-throw-error": "error",
    "typescript/prefer-promise-reject-errors": "error",
    "typescript/return-await": "error",
    "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    "react/rules-of-hooks": "error",
    "react/no-danger": "error",

    // Its `style` is a time format, not CSS.
    "react/style-prop-object": ["error", { allow: ["RelativeTime"] }],

    // tsc has noImplicitReturns.
    "typescript/consistent-return": "off",
    // `as` narrows rows and answers checked elsewhere; `any` is caught above.
    "typescript/no-unsafe-type-assertion": "off",
    // Real data contains NUL and other control characters.
    "no-control-regex": "off",
    // The JSX transform needs no React in scope.
    "react/react-in-jsx-scope": "off",
    "unicorn/consistent-function-scoping": "off",
    // Strings are spread to iterate their code points.
    "typescript/no-misused-spread": "off",
    // Names from packages have underscores.
    "no-underscore-dangle": "off",
    // fast-check's documentation uses fc.string().
    "import/no-named-as-default-member": "off",
    // <output> belongs in a form; elsewhere a live region needs a role.
    "jsx-a11y/prefer-tag-over-role": "off",
    // CSS that shows a table as cards removes its roles, so they're explicit.
    "jsx-a11y/no-redundant-roles": ["error", TABLE_ROLES],
    "jsx-a11y/no-interactive-element-to-noninteractive-role": ["error", TABLE_ROLES],
  },
  overrides: [
    ...withoutRow,
    ...importTable.flatMap(overridesOf),
    {
      files: ["src/web/*"],
      rules: { "no-restricted-imports": ["error", { patterns: [DEEP_PARENT, NO_SERVER] }] },
    },
    { files: OUTSIDE, rules: { "no-restricted-imports": ["error", { patterns: [DEEP_PARENT] }] } },
    {
      files: [
        "src/server/main.ts",
        "src/server/commands/*",
        "test/**",
        "bench/**",
        "training/**",
        "scripts/**",
        "src/**/*.test.{ts,tsx}",
        "*.config.ts",
      ],
      rules: { "node/no-process-env": "off", "no-console": "off" },
    },
    {
      files: ["src/server/**"],
      rules: {
        "no-restricted-globals": [
          "error",
          { name: "fetch", message: "fetch can reach private addresses without limits. Use the folder's client." },
        ],
      },
    },
    // Page errors go to the browser's console.
    { files: ["src/web/**"], rules: { "no-console": ["error", { allow: ["error"] }] } },
    // Tests check the shape of answers at run time.
    {
      files: ["src/**/*.test.{ts,tsx}", "test/**"],
      rules: {
        "max-lines": "off",
        "no-restricted-globals": "off",
        "typescript/no-non-null-assertion": "off",
        "typescript/no-unsafe-argument": "off",
        "typescript/no-unsafe-assignment": "off",
        "typescript/no-unsafe-member-access": "off",
        "typescript/no-unsafe-return": "off",
      },
    },
    // In the browser, waiting for something is an assertion: it fails if nothing appears.
    {
      files: ["test/e2e/**"],
      rules: {
        "vitest/expect-expect": [
          "error",
          { assertFunctionNames: ["expect", "eventually", "**.waitFor", "**.waitForURL"] },
        ],
        // Some files check before each test that its world is ready, or after it that nothing bad happened.
        "vitest/no-standalone-expect": ["error", { additionalTestBlockFunctions: ["beforeEach", "afterEach"] }],
      },
    },
    // Tools load these by their default export.
    { files: ["*.config.ts", "test/global-setup.ts"], rules: { "import/no-default-export": "off" } },
    // Only the benchmark installs its package, so the linter has no types.
    {
      files: ["bench/crawlee/**", "bench/peers/nocodb/**"],
      rules: {
        "typescript/no-unsafe-argument": "off",
        "typescript/no-unsafe-assignment": "off",
        "typescript/no-unsafe-call": "off",
        "typescript/no-unsafe-member-access": "off",
      },
    },
    // Scripts also run on Node 18, which has no toSorted, and read untyped JSON.
    {
      files: ["scripts/**"],
      rules: {
        "unicorn/no-array-sort": "off",
        "typescript/no-unsafe-assignment": "off",
        "typescript/no-unsafe-argument": "off",
        "typescript/no-unsafe-member-access": "off",
        "typescript/no-unsafe-return": "off",
      },
    },
  ],
});
