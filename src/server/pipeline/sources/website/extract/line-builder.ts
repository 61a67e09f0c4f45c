import { reversed } from "#server/pipeline/sources/website/extract/hidden-address.ts";
import type { Line, LineLink, MarkedContact } from "#server/pipeline/sources/website/extract/page-tree.ts";

/** Soft hyphens, joiners and direction marks: invisible to readers, but they split words for a parser. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu;
const NEEDS_CLEANING = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]|\s{2}|[^\S ]/u;
const LONGEST_LINE = 20_000;

/** Assembles a page's text nodes into visible lines. */
export class LineBuilder {
  readonly lines: Line[] = [];
  textLength = 0;
  #text = "";
  #bold = 0;
  #seams: number[] = [];
  #marked: MarkedContact[] = [];
  #links: LineLink[] = [];
  #isContinued = false;
  #isApart = false;

  get offset(): number {
    return this.#text.length;
  }

  add(data: string, isBold: boolean): void {
    // Most text is clean, and testing is cheaper than replacing.
    let text = NEEDS_CLEANING.test(data) ? data.replace(INVISIBLE, "").replace(/\s+/gu, " ") : data;
    if (text.startsWith(" ") && (this.#text === "" || this.#text.endsWith(" "))) text = text.trimStart();
    if (text === "" || this.#text.length > LONGEST_LINE) return;
    if (isBold) this.#bold += text.length;
    this.#text += text;
  }

  /**
   * An inline element starts or ends here. Inserts a space between words that would run together, but not into split
   * addresses.
   */
  seam(next: string): void {
    const at = this.#text.length;
    if (at === 0) return;
    if (this.#seams.at(-1) !== at) this.#seams.push(at);
    if (next !== "" && runsTogether(this.#text.slice(Math.max(this.#seams.at(-2) ?? 0, at - 100)), next.slice(0, 100)))
      this.#text += " ";
  }

  /** A wide gap in preformatted text separates columns. */
  gap(): void {
    if (this.#text !== "" && this.#seams.at(-1) !== this.#text.length) this.#seams.push(this.#text.length);
  }

  /** Adds an address that the markup conceals, as a separate word. */
  address(value: string): void {
    if (/[\p{L}\p{N})]$/u.test(this.#text)) this.#text += " ";
    this.add(value, false);
    this.mark({ kind: "email", value, start: this.offset - value.length, end: this.offset });
  }

  mark(contact: MarkedContact): void {
    this.#marked.push(contact);
  }

  link(link: LineLink): void {
    this.#links.push(link);
  }

  /** Reverses the text added since `start`, for text that CSS displays in reverse. */
  reverseFrom(start: number): void {
    this.#text = this.#text.slice(0, start) + reversed(this.#text.slice(start));
  }

  /** Marks the next line as separated from the previous one. */
  rule(): void {
    this.#isApart = true;
  }

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
        isApart: this.#isApart,
      });
      this.#isApart = false;
      this.textLength += text.length;
      this.#seams = [];
      this.#marked = [];
      this.#links = [];
    }
    // Two line breaks form a blank line and start a new paragraph.
    this.#isApart ||= isBreak && text === "";
    this.#isContinued = isBreak && text !== "";
    this.#text = "";
    this.#bold = 0;
    this.#seams.length = 0;
  }
}

/**
 * Whether the texts of two adjacent inline elements are separate words despite having no space between them: "Ann Lee"
 * + "CEO". "ann" + "@" + "acme" + ".com" belong together.
 */
function runsTogether(left: string, right: string): boolean {
  const last = left.at(-1) ?? " ";
  const first = right.trimStart().at(0) ?? " ";
  if (right.startsWith(" ") || !/[\p{L}\p{N})]/u.test(last) || !/[\p{L}\p{N}+(]/u.test(first)) return false;
  if (/^\s*[\w.+-]+@[\w-]+\.\w/u.test(right) || /@[\w-]+\.[a-z]{2,}$/iu.test(left)) return true;
  if (/^\s*(?:[+(]{0,2}\d[\d\s()/.-]{5}|www\.|https?:)/u.test(right)) return true;
  return /\p{Ll}|\d/u.test(last) && /\p{Lu}/u.test(first);
}
