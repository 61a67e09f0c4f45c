import type { PageTree } from "#server/sources/website/extract/page-tree.ts";

/** Below this a page says nothing; what a page that waits for scripts shows is "Loading…". */
const ALMOST_NO_TEXT = 200;
const APP_ROOTS = ["root", "app", "__next", "__nuxt", "svelte", "gatsby-focus-wrapper", "q-app", "ember-app"];
const APP_TAGS = new Set(["app-root", "ion-app", "my-app"]);

/** Whether a page has almost no text of its own and scripts that would make it. */
export function needsScripts(tree: PageTree): boolean {
  if (tree.textLength >= ALMOST_NO_TEXT) return false;
  const programs = tree.scripts.filter(({ attribs }) => !/json/iu.test(attribs["type"] ?? ""));
  if (programs.length === 0) return false;
  const hasRoot =
    APP_ROOTS.some((id) => tree.byId.has(id)) ||
    tree.blocks.some(({ element }) => element !== null && APP_TAGS.has(element.name));
  return (
    hasRoot ||
    programs.some(({ attribs }) => attribs["type"] === "module" || attribs["src"] !== undefined || tree.textLength < 40)
  );
}
