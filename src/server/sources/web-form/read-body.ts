import { partsOf } from "#server/sources/web-form/multipart.ts";
import { parseJson } from "#server/sources/web-form/parse-json.ts";

/** A submission's body, taken apart. */
export interface Submitted {
  data: unknown;
  /** Sent by a page's form rather than by a program. */
  isHtml: boolean;
}

export type BodyReading = Submitted | { unreadable: string; isTypeUnknown?: true };

/**
 * Takes a body apart by its content type: JSON (application/json, +json, or in text/plain), an HTML form in each of its
 * three encodings, and by its looks where no type is given. A file is kept by its name. A field that comes several times
 * is a list. Never throws: what cannot be read is told in a sentence.
 */
export function readBody(bytes: Buffer, contentType: string): BodyReading {
  const [type = ""] = contentType.toLowerCase().split(";");
  const kind = type.trim();
  if (kind === "multipart/form-data") return readMultipart(bytes, contentType);
  const text = decode(bytes, /charset\s*=\s*"?([\w.:-]+)/iu.exec(contentType)?.[1]);
  if (text.trim() === "") return { unreadable: "The body is empty." };
  if (kind === "application/x-www-form-urlencoded") return readUrlencoded(text);
  if (/^(?:application|text)\/(?:[\w.+-]+\+)?json$/u.test(kind)) return readJson(text);
  if (kind !== "" && kind !== "text/plain") {
    const unreadable = `Winnow reads JSON and HTML forms (urlencoded, multipart or plain), not ${kind.slice(0, 100)}.`;
    return { unreadable, isTypeUnknown: true };
  }
  return /^\s*[[{]/u.test(text) ? readJson(text) : readPlain(text);
}

function readJson(text: string): BodyReading {
  const parsed = parseJson(text.replace(/^\u{feff}/u, ""));
  if ("unreadable" in parsed) return parsed;
  if (typeof parsed.value !== "object" || parsed.value === null) {
    return { unreadable: "The body is a single value. Send an object with a field for each answer." };
  }
  return { data: parsed.value, isHtml: false };
}

function readMultipart(bytes: Buffer, contentType: string): BodyReading {
  const parts = partsOf(bytes, contentType);
  if (parts === null) return { unreadable: "The body is not a whole multipart form." };
  return { data: gathered(parts.map(({ name, value, fileName }) => [name, fileName ?? decode(value)])), isHtml: true };
}

function readUrlencoded(text: string): BodyReading {
  const pairs = text.split("&").filter((pair) => pair !== "");
  return { data: gathered(pairs.map((pair) => pairOf(pair, "=", unescaped))), isHtml: true };
}

/** The third encoding of an HTML form: a line for each field. */
function readPlain(text: string): BodyReading {
  const lines = text.split(/\r\n|\n/u).filter((line) => line.includes("="));
  if (lines.length === 0) return { unreadable: "The body is neither JSON nor the fields of a form." };
  return { data: gathered(lines.map((line) => pairOf(line, "=", (part) => part))), isHtml: true };
}

function pairOf(text: string, between: string, read: (part: string) => string): [string, string] {
  const end = text.indexOf(between);
  return end < 0 ? [read(text), ""] : [read(text.slice(0, end)), read(text.slice(end + 1))];
}

/** Percent-encoded bytes are of the page's encoding, which for old pages is windows-1252. */
function unescaped(part: string): string {
  const spaced = part.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return decode(
      Buffer.from(
        spaced.replace(/%([\da-f]{2})/giu, (_, hex: string) => byte(hex)),
        "latin1",
      ),
    );
  }
}

function byte(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}

/** As an object whose fields are its own even when one is called __proto__. */
function gathered(pairs: readonly (readonly [string, string])[]): Record<string, string | string[]> {
  const fields = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const known = fields.get(name);
    if (known === undefined) fields.set(name, [value]);
    else known.push(value);
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]),
  );
}

/** Text in the named encoding, else UTF-8, else what old pages are written in, in which every byte is a character. */
function decode(bytes: Buffer, charset = "utf-8"): string {
  for (const encoding of [charset, "utf-8"]) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // An encoding that nobody knows, or bytes that are not of it.
    }
  }
  return new TextDecoder("windows-1252").decode(bytes);
}
