import type { KnipConfig } from "knip";

export default {
  entry: [
    "src/server/main.ts",
    // The contract covers the whole specification, including calls no screen uses yet.
    "src/shared/contract/**/*.ts",
    "scripts/*.mjs",
    "bench/run.ts",
    "test/peers/*/main.ts",
    // Started by scripts or other programs.
    "bench/bare-*.ts",
    "bench/constant-server.ts",
    "bench/crawl-site.ts",
    "bench/crawlee/crawl.mjs",
    "bench/peers/nocodb/start.mjs",
    "src/server/commands/{backup,restore,move-to-postgres,new-key,user}.ts",
    "training/train.ts",
    "training/eval.ts",
    "training/evaluate.ts",
    "training/decisions/make-example.ts",
    "test/screenshots.ts",
    "test/faults/main.ts",
    "test/faults/shifted-clock.ts",
    "test/container-image.ts",
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
    // Packages imported by style sheets are in use.
    css: (text: string) =>
      Array.from(text.matchAll(/@import\s+"[^"]+"/gu), ([statement]) => statement.slice(1)).join("\n"),
  },
  // The benchmark installs the first from a separate package.json; the others generate the client and run in it.
  ignoreDependencies: ["@crawlee/cheerio", "nocodb", "express", "oazapfts", "@oazapfts/runtime"],
  // A Debian package; the others are started through functions that knip doesn't know.
  ignoreBinaries: ["buildah"],
  // Callers should be able to name a function's parameter and result types.
  ignoreExportsUsedInFile: { type: true, interface: true },
} satisfies KnipConfig;
