import { selectAll, selectOne, type Options } from "css-select";
import { hasChildren, isTag, isText, type AnyNode, type Document, type Element } from "domhandler";

/**
 * Step limit for all user-defined selectors on a page: about fifty for each element of the largest page. `a b c d`
 * tries every combination of three ancestors, which takes cubic time.
 */
const MOST_STEPS = 5_000_000;

/** Thrown when a query exceeds the remaining steps. */
export class TooManySteps extends Error {}

/** Runs CSS selectors on one page in bounded time. */
export class BoundedSelect {
  #left = MOST_STEPS;
  readonly #options: Options<AnyNode, Element>;

  constructor() {
    const isElement = (node: AnyNode): node is Element => {
      this.#left -= 1;
      if (this.#left < 0) throw new TooManySteps();
      return isTag(node);
    };
    const textOf = (node: AnyNode): string => {
      if (isText(node)) return node.data;
      return childrenOf(node)
        .map((child) => (isElement(child) || isText(child) ? textOf(child) : ""))
        .join("");
    };
    this.#options = {
      adapter: {
        isTag: isElement,
        getText: textOf,
        getChildren: childrenOf,
        getName: ({ name }) => name,
        getParent: ({ parent }) => parent,
        getSiblings: (node) => (node.parent === null ? [node] : node.parent.children),
        getAttributeValue: ({ attribs }, name) => attribs[name],
        hasAttrib: ({ attribs }, name) => Object.hasOwn(attribs, name),
        // Only called with siblings, which never contain each other.
        removeSubsets: (nodes) => nodes,
      },
    };
  }

  /** Throws TooManySteps, or css-select's error for an invalid selector. */
  all(selector: string, root: Document | Element): Element[] {
    return selectAll<AnyNode, Element>(selector, root, this.#options);
  }

  one(selector: string, root: Document | Element): Element | null {
    return selectOne<AnyNode, Element>(selector, root, this.#options);
  }
}

function childrenOf(node: AnyNode): AnyNode[] {
  return hasChildren(node) ? node.children : [];
}
