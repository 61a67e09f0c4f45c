import { companyOfDomain, isFreeMailDomain } from "#server/pipeline/text/domains.ts";
import { isRoleAddress } from "#shared/text/role-address.ts";
import { hasLegalForm } from "#server/pipeline/text/legal-forms.ts";
import { nameKey, phoneKey } from "#server/pipeline/sources/website/extract/merge-records.ts";
import {
  type PageRecord,
  addFurther,
  emptyRecord,
  fill,
} from "#server/pipeline/sources/website/extract/page-reading.ts";
import {
  domainOf,
  fitsDomain,
  fitsMailbox,
  institutionIn,
  isNameShaped,
  type SiteIdentity,
} from "#server/pipeline/sources/website/extract/site-identity.ts";
import type { Line, Mark, PageTree } from "#server/pipeline/sources/website/extract/page-tree.ts";
import type { Assigned } from "#server/pipeline/sources/website/extract/text/assign-roles.ts";
import { LineCutter } from "#server/pipeline/sources/website/extract/text/fields.ts";
import { withNumbers } from "#server/pipeline/sources/website/extract/text/find-phones.ts";
import type { PageContacts, PostalMark } from "#server/pipeline/sources/website/extract/text/page-contacts.ts";
import { withOwner } from "#server/pipeline/sources/website/extract/text/page-owner.ts";
import { type Row, RowBuilder } from "#server/pipeline/sources/website/extract/text/rows.ts";
import { Segmenter } from "#server/pipeline/sources/website/extract/text/segment.ts";
import { nameAffinity, spellsPerson } from "#server/pipeline/sources/website/extract/text/name-affinity.ts";
import { invertedName, isAcronymAndWord, nameIn } from "#server/pipeline/sources/website/extract/text/words.ts";

const HEADING_REACH = 12;
const BRANCHES_REACH = 24;
const NEAREST_OFFICE = 12;
const LINES_OF_OFFICE = 2;
const FEWEST_ENTRIES = 3;
const FEWEST_INVERTED = 5;
/** A page with more people and addresses is a list. */
const MOST_COMPARED = 200;
/** More certain than by its shape. */
const SURELY = 0.5;
/** The certainty of a name with only a number among contacts with addresses. */
const SURE_OF_NUMBER = 0.75;
/** Numbers of a page with a single contact; with more, some are of others. */
const MOST_LOOSE = 3;
const NO_ANCHORS: readonly string[] = [];
const SOCIAL_HOST = /(?:^|\.)(?:facebook|twitter|x|instagram|youtube|linkedin|xing|google|goo|maps)\.[a-z.]+$/iu;

