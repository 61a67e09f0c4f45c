import { readFieldValue } from "#shared/contract/leads/field-value.ts";
import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import type { ColumnTarget, ImportColumn } from "#shared/contract/leads/lead-import.ts";
import { isDueDate, type NextStep } from "#shared/contract/leads/next-step.ts";
import { LEAD_STATUSES, type LeadStatus, statusNamed } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";
import { formatTags, parseTags } from "#shared/text/tag-cell.ts";
import type { Fact, RawLead } from "#shared/raw-lead.ts";
import type { Column } from "#server/pipeline/text/columns.ts";
import { type CustomColumn, customColumns, isFieldTarget, readCustom } from "#server/pipeline/text/custom-columns.ts";
import { withIsoDate } from "#server/pipeline/text/date-order.ts";
import { fold } from "#server/pipeline/text/fold.ts";
import { hashOf, isBlank, RowReader, type RowIdentity } from "#server/pipeline/text/row-reader.ts";
import {
  columnsByTarget,
  isOwnExport,
  isStepTarget,
  type StepTarget,
} from "#server/pipeline/sources/file-import/column-targets.ts";
import { FILE_READER_VERSION } from "#server/pipeline/sources/file-import/reader-version.ts";
import type { FileRow } from "#server/pipeline/sources/file-import/file-row.ts";

const STATUS_WORDS = `${LEAD_STATUSES.slice(0, -1).join(", ")} or ${LEAD_STATUSES.at(-1)}`;

/** A table's columns and the targets the user chose for them. */
export interface TableColumns {
  /** The import the rows belong to. */
  importId: string;
  fileName: string;
  /** Null for text files. */
  sheet: string | null;
  hasHeader: boolean;
  columns: readonly Pick<ImportColumn, "name" | "target" | "dates" | "decimal">[];
  /** The team's custom fields. Without them, their values are facts. */
  fields?: readonly CustomField[];
  /** Time zone of due dates. Without it, next steps are only facts, as when a stored file is read again. */
  timeZone?: string;
}

/** Converts each row below the header to a raw lead, or to the reason it is skipped. */
export class LeadRows {
  readonly #table: TableColumns;
  readonly #reader: RowReader;
  /** The column with the status; -1 without one. */
  readonly #status: number;
  /** The column with the owner's username; -1 without one. */
  readonly #owner: number;
  readonly #tags: readonly Column[];
  readonly #isOwnExport: boolean;
  /** The column with the lead's ID in Winnow's own export; -1 without one. */
  readonly #exportedId: number;
  /** The columns of custom fields, with those that still exist. */
  readonly #custom: readonly CustomColumn[];

