import axe from "axe-core";
import type { Page } from "playwright-core";

/**
 * What axe finds wrong on a page as it stands, one line per element; empty when nothing. The rules are those of
 * WCAG 2.2 A and AA and axe's own best practices, or those alone that `rules` names.
 */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Evaluated, not added as a script, which the content security policy would refuse.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    async (runOnly) => {
      const { axe: loaded } = globalThis as unknown as { axe: typeof axe };
      return loaded.run({ resultTypes: ["violations"], ...(runOnly !== undefined && { runOnly }) });
    },
    rules === undefined ? undefined : [...rules],
  );
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(" ")})`));
}
