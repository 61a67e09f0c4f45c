import type { HelpLink } from "#shared/help/help-text.ts";
import { PAGE_NAMES, PAGES } from "#shared/pages.ts";

/** The pages a model may link to. */
export const PAGE_PATHS: readonly string[] = PAGE_NAMES.map((name) => PAGES[name].path);
const HERE = "http://winnow.invalid";
const LONGEST_LINK = 400;

/** A path of the product's own pages in its canonical form; null for anything else. */
export function productPath(href: string): string | null {
  if (!href.startsWith("/") || /[\\\s\p{Cc}]/u.test(href) || !URL.canParse(href, HERE)) return null;
  const { origin, pathname, search } = new URL(href, HERE);
  if (origin !== HERE) return null;
  return PAGE_PATHS.includes(pathname) || /^\/leads\/\d{1,19}$/u.test(pathname) ? `${pathname}${search}` : null;
}

/**
 * Extracts links from streamed text: the label of `[label](target)` stays in the text, and the target is collected if
 * it's a path of the product. Images are removed with their targets.
 */
export class LinkReader {
  readonly links: HelpLink[] = [];
  #held = "";

  /** The text that is safe to show so far. */
  push(piece: string): string {
    this.#held += piece;
    let shown = "";
    for (;;) {
      const start = this.#held.search(/!?\[/u);
      if (start < 0) {
        // An exclamation mark may be the start of an image.
        const keep = this.#held.endsWith("!") ? 1 : 0;
        shown += this.#held.slice(0, this.#held.length - keep);
        this.#held = this.#held.slice(this.#held.length - keep);
        return shown;
      }
      shown += this.#held.slice(0, start);
      this.#held = this.#held.slice(start);
      const link = /^!?\[(?<label>[^\]\n]*)\]\((?<target>[^)\n]*)\)/u.exec(this.#held);
      if (link !== null) {
        shown += this.#take(link.groups?.["label"] ?? "", link.groups?.["target"] ?? "");
        this.#held = this.#held.slice(link[0].length);
      } else if (couldBecomeLink(this.#held)) {
        return shown;
      } else {
        shown += this.#held.slice(0, 1);
        this.#held = this.#held.slice(1);
      }
    }
  }

  /** The pending text that didn't become a link. */
  end(): string {
    const rest = this.#held;
    this.#held = "";
    return rest;
  }

  #take(label: string, target: string): string {
    const href = productPath(target.trim());
    if (href !== null && this.links.every((link) => link.href !== href)) {
      this.links.push({ label: label.trim() || href, href });
    }
    return label;
  }
}

function couldBecomeLink(text: string): boolean {
  return text.length < LONGEST_LINK && /^!?\[[^\]\n]*(?:\](?:\([^)\n]*)?)?$/u.test(text);
}
