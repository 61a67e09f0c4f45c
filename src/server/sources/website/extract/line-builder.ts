import { reversed } from "#server/sources/website/extract/hidden-address.ts";
import type { Line, LineLink, MarkedContact } from "#server/sources/website/extract/page-tree.ts";

/** Soft hyphens, joiners, marks of direction: nobody sees them, and they break words for a machine only. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu;
const NEEDS_CLEANING = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]|\s{2}|[^\S ]/u;
const LONGEST_LINE = 20_000;

/** Puts the pieces of text of a page together into the lines that people see. */
export class LineBuilder {
  readonly lines: Line[] = [];
  textLength = 0;
  #text = "";
  #bold = 0;
  #seams: number[] = [];
  #marked: MarkedContact[] = [];
  #links: LineLink[] = [];
  #isContinued = false;

  /** The offset at which the next text begins. */
  get offset(): number {
    return this.#text.length;
  }

  add(data: string, isBold: boolean): void {
    // Most text is clean, and looking is cheaper than replacing.
    let text = NEEDS_CLEANING.test(data) ? data.replace(INVISIBLE, "").replace(/\s+/gu, " ") : data;
    if (text.startsWith(" ") && (this.#text === "" || this.#text.endsWith(" "))) text = text.trimStart();
    if (text === "" || this.#text.length > LONGEST_LINE) return;
    if (isBold) this.#bold += text.length;
    this.#text += text;
  }

  /** An inline element begins or ends here; words that would run together are set apart, split addresses are not. */
  seam(next: string): void {
    const at = this.#text.length;
    if (at === 0) return;
    if (this.#seams.at(-1) !== at) this.#seams.push(at);
    if (next !== "" && runsTogether(this.#text.slice(Math.max(this.#seams.at(-2) ?? 0, at - 100)), next.slice(0, 100)))
      this.#text += " ";
  }

  mark(contact: MarkedContact): void {
    this.#marked.push(contact);
  }

  link(link: LineLink): void {
    this.#links.push(link);
  }

  /** Writes what was added since `start` backwards, for text that a style shows the other way round. */
  reverseFrom(start: number): void {
    this.#text = this.#text.slice(0, start) + reversed(this.#text.slice(start));
  }

  /** Ends the line. `heading` is the level of the heading around it, 0 outside of one. */
  end(block: number, heading: number, isBreak: boolean): void {
    const text = this.#text.trimEnd();
    if (text !== "" || this.#marked.length > 0) {
      this.lines.push({
        text,
        block,
        heading: heading > 0 ? heading : this.#bold >= text.length && text.length < 80 && text !== "" ? 7 : 0,
        seams: this.#seams.filter((at) => at > 0 && at < text.length),
        marked: this.#marked,
        links: this.#links,
        isContinued: this.#isContinued,
      });
      this.textLength += text.length;
      this.#seams = [];
      this.#marked = [];
      this.#links = [];
    }
    // Two breaks leave a blank line: a new paragraph.
    this.#isContinued = isBreak && text !== "";
    this.#text = "";
    this.#bold = 0;
    this.#seams.length = 0;
  }
}

/**
 * Whether `left`, the text of one inline element, and `right`, that of the next, are two words although no space is
 * between them: "Ann Lee" + "CEO". "ann" + "@" + "acme" + ".com" are pieces of one.
 */
function runsTogether(left: string, right: string): boolean {
  const last = left.at(-1) ?? " ";
  const first = right.trimStart().at(0) ?? " ";
  if (right.startsWith(" ") || !/[\p{L}\p{N})]/u.test(last) || !/[\p{L}\p{N}+(]/u.test(first)) return false;
  if (/^\s*[\w.+-]+@[\w-]+\.\w/u.test(right) || /@[\w-]+\.[a-z]{2,}$/iu.test(left)) return true;
  if (/^\s*[+(]?\d[\d\s()/.-]{5}/u.test(right)) return true;
  return /\p{Ll}|\d/u.test(last) && /\p{Lu}/u.test(first);
}
