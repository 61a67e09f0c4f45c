import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { PageSource } from "#server/pipeline/sources/website/crawl-job.ts";

/** Nearly every page that names someone is shorter, and can be read again within one request. */
const LONGEST = 200_000;
/** Even the lowest level shrinks HTML to a tenth. */
const EFFORT = 1;

/** Returns what is stored of a page for reading it again; null if it is too long. */
export function pageSource(url: string, readAt: string, html: string): PageSource | null {
  if (html.length > LONGEST) return null;
  return { url, readAt, html: deflateRawSync(Buffer.from(html), { level: EFFORT }) };
}

export function htmlOf({ html }: PageSource): string {
  return inflateRawSync(html).toString();
}
