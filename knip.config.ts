import type { KnipConfig } from "knip";

export default {
  entry: [
    "src/server/main.ts",
    // The contract is the whole vocabulary of the specification, ahead of the screens that speak it.
    "src/shared/contract/*.ts",
    "scripts/*.mjs",
    "bench/run.ts",
    "test/peers/*/main.ts",
    // Programs that a script or another program runs.
    "bench/bare-*.ts",
    "bench/constant-server.ts",
    "bench/crawl-site.ts",
    "bench/crawlee/crawl.mjs",
    "src/server/commands/{backup,restore,move-to-postgres,user}.ts",
    "src/server/demo/print-sheet.ts",
    "training/train.ts",
    "training/eval.ts",
    "training/evaluate.ts",
    "training/decisions/make-example.ts",
    "test/screenshots.ts",
    "test/faults/main.ts",
    "test/faults/shifted-clock.ts",
    "test/fuzz/main.ts",
    "test/load/main.ts",
    "test/scaling/main.ts",
    "test/fuzz/fuzz-worker.ts",
  ],
  project: [
    "src/**/*.{ts,tsx,css}",
    "scripts/**/*.mjs",
    "bench/**/*.ts",
    "training/**/*.ts",
    "test/**/*.ts",
    "*.config.ts",
  ],
  compilers: {
    // What a style sheet imports is used, too.
    css: (text: string) =>
      Array.from(text.matchAll(/@import\s+"[^"]+"/gu), ([statement]) => statement.slice(1)).join("\n"),
  },
  // Its package.json is its own: only the benchmark installs it.
  ignoreDependencies: ["@crawlee/cheerio"],
  // The type of what a function takes or answers should have a name that callers can use.
  ignoreExportsUsedInFile: { type: true, interface: true },
} satisfies KnipConfig;
