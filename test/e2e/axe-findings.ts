import axe from "axe-core";
import type { Page } from "playwright-core";

/**
 * What axe finds wrong on a page as it stands, one line per element; empty when nothing. The rules are those of
 * WCAG 2.2 A and AA and axe's own best practices.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  // Evaluated, not added as a script, which the content security policy would refuse.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(async () => {
    const { axe: loaded } = globalThis as unknown as { axe: typeof axe };
    return loaded.run({ resultTypes: ["violations"] });
  });
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(" ")})`));
}
