import { percentDecoded } from "#server/pipeline/sources/website/extract/hidden-address.ts";
import { type Item, textOf, valuesOf } from "#server/pipeline/sources/website/extract/markup/item.ts";
import {
  addFurther,
  emptyRecord,
  fill,
  type PageRecord,
} from "#server/pipeline/sources/website/extract/page-reading.ts";
import { withoutPageWord } from "#server/pipeline/sources/website/extract/site-identity.ts";

const PERSONS = new Set(["person", "physician", "patient", "individual", "agent"]);
/** Schema.org business types without one of the endings below, then FOAF and vCard group types. */
const ORGANISATIONS = new Set(
  `restaurant hotel hostel motel resort bakery bank dentist attorney notary electrician plumber locksmith library
  school university brand airline consortium cooperative project team group ngo winery brewery distillery hospital
  museum bar pub cafeorcoffeeshop`.split(/\s+/u),
);
const ORGANISATION_ENDINGS =
  /(?:organization|business|corporation|store|shop|company|agency|service|services|contractor|dealer|clinic|salon|studio|club|center|gym|spa|repair|rental|practice|medicalclinic|office|cooperative|association|establishment)$/u;
/** Types with an address or number that are neither a person nor an organization. */
const NOT_ORGANISATIONS =
  /(?:action|event|posting|offer|product|address|contactpoint|place|webpage|website|article|servicechannel)$|^(?:broadcast|cable|government|computer)?service$/u;
const EMPLOYER = ["worksfor", "affiliation", "memberof", "org", "organization-name", "workplacehomepage"];
const MEMBERS = ["employee", "employees", "founder", "founders", "member", "members", "alumni", "contactpoint"];

/**
 * Converts items to records of people and organizations. Items that cannot be contacted (products, pages, events) are
 * ignored. A person nested in an organization works for it.
 */
export function recordsOfItems(items: readonly Item[], notation: string): PageRecord[] {
  const employers = new Map<Item, string>();
  for (const item of items) {
    if (kindOf(item) !== "organisation") continue;
    for (const member of MEMBERS.flatMap((name) => item.properties.get(name) ?? [])) {
      if (typeof member !== "string") employers.set(member, nameOf(item));
    }
  }
  const records: PageRecord[] = [];
  for (const item of withNested(items)) {
    const kind = kindOf(item);
    if (kind !== null) records.push(readItem(item, kind, notation, employers.get(item) ?? ""));
  }
  return records;
}

/** Some notations list nested items separately; each is converted once. */
function withNested(items: readonly Item[]): Set<Item> {
  const all = new Set<Item>(items);
  for (const item of all) {
    for (const values of item.properties.values())
      for (const value of values) if (typeof value !== "string") all.add(value);
  }
  return all;
}

function kindOf(item: Item): PageRecord["kind"] | null {
  const { types } = item;
  if (types.some((type) => PERSONS.has(type))) return "person";
  if (types.includes("h-card") || types.includes("vcard")) return isCompanyCard(item) ? "organisation" : "person";
  const isOrganisation = types.some(
    (type) => ORGANISATIONS.has(type) || (ORGANISATION_ENDINGS.test(type) && !NOT_ORGANISATIONS.test(type)),
  );
  if (isOrganisation) return "organisation";
  const hasContact = ["telephone", "email"].some((name) => item.properties.has(name));
  const isSomethingElse = types.length === 0 || types.some((type) => NOT_ORGANISATIONS.test(type));
  return hasContact && item.properties.has("address") && !isSomethingElse ? "organisation" : null;
}

/** A card whose name equals its organization is for the organization (microformats.org/wiki/hcard). */
function isCompanyCard(item: Item): boolean {
  const organisation = textOf(item, "organization-name", "org");
  return (
    organisation !== "" && organisation === (textOf(item, "name") || organisation) && !item.properties.has("given-name")
  );
}

