import {
  type ColumnRole,
  HEADER_WORDS,
  NAME_PARTS,
  ORGANIZATIONS,
  QUALIFIERS,
  VAGUE,
} from "#server/pipeline/text/header-words.ts";

/** One column of a sheet. */
export interface Column {
  /** Index into a row's values, from 0. */
  index: number;
  /** Header text, made unique; "Column F" when the header is blank. */
  name: string;
  /**
   * Identifies the column even if it moves. Unlike the name, it doesn't use the column letter when the header is blank.
   */
  identity: string;
  hasHeader: boolean;
}

/** Candidate columns for each role, best first. */
export type ColumnsByRole = Partial<Record<ColumnRole, Column[]>>;

const roleOfWord = new Map<string, ColumnRole>(
  Object.entries(HEADER_WORDS).flatMap(([role, list]) =>
    // Object.entries loses the key type; HEADER_WORDS is keyed by ColumnRole.
    list.map((word): [string, ColumnRole] => [letters(word), role as ColumnRole]),
  ),
);

const qualifiers = new Set([...QUALIFIERS].map(letters));
const organizations = new Set([...ORGANIZATIONS].map(letters));
const nameParts = new Set(NAME_PARTS.map(letters));
const vague = new Set([...VAGUE].map(letters));

/**
 * Builds the sheet's columns from its header row, padded to `width`, with unique names; `firstColumn` counts from 1.
 */
export function nameColumns(headerRow: readonly string[], width: number, firstColumn: number): Column[] {
  /** How many columns wanted each name. */
  const taken = new Map<string, number>();
  const distinct = (wanted: string): string => {
    let copy = (taken.get(wanted) ?? 0) + 1;
    let name = copy === 1 ? wanted : `${wanted} (${copy})`;
    while (copy > 1 && taken.has(name)) name = `${wanted} (${(copy += 1)})`;
    taken.set(wanted, copy);
    if (name !== wanted) taken.set(name, 1);
    return name;
  };
  const columns: Column[] = [];
  // Real headers claim their names first, so that a generated name can't take one of them.
  for (const hasHeader of [true, false]) {
    let nameless = 0;
    for (let index = 0; index < width; index++) {
      const header = (headerRow[index] ?? "").trim();
      if ((header !== "") !== hasHeader) continue;
      const name = distinct(hasHeader ? header : `Column ${columnLetters(firstColumn + index)}`);
      columns.push({ index, name, identity: hasHeader ? `h:${name}` : `n:${++nameless}`, hasHeader });
    }
  }
  return columns.toSorted((a, b) => a.index - b.index);
}

export interface RoleMatch {
  role: ColumnRole;
  certainty: number;
}

/** The meaningful part of a header is at the start; matching a megabyte of brackets would take hours. */
const LONGEST_HEADER = 1_000;
/** A sale's name, parts of a name, days, a question next to its answer, and Dynamics' own columns. */
const NO_FIELD =
  /^\s*(?:(?:lead|deal) - title|additional name|(?:first|last) contact|name\W+(?:prefix|middle|suffix)\W*|question \d+)\s*$|^\(do not modify\)/iu;
const BETWEEN_ALTERNATIVES = /\s*[/&|・]\s*|\s+(?:or|and|oder|und|ou|et|o|e|y|of|en)\s+/u;
/** "officephone", "homeemail" */
const GLUED_QUALIFIER = /^(?:home|work|office|business|company|contact|customer|client)(?=e?mail$|phone$)/iu;

/**
 * Returns the role that a header or question names: tries the full text, then without brackets and numbers, then
 * without words like "work", then its alternatives ("Firm / agency") if all have the same. `certainty` is 0 for a full
 * match and grows with each step; null when no role is recognized.
 */
export function roleOfHeader(header: string): RoleMatch | null {
  if (NO_FIELD.test(header)) return null;
  const bare = header
    .slice(0, LONGEST_HEADER)
    .replace(/[([{].*?[)\]}]/gu, " ")
    .replace(/[#*\d]+|[您你]的/gu, " ");
  const words = bare.replace(/(?<=\p{Ll})(?=\p{Lu})|['’]s\b/gu, " ").split(/[\s_./:-]+/u);
  const isOrganization = (word: string): boolean => organizations.has(letters(word));
  const others = words.filter((word) => !qualifiers.has(letters(word))).join(" ");
  // "Primary contact" and "Your company" have no other word.
  const unqualified = letters(others) === "" ? (words.findLast((word) => word !== "") ?? "") : others;
  const readings = [header, bare, unqualified, unqualified.replace(GLUED_QUALIFIER, "")];
  for (const [certainty, reading] of readings.entries()) {
    const role = roleOfWord.get(letters(reading));
    if (role === undefined) continue;
    // "Client id" identifies the client, not the row, so only a full header match makes a row key.
    if (role === "id" && certainty > 0) return null;
    const isOfCompany = certainty > 1 && words.some(isOrganization) && !/[ck]onta[ck]t|ansprech/iu.test(bare);
    return {
      role: role === "name" && isOfCompany ? "company" : role,
      certainty: certainty === 0 && vague.has(letters(header)) ? readings.length + 1 : certainty,
    };
  }
  const [first, ...alternatives] = bare.trim().split(BETWEEN_ALTERNATIVES);
  const role = alternatives.length === 0 || first === undefined ? undefined : roleOfHeader(first)?.role;
  if (role === undefined) return null;
  return alternatives.every((other) => roleOfHeader(other)?.role === role)
    ? { role, certainty: readings.length }
    : null;
}

/** Whether a last name's column has only part of it, next to another. */
export function isNamePart(header: string): boolean {
  return nameParts.has(letters(header));
}

/** Letters and digits only, without case or accents: "Post Code" and "postcode" become the same. */
export function letters(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Column letters for a number: 1 is A, 27 is AA. */
export function columnLetters(column: number): string {
  let name = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}
