import type { Element } from "domhandler";
import { parseDocument } from "htmlparser2";
import type { ScrapeSelectors, ScrapeTargetType } from "#shared/contract/scrape-target.ts";
import { registrableDomain } from "#server/reading/domains.ts";
import { noiseOfAddress } from "#server/reading/email-noise.ts";
import { boundMarkup } from "#server/sources/website/extract/bound-markup.ts";
import { countryOfPage } from "#server/sources/website/extract/country-of-page.ts";
import { readListing } from "#server/sources/website/extract/directory.ts";
import { absolute, readLinks } from "#server/sources/website/extract/links.ts";
import { recordsOfItems } from "#server/sources/website/extract/markup/item-records.ts";
import { readJsonLd } from "#server/sources/website/extract/markup/json-ld.ts";
import { readMicrodata } from "#server/sources/website/extract/markup/microdata.ts";
import { readMicroformats } from "#server/sources/website/extract/markup/microformats.ts";
import { readRdfa } from "#server/sources/website/extract/markup/rdfa.ts";
import { mergeRecords } from "#server/sources/website/extract/merge-records.ts";
import { asksNotToFollow, readMetas } from "#server/sources/website/extract/metadata.ts";
import { needsScripts } from "#server/sources/website/extract/needs-scripts.ts";
import { readPageJson } from "#server/sources/website/extract/page-json.ts";
import type { LeftOut, PageReading, PageRecord } from "#server/sources/website/extract/page-reading.ts";
import type { PageTree } from "#server/sources/website/extract/page-tree.ts";
import { readSelected } from "#server/sources/website/extract/selectors.ts";
import { readSiteName } from "#server/sources/website/extract/site-name.ts";
import { isSignInWall, readProfile, tellsOfProfile } from "#server/sources/website/extract/social.ts";
import { readTables } from "#server/sources/website/extract/text/read-tables.ts";
import { readContacts, readText } from "#server/sources/website/extract/text/read-text.ts";
import { recordsOfText, type Site } from "#server/sources/website/extract/text/text-records.ts";
import { rawText, walkPage } from "#server/sources/website/extract/walk-page.ts";

export interface PageInput {
  html: string;
  /** Where it was found in the end, after redirects; absolute. */
  url: string;
  type: ScrapeTargetType;
  selectors: ScrapeSelectors;
  /** In which numbers without a country code are dialled (ISO 3166-1 alpha-2); else the page's domain and language tell. */
  country?: string;
}

const MOST_LEFT_OUT = 100;

/**
 * Reads the records out of one page of HTML, and what a crawler needs to know of it. Never throws: whatever the page
 * holds, what cannot be read is left out. Works in time in proportion to the page.
 */
export function extractPage(input: PageInput): PageReading {
  const document = parseDocument(boundMarkup(input.html), {
    // Where no character reference is to be looked for, the parser leaps from tag to tag.
    decodeEntities: input.html.includes("&"),
  });
  const tree = walkPage(document);
  const metas = readMetas(tree.metas);
  const baseUrl = absolute(tree.baseHref, input.url) ?? input.url;
  const host = URL.parse(input.url)?.hostname ?? "";
  const site: Site = { name: "", domain: registrableDomain(host) ?? host };
  const country = input.country ?? countryOfPage(host, tree.language);
  const leftOut: LeftOut[] = [];

  const described = describedRecords(tree, leftOut);
  const organisations = described.filter(({ kind, name }) => kind === "organisation" && name !== "");
  site.name = (organisations.length === 1 ? organisations[0]?.name : undefined) ?? readSiteName(tree, metas, host);

  const options: ReadOptions = {
    type: input.type,
    baseUrl,
    country,
    site: input.type === "website" ? site : { ...site, name: "" },
  };
  const selected = readSelected(document, input.selectors, baseUrl, (part) => readPart(part, options));
  const found = selected.isInCharge ? [] : [...described, ...visibleRecords(tree, options, leftOut)];
  const profile = input.type === "social" ? readProfile(tree, metas, input.url) : null;
  const isWall = isSignInWall(tree, input.url) && !tellsOfProfile(metas);

  const all = mergeRecords(
    [...selected.records, ...(profile === null ? [] : [profile]), ...found].map((record) =>
      withoutNoise(record, leftOut),
    ),
  );
  const reachable = all.filter((record) => isReachable(record, input.type));
  const needsSignIn = isWall && (input.type === "social" || reachable.length === 0);
  return {
    records: needsSignIn ? [] : reachable.map((record) => withAbsoluteUrl(record, baseUrl)),
    links: withNextPage(readLinks(tree.anchors, tree.linkElements, baseUrl), selected.nextPage),
    baseUrl,
    title: tree.title.slice(0, 300),
    siteName: site.name,
    textLength: tree.textLength,
    needsScripts: needsScripts(tree) && reachable.length === 0,
    needsSignIn,
    language: tree.language,
    nofollow: asksNotToFollow(metas),
    leftOut: distinct(leftOut),
    remarks: selected.remarks,
    frames: framesOf(tree, baseUrl),
  };
}

