import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Far above what any test takes: it ends what hangs, it does not measure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: ["test/global-setup.ts"],
    // One for each core and one for those that wait: for a disk, a lease, a server that starts again.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["src/**/*.test.{ts,tsx}", "test/*.test.ts", "test/peers/**/*.test.ts"] },
      },
      { extends: true, test: { name: "http", include: ["test/http/**/*.test.ts"] } },
      // Each of these files drives a browser and a server of its own; two at a time would only wait for each other.
      { extends: true, test: { name: "e2e", include: ["test/e2e/**/*.test.ts"], fileParallelism: false } },
    ],
  },
});
