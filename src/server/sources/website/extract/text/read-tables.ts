import { readCompanyName } from "#server/reading/company-name.ts";
import { roleOfHeader } from "#server/reading/columns.ts";
import type { ColumnRole } from "#server/reading/header-words.ts";
import { readJobTitle } from "#server/reading/job-title.ts";
import { readPersonName } from "#server/reading/person-name.ts";
import { withoutEnding } from "#server/reading/without-ending.ts";
import { addFurther, emptyRecord, fill, type PageRecord } from "#server/sources/website/extract/page-reading.ts";
import type { PageTree } from "#server/sources/website/extract/page-tree.ts";
import type { Mark } from "#server/sources/website/extract/text/mark.ts";
import { type Cell, type Grid, gridOf } from "#server/sources/website/extract/text/table-grid.ts";

/** What a row or a column of a table holds. */
type Role = ColumnRole | "fax" | "mobile" | "address";

const FURTHER_ROLES: readonly (readonly [RegExp, Role])[] = [
  [/^(?:tele)?fax\b|^télécopie|^факс|^传真|^ファックス/iu, "fax"],
  [/^(?:mobile?|handy|cell|móvil|portable|携帯|手机)\b/iu, "mobile"],
  [
    /^(?:address|adresse|anschrift|dirección|indirizzo|location|standort|ort|city|town|ville|ciudad|住所|地址|адрес)\b/iu,
    "address",
  ],
];
/** One of them has to be in a table that lists people or organisations. */
const IDENTIFYING = new Set<Role>(["name", "lastName", "firstName", "email", "company"]);
const MOST_ROWS = 5_000;

export interface TableReading {
  records: PageRecord[];
  /** Lines that need no further look. */
  read: Uint8Array;
}

/**
 * The records of the tables whose headers say what they hold, with headers above or at the side, and of those that
 * hold a name, a title and contacts of each person below each other. Other tables are layout, and read like text.
 */
export function readTables(
  tree: PageTree,
  contacts: ReadonlyMap<number, readonly Mark[]>,
  siteName: string,
): TableReading {
  const read = new Uint8Array(tree.lines.length);
  const records: PageRecord[] = [];
  for (const table of tree.tables) {
    const { first = 0, end = 0 } = tree.blocks[table] ?? {};
    if (!hasContacts(contacts, first, end)) continue;
    const grid = gridOf(tree, table);
    if (grid === null || grid.length < 2) continue;
    const reader = new TableReader(tree, contacts, siteName);
    const found = reader.read(grid);
    if (found.length === 0) continue;
    records.push(...found);
    read.fill(1, first, end);
  }
  return { records, read };
}

class TableReader {
  readonly #tree: PageTree;
  readonly #contacts: ReadonlyMap<number, readonly Mark[]>;
  readonly #siteName: string;

  constructor(tree: PageTree, contacts: ReadonlyMap<number, readonly Mark[]>, siteName: string) {
    this.#tree = tree;
    this.#contacts = contacts;
    this.#siteName = siteName;
  }

