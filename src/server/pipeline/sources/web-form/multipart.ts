const LONGEST_BOUNDARY = 200;
const END_OF_LINE = Buffer.from("\r\n");
const END_OF_HEADERS = Buffer.from("\r\n\r\n");

/** One form field; for a file, only its name. */
export interface Part {
  name: string;
  /** The field's content. */
  value: Buffer;
  /** Null if the field is not a file. */
  fileName: string | null;
}

/**
 * Parses a multipart/form-data body (RFC 7578) in memory, in linear time. Null if it is incomplete: without a boundary,
 * without the closing boundary, or with an unnamed part.
 */
export function partsOf(body: Buffer, contentType: string): Part[] | null {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/iu.exec(contentType) ?? [];
  const boundary = quoted ?? plain ?? "";
  if (boundary === "" || boundary.length > LONGEST_BOUNDARY) return null;
  const dashed = Buffer.from(`--${boundary}`);
  const ending = Buffer.concat([END_OF_LINE, dashed]);
  const parts: Part[] = [];
  for (let at = body.indexOf(dashed); at >= 0;) {
    const after = at + dashed.length;
    if (body.toString("latin1", after, after + 2) === "--") return parts;
    const start = body.indexOf(END_OF_LINE, after);
    const headersEnd = start < 0 ? -1 : body.indexOf(END_OF_HEADERS, start);
    const end = headersEnd < 0 ? -1 : body.indexOf(ending, headersEnd + END_OF_LINE.length);
    if (end < 0) return null;
    const part = partOf(body.toString("utf8", start, headersEnd));
    if (part === null) return null;
    parts.push({ ...part, value: body.subarray(Math.min(headersEnd + END_OF_HEADERS.length, end), end) });
    at = end + END_OF_LINE.length;
  }
  return null;
}

function partOf(headers: string): Omit<Part, "value"> | null {
  const disposition = /^content-disposition:(.*)$/imu.exec(headers)?.[1] ?? "";
  const name = parameter(disposition, "name");
  return name === null ? null : { name, fileName: parameter(disposition, "filename") };
}

/** Browsers escape quotation marks and line breaks in names as %22, %0D and %0A (HTML, form data encoding). */
function parameter(disposition: string, name: string): string | null {
  const [, quoted, plain] = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;]+))`, "iu").exec(disposition) ?? [];
  const written = quoted ?? plain;
  return written === undefined
    ? null
    : written.replace(/%(22|0D|0A)/giu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