/** Reads the records in a page's visible text. */
export function readText(tree: PageTree, contacts: PageContacts, site: SiteIdentity, host: string): PageRecord[] {
  if (contacts.byLine.size === 0) return [];
  const cutter = new LineCutter(tree, contacts);
  const rows = new RowBuilder(tree, cutter);
  const read = (anchorOf: (mark: Mark) => string): Assigned[] => {
    const anchors = anchorsOf(contacts, anchorOf);
    if (anchors.size === 0) return [];
    return new Segmenter(tree, cutter, rows, contacts.near, (line) => anchors.get(line) ?? NO_ANCHORS).read();
  };
  const addressed = read(({ kind, value }) => (kind === "email" ? value.toLowerCase() : ""));
  const withAddress = withInvertedNames(withNumbers(addressed));
  const used = new Set(withAddress.flatMap(({ row, phones }) => [...row.phones, ...phones]).map(placeOf));
  const withNumber = read((mark) => (mark.kind === "phone" && !used.has(placeOf(mark)) ? phoneKey(mark.value) : ""));
  const isList = withNumber.length >= FEWEST_ENTRIES;
  const named = withNumber.filter(({ name, row }) => name !== "" && row.emails.length === 0);
  const sure = named.filter(({ certainty }) => certainty >= SURE_OF_NUMBER);
  // Unfamiliar names among familiar ones.
  const isListOfPeople = sure.length >= FEWEST_ENTRIES && sure.length * 3 >= named.length;
  const entries = withNumber.filter(
    ({ name, certainty, company, row }) =>
      row.emails.length === 0 &&
      (withAddress.length === 0
        ? name !== "" || company !== "" || isList || withNumber.length === 1
        : name !== "" && (certainty >= SURE_OF_NUMBER || (isListOfPeople && row.evidence !== "Text"))),
  );
  const all = withOwnAddresses([...withOwner(withAddress, tree), ...entries]).map((one) => asOrganization(one, site));
  const known = new Set(all.flatMap(({ row }) => row.phones).map(placeOf));
  const loose = [...contacts.byLine.values()]
    .flat()
    .filter((mark) => mark.kind !== "email" && !known.has(placeOf(mark)));
  const ordered = all.toSorted((a, b) => a.row.first - b.row.first || a.row.anchor - b.row.anchor);
  const records = ordered.map((one) =>
    recordOf(one, officeNumbers(one, all, loose), tree, contacts.addresses, site, host),
  );
  for (const [at, { row }] of ordered.entries())
    if (row.anchor - (ordered[at - 1]?.row.anchor ?? 0) <= LINES_OF_OFFICE) shareNumber(records[at - 1], records[at]);
  shareSwitchboard(records, loose, site);
  return records;
}

/** "TC Acme" spells its address, and "Acme Inn" its domain, as a person would. */
function asOrganization(one: Assigned, site: SiteIdentity): Assigned {
  if (isMailboxOfSite(one, site))
    return { ...one, name: "", title: "", department: "", company: site.name, others: withNameAsContact(one) };
  const [acronym = "", ...words] = one.name.split(" ");
  const isPerson = (text: string): boolean => (nameIn(text)?.certainty ?? 0) > SURELY;
  const isOfAcronym = acronym.length > 1 && isAcronymAndWord(one.name) && !isPerson(words.join(" "));
  const isOfDomain =
    words.length > 0 && one.affinity === 0 && one.row.emails.some(({ value }) => fitsDomain(one.name, value));
  if (!(isOfAcronym || isOfDomain) || isPerson(one.name)) return one;
  return { ...one, name: "", department: "", company: one.company || one.name, isCompanySure: true };
}

/** Whether a free mailbox is named after the site's owner, not after the person near it. */
function isMailboxOfSite({ name, affinity, row }: Assigned, site: SiteIdentity): boolean {
  return (
    name !== "" && affinity === 0 && !site.isTopic && row.emails.some(({ value }) => fitsMailbox(site.name, value))
  );
}

function withNameAsContact({ name, row, others }: Assigned): Assigned["others"] {
  const field = row.fields.find(({ text }) => text.includes(name));
  return field === undefined ? others : [{ name, line: field.line, start: field.start }, ...others];
}

/** A person with only a number, and the unnamed address that spells the name or begins with it, are one record. */
function withOwnAddresses(records: readonly Assigned[]): Assigned[] {
  const unnamed = records.filter(({ name, row }) => name === "" && row.emails.length === 1);
  const people = records.filter(({ name, row }) => name !== "" && row.emails.length === 0);
  if (unnamed.length * people.length > MOST_COMPARED) return [...records];
  const fits = ({ name }: Assigned, { row }: Assigned): boolean => {
    const email = row.emails[0]?.value ?? "";
    const given = nameKey(name.split(" ", 1)[0] ?? "");
    return nameAffinity(name, email) >= 2 || (given.length > 3 && nameKey(email).startsWith(given));
  };
  const owners = new Map<Assigned, Assigned>();
  for (const address of unnamed) {
    const [owner, ...others] = people.filter((one) => fits(one, address));
    const isOnly = owner !== undefined && unnamed.every((other) => other === address || !fits(owner, other));
    if (isOnly && others.length === 0) owners.set(owner, address);
  }
  const joined = new Set(owners.values());
  return records
    .filter((one) => !joined.has(one))
    .map((one) => ({ ...one, row: { ...one.row, emails: owners.get(one)?.row.emails ?? one.row.emails } }));
}

