/** Classes and ids that a page's style sheet uses to hide or reverse text. */
export interface StyledClasses {
  hidden: ReadonlySet<string>;
  reversed: ReadonlySet<string>;
}

export const NO_STYLED_CLASSES: StyledClasses = { hidden: new Set(), reversed: new Set() };

const LONGEST_SHEET = 200_000;

/**
 * Adds the classes and ids that a style sheet hides or reverses, ids with their #. Considers only rules for a single
 * class or id, and none inside @media, which applies to some readers only.
 */
export function readStyleSheet(css: string, known: StyledClasses): StyledClasses {
  if (!/display|visibility|direction/iu.test(css) || css.length > LONGEST_SHEET) return known;
  const hidden = new Set(known.hidden);
  const reversed = new Set(known.reversed);
  let depth = 0;
  let opening = 0;
  let selectors = "";
  for (let at = 0; at < css.length; at++) {
    const character = css[at];
    if (character === "{") {
      if (depth === 0) selectors = css.slice(opening, at);
      depth++;
      opening = at + 1;
    } else if (character === "}") {
      depth = Math.max(0, depth - 1);
      if (depth === 0) readRule(selectors, css.slice(opening, at), hidden, reversed);
      opening = at + 1;
    } else if (character === ";" && depth === 0) opening = at + 1;
  }
  return { hidden, reversed };
}

function readRule(selectors: string, declarations: string, hidden: Set<string>, reversed: Set<string>): void {
  if (selectors.includes("@")) return;
  const into = isHidingStyle(declarations) ? hidden : isReversingStyle(declarations) ? reversed : null;
  if (into === null) return;
  for (const selector of selectors.split(",")) {
    const bare = selector.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/gu, "").trim();
    const name = /^(?:[a-z]+)?(?:\.([\w-]+)|(#[\w-]+))$/iu.exec(bare);
    const key = name?.[1] ?? name?.[2];
    if (key !== undefined) into.add(key);
  }
}

export function isHidingStyle(style: string): boolean {
  return /display\s*:\s*none|visibility\s*:\s*hidden/iu.test(style);
}

export function isReversingStyle(style: string): boolean {
  return /direction\s*:\s*rtl/iu.test(style) && /unicode-bidi\s*:\s*(?:bidi|isolate)-override/iu.test(style);
}
