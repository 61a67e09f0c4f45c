import { companyOfDomain, isFreeMailDomain, registrableDomain } from "#server/reading/domains.ts";
import { nameKey } from "#server/sources/website/extract/merge-records.ts";
import { completeOffices, type Office } from "#server/sources/website/extract/text/complete-offices.ts";
import { addFurther, emptyRecord, fill, type PageRecord } from "#server/sources/website/extract/page-reading.ts";
import type { PageTree } from "#server/sources/website/extract/page-tree.ts";
import { type Group, hasContact, isBareContact, joined } from "#server/sources/website/extract/text/group.ts";
import { groupMarks } from "#server/sources/website/extract/text/group-marks.ts";
import type { TextReading } from "#server/sources/website/extract/text/read-text.ts";

/** The organisation that a site is of: its name, empty when unknown, and its registrable domain. */
export interface Site {
  name: string;
  domain: string | null;
}

/** How far above a group its heading is looked for, in lines. */
const HEADING_REACH = 12;
const FAR_APART = 12;

/** The records that the text of a page tells of. */
export function recordsOfText(tree: PageTree, reading: TextReading, site: Site): PageRecord[] {
  const groups = withOwnAddresses(groupMarks(tree, reading.marks, reading.owners), reading.owners);
  const numbers = groups.filter((group) => isBareContact(group) && group.emails.length === 0 && group.company === null);
  const all = withOffices(
    groups.filter((group) => !numbers.includes(group)),
    numbers,
  );
  const offices = completeOffices(
    all.toSorted((a, b) => a.first - b.first || a.start - b.start),
    tree,
    site.name,
  );
  return all.filter(hasContact).map((group) => recordOf(offices.get(group) ?? { group, speakers: [] }, tree, site));
}

/** An address goes to the name that it spells, however far from it, where that has none. */
function withOwnAddresses(groups: readonly Group[], owners: ReadonlyMap<string, string>): Group[] {
  const homeless = new Map<string, Group>();
  for (const group of groups) {
    const owner = owners.get(group.emails[0]?.value.toLowerCase() ?? "");
    if (owner !== undefined && group.name === null) homeless.set(owner, group);
  }
  if (homeless.size === 0) return [...groups];
  const housed = new Set<Group>();
  const result = groups.map((group) => {
    const name = group.name?.value.toLowerCase() ?? "";
    const contact = group.emails.length === 0 ? homeless.get(name) : undefined;
    if (contact === undefined || housed.has(contact)) return group;
    housed.add(contact);
    return { ...joined(group, contact), first: group.first, last: group.last };
  });
  return result.filter((group) => !housed.has(group));
}

/** A number without a name or an address belongs to the office whose address stands nearest. */
function withOffices(groups: readonly Group[], numbers: readonly Group[]): Group[] {
  const result = [...groups];
  for (const number of numbers) {
    let nearest = -1;
    let distance = FAR_APART + 1;
    for (const [at, group] of result.entries()) {
      const apart = Math.max(number.first - group.last, group.first - number.last);
      if (isBareContact(group) && apart < distance && number.region === group.region) {
        nearest = at;
        distance = apart;
      }
    }
    const group = result[nearest];
    if (group === undefined) result.push(number);
    else result[nearest] = joined(group, number);
  }
  return result;
}

function recordOf({ group, speakers }: Office, tree: PageTree, site: Site): PageRecord {
  const isOffice = group.name === null || isSpokenFor(group);
  const heading = headingAbove(group, tree);
  const record = emptyRecord(isOffice ? "organisation" : "person", heading === "" ? "Text" : `Text under "${heading}"`);
  const company = group.company?.value ?? companyFrom(group, site, heading);
  if (!isOffice && group.name !== null) {
    fill(record, "name", group.name.value, group.name.method);
    fill(record, "title", group.title?.value ?? "", "text");
  } else {
    fill(record, "name", company, "text");
    if (group.name !== null) addFurther(record, group.title?.value ?? "Contact person", group.name.value);
  }
  for (const { name, title } of speakers) addFurther(record, title || "Contact person", name);
  fill(record, "company", company, "text");
  fill(record, "address", group.address?.value ?? "", "text");
  for (const { value, method } of group.emails) {
    if (record.email === "") fill(record, "email", value, method);
    else addFurther(record, "E-mail (other)", value);
  }
  for (const { value, method, label } of group.phones) {
    if (record.phone === "") fill(record, "phone", value, method);
    else addFurther(record, label ?? "Phone (other)", value);
  }
  for (const { value } of group.faxes) addFurther(record, "Fax", value);
  return record;
}

/** The general address of a company that also names who speaks for it is the company's. */
function isSpokenFor({ name, company, emails, opensWith }: Group): boolean {
  if (name === null || company === null || emails.some(({ isWeak }) => isWeak !== true)) return false;
  return (
    company.line < name.line || (company.line === name.line && company.start < name.start) || opensWith === "company"
  );
}

/**
 * Who writes from the site's own domain, or from one that everyone can have, is taken to be of the site; else a heading
 * that the domain spells names the company.
 */
function companyFrom({ emails }: Group, site: Site, heading: string): string {
  const domain = registrableDomain(emails[0]?.value.split("@").at(-1) ?? "") ?? "";
  if (emails.length === 0 || isOfSite(domain, site)) return site.name;
  const spelled = nameKey(companyOfDomain(domain) ?? "");
  return spelled.length > 2 && nameKey(heading).includes(spelled) ? heading : "";
}

/** The same name under another top-level domain is the same company's. */
function isOfSite(domain: string, site: Site): boolean {
  if (domain === site.domain || isFreeMailDomain(domain)) return true;
  const [label = ""] = domain.split(".");
  const own = nameKey(label);
  return (
    label.length > 2 && (label === site.domain?.split(".")[0] || (own.length > 3 && nameKey(site.name).includes(own)))
  );
}

function headingAbove(group: Group, { lines }: PageTree): string {
  for (let at = group.first; at >= Math.max(0, group.first - HEADING_REACH); at--) {
    const line = lines[at];
    if (line !== undefined && line.heading > 0 && line.heading < 7 && line.text !== "") return line.text.slice(0, 80);
  }
  return "";
}