/** In a list of "Lee, Ann" with sections, the short ones have such names, too. */
function withInvertedNames(records: readonly Assigned[]): Assigned[] {
  const invertedIn = ({ row }: Assigned): string[] =>
    row.fields.flatMap(({ cut, text }) => (cut === "gap" ? (invertedName(text)?.name ?? []) : []));
  const inverted = records.filter((one) => one.name !== "" && invertedIn(one).includes(one.name));
  if (inverted.length < FEWEST_INVERTED || inverted.length * 2 < records.length) return [...records];
  return records.map((one) => {
    const [name, ...others] = one.name === "" && one.row.isPersonal ? invertedIn(one) : [];
    return name === undefined || others.length > 0 ? one : { ...one, name };
  });
}

function anchorsOf({ byLine }: PageContacts, anchorOf: (mark: Mark) => string): Map<number, string[]> {
  const anchors = new Map<number, string[]>();
  for (const [line, marks] of byLine) {
    const found = new Set(marks.map(anchorOf).filter((anchor) => anchor !== ""));
    // "ann@cs.acme.example or ann@acme.example" is one person.
    const locals = new Map([...found].toReversed().map((anchor) => [anchor.split("@", 1)[0], anchor]));
    if (found.size > 0) anchors.set(line, locals.size === 1 && found.size > 1 ? [...locals.values()] : [...found]);
  }
  return anchors;
}

/** Two addresses of one office share its number. */
function shareNumber(above: PageRecord | undefined, record: PageRecord | undefined): void {
  if (above?.kind !== "organisation" || record?.kind !== "organisation") return;
  const [name, other] = [nameKey(above.name), nameKey(record.name)];
  if (name.startsWith(other) || (other.startsWith(name) && name !== "")) fill(record, "phone", above.phone, "text");
}

/** Assigns a company's only phone number on the page to all its offices and to its people. */
function shareSwitchboard(records: readonly PageRecord[], loose: readonly Mark[], site: SiteIdentity): void {
  const offices = records.filter(({ kind }) => kind === "organisation");
  const numbers = [
    ...offices.map(({ phone }) => phone),
    ...loose.filter(({ kind }) => kind === "phone").map(({ value }) => value),
  ].filter((phone) => phone !== "");
  const [number] = numbers;
  if (number === undefined || new Set(numbers.map(phoneKey)).size > 1) return;
  const isShared = records.every(({ kind, phone }) => kind === "organisation" || phone === "");
  for (const one of isShared ? records : offices)
    if (site.domains.has(domainOf(one.email))) fill(one, "phone", number, "text");
}

function placeOf({ line, start }: Mark): string {
  return `${line}:${start}`;
}

/** Unassigned numbers for which this office is the nearest. */
function officeNumbers(one: Assigned, all: readonly Assigned[], loose: readonly Mark[]): Mark[] {
  if (one.phones.length > 0) return [];
  if (all.length === 1 && loose.filter(({ kind }) => kind === "phone").length <= MOST_LOOSE) return [...loose];
  if (one.name !== "") return [];
  const distance = ({ row }: Assigned, { line }: Mark): number => Math.max(row.first - line, line - row.last, 0);
  return loose.filter(
    (mark) =>
      distance(one, mark) <= NEAREST_OFFICE && all.every((other) => distance(other, mark) >= distance(one, mark)),
  );
}

