import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./project.mjs";

const MOST_LINES = 8;
const MOST_CHARACTERS = 300;

/** @typedef {{ status: string, fullName: string, failureMessages: string[] }} TestResult */
/** @typedef {{ name: string, status: string, message: string, assertionResults: TestResult[] }} FileResult */

/**
 * What failed in a report of Vitest's JSON reporter: for each test its suite, file and name, and how its message begins,
 * at most nine lines. A file that could not be loaded is one failure. Empty when nothing failed or no report is there.
 *
 * @param {string} suite what the report is of
 * @param {string} report path of the report
 * @returns {string[]} a text of several lines for each failure
 */
export function failuresOf(suite, report) {
  if (!existsSync(report)) return [];
  /** @type {{ testResults: FileResult[] }} */
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = `${suite} › ${relative(root, name)}`;
    if (status === "failed" && assertionResults.length === 0) return [told(file, message)];
    return assertionResults
      .filter((test) => test.status === "failed")
      .map((test) => told(`${file} › ${test.fullName}`, test.failureMessages.join("\n")));
  });
}

/**
 * @param {string} title
 * @param {string} message
 */
function told(title, message) {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.includes("node_modules/"))
    .slice(0, MOST_LINES)
    .map((line) => `    ${line.slice(0, MOST_CHARACTERS)}`);
  return [`✗ ${title}`, ...lines].join("\n");
}
