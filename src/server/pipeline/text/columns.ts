import {
  type ColumnRole,
  CONTACT_PERSON,
  HEADER_WORDS,
  ORGANIZATIONS,
  QUALIFIERS,
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
const contactPerson = new Set([...CONTACT_PERSON].map(letters));

/**
 * Builds the sheet's columns from its header row, padded to `width`, with unique names; `firstColumn` counts from 1.
 */
export function nameColumns(headerRow: readonly string[], width: number, firstColumn: number): Column[] {
  const taken = new Set<string>();
  const distinct = (wanted: string): string => {
    let name = wanted;
    for (let copy = 2; taken.has(name); copy++) name = `${wanted} (${copy})`;
    taken.add(name);
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

/** Groups columns by their role, with the most explicit header first; ties keep the order of the columns. */
export function columnsByRole(columns: readonly Column[], roles: readonly (ColumnRole | null)[]): ColumnsByRole {
  const found = columns.flatMap((column, at) => {
    const role = roles[at] ?? null;
    const match = roleOfHeader(column.name);
    const certainty = match !== null && match.role === role ? match.certainty : Number.MAX_SAFE_INTEGER;
    return role === null ? [] : [{ column, role, certainty }];
  });
  const byRole: ColumnsByRole = {};
  for (const { role, column } of found.toSorted((a, b) => a.certainty - b.certainty))
    (byRole[role] ??= []).push(column);
  return byRole;
}

export interface RoleMatch {
  role: ColumnRole;
  certainty: number;
}

/**
 * Each column's role by its header, in any order and many languages, ignoring case, accents and punctuation. Next to
 * "Contact person", and without a company, "Name" is the company's.
 */
export function rolesOfColumns(columns: readonly Column[]): (ColumnRole | null)[] {
  const matches = columns.map(({ name, hasHeader }) => (hasHeader ? roleOfHeader(name) : null));
  const isPerson = columns.map(({ name, hasHeader }) => hasHeader && contactPerson.has(letters(name)));
  const isOfCompany = isPerson.includes(true) && !matches.some((match) => match?.role === "company");
  return matches.map((match, at) =>
    isOfCompany && match?.role === "name" && match.certainty === 0 && isPerson[at] === false
      ? "company"
      : (match?.role ?? null),
  );
}

/** The meaningful part of a header is at the start; matching a megabyte of brackets would take hours. */
const LONGEST_HEADER = 1_000;
/** "officephone", "homeemail" */
const GLUED_QUALIFIER = /^(?:home|work|office|business|company|contact|customer|client)(?=e?mail$|phone$)/iu;

/**
 * Returns the role that a header or question names: tries the full text, then without brackets and numbers, then
 * without words like "work". `certainty` is 0 for a full match and grows with each step; null when no role is
 * recognized.
 */
export function roleOfHeader(header: string): RoleMatch | null {
  const bare = header
    .slice(0, LONGEST_HEADER)
    .replace(/[([{].*?[)\]}]/gu, " ")
    .replace(/[#*\d]+/gu, " ");
  const words = bare.replace(/(?<=\p{Ll})(?=\p{Lu})|['’]s\b/gu, " ").split(/[\s_./:-]+/u);
  const unqualified = words.filter((word) => !qualifiers.has(letters(word))).join(" ");
  const readings = [header, bare, unqualified, unqualified.replace(GLUED_QUALIFIER, "")];
  for (const [certainty, reading] of readings.entries()) {
    const role = roleOfWord.get(letters(reading));
    if (role === undefined) continue;
    // "Client id" identifies the client, not the row, so only a full header match makes a row key.
    if (role === "id" && certainty > 0) return null;
    const isOfCompany =
      certainty > 1 && words.some((word) => organizations.has(letters(word))) && !/contact/iu.test(bare);
    return { role: role === "name" && isOfCompany ? "company" : role, certainty };
  }
  return null;
}

/** Letters and digits only, without case or accents: "Post Code" and "postcode" become the same. */
function letters(text: string): string {
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
