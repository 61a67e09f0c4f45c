import { existsSync, statfsSync } from "node:fs";
import { availableParallelism, freemem } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const MEMORY_DISK = "/dev/shm";
/** Several times what the tests that run at one time ever keep. */
const ENOUGH_BYTES = 6e9;

// Thousands of small files are made and removed, and each commit of SQLite waits for its disk: half of the time of some
// tests. What is in memory outlives every process that the tests kill just as well.
if (process.env["TMPDIR"] === undefined && roomInMemory() > ENOUGH_BYTES) process.env["TMPDIR"] = MEMORY_DISK;

function roomInMemory(): number {
  if (!existsSync(MEMORY_DISK)) return 0;
  const disk = statfsSync(MEMORY_DISK);
  return Math.min(disk.bavail * disk.bsize, freemem());
}

/** Servers that are killed again and again take longest: what begins first does not hold up the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the base class of the sequencer, not an array
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith("kill.test.ts");
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    // Far above what any test takes: it ends what hangs, it does not measure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    globalSetup: ["test/global-setup.ts"],
    setupFiles: ["test/drop-databases.ts"],
    // One for each core and one for those that wait: for a disk, a lease, a server that starts again.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["src/**/*.test.{ts,tsx}", "test/*.test.ts", "test/{fuzz,peers}/**/*.test.ts"],
        },
      },
      // Loading the server again for each file would take as long as the tests.
      { extends: true, test: { name: "http", isolate: false, include: ["test/http/**/*.test.ts"] } },
      { extends: true, test: { name: "e2e", include: ["test/e2e/**/*.test.ts"] } },
    ],
  },
});
