import { existsSync, statfsSync } from "node:fs";
import { availableParallelism, freemem } from "node:os";
import { join } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type ProjectConfig, type TestSpecification } from "vitest/node";

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

/** Tests that take twenty seconds or more start first, so that they don't delay the end. */
const LONG =
  /(?:kill|backup|demo-seed|every-screen|forms|fuzz|text-model|job-queue|concurrent-erasure|render|silent-network|visibility)\.test\.ts$/u;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the base class of the sequencer, not an array
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/**
 * Tests whose modules Node imports directly, as in production; Vite would take longer and rewrite each use of an import.
 * Only the page's modules need Vite. Modules stay loaded between files: reloading them took a quarter of the time.
 */
function ofNode(name: string, include: string[], more?: ProjectConfig): TestProjectInlineConfiguration {
  const experimental = { viteModuleRunner: false, nodeLoader: false };
  return { extends: true, test: { name, isolate: false, experimental, include, ...more } };
}

/** What tests of stores need. */
const STORES: ProjectConfig = { globalSetup: ["test/global-setup.ts"], setupFiles: ["test/drop-databases.ts"] };

export default defineConfig({
  test: {
    // Far above what any test takes, even on a machine that is ten times too busy; only stops tests that hang.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // One per core: npm test runs the browser tests next to the others, which often wait for a lease or a restart.
    maxWorkers: Math.max(2, availableParallelism()),
    // A young generation of 64 MB instead of 16 takes a third off the time for garbage, a tenth of all processor time.
    execArgv: ["--max-semi-space-size=64"],
    sequence: { sequencer: LongestFirst },
    projects: [
      ofNode("unit", ["src/{server,shared}/**/*.test.ts", "test/*.test.ts", "test/{fuzz,peers}/**/*.test.ts"], STORES),
      { extends: true, test: { name: "web", isolate: false, include: ["src/web/**/*.test.ts"] } },
      ofNode("http", ["test/http/**/*.test.ts"], STORES),
      ofNode("e2e", ["test/e2e/**/*.test.ts"]),
    ],
  },
});
