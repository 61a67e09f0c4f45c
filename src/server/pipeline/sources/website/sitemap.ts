import { gunzip } from "node:zlib";
import { promisify } from "node:util";
import { LIMITS } from "#shared/limits.ts";

export const SITEMAP_LIMITS = { files: 5, addresses: 200 } as const;

export interface Sitemap {
  /** Page URLs, in order. */
  pages: string[];
  /** URLs of further sitemaps. */
  sitemaps: string[];
}

const EMPTY: Sitemap = { pages: [], sitemaps: [] };
const LOCATION = /<(?:\w+:)?loc\s*>([^<]{0,4096})(?:<!\[CDATA\[([^\]]{0,4096})\]\]>)?/giu;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * Parses a sitemap or sitemap index (sitemaps.org) or a plain list of URLs, optionally gzipped. Empty for a file with a
 * document type, whose entities could expand without end.
 */
export async function readSitemap(body: Buffer): Promise<Sitemap> {
  const text = await textOf(body);
  if (text === null || /<!doctype/iu.test(text)) return EMPTY;
  if (!/<(?:\w+:)?(?:urlset|sitemapindex)[\s>]/iu.test(text)) {
    const lines = text.split(/\r?\n/u, SITEMAP_LIMITS.addresses).map((line) => line.trim());
    return { pages: lines.filter((line) => /^https?:\/\/\S+$/u.test(line)), sitemaps: [] };
  }
  const isIndex = /<(?:\w+:)?sitemapindex[\s>]/iu.test(text);
  const locations: string[] = [];
  for (const [, plain = "", quoted = ""] of text.matchAll(LOCATION)) {
    const location = withoutEntities(plain).trim() + quoted.trim();
    if (location !== "") locations.push(location);
    if (locations.length === SITEMAP_LIMITS.addresses) break;
  }
  return isIndex ? { pages: [], sitemaps: locations } : { pages: locations, sitemaps: [] };
}

/** Null if it cannot be decompressed within the page size limit. */
async function textOf(body: Buffer): Promise<string | null> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body.toString("utf8");
  return promisify(gunzip)(body, { maxOutputLength: LIMITS.fetch.bytes }).then(
    (unpacked) => unpacked.toString("utf8"),
    () => null,
  );
}

function withoutEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/gu, (_all, name: string) => ENTITIES[name] ?? "");
}
