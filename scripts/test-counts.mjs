import { existsSync, readFileSync } from "node:fs";

/**
 * Counts the tests in a Vitest JSON report. A file that failed to load, an error outside any test and a missing report
 * each count as one failure.
 *
 * @param {string} report path of the report
 * @param {number} exitCode of the run
 * @returns {{ passed: number, failed: number, skipped: number }}
 */
export function countsOf(report, exitCode) {
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  /** @type {{ testResults: { status: string, assertionResults: { status: string }[] }[] }} */
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  const tests = testResults.flatMap((file) => file.assertionResults.map((test) => test.status));
  const passed = tests.filter((status) => status === "passed").length;
  const failedTests = tests.filter((status) => status === "failed").length;
  const unloaded = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length;
  const failed = failedTests + unloaded;
  return {
    passed,
    failed: exitCode !== 0 && failed === 0 ? 1 : failed,
    skipped: tests.length - passed - failedTests,
  };
}
