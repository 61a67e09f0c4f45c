import { isUtf8 } from "node:buffer";

/** Where a page may say its charset (HTML Standard, prescan). */
const PRESCAN_BYTES = 1024;
const CHARSET = /charset\s*=\s*["']?\s*([\w.:-]+)/iu;
const XML_ENCODING = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)/iu;
const META = /<meta\s[^>]*charset\s*=\s*["']?\s*([\w.:-]+)/iu;

/**
 * The text of a page: by its byte order mark, else the header, else what the page says of itself, else UTF-8 where it is
 * valid, else windows-1252. What calls itself UTF-8 and is not is read as windows-1252 too: a name with a foreign letter
 * is worth more than the label.
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
  // A page in which this can be read as ASCII is not in UTF-16, whatever it says.
  return label !== undefined && /^utf-?16/iu.test(label) ? "utf-8" : label;
}

/** Null for a label that nobody knows. */
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
