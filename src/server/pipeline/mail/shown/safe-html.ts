import sanitizeHtml, { type Attributes, type IOptions, type Tag } from "sanitize-html";
import { LIMITS } from "#shared/limits.ts";

/** A message's HTML that is safe to display: nothing in it runs, loads, submits or navigates. */
export interface SafeHtml {
  html: string;
  /** Link targets; the HTML refers to them by number, from 1, in this order. */
  links: string[];
  /**
   * Number of remote pictures that were blocked. Loading them would tell the sender who reads the message, when and
   * where.
   */
  blockedImages: number;
}

const TAGS =
  `abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl
  dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p pre q s samp section small
  span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr`.split(/\s+/u);

/** Elements whose content isn't for readers or isn't parsed as HTML. */
const WITHOUT_CONTENT =
  `script style textarea option select xmp noscript noembed noframes title template svg math iframe object applet frameset
  plaintext audio video canvas`.split(/\s+/u);

const SIZES = ["width", "height"];
const CELL = ["align", "valign", "bgcolor", "colspan", "rowspan", "nowrap", ...SIZES];
const ATTRIBUTES: Record<string, string[]> = {
  "*": ["dir", "lang", "style", "align"],
  table: ["bgcolor", "border", "cellpadding", "cellspacing", ...SIZES],
  tr: ["bgcolor", "valign"],
  td: CELL,
  th: CELL,
  col: ["span", "width"],
  font: ["color", "face", "size"],
  img: ["src", "alt", ...SIZES],
  ol: ["start", "type"],
  li: ["value"],
  u: ["data-link"],
};

/** Bitmaps only; an SVG is a document. */
const PICTURE = /^data:image\/(?:png|jpe?g|gif|webp);base64,[a-z\d+/]+=*$/iu;
/** The parser's time grows with nesting depth, and no mail program comes near this. */
const NESTING = 500;
const LINK_LENGTH = 2_000;

/**
 * Sanitizes a stranger's HTML for display; the result must still be sandboxed. `pictures` are the message's embedded
 * pictures, as data URLs by Content-ID (RFC 2392). A link becomes its text plus a number, because its text and its
 * target can differ. Longer HTML is truncated. Null for HTML nested so deeply that it is built to exhaust the parser.
 */
export function safeHtml(html: string, pictures: ReadonlyMap<string, string>): SafeHtml | null {
  const links: string[] = [];
  let blockedImages = 0;
  let depth = 0;
  let room = LIMITS.mailbox.shownPictures;

  const link = (_name: string, { style, href = "" }: Attributes): Tag => {
    const target = webAddress(href);
    const isListed = target !== null && (links.includes(target) || links.length < LIMITS.mailbox.shownLinks);
    if (target !== null && isListed && !links.includes(target)) links.push(target);
    return {
      tagName: "u",
      attribs: {
        ...(style !== undefined && { style }),
        ...(target !== null && isListed && { "data-link": String(links.indexOf(target) + 1) }),
      },
    };
  };

  const image = (_name: string, { src = "", alt = "", style, width, height }: Attributes): Tag => {
    const address = src.trim();
    const picture = /^cid:/iu.test(address) ? (pictures.get(contentIdOf(address)) ?? "") : address;
    // Every place that shows a picture contains the whole data.
    if (picture.length <= room && PICTURE.test(picture)) {
      room -= picture.length;
      const looks = { ...(style && { style }), ...(width && { width }), ...(height && { height }) };
      return { tagName: "img", attribs: { src: picture, alt, ...looks } };
    }
    if (!/^(?:cid|data):|^$/iu.test(address)) blockedImages += 1;
    return { tagName: "span", attribs: {}, text: alt };
  };

  const options: IOptions = {
    allowedTags: TAGS,
    nonTextTags: WITHOUT_CONTENT,
    allowedAttributes: ATTRIBUTES,
    allowedSchemes: [],
    allowedSchemesByTag: { img: ["data"] },
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    onOpenTag() {
      depth += 1;
      if (depth > NESTING) throw new TooDeep();
    },
    onCloseTag() {
      depth -= 1;
    },
    transformTags: { a: link, u: withoutNumber, img: image, "*": withSafeStyle },
  };
  try {
    return { html: sanitizeHtml(html.slice(0, LIMITS.mailbox.shownLength), options), links, blockedImages };
  } catch (error) {
    if (error instanceof TooDeep) return null;
    throw error;
  }
}

class TooDeep extends Error {}

/** Only links have a number. */
function withoutNumber(tagName: string, { "data-link": _number, ...attribs }: Attributes): Tag {
  return { tagName, attribs };
}

function withSafeStyle(tagName: string, { style, ...attribs }: Attributes): Tag {
  const kept = style === undefined ? "" : safeStyle(style);
  return { tagName, attribs: kept === "" ? attribs : { ...attribs, style: kept } };
}

/** The full URL as a browser parses it, so that no spelling can hide the host; null for unsupported links. */
function webAddress(href: string): string | null {
  const url = URL.parse(href.trim());
  if (url === null || !["http:", "https:", "mailto:", "tel:"].includes(url.protocol)) return null;
  return url.href.length > LINK_LENGTH ? null : url.href;
}

function contentIdOf(address: string): string {
  const id = address.slice("cid:".length);
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

const PROPERTIES =
  /^(?:color|background(?:-color)?|border(?:-(?:top|right|bottom|left))?(?:-(?:color|style|width))?|border-(?:collapse|radius|spacing)|box-sizing|caption-side|clear|direction|display|float|font(?:-(?:family|size|style|variant|weight))?|height|letter-spacing|line-height|list-style(?:-type)?|margin(?:-(?:top|right|bottom|left))?|max-(?:height|width)|min-(?:height|width)|overflow-wrap|padding(?:-(?:top|right|bottom|left))?|table-layout|text-(?:align|decoration|indent|transform)|vertical-align|white-space|width|word-(?:break|spacing))$/u;

/** No escapes, comments, braces or at-signs, which could make a browser parse the text differently. */
const PLAIN_VALUE = /^[\w\s#%.,+\-!()/]{1,300}$/u;
const FUNCTION = /([\w-]*)\s*\(/gu;
const FUNCTIONS = new Set(["rgb", "rgba", "hsl", "hsla", "calc"]);
const LONGEST = 5_000;

/**
 * The declarations of a `style` attribute that only affect how text looks and flows; nothing that loads a URL, runs
 * code, or moves or covers other content. Empty when none remain.
 */
function safeStyle(style: string): string {
  return style
    .slice(0, LONGEST)
    .split(";")
    .flatMap((declaration) => {
      const colon = declaration.indexOf(":");
      const property = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
      // Font names mean the same without their quotes.
      const value = declaration
        .slice(colon + 1)
        .replaceAll(/["']/gu, "")
        .trim();
      return PROPERTIES.test(property) && isPlain(value) ? [`${property}:${value}`] : [];
    })
    .join(";");
}

function isPlain(value: string): boolean {
  if (!PLAIN_VALUE.test(value)) return false;
  return [...value.matchAll(FUNCTION)].every(([, name = ""]) => FUNCTIONS.has(name.toLowerCase()));
}
