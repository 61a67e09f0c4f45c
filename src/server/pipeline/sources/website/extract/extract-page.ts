import type { Element } from "domhandler";
import { parseDocument } from "htmlparser2";
import type { ScrapeSelectors, ScrapeTargetType } from "#shared/contract/scrape-target.ts";
import { registrableDomain } from "#server/pipeline/text/domains.ts";
import { noiseOfAddress } from "#server/pipeline/text/email-noise.ts";
import { isRoleAddress } from "#shared/text/role-address.ts";
import { boundMarkup } from "#server/pipeline/sources/website/extract/bound-markup.ts";
import { readCompanyHints } from "#server/pipeline/sources/website/extract/company/read-company.ts";
import { absolute, readLinks } from "#server/pipeline/sources/website/extract/links.ts";
import type { Item } from "#server/pipeline/sources/website/extract/markup/item.ts";
import { recordsOfItems } from "#server/pipeline/sources/website/extract/markup/item-records.ts";
import { readJsonLd } from "#server/pipeline/sources/website/extract/markup/json-ld.ts";
import { readMicrodata, readRdfa } from "#server/pipeline/sources/website/extract/markup/attribute-items.ts";
import { readMicroformats } from "#server/pipeline/sources/website/extract/markup/microformats.ts";
import { mergeRecords, nameKey, phoneKey } from "#server/pipeline/sources/website/extract/merge-records.ts";
import type {
  Dropped,
  LinkKind,
  NamedPerson,
  PageReading,
  PageRecord,
} from "#server/pipeline/sources/website/extract/page-reading.ts";
import type { PageTree } from "#server/pipeline/sources/website/extract/page-tree.ts";
import { readJobTitle } from "#server/pipeline/text/job-title.ts";
import { readPersonName } from "#server/pipeline/text/person-name.ts";
import { readSelected } from "#server/pipeline/sources/website/extract/selectors.ts";
import { type SiteIdentity, readSiteIdentity } from "#server/pipeline/sources/website/extract/site-identity.ts";
import { isSignInWall, readProfile, isProfilePage } from "#server/pipeline/sources/website/extract/social.ts";
import { type PageContacts, readContacts } from "#server/pipeline/sources/website/extract/text/page-contacts.ts";
import { nameAffinity } from "#server/pipeline/sources/website/extract/text/name-affinity.ts";
import { tablesOfScripts } from "#server/pipeline/sources/website/extract/script-tables.ts";
import { readText } from "#server/pipeline/sources/website/extract/text/read-text.ts";
import { rawText, walkPage } from "#server/pipeline/sources/website/extract/walk-page.ts";

export interface PageInput {
  html: string;
  /** The absolute URL after redirects. */
  url: string;
  type: ScrapeTargetType;
  selectors: ScrapeSelectors;
  /** What the page is, to also read facts about the company whose website it is on. */
  companyPage?: LinkKind | undefined;
}

const MOST_DROPPED = 100;
const MOST_PEOPLE = 300;
const LONGEST_NAME = 60;

/**
 * Extracts the records of an HTML page and what a crawler needs to know about it. Never throws: anything unreadable is
 * skipped. Runs in time linear in the page's size.
 */
