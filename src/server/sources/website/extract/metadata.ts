import type { Element } from "domhandler";

/** The metas of a page by name or property, in small letters, the first of each. */
export function readMetas(elements: readonly Element[]): Map<string, string> {
  const metas = new Map<string, string>();
  for (const { attribs } of elements) {
    const name = (attribs["property"] ?? attribs["name"] ?? "").trim().toLowerCase();
    const content = attribs["content"]?.replace(/\s+/gu, " ").trim() ?? "";
    if (name !== "" && content !== "" && !metas.has(name)) metas.set(name, content);
  }
  return metas;
}

/** What a page asks of robots, all of them or Winnow by name (Google's and Bing's robots meta, "none" is both). */
export function readMetaRobots(metas: ReadonlyMap<string, string>): { noindex: boolean; nofollow: boolean } {
  const asked = `${metas.get("robots") ?? ""},${metas.get("winnow") ?? ""}`.toLowerCase().split(/[\s,]+/u);
  const isNone = asked.includes("none");
  return { noindex: isNone || asked.includes("noindex"), nofollow: isNone || asked.includes("nofollow") };
}
