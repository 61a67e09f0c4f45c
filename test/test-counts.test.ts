import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { countsOf } from "../scripts/test-counts.mjs";

const folder = mkdtempSync(join(tmpdir(), "winnow-counts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((it) => ({ status: it })),
});

test.each([
  ["all pass", [file("passed", "passed", "passed")], 0, { passed: 2, failed: 0, skipped: 0 }],
  [
    "one fails",
    [file("failed", "passed", "failed"), file("passed", "passed")],
    1,
    { passed: 2, failed: 1, skipped: 0 },
  ],
  ["some skipped", [file("passed", "passed", "skipped", "pending")], 0, { passed: 1, failed: 0, skipped: 2 }],
  ["a file that does not load", [file("failed"), file("passed", "passed")], 1, { passed: 1, failed: 1, skipped: 0 }],
  ["an error outside of any test", [file("passed", "passed")], 1, { passed: 1, failed: 1, skipped: 0 }],
])("counts a run where %s", (_, testResults, exitCode, counts) => {
  const report = join(folder, "report.json");
  writeFileSync(report, JSON.stringify({ testResults }));
  expect(countsOf(report, exitCode)).toEqual(counts);
});

test("a run without a report is one failure, whatever its exit code", () => {
  expect(countsOf(join(folder, "nothing.json"), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});