export function extractPage(input: PageInput): PageReading {
  const document = parseDocument(boundMarkup(input.html), {
    // Without character references to decode, the parser can skip from tag to tag.
    decodeEntities: input.html.includes("&"),
  });
  const tree = walkPage(document);
  const metas = readMetas(tree.metas);
  const baseUrl = absolute(tree.baseHref, input.url) ?? input.url;
  const host = URL.parse(input.url)?.hostname ?? "";
  const ownDomain = registrableDomain(host);
  const dropped: Dropped[] = [];

  const items = describedItems(tree);
  const described = describedRecords(items);
  const contacts = readContacts(tree, ownDomain);
  const scripts = inlineScripts(tree).filter(({ type }) => !type.includes("ld+json"));
  const data = walkPage(parseDocument(tablesOfScripts(scripts)));
  const ofData = readContacts(data, ownDomain);
  dropped.push(...contacts.dropped, ...ofData.dropped);
  const people = new Set(described.filter(({ kind }) => kind === "person").map(({ name }) => nameKey(name)));
  // The author of an article may be its publisher, too.
  const organisations = described.filter(
    ({ kind, name }) => kind === "organisation" && name !== "" && !people.has(nameKey(name)),
  );
  const identity = readSiteIdentity(tree, metas, host, addressesOf([contacts, ofData], described), contacts.addresses);
  const site =
    organisations.length === 1
      ? { ...identity, name: organisations[0]?.name ?? "", isGuess: false, isTopic: false }
      : identity;

  const readPart = (part: Element): PageRecord | null => onlyRecord(walkPage(part), ownDomain, site, host);
  const selected = readSelected(document, input.selectors, baseUrl, readPart);
  const found = selected.isInCharge
    ? []
    : [
        ...described,
        ...readText(data, ofData, site, host).map(asMarkup),
        ...withoutOthersNumbers(readText(tree, contacts, site, host), described),
      ];
  const profile = input.type === "social" ? readProfile(tree, metas, input.url) : null;
  const isWall = isSignInWall(tree, input.url) && !isProfilePage(metas);

  const all = mergeRecords(
    [...selected.records, ...(profile === null ? [] : [profile]), ...found].map((record) =>
      withoutNoise(record, dropped),
    ),
  );
  const reachable = all.filter((record) => isReachable(record, input.type));
  for (const { name } of all.filter((record) => !reachable.includes(record))) {
    if (name !== "") dropped.push({ value: name, reason: "no email or phone" });
  }
  const agreement = agreementOf(reachable);
  const needsSignIn = isWall && (input.type === "social" || reachable.length === 0);
  return {
    records: needsSignIn ? [] : reachable.map((record) => withAbsoluteUrl(record, baseUrl)),
    links: withNextPage(readLinks(tree.anchors, tree.linkElements, baseUrl), selected.nextPage),
    baseUrl,
    title: tree.title.slice(0, 300),
    people: peopleIn(tree),
    // A guessed name applies to this page only.
    siteName: site.isGuess ? "" : site.name,
    ...(site.isTopic && { isTopic: true }),
    siteDomains: [...site.domains],
    ...(agreement !== null && { agreement }),
    textLength: tree.textLength,
    needsScripts: needsScripts(tree) && reachable.length === 0,
    needsSignIn,
    language: tree.language,
    nofollow: asksNotToFollow(metas),
    dropped: distinct(dropped),
    remarks: selected.remarks,
    frames: framesOf(tree, baseUrl),
    ...(input.companyPage !== undefined && {
      company: readCompanyHints({
        tree,
        items: items.flatMap(([, ofNotation]) => ofNotation),
        contacts,
        identity,
        host,
        kind: input.companyPage,
      }),
    }),
  };
}

/** The items of the four markup notations. */
function describedItems(tree: PageTree): [notation: string, items: Item[]][] {
  const linked = inlineScripts(tree).filter(({ type }) => type.includes("ld+json"));
  return [
    ["JSON-LD markup", readJsonLd(linked.map(({ text }) => text))],
    ["Microdata markup", readMicrodata(tree.itemScopes, tree.byId)],
    ["RDFa markup", readRdfa(tree.typedElements)],
    ["hCard markup", readMicroformats(tree.microformats)],
  ];
}

function describedRecords(items: ReturnType<typeof describedItems>): PageRecord[] {
  return items.flatMap(([notation, found]) => recordsOfItems(found, notation));
}

function inlineScripts({ scripts }: PageTree): { type: string; text: string }[] {
  return scripts
    .filter(({ attribs }) => attribs["src"] === undefined)
    .map((script) => ({ type: (script.attribs["type"] ?? "").toLowerCase(), text: rawText(script) }));
}

/** Drops a number that the markup assigns to another record whose owner it names. */
function withoutOthersNumbers(records: readonly PageRecord[], described: readonly PageRecord[]): PageRecord[] {
  const keyOf = ({ email, name }: PageRecord): string => (email === "" ? nameKey(name) : email.toLowerCase());
  const known = new Set(described.map(keyOf));
  const owners = new Map(described.map((one) => [phoneKey(one.phone), keyOf(one)]));
  return records.map((record) => {
    const owner = record.phone === "" ? undefined : owners.get(phoneKey(record.phone));
    if (owner === undefined || owner === keyOf(record) || !known.has(keyOf(record))) return record;
    const { phone: _, ...methods } = record.methods;
    return { ...record, phone: "", methods };
  });
}

/** People named in headings, with the job title on the next line. */
function peopleIn({ lines }: PageTree): NamedPerson[] {
  const people: NamedPerson[] = [];
  for (const [at, { text, heading }] of lines.entries()) {
    if (heading === 0 || text.length > LONGEST_NAME || people.length >= MOST_PEOPLE) continue;
    const person = readPersonName(text);
    if (person === null || person.certainty < 0.75) continue;
    people.push({ name: person.name, title: readJobTitle(lines[at + 1]?.text ?? "") ?? "" });
  }
  return people;
}

