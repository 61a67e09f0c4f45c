import { selectAll, selectOne, type Options } from "css-select";
import { hasChildren, isTag, isText, type AnyNode, type Document, type Element } from "domhandler";

/**
 * How many steps through the page all looks for a person's selectors may take: some fifty for each element of the
 * largest page there is. `a b c d` tries each way to choose three ancestors, so that its time grows with their cube.
 */
const MOST_STEPS = 5_000_000;

/** Thrown by a look that takes more steps than are left. */
export class TooManySteps extends Error {}

/** Looks for CSS selectors in one page, in bounded time. */
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
        // Only siblings come here, of which none is in another.
        removeSubsets: (nodes) => nodes,
      },
    };
  }

  /** Throws TooManySteps, and what css-select throws for a text that is no selector. */
  all(selector: string, root: Document | Element): Element[] {
    return selectAll<AnyNode, Element>(selector, root, this.#options);
  }

  /** The first of them; throws as `all` does. */
  one(selector: string, root: Document | Element): Element | null {
    return selectOne<AnyNode, Element>(selector, root, this.#options);
  }
}

function childrenOf(node: AnyNode): AnyNode[] {
  return hasChildren(node) ? node.children : [];
}
