import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "../src");
/** As in (?i:…), except for a comment with exactly that text. */
const EITHER_CASE = /\(\?[ims]*i[ims]*(?:-[ims]+)?:(?!…)/u;

test("no regular expression uses an inline case modifier, which V8 ignores in late compilation", () => {
  const files = globSync("**/*.{ts,tsx}", { cwd: SOURCES }).filter((file) => !/\.test\.tsx?$/u.test(file));
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => EITHER_CASE.test(readFileSync(join(SOURCES, file), "utf8")))).toEqual([]);
  expect(EITHER_CASE.test("(?i:dear)")).toBe(true);
});