interface ReadOptions {
  type: ScrapeTargetType;
  baseUrl: string;
  country: string | undefined;
  site: Site;
}

/** What the page says for machines: the four notations of markup, then the data of its scripts. */
function describedRecords(tree: PageTree, leftOut: LeftOut[]): PageRecord[] {
  const scripts = tree.scripts
    .filter(({ attribs }) => attribs["src"] === undefined)
    .map((script) => ({ type: (script.attribs["type"] ?? "").toLowerCase(), text: rawText(script) }));
  const linked = scripts.filter(({ type }) => type.includes("ld+json"));
  return [
    ...recordsOfItems(readJsonLd(linked.map(({ text }) => text)), "JSON-LD markup"),
    ...recordsOfItems(readMicrodata(tree.itemScopes, tree.byId), "Microdata markup"),
    ...recordsOfItems(readRdfa(tree.typedElements), "RDFa markup"),
    ...recordsOfItems(readMicroformats(tree.microformats), "hCard markup"),
    ...readPageJson(
      scripts.filter(({ type }) => !type.includes("ld+json")),
      leftOut,
    ),
  ];
}

/** What the page shows to people: tables, listings, and text of any other kind. */
function visibleRecords(
  tree: PageTree,
  { type, baseUrl, country, site }: ReadOptions,
  leftOut: LeftOut[],
): PageRecord[] {
  const contacts = readContacts(tree, { country, ownDomain: site.domain });
  leftOut.push(...contacts.leftOut);
  const tables = readTables(tree, contacts.byLine, site.name);
  const listing = type === "directory" ? readListing(tree, contacts, baseUrl, tables.read) : null;
  const read = tables.read.map((isRead, at) => isRead | (listing?.read[at] ?? 0));
  return [...tables.records, ...(listing?.records ?? []), ...recordsOfText(tree, readText(tree, contacts, read), site)];
}

/** The one record that a part of the page, chosen by a selector, holds; null when it holds none. */
function readPart(part: Element, options: ReadOptions): PageRecord | null {
  const tree = walkPage(part);
  const [first, ...others] = mergeRecords([...describedRecords(tree, []), ...visibleRecords(tree, options, [])]);
  return first === undefined || others.length > 3 ? null : first;
}

function withoutNoise(record: PageRecord, leftOut: LeftOut[]): PageRecord {
  const reason = record.email === "" || record.methods.email === "selector" ? null : noiseOfAddress(record.email);
  if (reason === null) return record;
  leftOut.push({ value: record.email, reason });
  const { email: _, ...methods } = record.methods;
  return { ...record, email: "", methods };
}

/** Somebody who can be written to or called; in a listing or a profile also by a page of their own. */
function isReachable(record: PageRecord, type: ScrapeTargetType): boolean {
  if (record.email !== "" || record.phone !== "") return true;
  return record.name !== "" && type !== "website" && (record.url !== "" || record.address !== "");
}

function withAbsoluteUrl(record: PageRecord, baseUrl: string): PageRecord {
  const url =
    record.url === ""
      ? ""
      : (absolute(/^[\w-]+\.[\w.-]+(?:\/|$)/u.test(record.url) ? `https://${record.url}` : record.url, baseUrl) ?? "");
  return url === record.url ? record : { ...record, url };
}

function withNextPage(links: PageReading["links"], nextPage: string | null): PageReading["links"] {
  if (nextPage === null) return links;
  const others = links.filter(({ url }) => url !== nextPage).map((link) => ({ ...link, isNext: false }));
  return [{ url: nextPage, text: "", rel: ["next"], isNext: true, kind: "other" }, ...others];
}

function framesOf(tree: PageTree, baseUrl: string): string[] {
  const urls = tree.frames.map(({ attribs }) => absolute(attribs["src"] ?? "", baseUrl)).filter((url) => url !== null);
  return [...new Set(urls)].slice(0, 50);
}

function distinct(leftOut: readonly LeftOut[]): LeftOut[] {
  return [...new Map(leftOut.map((one) => [`${one.value} ${one.reason}`, one])).values()].slice(0, MOST_LEFT_OUT);
}