function recordOf(
  assigned: Assigned,
  loose: readonly Mark[],
  tree: PageTree,
  addresses: readonly PostalMark[],
  site: SiteIdentity,
  host: string,
): PageRecord {
  const { row, department, phones, others, name, title, company, isCompanySure } = assigned;
  const above = headingAbove(row.anchor, tree);
  const evidence = row.evidence !== "Text" || above === "" ? row.evidence : `Text under "${above}"`;
  const record = emptyRecord(name === "" ? "organisation" : "person", evidence);
  const email = row.emails[0]?.value ?? "";
  const found = employerOf(assigned, email, site, tree.lines);
  const stated = isPartOf(found, site) ? site.name : found;
  // Entries of a directory have their own names as headings.
  const isElsewhere = !site.domains.has(domainOf(email));
  const employer = department !== "" && isElsewhere && company === "" ? department : stated;
  // A section's heading above a company that its own address confirms.
  const isConfirmed = company !== "" && isElsewhere && (isCompanySure || fitsDomain(company, email));
  const isEntry = isConfirmed && !nameKey(department).includes(nameKey(company));
  if (name === "")
    fill(record, "name", department === "" || isEntry || spellsPerson(email) ? employer : department, "text");
  else {
    fill(record, "name", name, "text");
    fill(record, "title", title, "text");
  }
  for (const other of others) addFurther(record, introductionOf(other, tree), other.name);
  fill(record, "company", employer, "text");
  fill(record, "address", addressOf(row, addresses, name === "")?.value ?? "", "text");
  fill(record, "industry", row.industry, "text");
  fill(record, "description", row.notes, "text");
  if (row.evidence !== "Text") fill(record, "url", websiteOf(row, tree, host), "markup");
  for (const { value, method: how } of row.emails) {
    if (record.email === "") fill(record, "email", value, how);
    else if (value.toLowerCase() !== record.email.toLowerCase()) addFurther(record, "Email (other)", value);
  }
  for (const { kind, value, method: how, label } of [...phones, ...row.faxes, ...loose]) {
    if (kind === "fax") addFurther(record, "Fax", value);
    else if (record.phone === "" && label !== "Extension") {
      const [number, extension] = withoutExtension(value);
      fill(record, "phone", number, how);
      addFurther(record, "Extension", extension);
    } else addFurther(record, label ?? "Phone (other)", value);
  }
  return record;
}

/** The postal address inside a record; for an office also one nearby, as in legal notices. */
function addressOf({ first, last }: Row, addresses: readonly PostalMark[], isOffice: boolean): PostalMark | undefined {
  const inside = addresses.find(({ line }) => line >= first && line <= last);
  if (inside !== undefined || !isOffice) return inside;
  return (
    addresses.findLast(({ line }) => line < first && line >= first - HEADING_REACH) ??
    addresses.find(({ line }) => line > last && line <= last + HEADING_REACH / 2)
  );
}

/** The website that a list entry links to, or else its own page on this site. */
function websiteOf({ first, last }: Row, { lines }: PageTree, host: string): string {
  const links = lines.slice(first, last + 1).flatMap((line) => line.links.map(({ href }) => href));
  const hostOf = (href: string): string => URL.parse(href)?.hostname ?? host;
  return (
    links.find((href) => hostOf(href) !== host && !SOCIAL_HOST.test(hostOf(href))) ??
    links.find((href) => hostOf(href) === host) ??
    ""
  );
}

/** Splits off the extension, which is dialed separately and is not part of a valid number. */
function withoutExtension(value: string): [number: string, extension: string] {
  const several = /^(.*\d)\s?\/\s?\d{2,4}$/u.exec(value)?.[1] ?? "";
  if (several.replace(/\D/gu, "").length >= 9) return [several, ""];
  const match =
    /^(.*\d.{0,3}?)[\s,;.]*(?:\b|(?<=\d))(?:ext(?:n|ension)?|x|poste|durchwahl|доб|int|anexo)\.?:?\s*(\d{1,6})$/iu.exec(
      value,
    );
  return match === null || (match[1] ?? "").replace(/\D/gu, "").length < 6
    ? [value, ""]
    : [(match[1] ?? "").trim(), match[2] ?? ""];
}

