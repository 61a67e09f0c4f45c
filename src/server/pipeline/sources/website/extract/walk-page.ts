import { type AnyNode, type Document, type Element, isTag, isText } from "domhandler";
import { parseDocument } from "htmlparser2";
import {
  addressesOfLink,
  addressOfAttributes,
  cloudflareCode,
  decodeCloudflare,
  percentDecoded,
} from "#server/pipeline/sources/website/extract/hidden-address.ts";
import {
  isHidingStyle,
  isReversingStyle,
  NO_STYLED_CLASSES,
  readStyleSheet,
  type StyledClasses,
} from "#server/pipeline/sources/website/extract/hidden-styles.ts";
import { LineBuilder } from "#server/pipeline/sources/website/extract/line-builder.ts";
import { walkInside } from "#server/pipeline/sources/website/extract/markup/element-text.ts";
import { isCard } from "#server/pipeline/sources/website/extract/markup/microformats.ts";
import type { Block, PageTree } from "#server/pipeline/sources/website/extract/page-tree.ts";
import { joinedLiterals, writtenByScript } from "#server/pipeline/sources/website/extract/script-literals.ts";

const LONGEST_FILE_NAME = 80;
const LONGEST_LOGO = 100;
const INLINE = new Set(
  `a abbr acronym b basefont bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rp rt ruby s samp
  small span strike strong sub sup time tt u var wbr img picture source button input noscript`.split(/\s+/u),
);
const BOLD = new Set(["b", "strong"]);
/** Elements whose content is not text. */
const SILENT = new Set("script style template svg math audio video canvas select textarea iframe title".split(" "));

interface Open {
  element: Element;
  block: number;
  startLine: number;
  startOffset: number;
  isBlock: boolean;
  isReversed: boolean;
}

/** Walks a page, or part of one, once and collects what all readers need, in linear time. */
export function walkPage(root: Document | Element): PageTree {
  return new Walk().run(root);
}

class Walk {
  readonly #lines = new LineBuilder();
  readonly #blocks: Block[] = [{ element: null, parent: -1, first: 0, end: 0, lastBlock: 0 }];
  readonly #open: Open[] = [];
  readonly #tree: PageTree;
  #block = 0;
  #heading = 0;
  #bold = 0;
  #preformatted = 0;
  #markup = { item: 0, typed: 0, format: 0 };
  #styles: StyledClasses = NO_STYLED_CLASSES;

