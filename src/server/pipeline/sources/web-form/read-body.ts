import { partsOf } from "#server/pipeline/sources/web-form/multipart.ts";
import { parseJson } from "#server/pipeline/text/parse-json.ts";

/** A parsed submission body. */
export interface Submitted {
  data: unknown;
  /** Sent by an HTML form rather than a program. */
  isHtml: boolean;
}

export type BodyReading = Submitted | { unreadable: string; isTypeUnknown?: true };

/**
 * Parses a body by its content type: JSON (application/json, +json or text/plain), or an HTML form in any of its three
 * encodings; guesses the type if none is given. Files are reduced to their names, and repeated fields become lists.
 * Never throws: errors are returned as a sentence.
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
    const unreadable = `Send JSON or an HTML form (urlencoded, multipart or plain), not ${kind.slice(0, 100)}.`;
    return { unreadable, isTypeUnknown: true };
  }
  return /^\s*[[{]/u.test(text) ? readJson(text) : readPlain(text);
}

function readJson(text: string): BodyReading {
  const parsed = parseJson(text);
  if ("unreadable" in parsed) return parsed;
  if (typeof parsed.value !== "object" || parsed.value === null) {
    return { unreadable: "The body is a single value. Send an object with a field for each answer." };
  }
  return { data: parsed.value, isHtml: false };
}

function readMultipart(bytes: Buffer, contentType: string): BodyReading {
  const parts = partsOf(bytes, contentType);
  if (parts === null) return { unreadable: "The body isn't a complete multipart form." };
  return { data: gathered(parts.map(({ name, value, fileName }) => [name, fileName ?? decode(value)])), isHtml: true };
}

function readUrlencoded(text: string): BodyReading {
  const pairs = text.split("&").filter((pair) => pair !== "");
  return { data: gathered(pairs.map((pair) => pairOf(pair, "=", unescaped))), isHtml: true };
}

/** The text/plain encoding of HTML forms: one line per field. */
function readPlain(text: string): BodyReading {
  const lines = text.split(/\r\n|\n/u).filter((line) => line.includes("="));
  if (lines.length === 0) return { unreadable: "The body is neither JSON nor form fields." };
  return { data: gathered(lines.map((line) => pairOf(line, "=", (part) => part))), isHtml: true };
}

function pairOf(text: string, between: string, read: (part: string) => string): [string, string] {
  const end = text.indexOf(between);
  return end < 0 ? [read(text), ""] : [read(text.slice(0, end)), read(text.slice(end + 1))];
}

/** Percent-encoded bytes use the page's encoding, which is windows-1252 on old pages. */
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

/** Builds an object with own properties only, even for a field named __proto__. */
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

/**
 * Decodes text in the given encoding, else UTF-8, else windows-1252, which old pages use and which accepts any byte.
 */
function decode(bytes: Buffer, charset = "utf-8"): string {
  for (const encoding of [charset, "utf-8"]) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The encoding is unknown, or the bytes are invalid in it.
    }
  }
  return new TextDecoder("windows-1252").decode(bytes);
}
