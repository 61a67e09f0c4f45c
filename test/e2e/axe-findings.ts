import axe from "axe-core";
import type { Page } from "playwright-core";

/** What depends on the colours of a page, and so on its theme; all other rules judge both themes alike. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * What axe finds wrong on a page as it stands, one line per element; empty when nothing. The rules are those of
 * WCAG 2.2 A and AA and axe's own best practices, or those alone that `rules` names.
 */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Evaluated, not added as a script, which the content security policy would refuse; once for each document.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async (runOnly) => {
      const { axe: loaded } = globalThis as unknown as { axe: typeof axe };
      const results = await loaded.run({ resultTypes: ["violations"], ...(runOnly !== undefined && { runOnly }) });
      return results.violations;
    },
    rules === undefined ? undefined : [...rules],
  );
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(" ")})`));
}

/** What axe finds wrong on a page that follows a light system, and in its colours once the system is dark. */
export async function axeFindingsInBothThemes(page: Page): Promise<string[]> {
  const light = await axeFindings(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForFunction(() => document.documentElement.className === "dark");
  const dark = await axeFindings(page, COLOUR_RULES);
  await page.emulateMedia({ colorScheme: "light" });
  await page.waitForFunction(() => document.documentElement.className !== "dark");
  return [...light, ...dark];
}
