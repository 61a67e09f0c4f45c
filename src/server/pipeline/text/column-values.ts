import { plainSigns } from "#shared/text/plain-signs.ts";
import type { Column } from "#server/pipeline/text/columns.ts";
import { readCompanyName } from "#server/pipeline/text/company-name.ts";
import { fold } from "#server/pipeline/text/fold.ts";
import { GIVEN_NAMES } from "#server/pipeline/text/given-names.ts";
import type { ColumnRole } from "#server/pipeline/text/header-words.ts";
import { canBeTitle, readJobTitle } from "#server/pipeline/text/job-title.ts";
import { readPersonName } from "#server/pipeline/text/person-name.ts";
import { isPlaceholder } from "#server/pipeline/text/row-reader.ts";

type Test = (value: string) => boolean;

/** What a column holds: a role, another detail, or something that only its header can tell. */
type Target<Other extends string> = ColumnRole | "fact" | Other;

const EMAIL = /^\s*(mailto:)?[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+\s*$/iu;
/** "Ann Lee <ann@acme.example>" */
const NAME_AND_EMAIL = /<[^\s@<>]{1,64}@[^\s@<>]{1,253}>\s*$/u;
const PHONE = /^\s*(\+|00|\(?0)[\d\s()./-]{6,24}$/u;
/** Without a country code or leading zero, so only where nothing else is likely: in the place of a name, or no header. */
const DIGITS = /^\s*\+?\(?\d(?:[\s()./-]{0,2}\d){8,14}\s*$/u;
const DATE = /^\s*\d{1,4}([./-])\d{1,2}\1\d{2,4}(?:\s|$)/u;
const WEB_ADDRESS = /^\s*(https?:\/\/|www\.)\S+$/iu;
/** Headers of the seller's own pages, as in exports of forms and events. */
const OF_OTHER_PAGE = /refer|landing|page|source|form|image|photo|avatar|logo|qr|ticket|event|utm|unsub|track|check/iu;
const IMAGE = /\.(?:gif|jpe?g|png|svg|webp)$/iu;
/** Recognizes a column by its values if no header names one; headers about something else have precedence. */
const SHAPES: readonly (readonly [ColumnRole, Test])[] = [
  ["email", (value) => isEmail(value) || isNameAndEmail(value)],
  ["phone", isPhone],
  ["scrapeUrl", (value) => WEB_ADDRESS.test(value) && !IMAGE.test(value)],
];
/** What some values of a column with such a header look like; "Site" can be a place, "Mobile" yes or no. */
const NEEDED: Partial<Record<string, Test>> = {
  email: (value) => value.includes("@"),
  phone: (value) => (value.match(/\d/gu)?.length ?? 0) >= 5,
  scrapeUrl: (value) => /\S\.\S/u.test(value),
  title: canBeTitle,
  // A query can be that of a search.
  notes: (value) => !WEB_ADDRESS.test(value),
} satisfies Partial<Record<ColumnRole, Test>>;
const SHARE_OF_NEEDED = 0.1;
/** Enough values to tell that none of them fits. */
const VALUES_THAT_CONVINCE = 3;
const VALUES_LOOKED_AT = 200;
const SURELY_A_NAME = 0.75;
const SHARE_OF_SHAPE = 0.6;

/**
 * Corrects what the headers say about columns: a header that the values below contradict names nothing, and a role
 * without a column goes to the first one without a meaning whose values fit.
 */
export function fitToValues<Other extends string>(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  byHeader: readonly Target<Other>[],
): Target<Other>[] {
  const values = columns.map(({ index }) => valuesOf(rows, index));
  const targets = byHeader.map((target, index) => fitting(target, values[index] ?? []));
  // Without this, every row would lack a contact.
  const both = targets.findIndex((target, index) => target === "name" && mostAre(isNameAndEmail, values[index]));
  if (both !== -1 && !targets.includes("email")) targets[both] = "email";
  // Of several columns of addresses, moving them chooses no other.
  const order = indexesByHeader(columns);
  const isOfPage = (index: number): boolean => OF_OTHER_PAGE.test(columns[index]?.name ?? "");
  for (const [role, shape] of SHAPES) {
    // Repeated addresses are a colleague's.
    const isFit = (index: number): boolean =>
      isVaried(values[index]) && mostAre(shape, values[index]) && !(role === "scrapeUrl" && isOfPage(index));
    claim(targets, role, isFit, order);
  }
  const isNameless = (index: number): boolean => columns[index]?.hasHeader === false;
  claim(targets, "phone", (index) => isNameless(index) && isVaried(values[index]) && mostAre(isDigits, values[index]));
  claimNames(targets, columns, values);
  const isTitle: Test = (value) => readJobTitle(value) !== null;
  claim(targets, "title", (index) => isNameless(index) && mostAre(isTitle, values[index]));
  const isCompany: Test = (value) => readCompanyName(value) !== null;
  claim(targets, "company", (index) => isNameless(index) && mostAre(isCompany, values[index]));
  return targets;
}

/** The target that a header names, unless the column's values contradict it. */
function fitting<Other extends string>(target: Target<Other>, values: readonly string[]): Target<Other> {
  if (values.length < VALUES_THAT_CONVINCE) return target;
  // "Contact" can be a person, a number or an address.
  if (target === "name" || target === "phone") {
    if (mostAre(isEmail, values)) return "email";
    if (mostAre(isDigits, values)) return "phone";
  }
  return isContradicted(target, values) ? "fact" : target;
}

/** Whether hardly any of these values, which aren't placeholders, can be what a header promises. */
export function isContradicted(target: string, values: readonly string[]): boolean {
  const needed = NEEDED[target];
  if (needed === undefined || values.length < VALUES_THAT_CONVINCE) return false;
  return values.filter((value) => needed(plainSigns(value))).length < values.length * SHARE_OF_NEEDED;
}

/** Gives a role that no column has to the first column without a target that fits. */
function claim(
  targets: string[],
  role: ColumnRole,
  isFit: (index: number) => boolean,
  order: Iterable<number> = targets.keys(),
): void {
  if (targets.includes(role)) return;
  const found = [...order].find((index) => targets[index] === "fact" && isFit(index));
  if (found !== undefined) targets[found] = role;
}

/** The columns' indexes by their headers; columns without one keep their order and come last. */
function indexesByHeader(columns: readonly Column[]): number[] {
  const nameOf = (index: number): string => columns[index]?.name ?? "";
  const [named, others] = [true, false].map((hasHeader) =>
    [...columns.keys()].filter((index) => columns[index]?.hasHeader === hasHeader),
  ) as [number[], number[]];
  return [...named.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1)), ...others];
}

/** Without a header for names: given names next to other words are two halves, otherwise a column can have whole names. */
function claimNames(targets: string[], columns: readonly Column[], values: readonly (readonly string[])[]): void {
  if (targets.some((target) => target === "name" || target === "firstName" || target === "lastName")) return;
  const first = targets.findIndex((target, index) => target === "fact" && mostAre(isGivenName, values[index]));
  const isLast = targets[first + 1] === "fact" && mostAre(isWords, values[first + 1]);
  if (first !== -1 && isLast && columns[first]?.hasHeader === false) {
    targets.splice(first, 2, "firstName", "lastName");
    return;
  }
  // A few repeated names are of colleagues.
  claim(targets, "name", (index) => isVaried(values[index]) && mostAre(isWholeName, values[index]));
}

function isVaried(values: readonly string[] = []): boolean {
  return new Set(values).size > values.length / 2;
}

function isEmail(value: string): boolean {
  return EMAIL.test(value);
}

function isNameAndEmail(value: string): boolean {
  return NAME_AND_EMAIL.test(value);
}

function isPhone(value: string): boolean {
  return PHONE.test(value) && !DATE.test(value);
}

function isDigits(value: string): boolean {
  return isPhone(value) || DIGITS.test(value);
}

function isGivenName(value: string): boolean {
  const words = value.trim().split(/\s+/u);
  return words.length <= 3 && words.every((word) => GIVEN_NAMES.has(fold(word)));
}

function isWords(value: string): boolean {
  return /^[\p{L}\p{M}\s.'’-]+$/u.test(value);
}

function isWholeName(value: string): boolean {
  return (readPersonName(value)?.certainty ?? 0) >= SURELY_A_NAME;
}

/** The first values of a column that say something. */
function valuesOf(rows: readonly (readonly string[])[], index: number): string[] {
  const values: string[] = [];
  for (const cells of rows) {
    const value = cells[index] ?? "";
    if (value.length < 1_000 && !isPlaceholder(value)) values.push(plainSigns(value));
    if (values.length === VALUES_LOOKED_AT) break;
  }
  return values;
}

function mostAre(test: Test, values: readonly string[] = []): boolean {
  const like = values.filter((value) => test(value)).length;
  return like > 0 && like >= values.length * SHARE_OF_SHAPE;
}
