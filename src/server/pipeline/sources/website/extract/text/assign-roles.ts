import { type Field, overlaps } from "#server/pipeline/sources/website/extract/text/fields.ts";
import { columnsOf, companyOf } from "#server/pipeline/sources/website/extract/text/find-company.ts";
import type { Mark } from "#server/pipeline/sources/website/extract/page-tree.ts";
import { phoneColumns, phonesOf } from "#server/pipeline/sources/website/extract/text/find-phones.ts";
import { titleOf } from "#server/pipeline/sources/website/extract/text/find-title.ts";
import { nameAffinity, spellsPerson } from "#server/pipeline/sources/website/extract/text/name-affinity.ts";
import type { Row } from "#server/pipeline/sources/website/extract/text/rows.ts";
import { columnName, invertedName, spelledName } from "#server/pipeline/sources/website/extract/text/words.ts";
import { isPageWord } from "#server/pipeline/sources/website/extract/page-words.ts";
import { commonDomain, isNameShaped } from "#server/pipeline/sources/website/extract/site-identity.ts";

/** A row with the roles assigned to its fields. */
export interface Assigned {
  row: Row;
  name: string;
  /** 0 to 3: how well the name matches the address. */
  affinity: number;
  certainty: number;
  title: string;
  company: string;
  /** The row's heading if it names nobody: a department, an office or a company. */
  heading: string;
  /** The heading, if the other rows' headings show that it is a department. */
  department: string;
  /** Whether a label or a legal form confirms the company. */
  isCompanySure: boolean;
  phones: Mark[];
  /** Further people of an office, with the positions of their names. */
  others: { name: string; line: number; start: number }[];
}

export interface Assignment {
  records: Assigned[];
  /** Consistency of the rows with each other and internally; a higher score makes them more likely to be records. */
  agreement: number;
}

/** The keys of columns whose values need no typical words or format. */
type Columns = Record<"numbers" | "companies" | "titles", ReadonlySet<string>>;

const NO_COLUMNS: ReadonlySet<string> = new Set();

interface Candidate {
  field: Field;
  name: string;
  certainty: number;
  affinity: number;
}

/** Fewer rows cannot be compared. */
const FEWEST_ROWS = 3;
/** Above this score a column contains names, and all its values count as names. */
const NAME_COLUMN = 0.55;
const SURE = 0.65;
const MOSTLY_NAMES = 0.5;
/** With more names than these, an address that spells none is everybody's. */
const MOST_PERSONAL = 2;
/** How many lines an address may be away from a name that it doesn't spell. */
const FARTHEST_STRANGER = 7;

/** Assigns roles to the fields of similar rows, by each field's words and by the same field in the other rows. */
export function assignRoles(rows: readonly Row[]): Assignment {
  const candidates = rows.map((row) => candidatesOf(row));
  const support = supportOf(candidates, rows.length);
  const columns: Columns = {
    numbers: phoneColumns(rows),
    companies: columnsOf(rows, "company"),
    titles: columnsOf(rows, "title"),
  };
  const records = withSharedEmployer(
    withDepartments(
      rows.map((row, at) => {
        const list = [...(candidates[at] ?? []), ...byColumn(row, candidates[at] ?? [], support)];
        return assigned(row, list, support, rows.length, columns);
      }),
    ),
  );
  return { records, agreement: agreementOf(records) };
}

