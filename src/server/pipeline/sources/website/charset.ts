import { isUtf8 } from "node:buffer";

/** How much of a page is searched for a charset declaration (HTML Standard, prescan). */
const PRESCAN_BYTES = 1024;
const CHARSET = /charset\s*=[\s"']*([\w.:-]+)/iu;
const XML_ENCODING = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)/iu;
const META = /<meta\s[^>]*charset\s*=[\s"']*([\w.:-]+)/iu;

/**
 * Decodes a page by byte order mark, else HTTP header, else the page's own declaration, else UTF-8 if valid, else
 * windows-1252. Invalid UTF-8 is also read as windows-1252: a name with accented letters matters more than the
 * declaration.
 */
export function decodePage(body: Buffer, contentType: string): string {
  const label = markOf(body) ?? CHARSET.exec(contentType)?.[1] ?? declaredIn(body) ?? "utf-8";
  const decoder = decoderFor(label);
  if (decoder !== null && decoder.encoding !== "utf-8") return decoder.decode(body);
  return isUtf8(body) ? withoutMark(body.toString("utf8")) : new TextDecoder("windows-1252").decode(body);
}

function markOf(body: Buffer): string | null {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return "utf-8";
  if (body[0] === 0xff && body[1] === 0xfe) return "utf-16le";
  if (body[0] === 0xfe && body[1] === 0xff) return "utf-16be";
  return null;
}

function declaredIn(body: Buffer): string | undefined {
  const start = body.toString("latin1", 0, PRESCAN_BYTES);
  const label = META.exec(start)?.[1] ?? XML_ENCODING.exec(start)?.[1];
  // If the declaration is readable as ASCII, the page is not UTF-16, whatever it says.
  return label !== undefined && /^utf-?16/iu.test(label) ? "utf-8" : label;
}

/** Null for an unknown label. */
function decoderFor(label: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}

function withoutMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}
