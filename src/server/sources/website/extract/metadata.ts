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

/** Whether a page asks all robots, or Winnow by name, not to follow its links ("none" is "noindex, nofollow"). */
export function asksNotToFollow(metas: ReadonlyMap<string, string>): boolean {
  const asked = `${metas.get("robots") ?? ""},${metas.get("winnow") ?? ""}`.toLowerCase().split(/[\s,]+/u);
  return asked.includes("nofollow") || asked.includes("none");
}