function candidatesOf(row: Row): Candidate[] {
  const found: Candidate[] = [];
  const personal = row.emails.filter(({ isWeak }) => isWeak !== true);
  const personalAddresses = personal.map(({ value }) => value);
  for (const field of row.fields) {
    const { text, role, words } = field;
    if (role === "title" || role === "company") continue;
    let { person } = words;
    if (person === null && role === "name" && !words.isLabel && !words.isCompany && words.role === null) {
      const name = columnName(text, true);
      if (name !== "") person = { name, certainty: SURE };
    }
    person ??= invertedName(text) ?? (words.role === null ? spelledName(text, personalAddresses) : null);
    if (person === null) continue;
    if (person.certainty < 0.9 && (words.isLabel || (role !== "name" && words.isCompany))) continue;
    const { name, certainty } = person;
    const affinity = personal.reduce((best, { value }) => Math.max(best, nameAffinity(name, value)), 0);
    found.push({ field, name, certainty, affinity });
  }
  // Names in sentences count only if no name is set apart.
  const isSetApart = found.some(({ field, certainty }) => field.cut !== "sentence" && certainty >= SURE);
  return isSetApart ? found.filter(({ field }) => field.cut !== "sentence") : found;
}

/** The share of rows with a name at each key, weighted by the names' certainty and variety. */
function supportOf(candidates: readonly (readonly Candidate[])[], rows: number): Map<string, number> {
  const columns = new Map<string, { sum: number; names: Set<string>; count: number }>();
  if (rows < 2) return new Map();
  for (const list of candidates) {
    const seen = new Set<string>();
    for (const { field, name, certainty, affinity } of list) {
      for (const key of field.keys) {
        if (seen.has(key)) continue;
        seen.add(key);
        const column = columns.get(key) ?? { sum: 0, names: new Set(), count: 0 };
        column.sum += Math.min(1, certainty + (affinity >= 2 ? 0.5 : 0));
        column.names.add(name.toLowerCase());
        column.count++;
        columns.set(key, column);
      }
    }
  }
  const few = rows < FEWEST_ROWS ? 0.6 : 1;
  return new Map([...columns].map(([key, { sum, names, count }]) => [key, few * (sum / rows) * (names.size / count)]));
}

/** Fields in the name column that don't look like names themselves. */
function byColumn(row: Row, known: readonly Candidate[], support: ReadonlyMap<string, number>): Candidate[] {
  const found: Candidate[] = [];
  for (const field of row.fields) {
    if (!field.keys.some((key) => (support.get(key) ?? 0) >= NAME_COLUMN)) continue;
    if (known.some((one) => one.field === field)) continue;
    const name = columnName(field.text);
    if (name === "" || field.words.role !== null) continue;
    const affinity = row.emails.reduce((best, { value }) => Math.max(best, nameAffinity(name, value)), 0);
    found.push({ field, name, certainty: 0.4, affinity });
  }
  return found;
}

