import { columnLetters } from "#server/reading/column-letters.ts";
import { type ColumnRole, HEADER_WORDS, QUALIFIERS } from "#server/reading/header-words.ts";

/** One column of a sheet. */
export interface Column {
  /** Its place in a row of values, from 0. */
  index: number;
  /** Its header, made distinct; "Column F" when it has none. */
  name: string;
  /** What identifies it wherever it stands: unlike the name, a missing header does not take the column's letter. */
  identity: string;
  hasHeader: boolean;
}

/** The columns that can fill each role, the best first. */
export type ColumnsByRole = Partial<Record<ColumnRole, Column[]>>;

const roleOfWord = new Map<string, ColumnRole>(
  Object.entries(HEADER_WORDS).flatMap(([role, list]) =>
    // The key type is lost by Object.entries; HEADER_WORDS is keyed by ColumnRole.
    list.map((word): [string, ColumnRole] => [letters(word), role as ColumnRole]),
  ),
);

/** The columns of a sheet from its header row, padded to `width` and named; `firstColumn` counts from 1. */
export function nameColumns(headerRow: readonly string[], width: number, firstColumn: number): Column[] {
  const taken = new Set<string>();
  const distinct = (wanted: string): string => {
    let name = wanted;
    for (let copy = 2; taken.has(name); copy++) name = `${wanted} (${copy})`;
    taken.add(name);
    return name;
  };
  const columns: Column[] = [];
  // Real headers take their names first, lest a column without one be called what another column is called.
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

/** Finds what each column means by its header, in any order, case, accents, punctuation and many languages. */
export function recogniseColumns(columns: readonly Column[]): ColumnsByRole {
  const found = new Map<ColumnRole, { column: Column; certainty: number }[]>();
  for (const column of columns) {
    if (!column.hasHeader) continue;
    const match = roleOfHeader(column.name);
    if (match === null) continue;
    const list = found.get(match.role) ?? [];
    list.push({ column, certainty: match.certainty });
    found.set(match.role, list);
  }
  const byRole: ColumnsByRole = {};
  for (const [role, list] of found) {
    // Sorting is stable, so equals keep the order of the sheet.
    byRole[role] = list.toSorted((a, b) => a.certainty - b.certainty).map(({ column }) => column);
  }
  return byRole;
}

/** What names a column stands at its beginning; a cell of a megabyte of brackets would take hours to read. */
const LONGEST_HEADER = 1_000;

/**
 * What a header or a question names: tries the whole of it, then what is left without brackets and numbers, then
 * without words like "work". `certainty` is 0 for the whole and grows; null when it names nothing known.
 */
export function roleOfHeader(header: string): { role: ColumnRole; certainty: number } | null {
  const bare = header
    .slice(0, LONGEST_HEADER)
    .replace(/[([{].*?[)\]}]/gu, " ")
    .replace(/[#*\d]+/gu, " ");
  const unqualified = bare
    .split(/[\s_./:-]+/u)
    .filter((word) => !QUALIFIERS.has(letters(word)))
    .join(" ");
  for (const [certainty, reading] of [header, bare, unqualified].entries()) {
    const role = roleOfWord.get(letters(reading));
    if (role === undefined) continue;
    // "Client id" names the client, not the row: only a whole header makes a key.
    if (role === "id" && certainty > 0) return null;
    return { role, certainty };
  }
  return null;
}

/** The letters and digits of a text without case and accents: "E-Mail Adresse" and "emailadresse" become one. */
function letters(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}