function readItem(item: Item, kind: PageRecord["kind"], notation: string, employer: string): PageRecord {
  const record = emptyRecord(kind, notation);
  const name = kind === "organisation" ? withoutPageWord(nameOf(item)) : nameOf(item);
  fill(record, "name", name, "markup");
  fill(record, "company", kind === "organisation" ? name : textOf(item, ...EMPLOYER) || employer, "markup");
  if (kind === "person") fill(record, "title", titleOf(item), "markup");
  for (const email of contactValues(item, ["email", "mbox", "hasemail"])) takeEmail(record, email);
  for (const phone of contactValues(item, ["telephone", "phone", "tel", "hastelephone"])) takePhone(record, phone);
  for (const fax of contactValues(item, ["faxnumber", "fax"])) addFurther(record, "Fax", plainNumber(fax));
  for (const point of valuesOf(item, "contactpoint", "contactpoints"))
    if (typeof point !== "string") takePoint(record, point);
  fill(record, "address", addressOf(item), "markup");
  fill(record, "url", urlOf(item), "markup");
  fill(record, "industry", textOf(item, "industry"), "markup");
  fill(
    record,
    "description",
    textOf(item, "description", "note", "disambiguatingdescription").slice(0, 1_000),
    "markup",
  );
  return record;
}

function nameOf(item: Item): string {
  const whole = textOf(item, "name", "fn", "legalname", "organization-name");
  if (whole !== "") return whole;
  const parts = [
    textOf(item, "givenname", "given-name", "firstname"),
    textOf(item, "familyname", "family-name", "lastname", "surname"),
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function titleOf(item: Item): string {
  const stated = textOf(item, "jobtitle", "job-title", "role", "title", "rolename");
  const [occupation] = valuesOf(item, "hasoccupation");
  return stated !== "" || occupation === undefined || typeof occupation === "string"
    ? stated
    : textOf(occupation, "name", "rolename");
}

/** The values of the first of these properties that exists, including nested items (vCard's hasEmail). */
function contactValues(item: Item, names: readonly string[]): string[] {
  return valuesOf(item, ...names)
    .map((value) => (typeof value === "string" ? value : textOf(value, "hasvalue", "value", "@id", "name")))
    .filter((value) => value !== "");
}

function takeEmail(record: PageRecord, value: string): void {
  const address = percentDecoded(value.replace(/^mailto:/iu, "").split("?")[0] ?? "").trim();
  if (!/^[^\s@<>]+@[^\s@<>]+$/u.test(address)) return;
  if (record.email === "") fill(record, "email", address, "markup");
  else addFurther(record, "Email (other)", address);
}

function takePhone(record: PageRecord, value: string): void {
  const phone = plainNumber(value);
  if ((phone.match(/\d/gu) ?? []).length < 5) return;
  if (record.phone === "") fill(record, "phone", phone, "markup");
  else addFurther(record, "Phone (other)", phone);
}

/** Adds a contact point to its organization: the first address and number, the others with their purpose. */
function takePoint(record: PageRecord, point: Item): void {
  const purpose = textOf(point, "contacttype");
  for (const email of contactValues(point, ["email"])) takeEmail(record, email);
  for (const phone of contactValues(point, ["telephone"])) {
    if (/fax/iu.test(purpose)) addFurther(record, "Fax", plainNumber(phone));
    else takePhone(record, phone);
  }
  for (const fax of contactValues(point, ["faxnumber"])) addFurther(record, "Fax", plainNumber(fax));
}

function plainNumber(value: string): string {
  return percentDecoded(value.replace(/^(?:tel|fax|callto):/iu, "").split(";")[0] ?? "").trim();
}

const ADDRESS_PARTS: readonly (readonly string[])[] = [
  ["streetaddress", "street-address"],
  ["postofficeboxnumber", "post-office-box"],
  ["extended-address"],
  ["postalcode", "postal-code"],
  ["addresslocality", "locality"],
  ["addressregion", "region"],
  ["addresscountry", "country-name"],
];

function addressOf(item: Item): string {
  const [place = item] = valuesOf(item, "address", "adr", "hasaddress", "location");
  const [inner = place] = typeof place === "string" ? [] : valuesOf(place, "address");
  const holder = typeof inner === "string" ? item : inner;
  const [street, box, extension, code, town, region, country] = ADDRESS_PARTS.map((names) => textOf(holder, ...names));
  const city = [code, town].filter(Boolean).join(" ");
  const parts = [street, box, extension, city, region === town ? "" : region, country].filter(Boolean);
  return parts.length === 0 && typeof inner === "string" ? inner.replace(/\s+/gu, " ").trim() : parts.join(", ");
}

/** The item's own page, or else its first profile on another site. */
function urlOf(item: Item): string {
  const url = textOf(item, "url", "homepage", "website", "sameas", "mainentityofpage");
  return /^(?:https?:\/\/|\/(?!\/)|[\w.-]+\.\w)/iu.test(url) ? url : "";
}