function assigned(
  row: Row,
  candidates: readonly Candidate[],
  support: ReadonlyMap<string, number>,
  count: number,
  columns: Columns,
): Assigned {
  const supported = (field: Field): number =>
    field.keys.reduce((best, key) => Math.max(best, support.get(key) ?? 0), 0);
  const isOnly = distinctNames(candidates).length === 1;
  const strong = distinctNames(candidates.filter(({ certainty }) => certainty >= 0.75));
  let best: Candidate | null = null;
  let bestScore = 0;
  for (const one of candidates) {
    const { field, name, certainty, affinity } = one;
    if (field.words.role?.kind === "title" && candidates.some((other) => isWithin(other, one))) continue;
    const backing = supported(field);
    const distance = Math.abs(field.line - row.anchor);
    const isLabeled = field.role === "name";
    const isAddressed = row.emails.length > 0;
    const mayBeOfOffice = isAddressed && !row.isPersonal;
    const isOther = affinity === 0 && name.includes(" ") && row.emails.some(({ value }) => spellsPerson(value));
    // What is below an address belongs to the next, unless most rows have a name there.
    const isOfNext = isAddressed && affinity < 2 && !isLabeled && backing < MOSTLY_NAMES && field.line > row.anchor;
    const isStranger = isAddressed && affinity === 0 && !isLabeled && field.heading === 0 && backing < 0.3;
    if (isOther || isOfNext || (isStranger && distance > FARTHEST_STRANGER)) continue;
    const isEnough =
      affinity >= 2 ||
      isLabeled ||
      backing >= NAME_COLUMN ||
      certainty >= (mayBeOfOffice ? 0.9 : count >= FEWEST_ROWS ? SURE : 0.75) ||
      (mayBeOfOffice &&
        certainty >= 0.75 &&
        strong.length === 1 &&
        distance <= 2 &&
        (distance < 2 || titleOf(row, field, NO_COLUMNS) !== "")) ||
      (!mayBeOfOffice &&
        certainty >= 0.5 &&
        ((affinity > 0 && (certainty >= SURE || distance === 0)) ||
          backing >= 0.3 ||
          titleOf(row, field, NO_COLUMNS) !== "" ||
          (isOnly && distance <= 2 && certainty >= SURE)));
    if (!isEnough) continue;
    const score =
      certainty +
      0.6 * affinity +
      1.2 * backing +
      (isLabeled ? 1 : 0) +
      (field.heading > 0 ? 0.15 : 0) -
      Math.min(0.6, 0.02 * distance);
    const isShorter = best !== null && best.name === name && best.field.text.length > field.text.length;
    if (best === null || score > bestScore || (isShorter && score > bestScore - 0.1)) [best, bestScore] = [one, score];
  }
  const company = companyOf(row, best?.field ?? null, count, columns.companies);
  const isOffice =
    best !== null &&
    best.affinity < 2 &&
    supported(best.field) < NAME_COLUMN &&
    row.emails.length > 0 &&
    (row.isPersonal
      ? best.affinity === 0 &&
        best.field.line !== row.anchor &&
        strong.length > MOST_PERSONAL &&
        (titleOf(row, best.field, columns.titles) === "" || isSetOff(row, best.field))
      : strong.length > 1 ||
        isSetOff(row, best.field) ||
        (company !== null && company.field.line <= best.field.line && company.isLegal));
  const named = isOffice ? null : best;
  return {
    row,
    name: named?.name ?? "",
    affinity: named?.affinity ?? 0,
    certainty: named?.certainty ?? 0,
    title: named === null ? "" : titleOf(row, named.field, columns.titles),
    company: company?.value ?? "",
    heading: headingOf(row),
    department: "",
    isCompanySure: company !== null && (company.isLegal || company.isSpelled),
    phones: phonesOf(row, columns.numbers),
    others:
      isOffice && !row.isPersonal
        ? strong.map(({ name, field }) => ({ name, line: field.line, start: field.start }))
        : [],
  };
}

const CONTACT = /^(?:kontakt|cont[aá][ct]|επικοινωνία|контакт|iletişim|yhteys|kapcsolat)/iu;

/** Whether a heading or line like "Contact" is between a name and the address. */
function isSetOff({ fields, anchor }: Row, name: Field): boolean {
  const opens = ({ heading, cut, text }: Field): boolean =>
    CONTACT.test(text) && (heading > 0 || (cut === "gap" && isPageWord(text)));
  return fields.some((field) => field.line > name.line && field.line < anchor && opens(field));
}

function distinctNames(candidates: readonly Candidate[]): Candidate[] {
  return [...new Map(candidates.map((one) => [one.name.toLowerCase(), one])).values()];
}

/** "Ann Lee" in "Ann Lee Director". */
function isWithin(inner: Candidate, outer: Candidate): boolean {
  return outer.name.startsWith(`${inner.name} `) && overlaps(inner.field, outer.field);
}

function headingOf({ fields, anchor, phones, faxes }: Row): string {
  let heading = "";
  const numbered = new Set([...phones, ...faxes].map(({ line }) => line));
  for (const { text, line, heading: level, cut, words } of fields) {
    if (line > anchor) break;
    const isHeading = level > 0 && cut === "gap" && text.length < 80 && !words.isLabel;
    // In a bold entry, the lines with numbers are no headings.
    if (isHeading && !(level === 7 && numbered.has(line))) heading = text;
  }
  if (heading !== "") return heading;
  const first = fields.find(
    ({ text, line, words }) => line <= anchor && text.length > 2 && text.length < 60 && !words.isLabel,
  );
  return first?.text ?? "";
}