  constructor(table: TableColumns) {
    this.#table = table;
    const columns = table.columns.map(({ name }, index): Column => ({
      index,
      name,
      identity: `h:${name}`,
      hasHeader: true,
    }));
    const targets = table.columns.map(({ target }) => target);
    this.#isOwnExport = isOwnExport(columns.map(({ name }) => name));
    this.#exportedId = this.#isOwnExport ? targets.indexOf("id") : -1;
    this.#status = targets.indexOf("status");
    this.#owner = targets.indexOf("owner");
    this.#tags = columns.filter(({ index }) => targets[index] === "tags");
    this.#custom = customColumns(columns, ({ index }) => table.columns[index], table.fields);
    // Statuses, next steps, tags, owners and custom fields are read here.
    const isReadHere = (target: ColumnTarget, index: number): boolean =>
      target === "tags" ||
      index === this.#status ||
      index === this.#owner ||
      isStepTarget(target) ||
      isFieldTarget(target);
    // As a detail, the ID in Winnow's own export would say what the lead needs.
    const isIgnored = (target: ColumnTarget): boolean => target === "ignore" || (target === "id" && this.#isOwnExport);
    const ignored = new Set(
      targets.flatMap((target, index) => (isIgnored(target) || isReadHere(target, index) ? [index] : [])),
    );
    const headers = hashOf(JSON.stringify(columns.map(({ name }) => name)));
    this.#reader = new RowReader(columns, columnsByTarget(columns, targets), {
      ignored,
      keyOf: (row) => rowKey(row, headers),
    });
  }

  /** Never throws. Deterministic: the same row always yields the same lead, key and hash. */
  read({ number, cells, broken }: FileRow): RawLead | { skipped: string } {
    const { importId, fileName, sheet, columns, hasHeader } = this.#table;
    if (broken !== undefined) return { skipped: broken };
    const width = filledWidth(cells);
    if (width > columns.length) {
      return { skipped: `Has ${width} cells; the table has ${columns.length} columns` };
    }
    // Tables merged from several exports can repeat the header row; it is not a lead.
    if (hasHeader && cells.length > 0 && columns.every(({ name }, index) => (cells[index] ?? "").trim() === name)) {
      return { skipped: "Repeats the headers" };
    }
    const place = sheet === null ? fileName : `${fileName}, ${sheet}`;
    const sourceData = { file: fileName, ...(sheet !== null && { sheet }), row: number };
    const locator = `${place}, row ${number}`;
    const read = this.#reader.read(cells);
    const nextStep = this.#nextStep(cells);
    const { tags, facts: noTags } = this.#tagsOf(cells);
    const noStep = nextStep === null ? this.#asFacts(cells) : [];
    const owner = cells[this.#owner]?.trim() ?? "";
    const [exportedId] = /^\d{1,15}$/u.exec(cells[this.#exportedId]?.trim() ?? "") ?? [];
    const { status, facts: noStatus, problems: unknown } = this.#statusOf(cells);
    const { custom, facts: noCustom, problems: unfit } = readCustom(this.#custom, cells);
    const problems = [...unknown, ...unfit];
    return {
      ...read,
      facts: [...read.facts, ...noStatus, ...noStep, ...noTags, ...noCustom],
      ...(status !== null && { status }),
      ...(custom.length > 0 && { custom }),
      ...(problems.length > 0 && { problems }),
      ...(owner !== "" && { owner }),
      ...(exportedId !== undefined && { exportedId }),
      ...(nextStep !== null && { nextStep }),
      ...(tags.length > 0 && { tags }),
      locator,
      readBy: FILE_READER_VERSION,
      recordId: importId,
      sourceData,
    };
  }

  /** The row's status; any other word is kept as another detail. */
  #statusOf(cells: readonly string[]): { status: LeadStatus | null; facts: Fact[]; problems: string[] } {
    const value = cells[this.#status] ?? "";
    const status = statusNamed(value);
    if (status !== null || isBlank(value)) return { status, facts: [], problems: [] };
    const name = this.#table.columns[this.#status]?.name ?? "";
    return { status, facts: [{ name, value }], problems: [`${name}: Use ${STATUS_WORDS}`] };
  }

  /** The row's tags; what can't be one is kept as another detail. */
  #tagsOf(cells: readonly string[]): { tags: string[]; facts: Fact[] } {
    const tags: string[] = [];
    const facts: Fact[] = [];
    for (const { index, name } of this.#tags) {
      const cell = cells[index] ?? "";
      const { names, rest } = parseTags(this.#isOwnExport ? cell : otherTags(cell));
      tags.push(...names);
      if (rest.length > 0) facts.push({ name, value: formatTags(rest) });
    }
    return { tags, facts };
  }

  /** The row's next step; null without a text and a date that can be read. */
  #nextStep(cells: readonly string[]): NextStep | null {
    const { timeZone } = this.#table;
    const text = this.#cellOf("nextStep", cells)
      .replaceAll(/[\s\p{Cc}]+/gu, " ")
      .trim();
    if (timeZone === undefined || text === "" || text.length > LIMITS.nextStep.textLength) return null;
    const due = dueOf(this.#cellOf("nextStepDue", cells));
    return due === null ? null : { text, due, timeZone };
  }

  #cellOf(target: StepTarget, cells: readonly string[]): string {
    const index = this.#table.columns.findIndex((column, at) => column.target === target && !isBlank(cells[at] ?? ""));
    const cell = cells[index] ?? "";
    return target === "nextStepDue" ? withIsoDate(cell, this.#table.columns[index]?.dates) : cell;
  }

  /** The cells of next steps under their headers, so that nothing is lost. */
  #asFacts(cells: readonly string[]): Fact[] {
    return this.#table.columns.flatMap(({ name, target }, index) => {
      const value = cells[index] ?? "";
      return isStepTarget(target) && !isBlank(value) ? [{ name, value }] : [];
    });
  }
}

/** Tags as other programs list them: "a, b", Mailchimp's "a","b", and Google's "a ::: * myContacts" with its own groups. */
function otherTags(cell: string): string {
  if (cell.includes(";")) return cell;
  return cell.replaceAll(/,|:::/gu, ";").replaceAll(/"|\* [^;]*/gu, "");
}

const TIME = /^(.+?)(?:T|,? )(\d{1,2})(:\d\d)(?::\d\d(?:\.\d+)?)?(?: ?([ap])\.?m\.?)?$/iu;

/** A date as in date fields, perhaps with a time, as a due date: "2026-01-31 14:30", "31.1.2026 2:30 PM". */
function dueOf(cell: string): string | null {
  const [, date = cell.trim(), hour = "0", minute = ":00", half] = TIME.exec(cell.trim()) ?? [];
  const read = readFieldValue({ kind: "date", options: [] }, date);
  // A time with an offset must not become a whole day.
  if (!("value" in read) || date.includes(":")) return null;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  const due = `${String(read.value)}T${String(hours).padStart(2, "0")}${minute}`.replace(/T00:00$/u, "");
  return isDueDate(due) ? due : null;
}

/** The number of cells up to the last non-blank one. */
export function filledWidth(cells: readonly string[]): number {
  let width = cells.length;
  while (width > 0 && isBlank(cells[width - 1] ?? "")) width -= 1;
  return width;
}

/** A person's page on a network, as exports of contacts have it, without what differs between links to it. */
const PROFILE = /^(?:https?:\/\/)?(?:[a-z]{2,3}\.)?((?:linkedin\.com\/in|xing\.com\/profile)\/[^/?#\s]+)/iu;

/**
 * Stateless, so files of any length fit in memory. A person's profile identifies their row in every later file, with
 * the name, because a column can also hold the profile of a colleague who found them. Other leads with an email are
 * matched by it later, so their row key can be the content hash without losing data. Rows without an email are keyed by
 * their id, within tables that have the same headers.
 */
function rowKey({ id, email, name, cells, contentHash }: RowIdentity, headers: string): string {
  const [, profile] = cells.map((cell) => PROFILE.exec(cell.trim())).find((found) => found !== null) ?? [];
  if (profile !== undefined && name !== "") return `file:profile:${hashOf(fold(`${profile}:${name.trim()}`))}`;
  return id !== undefined && !email.includes("@") ? `file:id:${hashOf(`${headers}:${id}`)}` : `file:${contentHash}`;
}
