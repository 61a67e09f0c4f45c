import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "oxlint";
import type { OxlintOverride } from "oxlint";

/** One row of the import table: what the files of a folder of src may import, beside each other. */
export interface Row {
  folder: string;
  /** Other parts of Winnow: `server/store` stands for `#server/store/**`, a file for itself. */
  parts: readonly string[];
  /** npm packages; `@scope` stands for all of a scope. */
  packages: readonly string[];
  /** Whether Node's own modules may be used. */
  node: boolean;
}

/** The screen of the account draws the secret of an authenticator. */
const PACKAGES_OF_SCREENS: Readonly<Record<string, readonly string[]>> = { account: ["uqr"] };
const SCREEN_PACKAGES = ["react-router", "@tanstack", "react-hook-form", "@hookform", "zod"];
const CHART_PACKAGES = ["d3-scale", "d3-shape"];

/** What the sources are made with: each speaks another protocol or reads another format. */
const SOURCE_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  "google-sheets": ["@googleapis", "google-auth-library"],
  website: ["htmlparser2", "domhandler", "css-select", "robots-parser", "playwright-core", "tldts"],
  mailbox: ["imapflow"],
  "web-form": ["zod"],
  "file-import": ["yauzl", "htmlparser2", "chardet"],
};

/**
 * The import table of docs/architecture.md. Nobody but main.ts may import api, jobs or demo, nothing in web reaches into
 * server, no source knows another source and no screen another screen. A folder without a row may import only shared.
 */
export const importTable: readonly Row[] = [
  { folder: "shared", parts: [], packages: ["zod"], node: false },

  server("platform", [], ["zod", "pino", "undici", "prom-client", "@opentelemetry"]),
  server("store", ["platform"], ["kysely", "better-sqlite3", "pg", "pg-boss"]),
  server("backup", ["platform", "store"], ["zod"]),
  server("queue", ["platform", "store"], ["zod"]),
  server("authentication", ["platform"], ["otpauth", "openid-client", "undici"]),
  server("reading", [], ["libphonenumber-js", "tldts"]),
  ...foldersIn("server/sources").map((name) =>
    server(`sources/${name}`, ["platform", "reading"], SOURCE_PACKAGES[name] ?? []),
  ),
  server("email-analysis", ["platform", "reading"], ["postal-mime", "htmlparser2", "sanitize-html"]),
  { ...server("intake", [], ["libphonenumber-js", "re2js"]), node: false },
  { ...server("learning", []), node: false },
  server("matching", ["reading"]),
  server("reports", ["store"]),
  server("mail", ["platform"], ["nodemailer"]),
  server(
    "assistant",
    ["platform", "store", "reports", "workflows"],
    ["minisearch", "undici", "eventsource-parser", "zod"],
  ),
  server("workflows", [
    "platform",
    "store",
    "queue",
    "backup",
    "authentication",
    "reading",
    "sources",
    "email-analysis",
    "intake",
    "matching",
    "learning",
    "reports",
    "mail",
  ]),
  server(
    "api",
    ["platform", "store", "queue", "authentication", "reports", "assistant", "workflows"],
    ["fastify", "@fastify", "fastify-type-provider-zod", "zod"],
  ),
  server("commands", ["platform", "store", "backup", "workflows"], ["zod"]),
  server("jobs", ["platform", "store", "queue", "workflows"], ["zod"]),
  server("demo", ["platform", "store", "reports", "workflows"], ["zod"]),

  web("format", []),
  web("ui", ["format"], ["radix-ui", ...CHART_PACKAGES]),
  web("api", ["format", "paths.ts"], ["@tanstack", "zod"]),
  web("acts", ["api", "ui", "format", "paths.ts"], ["@tanstack", "react-router"]),
  web("layout", ["api", "acts", "ui", "format", "paths.ts"], ["react-router", "@tanstack", "radix-ui", "cmdk"]),
  web("forms", ["api", "ui"], SCREEN_PACKAGES),
  web("assistant", ["api", "acts", "forms", "layout", "ui", "format", "paths.ts"], SCREEN_PACKAGES),
  ...foldersIn("web/screens").map((name) =>
    web(
      `screens/${name}`,
      ["api", "acts", "forms", "ui", "layout", "format", "paths.ts"],
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
  message: "Write it from the top: #shared, #server, #web, #test.",
};
const PARENT = { regex: String.raw`^\.\./`, message: "This leaves its part of the table: write it as #part/file.ts." };

const NO_SERVER = { group: [String.raw`\#server/**`], message: "The page reaches the server through HTTP only." };

/**
 * The table as lint rules. The lint compares the text of a specifier with gitignore patterns, so parts can be told apart
 * only while they are written with `#`: `../` is refused where it would leave the folder.
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
  // The parent's pattern comes first: a specifier that one pattern lets through is not shown to the next.
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

/** Tests, benchmarks and the composition root stand outside of the table. */
const OUTSIDE = ["src/server/main.ts", "src/**/*.test.{ts,tsx}"];

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
    // Without this, typeof import("…") would be a way around the table.
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

    // Its `style` is a way of saying a time, not CSS.
    "react/style-prop-object": ["error", { allow: ["RelativeTime"] }],

    // tsc has noImplicitReturns.
    "typescript/consistent-return": "off",
    // Narrowing a row or an answer whose shape was checked elsewhere is what `as` is for; `any` is caught above.
    "typescript/no-unsafe-type-assertion": "off",
    // NUL and its like arrive in real data, so expressions have to name them.
    "no-control-regex": "off",
    // The new JSX transform needs no React in scope.
    "react/react-in-jsx-scope": "off",
    "unicorn/consistent-function-scoping": "off",
    // Spreading a string walks its code points, and is done for that.
    "typescript/no-misused-spread": "off",
    // Other people's names have underscores; ours have none anyway.
    "no-underscore-dangle": "off",
    // fast-check documents itself as fc.string().
    "import/no-named-as-default-member": "off",
    // <output> belongs to a form; a live region elsewhere is a role.
    "jsx-a11y/prefer-tag-over-role": "off",
    // A table shown as cards loses its roles to its display, so it states them.
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
          { name: "fetch", message: "It reaches private addresses, without limits. Use the client of the part." },
        ],
      },
    },
    // The browser's console is where an error of the page can still be read.
    { files: ["src/web/**"], rules: { "no-console": ["error", { allow: ["error"] }] } },
    // A test says at run time what shape an answer has.
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
    // In the browser, waiting for something to be there is the assertion: it fails when nothing comes.
    {
      files: ["test/e2e/**"],
      rules: {
        "vitest/expect-expect": [
          "error",
          { assertFunctionNames: ["expect", "eventually", "**.waitFor", "**.waitForURL"] },
        ],
        // What no test of a file may cause is expected after each of them.
        "vitest/no-standalone-expect": ["error", { additionalTestBlockFunctions: ["afterEach"] }],
      },
    },
    // These are loaded by tools that ask for the default export.
    { files: ["*.config.ts", "test/global-setup.ts"], rules: { "import/no-default-export": "off" } },
    // Its package is there only once the benchmark has installed it, so the lint knows none of its types.
    {
      files: ["bench/crawlee/**"],
      rules: {
        "typescript/no-unsafe-assignment": "off",
        "typescript/no-unsafe-call": "off",
        "typescript/no-unsafe-member-access": "off",
      },
    },
    // The scripts run on Node 18 too, which has no toSorted, and read JSON without types.
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
