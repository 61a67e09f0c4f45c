import { existsSync, statfsSync } from "node:fs";
import { availableParallelism, freemem } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const MEMORY_DISK = "/dev/shm";
/** Several times what concurrent tests use. */
const ENOUGH_BYTES = 6e9;

// Thousands of small files and SQLite's disk syncs take half the time of some tests. Files in memory also survive the
// processes that tests kill.
if (process.env["TMPDIR"] === undefined && roomInMemory() > ENOUGH_BYTES) process.env["TMPDIR"] = MEMORY_DISK;

// The servers and commands that the tests start leave their compiled sources to the next ones, as `npm start` does.
process.env["NODE_COMPILE_CACHE"] = join(import.meta.dirname, ".cache/compiled");

function roomInMemory(): number {
  if (!existsSync(MEMORY_DISK)) return 0;
  const disk = statfsSync(MEMORY_DISK);
  return Math.min(disk.bavail * disk.bsize, freemem());
}

/** Tests that take half a minute or more start first, so that they don't delay the end. */
const LONG = /(?:kill|backup|demo-seed|every-screen|fuzz|text-model|job-queue|concurrent-erasure)\.test\.ts$/u;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the base class of the sequencer, not an array
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    // Far above what any test takes, even on a machine that is ten times too busy; only stops tests that hang.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    globalSetup: ["test/global-setup.ts"],
    setupFiles: ["test/drop-databases.ts"],
    // One per core, and one because tests often wait for a disk, a lease or a restart.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          // Reloading modules for each file took a quarter of the time.
          isolate: false,
          include: ["src/**/*.test.{ts,tsx}", "test/*.test.ts", "test/{fuzz,peers}/**/*.test.ts"],
        },
      },
      { extends: true, test: { name: "http", isolate: false, include: ["test/http/**/*.test.ts"] } },
      { extends: true, test: { name: "e2e", isolate: false, include: ["test/e2e/**/*.test.ts"] } },
    ],
  },
});