  constructor() {
    this.#tree = {
      lines: this.#lines.lines,
      blocks: this.#blocks,
      anchors: [],
      metas: [],
      linkElements: [],
      scripts: [],
      frames: [],
      itemScopes: [],
      typedElements: [],
      microformats: [],
      byId: new Map(),
      title: "",
      logo: "",
      language: "",
      baseHref: "",
      passwordFields: 0,
      textLength: 0,
    };
  }

  run(start: Document | Element): PageTree {
    this.#walk(start.firstChild, start);
    this.#endLine(false);
    const root = this.#blocks[0];
    if (root !== undefined) Object.assign(root, { end: this.#lines.lines.length, lastBlock: this.#blocks.length });
    this.#tree.textLength = this.#lines.textLength;
    return this.#tree;
  }

  #walk(from: AnyNode | null, root: AnyNode): void {
    let node = from;
    while (node !== null) {
      const child = this.#visit(node);
      if (child !== null) {
        node = child;
        continue;
      }
      if (isTag(node)) this.#leave(node);
      while (node !== null && node.next === null) {
        node = node.parent === root ? null : (node.parent as AnyNode | null);
        if (node !== null && isTag(node)) this.#leave(node);
      }
      node = node?.next ?? null;
    }
  }

  #visit(node: AnyNode): AnyNode | null {
    if (isText(node)) {
      this.#text(node.data);
      return null;
    }
    if (!isTag(node)) return "children" in node ? (node.firstChild ?? null) : null;
    this.#note(node);
    return this.#enter(node) ? node.firstChild : null;
  }

  #text(data: string): void {
    if (this.#preformatted === 0) {
      this.#lines.add(data, this.#bold > 0);
      return;
    }
    for (const [at, line] of data.split(/\r\n?|\n/u).entries()) {
      if (at > 0) this.#endLine(true);
      for (const [column, text] of line.split(/\t+|\s{3,}/u).entries()) {
        if (column > 0) {
          this.#lines.add(" ", false);
          this.#lines.gap();
        }
        this.#lines.add(text, this.#bold > 0);
      }
    }
  }

  #enter(element: Element): boolean {
    const { name, attribs } = element;
    if (name === "br") {
      this.#endLine(true);
      return false;
    }
    if (name === "head") return true;
    if (SILENT.has(name)) return false;
    if (this.#isHidden(element)) {
      this.#noteHidden(element);
      return false;
    }
    const isBlock = !INLINE.has(name);
    if (name === "hr") this.#lines.rule();
    if (isBlock) this.#openBlock(element);
    else this.#lines.seam(leadingTextOf(element.firstChild));
    const isReversed = this.#isReversed(element);
    const { lines } = this.#lines;
    this.#open.push({
      element,
      block: this.#block,
      startLine: lines.length,
      startOffset: this.#lines.offset,
      isBlock,
      isReversed,
    });
    if (isBold(element)) this.#bold++;
    else if (name === "pre") this.#preformatted++;
    if (attribs["itemscope"] !== undefined && this.#markup.item++ === 0) this.#tree.itemScopes.push(element);
    if (attribs["typeof"] !== undefined && this.#markup.typed++ === 0) this.#tree.typedElements.push(element);
    if (isCard(element) && this.#markup.format++ === 0) this.#tree.microformats.push(element);
    const address = hasData(attribs) ? addressOfAttributes(attribs) : "";
    if (address !== "") {
      this.#lines.address(address);
      return false;
    }
    const alt = name === "img" ? (attribs["alt"] ?? "") : "";
    if (alt.includes("@")) this.#lines.add(alt, false);
    else if (alt !== "" && this.#tree.logo === "" && isLogo(attribs)) this.#tree.logo = alt.slice(0, LONGEST_LOGO);
    if (name === "a") return this.#isReadLink(element);
    return true;
  }

  /** Cloudflare's link text is "[email protected]", which must not be read. */
  #isReadLink(link: Element): boolean {
    const address = decodeCloudflare(cloudflareCode(link.attribs["href"] ?? ""));
    if (address === "") return true;
    this.#lines.address(address);
    return false;
  }

  #leave(element: Element): void {
    const open = this.#open.at(-1);
    if (open?.element !== element) return;
    this.#open.pop();
    const { name } = element;
    if (isBold(element)) this.#bold--;
    else if (name === "pre") this.#preformatted--;
    if (open.isReversed && this.#lines.lines.length === open.startLine) this.#lines.reverseFrom(open.startOffset);
    if (name === "a") this.#leaveLink(open);
    if (element.attribs["itemscope"] !== undefined) this.#markup.item--;
    if (element.attribs["typeof"] !== undefined) this.#markup.typed--;
    if (isCard(element)) this.#markup.format--;
    if (open.isBlock) this.#closeBlock(element);
    else this.#lines.seam(leadingTextOf(element.next));
  }

  #leaveLink({ element, startLine, startOffset }: Open): void {
    const isSameLine = startLine === this.#lines.lines.length;
    const start = isSameLine ? startOffset : 0;
    const end = this.#lines.offset;
    const href = (element.attribs["href"] ?? "").trim();
    for (const { kind, value } of contactsOfLink(element, href)) this.#lines.mark({ kind, value, start, end });
    if (/^(?:https?:|\/|\.|[\w-]+[/.?])/iu.test(href)) this.#lines.link({ href, start, end });
  }

  #openBlock(element: Element): void {
    this.#endLine(false);
    const parent = this.#block;
    this.#block = this.#blocks.length;
    const first = this.#lines.lines.length;
    this.#blocks.push({ element, parent, first, end: first, lastBlock: this.#block });
    if (/^h[1-6]$/u.test(element.name)) this.#heading = Number(element.name[1]);
  }

  #closeBlock(element: Element): void {
    this.#endLine(false);
    const block = this.#blocks[this.#block];
    if (block === undefined) return;
    block.end = this.#lines.lines.length;
    // An empty box separates the content around it.
    if (block.end === block.first) this.#lines.rule();
    block.lastBlock = this.#blocks.length;
    this.#block = block.parent;
    if (/^h[1-6]$/u.test(element.name)) this.#heading = 0;
  }

  #endLine(isBreak: boolean): void {
    this.#lines.end(this.#block, this.#heading, isBreak);
  }

  #note(element: Element): void {
    const { name, attribs } = element;
    const tree = this.#tree;
    if (attribs["id"] !== undefined && !tree.byId.has(attribs["id"])) tree.byId.set(attribs["id"], element);
    if (name === "a" || name === "area") tree.anchors.push(element);
    else if (name === "meta") tree.metas.push(element);
    else if (name === "link") tree.linkElements.push(element);
    else if (name === "frame" || name === "iframe") tree.frames.push(element);
    else if (name === "script") this.#script(element);
    else if (name === "style") this.#styles = readStyleSheet(rawText(element), this.#styles);
    else if (name === "base") tree.baseHref ||= attribs["href"] ?? "";
    else if (name === "title" && tree.title === "") tree.title = rawText(element).replace(/\s+/gu, " ").trim();
    else if (name === "html") tree.language = (attribs["lang"] ?? attribs["xml:lang"] ?? "").trim();
    else if (name === "input" && attribs["type"]?.toLowerCase() === "password") tree.passwordFields++;
  }

  /** Hidden menus still contain links, and hidden markup is meant for machines. */
  #noteHidden(hidden: Element): void {
    if (hidden.attribs["itemscope"] !== undefined && this.#markup.item === 0) this.#tree.itemScopes.push(hidden);
    if (hidden.name === "a") return;
    walkInside(hidden, (node) => {
      if (isTag(node)) this.#note(node);
      return true;
    });
  }

  #script(element: Element): void {
    this.#tree.scripts.push(element);
    if (element.attribs["src"] !== undefined || element.attribs["type"]?.includes("json") === true) return;
    const written = writtenByScript(rawText(element));
    if (written === "") return;
    const document = parseDocument(written);
    // A script that writes another script does not write an address.
    if (!/<script/iu.test(written)) this.#walk(document.firstChild, document);
  }

  #isHidden(element: Element): boolean {
    const { attribs } = element;
    if (attribs["hidden"] !== undefined) return true;
    if (attribs["style"] !== undefined && isHidingStyle(attribs["style"])) return !isFolded(element);
    return this.#isStyled(element, this.#styles.hidden);
  }

  #isReversed(element: Element): boolean {
    const { attribs, name } = element;
    if (attribs["style"] !== undefined && isReversingStyle(attribs["style"])) return true;
    if (name === "bdo" && attribs["dir"]?.toLowerCase() === "rtl") return true;
    return this.#isStyled(element, this.#styles.reversed);
  }

  #isStyled({ attribs }: Element, names: ReadonlySet<string>): boolean {
    if (names.size === 0) return false;
    if (attribs["id"] !== undefined && names.has(`#${attribs["id"]}`)) return true;
    return (attribs["class"] ?? "").split(/\s+/u).some((name) => names.has(name));
  }
}

