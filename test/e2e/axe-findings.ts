import type axe from "axe-core";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

/** Each document compiles it, so the short version. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Rules that depend on colors, and so on the theme. */
export const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Accessibility violations on the page, one line per element. Checks WCAG 2.2 A and AA plus axe's best practices, or
 * only `rules`.
 */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Evaluated, because the content security policy blocks added scripts; once per document.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const violations = await page.evaluate(
    async (runOnly) => {
      const { axe: loaded } = globalThis as unknown as { axe: typeof axe };
      const results = await loaded.run(
        // The page behind a dialog, which assistive technology doesn't see and whose colors are checked without it.
        { exclude: ["[data-aria-hidden]"] },
        { resultTypes: ["violations"], ...(runOnly !== undefined && { runOnly }) },
      );
      return results.violations;
    },
    rules === undefined ? undefined : [...rules],
  );
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(" ")})`));
}

/** Violations on a page that follows the system theme: all rules in light mode, color rules in dark mode. */
export async function axeFindingsInBothThemes(page: Page): Promise<string[]> {
  const light = await axeFindings(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForFunction(() => document.documentElement.className === "dark");
  const dark = await axeFindings(page, COLOR_RULES);
  await page.emulateMedia({ colorScheme: "light" });
  await page.waitForFunction(() => document.documentElement.className !== "dark");
  return [...light, ...dark];
}
