import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./project.mjs";

const MOST_LINES = 8;
const MOST_CHARACTERS = 300;

/** @typedef {{ status: string, fullName: string, failureMessages: string[] }} TestResult */
/** @typedef {{ name: string, status: string, message: string, assertionResults: TestResult[] }} FileResult */

/**
 * The failures in a Vitest JSON report: suite, file, test and up to nine lines of the message. A file that failed to load
 * is one failure. Empty if nothing failed or there's no report.
 *
 * @param {string} suite name of the reported suite
 * @param {string} report path of the report
 * @returns {string[]} several lines per failure
 */
export function failuresOf(suite, report) {
  if (!existsSync(report)) return [];
  /** @type {{ testResults: FileResult[] }} */
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = `${suite} › ${relative(root, name)}`;
    if (status === "failed" && assertionResults.length === 0) return [formatFailure(file, message)];
    return assertionResults
      .filter((test) => test.status === "failed")
      .map((test) => formatFailure(`${file} › ${test.fullName}`, test.failureMessages.join("\n")));
  });
}

/**
 * @param {string} title
 * @param {string} message
 */
function formatFailure(title, message) {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.includes("node_modules/"))
    .slice(0, MOST_LINES)
    .map((line) => `    ${line.slice(0, MOST_CHARACTERS)}`);
  return [`✗ ${title}`, ...lines].join("\n");
}
