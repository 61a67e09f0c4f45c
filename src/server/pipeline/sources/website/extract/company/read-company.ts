import type { CompanyFactKind } from "#shared/contract/leads/company-site.ts";
import { companyOfDomain, registrableDomain } from "#server/pipeline/text/domains.ts";
import { readCompanyName } from "#server/pipeline/text/company-name.ts";
import { hasLegalForm } from "#server/pipeline/text/legal-forms.ts";
import { textLanguage } from "#server/pipeline/text/language.ts";
import { companySizeIn, sizeWords } from "#server/pipeline/sources/website/extract/company/company-size.ts";
import { industryIn, industryOf } from "#server/pipeline/sources/website/extract/company/industry-words.ts";
import { socialProfiles } from "#server/pipeline/sources/website/extract/company/social-profiles.ts";
import { type Item, textOf, valuesOf } from "#server/pipeline/sources/website/extract/markup/item.ts";
import { recordsOfItems } from "#server/pipeline/sources/website/extract/markup/item-records.ts";
import { nameKey, phoneKey } from "#server/pipeline/sources/website/extract/merge-records.ts";
import type { LinkKind } from "#server/pipeline/sources/website/extract/page-reading.ts";
import type { PageTree } from "#server/pipeline/sources/website/extract/page-tree.ts";
import { fitsDomain, ownerIn, type SiteIdentity } from "#server/pipeline/sources/website/extract/site-identity.ts";
import {
  type PageContacts,
  postalAddresses,
  type PostalMark,
} from "#server/pipeline/sources/website/extract/text/page-contacts.ts";
import { foreignParts } from "#server/pipeline/sources/website/extract/text/third-parties.ts";

/** A possible fact about the company behind a page. Only those that weigh at least 1 together are used. */
export interface CompanyHint {
  kind: CompanyFactKind;
  value: string;
  weight: number;
}

interface Page {
  tree: PageTree;
  items: readonly Item[];
  contacts: PageContacts;
  identity: SiteIdentity;
  host: string;
  /** What the page is, by its URL. */
  kind: LinkKind;
}

const LONGEST_LINE = 300;
const LONGEST_NAME = 100;
/** "Acme Ltd, makers of tools" */
const DESCRIPTION = /,\s\p{Ll}.*$/u;
/** The company's owner, and what templates call the company. */
const OTHER_COMPANY =
  /\b(?:(?:division|subsidiary|member|part|trademark) of|powered by|your company|company name|Tochter(?:gesellschaft)?|filiale de)\b/iu;
