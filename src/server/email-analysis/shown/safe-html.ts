import sanitizeHtml, { type Attributes, type IOptions, type Tag } from "sanitize-html";
import { LIMITS } from "#shared/limits.ts";
import { safeStyle } from "#server/email-analysis/shown/safe-style.ts";

/** The HTML of a message as it can be shown: nothing in it runs, loads, is sent or leads anywhere. */
export interface SafeHtml {
  html: string;
  /** Where its links lead; in the HTML they are numbered from 1, in this order. */
  links: string[];
  /** How many pictures would have been fetched from elsewhere, which tells the sender who reads when and where. */
  blockedImages: number;
}

const TAGS =
  `abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl
  dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p pre q s samp section small
  span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr`.split(/\s+/u);

/** Whose content is not for readers, or is read by other rules than those of HTML. */
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

/** Pictures of points; SVG is a document. */
const PICTURE = /^data:image\/(?:png|jpe?g|gif|webp);base64,[a-z\d+/]+=*$/iu;
/** The parser's time grows with the depth of each element; no program that writes mail comes near this. */
const NESTING = 500;
const LINK_LENGTH = 2_000;

/**
 * Makes a stranger's HTML fit to be shown, to be set in a sandbox all the same. `pictures` are those that the message
 * brought along, as data addresses by their Content-ID (RFC 2392). A link keeps its words and gets a number, because what
 * it says and where it leads are two things. Of longer HTML only the beginning is shown. Null for what is nested so deeply
 * that it is made to exhaust its reader.
 */
export function safeHtml(html: string, pictures: ReadonlyMap<string, string>): SafeHtml | null {
  const links: string[] = [];
  let blockedImages = 0;
  let depth = 0;

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
    if (PICTURE.test(picture)) {
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

/** Only a link has a number. */
function withoutNumber(tagName: string, { "data-link": _number, ...attribs }: Attributes): Tag {
  return { tagName, attribs };
}

function withSafeStyle(tagName: string, { style, ...attribs }: Attributes): Tag {
  const kept = style === undefined ? "" : safeStyle(style);
  return { tagName, attribs: kept === "" ? attribs : { ...attribs, style: kept } };
}

/** The whole address as a browser reads it, so that no spelling hides the host; null for what a reader has no use for. */
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