/** The fields of data are as certain as those of markup. */
function asMarkup(record: PageRecord): PageRecord {
  const methods = Object.keys(record.methods).map((field) => [field, "markup"]);
  return { ...record, methods: Object.fromEntries(methods) as PageRecord["methods"], evidence: "Data of the page" };
}

function addressesOf(parts: readonly PageContacts[], described: readonly PageRecord[]): string[] {
  const shown = parts.flatMap(({ byLine }) => [...byLine.values()].flat()).filter(({ kind }) => kind === "email");
  return [...shown.map(({ value }) => value), ...described.map(({ email }) => email)].filter((email) => email !== "");
}

/** The record in a part of the page chosen by a selector; null if it contains none, or so many that it is a list. */
function onlyRecord(tree: PageTree, ownDomain: string | null, site: SiteIdentity, host: string): PageRecord | null {
  const shown = readText(tree, readContacts(tree, ownDomain), site, host);
  const [first, ...others] = mergeRecords([...describedRecords(describedItems(tree)), ...shown]);
  return first === undefined || others.length > 3 ? null : first;
}

function withoutNoise(record: PageRecord, dropped: Dropped[]): PageRecord {
  const reason = record.email === "" || record.methods.email === "selector" ? null : noiseOfAddress(record.email);
  if (reason === null) return record;
  dropped.push({ value: record.email, reason });
  const { email: _, ...methods } = record.methods;
  return { ...record, email: "", methods };
}

/**
 * How well names and addresses match over the records with an email, 0 to 1. Role addresses need no name; a name that
 * its address doesn't contain counts half. Null if no record has an email.
 */
function agreementOf(records: readonly PageRecord[]): number | null {
  const addressed = records.filter(({ email }) => email !== "");
  if (addressed.length === 0) return null;
  const sum = addressed.reduce((total, { name, email }) => {
    if (isRoleAddress(email) || nameAffinity(name, email) > 0) return total + 1;
    return total + (name === "" ? 0 : 0.5);
  }, 0);
  return sum / addressed.length;
}

/** Whether the record has contact details or is the owner of this public profile page. */
function isReachable({ email, phone, name, url }: PageRecord, type: ScrapeTargetType): boolean {
  return email !== "" || phone !== "" || (type === "social" && name !== "" && url !== "");
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

function distinct(dropped: readonly Dropped[]): Dropped[] {
  return [...new Map(dropped.map((one) => [`${one.value} ${one.reason}`, one])).values()].slice(0, MOST_DROPPED);
}

/** The page's meta tags by lowercase name or property; the first one wins. */
function readMetas(elements: readonly Element[]): Map<string, string> {
  const metas = new Map<string, string>();
  for (const { attribs } of elements) {
    const name = (attribs["property"] ?? attribs["name"] ?? "").trim().toLowerCase();
    const content = attribs["content"]?.replace(/\s+/gu, " ").trim() ?? "";
    if (name !== "" && content !== "" && !metas.has(name)) metas.set(name, content);
  }
  return metas;
}

/** Whether the page asks all robots, or Winnow by name, not to follow its links ("none" means "noindex, nofollow"). */
function asksNotToFollow(metas: ReadonlyMap<string, string>): boolean {
  const asked = `${metas.get("robots") ?? ""},${metas.get("winnow") ?? ""}`.toLowerCase().split(/[\s,]+/u);
  return asked.includes("nofollow") || asked.includes("none");
}

/** A page with less text has no content; pages waiting for scripts show "Loading…". */
const ALMOST_NO_TEXT = 200;
const APP_ROOTS = ["root", "app", "__next", "__nuxt", "svelte", "gatsby-focus-wrapper", "q-app", "ember-app"];
const APP_TAGS = new Set(["app-root", "ion-app", "my-app"]);

/** Whether a page has almost no text but has scripts that could generate it. */
function needsScripts(tree: PageTree): boolean {
  if (tree.textLength >= ALMOST_NO_TEXT) return false;
  const programs = tree.scripts.filter(({ attribs }) => !/json/iu.test(attribs["type"] ?? ""));
  if (programs.length === 0) return false;
  const hasRoot =
    APP_ROOTS.some((id) => tree.byId.has(id)) ||
    tree.blocks.some(({ element }) => element !== null && APP_TAGS.has(element.name));
  return (
    hasRoot ||
    programs.some(({ attribs }) => attribs["type"] === "module" || attribs["src"] !== undefined || tree.textLength < 40)
  );
}