  read(grid: Grid): PageRecord[] {
    const headerAt = grid.slice(0, 3).findIndex((row) => tells(this.#roles(row)));
    if (headerAt >= 0) {
      const roles = this.#roles(grid[headerAt] ?? []);
      const rows = grid.slice(headerAt + 1, MOST_ROWS).filter((row) => !tells(this.#roles(row)));
      return this.#records(rows, roles, "Table row");
    }
    const columns = transposed(grid);
    const [side, ...others] = columns;
    if (side !== undefined && others.length > 1) {
      const roles = this.#roles(side);
      if (tells(roles)) return this.#records(others, roles, "Table column");
    }
    return this.#isListedByColumn(grid) ? this.#records(columns, [], "Table column") : [];
  }

  #roles(cells: readonly (Cell | null)[]): (Role | null)[] {
    return cells.map((cell) =>
      cell === null || this.#marks(cell).length > 0 ? null : roleOf(withoutEnding(this.#text(cell), /[\s:：]/u)),
    );
  }

  #records(rows: readonly (readonly (Cell | null)[])[], roles: readonly (Role | null)[], place: string): PageRecord[] {
    const records: PageRecord[] = [];
    for (const [at, row] of rows.entries()) {
      const record = this.#record(row, roles, `${place} ${at + 1}`);
      if (record !== null) records.push(record);
    }
    return records;
  }

  #record(cells: readonly (Cell | null)[], roles: readonly (Role | null)[], evidence: string): PageRecord | null {
    const record = emptyRecord("person", evidence);
    const seen = new Set<Cell>();
    const names: Partial<Record<Role, string>> = {};
    for (const [at, cell] of cells.entries()) {
      if (cell === null || seen.has(cell)) continue;
      seen.add(cell);
      const role = roles[at] ?? null;
      for (const mark of this.#marks(cell)) take(record, mark, role);
      if (role === null) this.#guess(record, cell);
      else names[role] ??= this.#words(cell);
    }
    if (record.email === "" && record.phone === "") return null;
    nameRecord(record, names);
    fill(record, "title", names.title ?? "", "text");
    fill(record, "address", names.address ?? "", "text");
    fill(record, "industry", names.industry ?? "", "text");
    fill(record, "description", names.notes ?? "", "text");
    if (record.name === "" && record.company === "") return null;
    fill(record, "company", this.#siteName, "text");
    return record;
  }

  /** A column without a header that says what it holds: told by what stands in it. */
  #guess(record: PageRecord, cell: Cell): void {
    for (const { text } of this.#tree.lines.slice(cell.first, cell.end)) {
      const person = readPersonName(text);
      if (person !== null && person.certainty >= 0.65) fill(record, "name", person.name, "text");
      else if (record.title === "" && readJobTitle(text) !== null)
        fill(record, "title", readJobTitle(text) ?? "", "text");
      else fill(record, "company", readCompanyName(text) ?? "", "text");
    }
  }

  /** Names side by side, what belongs to each of them below it: no row holds both a name and a contact. */
  #isListedByColumn(grid: Grid): boolean {
    const [names] = grid;
    const width = names?.length ?? 0;
    if (width < 2 || names === undefined) return false;
    const areNames = names.every(
      (cell) =>
        cell !== null && this.#marks(cell).length === 0 && (readPersonName(this.#text(cell))?.certainty ?? 0) >= 0.5,
    );
    return areNames && grid.slice(1).some((row) => row.every((cell) => cell !== null && this.#marks(cell).length > 0));
  }

  #marks(cell: Cell): Mark[] {
    const marks: Mark[] = [];
    for (let at = cell.first; at < cell.end; at++) marks.push(...(this.#contacts.get(at) ?? []));
    return marks;
  }

  #text(cell: Cell): string {
    return this.#tree.lines
      .slice(cell.first, Math.min(cell.end, cell.first + 10))
      .map(({ text }) => text)
      .join(", ");
  }

  /** What a cell says beside its contacts. */
  #words(cell: Cell): string {
    const words: string[] = [];
    for (let at = cell.first; at < Math.min(cell.end, cell.first + 10); at++) {
      let { text = "" } = this.#tree.lines[at] ?? {};
      for (const { start, end } of (this.#contacts.get(at) ?? []).toReversed())
        text = `${text.slice(0, start)} ${text.slice(end)}`;
      const kept = withoutEnding(text.replace(/^[\s,;:|()–-]+/u, ""), /[\s,;:|()–-]/u);
      // The link of an address may be the name itself.
      words.push(
        kept === "" && !/[@\d]/u.test(this.#tree.lines[at]?.text ?? "") ? (this.#tree.lines[at]?.text ?? "") : kept,
      );
    }
    return words.filter((word) => word !== "").join(", ");
  }
}

function nameRecord(record: PageRecord, names: Partial<Record<Role, string>>): void {
  const parts = [names.firstName ?? "", names.lastName ?? ""].filter((part) => part !== "").join(" ");
  const written = names.name ?? parts;
  const person = readPersonName(written) ?? readPersonName(written.split(",")[0] ?? "");
  const company = names.company ?? "";
  fill(record, "company", company, "text");
  const isCompany = person === null && readCompanyName(written) !== null;
  if (written === "" && record.name === "") {
    record.kind = "organisation";
    fill(record, "name", company, "text");
  } else if (isCompany) {
    record.kind = "organisation";
    fill(record, "name", written, "text");
    fill(record, "company", written, "text");
  } else if (written !== "") {
    const [first = "", ...rest] = written.split(", ");
    const title = rest.map((part) => readJobTitle(part)).find((found) => found !== null);
    if (title !== undefined && title !== null) fill(record, "title", title, "text");
    record.name = "";
    fill(record, "name", person?.name ?? (title === undefined ? written : first), "text");
  }
}

function take(record: PageRecord, mark: Mark, role: Role | null): void {
  if (mark.kind === "email") {
    if (record.email === "") fill(record, "email", mark.value, mark.method);
    else addFurther(record, "E-mail (other)", mark.value);
  } else if (mark.kind === "fax" || role === "fax") addFurther(record, "Fax", mark.value);
  else if (record.phone === "") fill(record, "phone", mark.value, mark.method);
  else addFurther(record, role === "mobile" ? "Mobile" : (mark.label ?? "Phone (other)"), mark.value);
}

function roleOf(header: string): Role | null {
  if (header === "" || header.length > 60) return null;
  return FURTHER_ROLES.find(([words]) => words.test(header))?.[1] ?? roleOfHeader(header)?.role ?? null;
}

/** Whether headers tell whose record a row is and one thing more. */
function tells(roles: readonly (Role | null)[]): boolean {
  const known = new Set(roles.filter((role) => role !== null));
  return known.size >= 2 && [...known].some((role) => IDENTIFYING.has(role));
}

function transposed(grid: Grid): (Cell | null)[][] {
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 0);
  return Array.from({ length: width }, (_, column) => grid.map((row) => row[column] ?? null));
}

function hasContacts(contacts: ReadonlyMap<number, unknown>, first: number, end: number): boolean {
  for (let at = first; at < end; at++) if (contacts.has(at)) return true;
  return false;
}
