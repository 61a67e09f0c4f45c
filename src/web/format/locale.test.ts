import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { englishOf } from "#web/format/locale.ts";

const WEB = join(import.meta.dirname, "..");

it.each([
  [["de-DE", "de"], "en-US"],
  [["de-DE", "en-GB", "en"], "en-GB"],
  [["en-IN"], "en-IN"],
  [["ar-EG"], "en-US"],
  [["en"], "en"],
  [["enm"], "en-US"],
  [[], "en-US"],
])("formats for a browser in %s as %s", (languages, locale) => {
  expect(englishOf(languages)).toBe(locale);
});

it("is used by everything that formats numbers and dates", () => {
  const files = globSync("**/*.{ts,tsx}", { cwd: WEB }).filter((file) => !file.includes(".test."));
  expect(files.length).toBeGreaterThan(300);
  const others = files.filter((file) =>
    /toLocale(?:Date|Time)?String\((?!LOCALE)|(?:DateTime|Number)Format\((?!LOCALE|\)\.resolvedOptions)/u.test(
      readFileSync(join(WEB, file), "utf8"),
    ),
  );
  expect(others).toEqual([]);
});
