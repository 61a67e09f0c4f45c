import { type AnyNode, type Element, isTag, isText } from "domhandler";

const SILENT = new Set("script style template noscript svg".split(" "));
const BLOCK = new Set("p div li tr td th dd dt h1 h2 h3 h4 h5 h6 ul ol table section article address br".split(" "));

/**
 * An element's text on one line, with spaces at block boundaries and line breaks. Not recursive; stops at `longest`
 * characters.
 */
export function elementText(element: Element, longest = 2_000): string {
  let text = "";
  walkInside(element, (node) => {
    if (isText(node)) text += node.data;
    else if (isTag(node)) {
      if (SILENT.has(node.name)) return false;
      if (BLOCK.has(node.name)) text += " ";
    }
    return text.length < longest ? true : "stop";
  });
  return text.replace(/\s+/gu, " ").trim();
}

/**
 * Visits all descendants of an element in document order. `visit` returns whether to descend into the node, or "stop"
 * to end the walk.
 */
export function walkInside(root: Element, visit: (node: AnyNode) => boolean | "stop"): void {
  let node: AnyNode | null = root.firstChild;
  while (node !== null) {
    const inside = visit(node);
    if (inside === "stop") return;
    if (inside && isTag(node) && node.firstChild !== null) {
      node = node.firstChild;
      continue;
    }
    while (node !== null && node !== root && node.next === null) node = node.parent;
    if (node === null || node === root) return;
    node = node.next;
  }
}