/** "Smith, Jones &" on one line and "Sons Ltd" on the next. */
const CONTINUES = /^\p{Lu}.{0,80}\s(?:&|and|und|et|y|e|en)$/u;
const SENTENCE_WORD = /^\p{Ll}{3,}[.:]?$/u;
const JOINING = /^(?:and|und|the|of|for|für|der|die|das|von|van|den|les|des|del|della|dei|dos|das|sur|pour)$/u;
/** A page with more different numbers or addresses is a list of people or branches. */
const MOST_NUMBERS = 3;
const NEAR_ADDRESS = 6;
const LINES_ABOVE = 3;
const LONGEST_ADDRESS = 120;
const EXTENSION = /[\s,]*(?:ext\.?|extension|x|#)\s?\d{1,6}$/iu;
const MAIN_OFFICE =
  /head ?(?:office|quarters)|headquarter|main office|registered (?:office|address)|corporate office|hauptsitz|zentrale|firmensitz|siège|sede (?:central|legale|principal|operativa)|hoofdkantoor|huvudkontor|本社/iu;

/** What a page says about the company whose website it is on. */
export function readCompanyHints(input: Page): CompanyHint[] {
  const page = { ...input, contacts: inAllLines(input) };
  const { tree, items, host } = page;
  const organizations = items.filter((item) => recordsOfItems([item], "")[0]?.kind === "organisation");
  // Of several, those that fit the domain: the others are customers, partners or branches.
  const own =
    organizations.length === 1 ? organizations : organizations.filter((item) => fits(textOf(item, "name"), host));
  const label = nameKey(companyOfDomain(registrableDomain(host) ?? "") ?? "");
  const profiles = [
    ...tree.anchors.map(({ attribs }) => attribs["href"] ?? ""),
    ...own.flatMap((item) => valuesOf(item, "sameas")).filter((value) => typeof value === "string"),
  ];
  const language = textLanguage(tree.lines.map(({ text }) => text).join("\n"), tree.language);
  return [
    ...own.flatMap(describedHints),
    ...nameHints(page),
    ...phoneHints(page),
    ...addressHints(page),
    ...lineHints(page),
    ...socialProfiles(profiles, label).map((value) => hint("social", value, 1)),
    ...(language === null ? [] : [hint("language", language, 1)]),
  ];
}

/** Imprints have addresses and notices far from a phone number or email. */
function inAllLines({ tree, contacts }: Page): PageContacts {
  const everywhere = new Uint8Array(tree.lines.length).fill(1);
  const foreign = foreignParts(tree, contacts.byLine, everywhere);
  return { ...contacts, foreign, addresses: postalAddresses(tree.lines, everywhere, foreign, contacts.byLine) };
}

function hint(kind: CompanyFactKind, value: string, weight: number): CompanyHint {
  const text = value.replace(/\s+/gu, " ").replace(/^[\s,:;|/–—-]+|[\s,:;|/–—-]+$/gu, "");
  return { kind, value: text, weight };
}

function fits(name: string, host: string): boolean {
  return fitsDomain(name, `@${host}`);
}

function describedHints(item: Item): CompanyHint[] {
  const [record] = recordsOfItems([item], "");
  if (record === undefined) return [];
  const [employees] = valuesOf(item, "numberofemployees");
  const [from, to, value] =
    employees === undefined || typeof employees === "string"
      ? ["", "", employees ?? ""]
      : [textOf(employees, "minvalue"), textOf(employees, "maxvalue"), textOf(employees, "value")];
  const size = sizeWords(
    value !== "" ? value : to === "" ? from : `${from}-${to}`,
    to === "" && value === "" ? "+" : "",
  );
  const legal = textOf(item, "legalname");
  const hints = [
    hint("name", legal, 5),
    hint("name", record.name, 2),
    hint("phone", record.phone, 3),
    // A town alone isn't an address.
    hint("address", /\d/u.test(record.address) && record.address.includes(",") ? postalAddress(record.address) : "", 3),
    hint("industry", industryOf(item), 2),
    hint("size", size ?? "", 3),
  ];
  return hints.filter(({ value: text }) => text !== "");
}

function nameHints({ tree: { lines }, contacts: { foreign, addresses }, identity, host, kind }: Page): CompanyHint[] {
  const hints: CompanyHint[] = [];
  const others = new Map<string, string>();
  let isFirst = true;
  for (const [at, { text }] of lines.entries()) {
    if (text.length > LONGEST_LINE || foreign[at] != null || !hasLegalForm(text)) continue;
    const before = lines[at - 1]?.text ?? "";
    const name = legalNameIn(CONTINUES.test(before) ? `${before} ${text}` : text);
    if (name === "" || name.length > LONGEST_NAME || OTHER_COMPANY.test(text)) continue;
    if (fits(name, host)) hints.push(hint("name", name, 4));
    else if (ownerIn(text) !== null || isAbove(addresses, at)) others.set(nameKey(name), name);
    // The imprint names its publisher first.
    if (kind === "imprint" && isFirst) hints.push(hint("name", name, 2.5));
    isFirst = false;
  }
  // A brand's website names the company behind it in the notice and above the address.
  const [only] = others.values();
  if (others.size === 1 && only !== undefined) hints.push(hint("name", only, 2.2));
  const { isGuess, isTopic } = identity;
  const name = (ownerIn(identity.name) ?? identity.name).replace(DESCRIPTION, "");
  if (name !== "" && !isGuess && !OTHER_COMPANY.test(name))
    hints.push(hint("name", name, fits(name, host) ? 2 : isTopic ? 0.4 : 1.2));
  return hints;
}

function isAbove(marks: readonly PostalMark[], line: number): boolean {
  return marks.some((address) => line <= address.line && line >= address.line - LINES_ABOVE);
}

/** The company's name up to its legal form, without the sentence around it: "Services by Acme Ltd, a broker". */
function legalNameIn(text: string): string {
  const name = readCompanyName(ownerIn(text) ?? text) ?? "";
  const words = name.replace(DESCRIPTION, "").split(" ");
  const before = words.findLastIndex(
    (word, at) => at < words.length - 1 && SENTENCE_WORD.test(word) && !JOINING.test(word),
  );
  return words.slice(before + 1).join(" ");
}

function phoneHints({ contacts: { byLine, addresses }, kind }: Page): CompanyHint[] {
  const found = [...byLine.values()].flat().filter((mark) => mark.kind === "phone" && mark.label === undefined);
  // Departments are extensions of the company's number.
  const bare = found.map((mark) => ({ ...mark, value: mark.value.replace(EXTENSION, "") }));
  const distinct = Map.groupBy(bare, ({ value }) => phoneKey(value));
  distinct.delete("");
  const isOnly = new Set(addresses.map(({ value }) => nameKey(value))).size === 1;
  const isShort = distinct.size <= MOST_NUMBERS;
  const isNear = (line: number): boolean =>
    addresses.some((address) => line >= address.line - NEAR_ADDRESS && line <= address.lastLine + NEAR_ADDRESS);
  return [...distinct.values()].flatMap((marks, index) => {
    const [first] = marks;
    if (first === undefined) return [];
    const weight =
      (isShort ? 1 : 0) +
      (index === 0 ? 0.5 : 0) +
      (marks.length > 1 ? 0.5 : 0) +
      (marks.some(({ line }) => isNear(line)) ? (isOnly ? 1 : isShort ? 0.5 : 0) : 0) +
      (kind === "imprint" || kind === "contact" ? 0.2 : 0);
    return [hint("phone", first.value, weight)];
  });
}

function addressHints({ tree: { lines }, contacts, identity, host, kind }: Page): CompanyHint[] {
  const distinct = Map.groupBy(contacts.addresses, ({ value }) => nameKey(value));
  const own = identity.isTopic ? "" : nameKey(identity.name);
  return [...distinct.values()].flatMap((marks, index) => {
    const [first] = marks;
    if (first === undefined) return [];
    const above = lines
      .slice(Math.max(0, first.line - 3), first.line + 1)
      .map(({ text }) => text.slice(0, LONGEST_LINE));
    const isNamed = above.some(
      (text) => fits(readCompanyName(text) ?? text, host) || (own.length > 3 && nameKey(text).includes(own)),
    );
    const weight =
      (distinct.size === 1 ? 1.5 : distinct.size <= MOST_NUMBERS && index === 0 ? 0.9 : 0) +
      (isNamed ? 0.6 : 0) +
      (above.some((text) => MAIN_OFFICE.test(text)) ? 1 : 0) +
      (marks.length > 1 ? 0.4 : 0) +
      (kind === "imprint" || kind === "contact" ? 0.2 : 0);
    const value = postalAddress(first.value);
    return value === "" ? [] : [hint("address", value, weight)];
  });
}

/** The address without numbers between its parts, repeated parts and the end of a name before it; empty without a street. */
function postalAddress(written: string): string {
  const parts = written
    .replace(/^(?:Inc|Ltd|LLC|GmbH|Corp|Co|AG|B\.?V)\.?,?\s+(?=\S)/u, "")
    .split(/,\s*/u)
    .filter((part) => !/(?:fax|tel|phone|mobil|telefon)[\p{L}.]*\s?[:.]?\s?[+(]?\d/iu.test(part));
  // A year and a name in a sentence look like a postal code and a town.
  if (written.length > LONGEST_ADDRESS || /^mail code/iu.test(parts[0] ?? "")) return "";
  return parts
    .filter((part, at) => !parts.slice(0, at).some((earlier) => nameKey(earlier) === nameKey(part)))
    .join(", ");
}

function lineHints({ tree: { lines }, contacts: { foreign } }: Page): CompanyHint[] {
  return lines.flatMap(({ text }, at) => {
    if (foreign[at] != null) return [];
    const size = companySizeIn(text, lines[at + 1]?.text);
    const industry = industryIn(text);
    return [
      ...(size === null ? [] : [hint("size", size, 1)]),
      ...(industry === "" ? [] : [hint("industry", industry, 1)]),
    ];
  });
}
