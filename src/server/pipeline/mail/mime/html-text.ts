import { Tokenizer } from "htmlparser2";

const BLOCKS = new Set(
  `address article aside blockquote body center dd details dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4
  h5 h6 header legend li main menu nav ol p pre section table tbody tfoot thead tr ul`.split(/\s+/u),
);
/** Paragraphs have an empty line before and after; other blocks only start a new line. */
const PARAGRAPHS = new Set("p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote".split(" "));
const UNSEEN = new Set("head script style title template noscript object svg math select textarea".split(" "));
const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const HIDING =
  /display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden|font-size\s{0,3}:\s{0,3}0(?:px|pt|em|%)?\s{0,3}(?:;|!|$)|max-height\s{0,3}:\s{0,3}0(?:px)?\s{0,3}(?:;|!|$)|mso-hide\s{0,3}:\s{0,3}all/iu;
const QUOTE_LIMIT = 20;

/**
 * Returns an HTML message's visible text: one line per block, "> " before quotes, and a link's target in angle brackets
 * if its text doesn't show it. Hidden text is omitted. Builds no tree, so it runs in linear time however deeply tags
 * are nested.
 */
export function htmlToText(html: string): string {
  const writer = new TextWriter();
  const reader = new HtmlReader(html, writer);
  const tokenizer = new Tokenizer({ decodeEntities: true }, reader);
  tokenizer.write(html);
  tokenizer.end();
  return writer.text();
}

/** Joins words into lines, collapsing white space and repeated empty lines. */
class TextWriter {
  readonly #lines: string[] = [];
  #line = "";
  /** Tracked separately, because inspecting the end of a growing string would copy it each time. */
  #endsBlank = true;
  #quotes = 0;
  #isPreformatted = 0;
  /** Quote depth of the pending empty line before the next words; Infinity when none is pending. */
  #gap = Infinity;

  words(words: string): void {
    if (this.#isPreformatted > 0) {
      const [first = "", ...rest] = words.split(/\r?\n/u);
      this.#line += first;
      for (const line of rest) {
        this.#push();
        this.#line = line;
      }
      return;
    }
    const shown = words.replace(/[\s\u00a0]+/gu, " ");
    const added = this.#endsBlank && shown.startsWith(" ") ? shown.slice(1) : shown;
    if (added === "") return;
    this.#line += added;
    this.#endsBlank = added.endsWith(" ");
  }