const LONGEST_DEPARTMENT = 50;
const BRANCH =
  /\b(?:(?:hoofd)?vestiging|hoofdkantoor|kantoor|branch|office|headquarters?|standort|niederlassung|zweigstelle|hauptsitz|filiale?|sucursal|sede|siège|oficina|bureau|oddział|location|showroom)\b/iu;

/** Colleagues at one domain share an employer, so a company that only a minority has is a school or project. */
function withSharedEmployer(records: Assigned[]): Assigned[] {
  if (
    records.length < FEWEST_ROWS ||
    commonDomain(records.flatMap(({ row }) => row.emails.map(({ value }) => value))) === null
  ) {
    return records;
  }
  const counts = new Map<string, number>();
  for (const { company } of records) counts.set(company, (counts.get(company) ?? 0) + 1);
  return records.map((one) =>
    one.isCompanySure || (counts.get(one.company) ?? 0) * 2 > records.length ? one : { ...one, company: "" },
  );
}

/** Headings are departments only if they differ from row to row. */
function withDepartments(records: readonly Assigned[]): Assigned[] {
  if (records.length < 2) return [...records];
  const offices = records.filter(({ name, heading }) => name === "" && heading !== "");
  const distinct = new Set(offices.map(({ heading }) => heading.toLowerCase()));
  const areFew = offices.length < FEWEST_ROWS;
  const areDepartments = areFew
    ? offices.length > 1 &&
      offices.length === records.length &&
      distinct.size > 1 &&
      offices.every(({ heading }) => isNameShaped(heading) && !BRANCH.test(heading))
    : distinct.size >= offices.length * 0.8;
  return records.map((one) => {
    const isDepartment =
      areDepartments &&
      one.name === "" &&
      one.heading.length <= LONGEST_DEPARTMENT &&
      (isNameShaped(one.heading) || /^\p{Lu}\S*(?:\s\S+)?$/u.test(one.heading)) &&
      !/[@\d!?;:()]|\.{2}/u.test(one.heading) &&
      !isPageWord(one.heading);
    return isDepartment ? { ...one, department: one.heading } : one;
  });
}

/** Total quality of the records; each address counts once, by its best row. */
function agreementOf(records: readonly Assigned[]): number {
  const byAddress = new Map<string, number>();
  let sum = 0;
  for (const record of records) {
    const isStray = records.length > 1 && hasHeadingBelow(record.row);
    const quality = qualityOf(record) - (isStray ? 0.15 : 0);
    const address = record.row.emails[0]?.value.toLowerCase();
    if (address === undefined) sum += record.name === "" ? -0.1 : 0.3 * quality;
    else byAddress.set(address, Math.max(byAddress.get(address) ?? 0, quality));
  }
  for (const quality of byAddress.values()) sum += quality;
  return sum;
}

/** A heading begins a record, so one below the address belongs to the next. */
function hasHeadingBelow({ fields, anchor }: Row): boolean {
  return fields.some(({ heading, line }) => heading > 0 && heading < 7 && line > anchor);
}

function qualityOf({ row, name, affinity, certainty, title, company, department, phones, others }: Assigned): number {
  const byAffinity = affinity >= 2 ? 1 : affinity === 1 ? 0.8 : 0.6 * certainty;
  const byOffice = row.isPersonal ? 0 : 0.3;
  return (
    (name === "" ? byOffice : byAffinity) +
    (phones.length > 0 ? 0.2 : 0) +
    (title === "" ? 0 : 0.1) +
    (company === "" ? 0 : 0.05) +
    (department === "" ? 0 : 0.15) -
    0.1 * Math.max(0, others.length - 1) -
    0.15 * Math.max(0, row.phones.length - 3)
  );
}
