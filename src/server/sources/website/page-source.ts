import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { PageSource } from "#server/sources/website/crawl-job.ts";

/** Nearly every page that names somebody is shorter, and reading one again takes less than a request may wait. */
const LONGEST = 200_000;
/** HTML shrinks to a tenth at the lowest effort already. */
const EFFORT = 1;

/** What is kept of a page so that it can be read again; null when it is too long. */
export function pageSource(url: string, readAt: string, html: string): PageSource | null {
  if (html.length > LONGEST) return null;
  return { url, readAt, html: deflateRawSync(Buffer.from(html), { level: EFFORT }) };
}

export function htmlOf({ html }: PageSource): string {
  return inflateRawSync(html).toString();
}