  cell(): void {
    if (this.#line.trim() !== "") this.#line += "\t";
    this.#endsBlank = true;
  }

  newLine(): void {
    this.#push();
  }

  endLine(): void {
    if (this.#line.trim() !== "") this.#push();
  }

  gap(): void {
    this.endLine();
    this.#gap = Math.min(this.#gap, this.#quotes);
  }

  quote(change: 1 | -1): void {
    this.gap();
    this.#quotes = Math.max(0, this.#quotes + change);
  }

  preformatted(change: 1 | -1): void {
    this.endLine();
    this.#isPreformatted = Math.max(0, this.#isPreformatted + change);
  }

  text(): string {
    this.endLine();
    return this.#lines.join("\n");
  }

  #push(): void {
    const mark = markOf(this.#quotes);
    if (this.#gap < Infinity && this.#lines.length > 0 && !isEmptyLine(this.#lines.at(-1)))
      this.#lines.push(markOf(Math.min(this.#gap, this.#quotes)).trimEnd());
    this.#gap = Infinity;
    this.#lines.push((mark + this.#line).trimEnd());
    this.#line = "";
    this.#endsBlank = true;
  }
}

function isEmptyLine(line: string | undefined): boolean {
  return line === undefined || /^>*$/u.test(line);
}

function markOf(quotes: number): string {
  return quotes === 0 ? "" : `${">".repeat(Math.min(quotes, QUOTE_LIMIT))} `;
}

/** Handles tokenizer events and passes text to the writer. */
class HtmlReader {
  readonly #html: string;
  readonly #out: TextWriter;
  #tag = "";
  #attribute = "";
  #value = "";
  #style = "";
  #href = "";
  #isHidden = false;
  /** The hidden element we are in, and the nesting depth of elements with its name. */
  #unseen = "";
  #depth = 0;
  #link: { href: string; words: string } | null = null;

  constructor(html: string, out: TextWriter) {
    this.#html = html;
    this.#out = out;
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#html.slice(start, end).toLowerCase();
    this.#style = "";
    this.#href = "";
    this.#isHidden = false;
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, end).toLowerCase();
    this.#value = "";
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#html.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    this.#value += String.fromCodePoint(codePoint);
  }

  onattribend(): void {
    if (this.#attribute === "style") this.#style = this.#value;
    else if (this.#attribute === "href") this.#href = this.#value.trim();
    else if (this.#attribute === "hidden") this.#isHidden = true;
  }

  onopentagend(): void {
    const tag = this.#tag;
    if (this.#unseen !== "") {
      if (tag === this.#unseen && !VOID.has(tag)) this.#depth += 1;
      return;
    }
    if (tag === "br") this.#out.newLine();
    else if (tag === "hr") this.#rule();
    else if (VOID.has(tag)) return;
    else if (UNSEEN.has(tag) || this.#isHidden || HIDING.test(this.#style)) {
      this.#unseen = tag;
      this.#depth = 1;
    } else this.#open(tag);
  }

  /** HTML ignores the slash of a self-closing tag. */
  onselfclosingtag(): void {
    this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    this.#close(this.#html.slice(start, end).trim().toLowerCase());
  }

  ontext(start: number, end: number): void {
    this.#say(this.#html.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    this.#say(String.fromCodePoint(codePoint));
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #open(tag: string): void {
    if (tag === "a") this.#link = { href: this.#href, words: "" };
    else if (tag === "blockquote") this.#out.quote(1);
    else if (tag === "pre") this.#out.preformatted(1);
    else if (tag === "td" || tag === "th") this.#out.cell();
    else if (PARAGRAPHS.has(tag)) this.#out.gap();
    else if (BLOCKS.has(tag)) this.#out.endLine();
    if (tag === "li") this.#out.words("- ");
  }

  #close(tag: string): void {
    if (this.#unseen !== "") {
      if (tag !== this.#unseen) return;
      this.#depth -= 1;
      if (this.#depth === 0) this.#unseen = "";
    } else if (tag === "a") this.#endLink();
    else if (tag === "blockquote") this.#out.quote(-1);
    else if (tag === "pre") this.#out.preformatted(-1);
    else if (PARAGRAPHS.has(tag)) this.#out.gap();
    else if (BLOCKS.has(tag)) this.#out.endLine();
  }

  #say(words: string): void {
    if (this.#unseen !== "") return;
    if (this.#link !== null && this.#link.words.length < 500) this.#link.words += words;
    this.#out.words(words);
  }

  /** Adds the target, since "Website" and "call me" are less useful than where they lead. */
  #endLink(): void {
    const link = this.#link;
    this.#link = null;
    if (link === null || link.words.trim() === "") return;
    const target = /^(?:mailto|tel):([^?]{1,300})/iu.exec(link.href)?.[1] ?? webTarget(link.href);
    if (target === null || link.words.replace(/\s/gu, "").toLowerCase().includes(bareTarget(target))) return;
    this.#out.words(` <${target}>`);
  }

  #rule(): void {
    this.#out.endLine();
    this.#out.words("________________________________");
    this.#out.newLine();
  }
}

/** Accepts only a site's front page: longer URLs are for tracking or calendars, and obscure the surrounding text. */
function webTarget(href: string): string | null {
  return /^https?:\/\/[^\s/?#]{1,200}\/?$/iu.test(href) ? href : null;
}

function bareTarget(target: string): string {
  return target
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/u, "")
    .replace(/\/$/u, "")
    .replace(/\s|%20/gu, "");
}