const INTRODUCTION =
  /^.*(?:vertreten durch|represented by|représentée? par|representad[oa] por)\s*(?:den|die|the|le|la|el)?\s*/iu;

/** The words before a name that state the person's role in the company. */
function introductionOf({ line, start }: Assigned["others"][number], { lines }: PageTree): string {
  const before = (lines[line]?.text ?? "").slice(0, start).trim();
  const words = (before !== "" ? before : (lines[line - 1]?.text ?? ""))
    .replace(INTRODUCTION, "")
    .replace(/[\s:：]+$/u, "");
  return words.length > 1 && words.length < 40 && !/[@\d]/u.test(words) ? words : "Contact person";
}

/**
 * The company in the record; the site's own company takes precedence over an ambiguous word. An address at the site's
 * domain or at a free email provider belongs to the site's company. Otherwise, a heading that spells the domain names
 * the company, also above the entry's other branches.
 */
function employerOf(assigned: Assigned, email: string, site: SiteIdentity, lines: readonly Line[]): string {
  const { company, isCompanySure, name, row } = assigned;
  const isAtSite = site.domains.has(domainOf(email));
  const isOfSite = site.name !== "" && !site.isGuess && isAtSite;
  // Of two names that spell the domain, the site's own is the right one unless the other completes it.
  const isOther =
    isOfSite &&
    !site.isTopic &&
    site.name.includes(" ") &&
    !hasLegalForm(company) &&
    !nameKey(company).includes(nameKey(site.name)) &&
    fitsDomain(company, email) &&
    fitsDomain(site.name, email);
  if (company !== "" && !isOther && (isCompanySure || !isOfSite)) return company;
  const isFree = isFreeMailDomain(domainOf(email));
  if (email === "" || isAtSite || isFree) {
    const isOfTopic = name === "" ? isFree || isRoleAddress(email) : isFree && isNameOfOwner(site.name);
    return !site.isTopic || isOfTopic ? site.name : "";
  }
  const spelled = nameKey(companyOfDomain(domainOf(email)) ?? "");
  if (spelled.length < 3) return "";
  const heading = assigned.heading === name ? "" : spelledPart(assigned.heading, spelled);
  const key = nameKey(heading);
  const isSpelled = key.includes(spelled) || (key.length > 4 && spelled.startsWith(key));
  if (isSpelled && isNameShaped(heading)) return heading;
  const above = lines.slice(Math.max(0, row.first - BRANCHES_REACH), row.anchor);
  return above.findLast(({ text }) => nameKey(text).includes(spelled) && isNameShaped(text))?.text ?? "";
}

/** "Acme" of "Acme – Tools for everyone" at acme.example. */
function spelledPart(heading: string, spelled: string): string {
  return heading.split(/\s[–—|·-]\s/u).find((part) => nameKey(part).includes(spelled)) ?? heading;
}

/** Unlike "Board", which people with free mailboxes may have in common, and a university, which may be a speaker's. */
function isNameOfOwner(topic: string): boolean {
  return isNameShaped(topic) && /\s|^\p{Lu}{3,}$/u.test(topic) && institutionIn(topic) === "";
}

/** "Hamburg e.V." is the second line of the site's own name, and "ACME-SHOP" its account's. */
function isPartOf(company: string, { name, isGuess, isTopic }: SiteIdentity): boolean {
  const [part, whole] = [nameKey(company), nameKey(name)];
  return !isGuess && !isTopic && (part === whole || (company.includes(" ") && whole.endsWith(part)));
}

function headingAbove(from: number, { lines }: PageTree): string {
  for (let at = from; at >= Math.max(0, from - HEADING_REACH); at--) {
    const line = lines[at];
    if (line !== undefined && line.heading > 0 && line.heading < 7 && line.text !== "") return line.text.slice(0, 80);
  }
  return "";
}
