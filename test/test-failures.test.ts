import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root } from "../scripts/project.mjs";
import { failuresOf } from "../scripts/test-failures.mjs";

const folder = mkdtempSync(join(tmpdir(), "winnow-failures-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const failures = (testResults: unknown[]): string[] => {
  const report = join(folder, "report.json");
  writeFileSync(report, JSON.stringify({ testResults }));
  return failuresOf("HTTP", report);
};

test("each failed test is listed with its suite, file, name and message", () => {
  const passed = { status: "passed", fullName: "a list is sorted", failureMessages: [] };
  const failed = {
    status: "failed",
    fullName: "a list is short",
    failureMessages: [
      "AssertionError: \u001b[31mexpected 3 to be 2\u001b[39m\n    at /here/list.test.ts:7:3\n    at /x/node_modules/y.js:1:1",
    ],
  };
  expect(
    failures([
      { name: join(root, "test/list.test.ts"), status: "failed", message: "", assertionResults: [passed, failed] },
    ]),
  ).toEqual([
    [
      "✗ HTTP › test/list.test.ts › a list is short",
      "    AssertionError: expected 3 to be 2",
      "        at /here/list.test.ts:7:3",
    ].join("\n"),
  ]);
});

test("a file that doesn't load is listed with the reason", () => {
  const file = {
    name: join(root, "test/gone.test.ts"),
    status: "failed",
    message: "No such file",
    assertionResults: [],
  };
  expect(failures([file])).toEqual(["✗ HTTP › test/gone.test.ts\n    No such file"]);
});

test("a long message is truncated", () => {
  const failureMessages = [Array.from({ length: 100 }, (_, at) => `${at} ${"x".repeat(1_000)}`).join("\n")];
  const assertionResults = [{ status: "failed", fullName: "it", failureMessages }];
  const [failure = ""] = failures([{ name: join(root, "a.test.ts"), status: "failed", message: "", assertionResults }]);
  const lines = failure.split("\n");
  expect(lines).toHaveLength(9);
  expect(lines[1]).toMatch(/^ {4}0 x+$/u);
  expect(Math.max(...lines.map((line) => line.length))).toBe(304);
});

test("nothing is listed without failures or a report", () => {
  const assertionResults = [{ status: "passed", fullName: "it", failureMessages: [] }];
  expect(failures([{ name: "a", status: "passed", message: "", assertionResults }])).toEqual([]);
  expect(failuresOf("HTTP", join(folder, "nothing.json"))).toEqual([]);
});