/** Whether a hidden element is collapsible content: it has an id for scripts and more content than a honeypot. */
function isFolded({ name, attribs, children }: Element): boolean {
  const isPanel = children.length > 2 || /accordion|collaps|panel|tab|toggle/iu.test(attribs["class"] ?? "");
  return attribs["id"] !== undefined && !INLINE.has(name) && name !== "form" && isPanel;
}

function isBold({ name, attribs }: Element): boolean {
  return (
    BOLD.has(name) || (attribs["style"] !== undefined && /font-weight\s*:\s*(?:bold|[6-9]00)/iu.test(attribs["style"]))
  );
}

function contactsOfLink(link: Element, href: string): { kind: "email" | "phone" | "fax"; value: string }[] {
  const scheme = /^\s*([a-z]+):/iu.exec(href)?.[1]?.toLowerCase() ?? "";
  if (scheme === "tel" || scheme === "callto" || scheme === "sms") return [{ kind: "phone", value: numberOf(href) }];
  if (scheme === "fax") return [{ kind: "fax", value: numberOf(href) }];
  const code = scheme === "javascript" ? percentDecoded(href) : (link.attribs["onclick"] ?? "");
  const addresses = addressesOfLink(href);
  if (addresses.length === 0 && code !== "")
    addresses.push(...addressesOfLink(code), ...addressesOfLink(joinedLiterals(code)));
  return [...new Set(addresses)].map((value) => ({ kind: "email" as const, value }));
}

function numberOf(href: string): string {
  return (
    percentDecoded(href.slice(href.indexOf(":") + 1))
      .replace(/^\/+/u, "")
      .split(/[;?]/u)[0]
      ?.trim() ?? ""
  );
}

function hasData(attribs: Readonly<Record<string, string>>): boolean {
  for (const key in attribs) if (key.startsWith("data-")) return true;
  return false;
}

export function rawText(element: Element): string {
  let text = "";
  for (let node = element.firstChild; node !== null; node = node.next) if (isText(node)) text += node.data;
  return text;
}

/** The first text at or in a node, found within five steps. */
function leadingTextOf(start: AnyNode | null): string {
  let node = start;
  for (let steps = 0; node !== null && steps < 5; steps++) {
    if (isText(node)) return node.data;
    node = isTag(node) && node.firstChild !== null ? node.firstChild : node.next;
  }
  return "";
}

/** Unlike a catalog ("catálogo"), partners' logos or a speech therapist ("Logopädie"). */
function isLogo({ alt = "", class: classes = "", id = "", src = "" }: Element["attribs"]): boolean {
  return (
    alt.toLowerCase() !== "logo" &&
    /(?<![aáiob])logo(?![psu])/iu.test(`${alt} ${classes} ${id} ${src.slice(-LONGEST_FILE_NAME)}`)
  );
}
