import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { HELP_CHAPTERS } from "#shared/help/articles.ts";
import { FAQ } from "#shared/help/faq.ts";
import { EXAMPLE_SHEET, GUIDE_STEPS } from "#shared/help/guide.ts";
import { helpPage } from "#shared/help/help-page.ts";
import { FAQ_CATEGORIES } from "#shared/help/help-text.ts";
import { CONFIGURATION_PARTS, PAGES } from "#shared/pages.ts";

const ROOT = join(import.meta.dirname, "..");
const articles = HELP_CHAPTERS.flatMap((chapter) => chapter.articles);

test("docs/help.md matches the output of npm run docs", () => {
  expect(readFileSync(join(ROOT, "docs/help.md"), "utf8")).toBe(helpPage());
});

describe("help texts", () => {
  test("have unique IDs", () => {
    const ids = [...articles, ...FAQ].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("fill every category of the FAQ", () => {
    expect(new Set(FAQ.map(({ category }) => category))).toEqual(new Set(FAQ_CATEGORIES));
  });

  test("name only variables that the operator's page explains", () => {
    const operations = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
    const named = new Set(helpPage().match(/\b(?:WINNOW|DATABASE)_[A-Z_]*[A-Z]\b/gu));
    expect([...named].filter((variable) => !operations.includes(`\`${variable}\``))).toEqual([]);
    expect(named.size).toBeGreaterThan(5);
  });

  test("link only to existing pages", () => {
    const paths: readonly string[] = Object.values(PAGES).map(({ path }) => path);
    const hrefs = [...articles, ...FAQ].flatMap(({ links }) => links.map(({ href }) => href));
    expect(hrefs.length).toBeGreaterThan(20);
    expect(hrefs.filter((href) => !paths.includes(href.replace(/[?#].*$/u, "")))).toEqual([]);
    const parts = hrefs.filter((href) => href.startsWith("/configuration#")).map((href) => href.split("#")[1]);
    expect(parts).not.toEqual([]);
    expect(parts.filter((part) => !CONFIGURATION_PARTS.some((one) => one === part))).toEqual([]);
  });

  test("show an example row under each header", () => {
    expect(GUIDE_STEPS).toHaveLength(5);
    for (const row of EXAMPLE_SHEET.rows) expect(row).toHaveLength(EXAMPLE_SHEET.headers.length);
  });
});
