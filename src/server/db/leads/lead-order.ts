import { type FieldSort, isFieldSort } from "#shared/contract/leads/field-filter.ts";
import { Lead, LeadSort } from "#shared/contract/leads/lead.ts";
import { invalid } from "#server/platform/errors.ts";
import { sortedField } from "#server/db/leads/fields/field-criteria.ts";
import { sortKeyOfLead } from "#server/db/leads/fields/field-sql.ts";
import { WHOLE } from "#server/db/leads/fields/field-values.ts";
import type { LeadCriteria } from "#server/db/leads/lead-filter.ts";
import { isRowId, sql, type Sql, type Work } from "#server/db/engine/sql.ts";

const COLUMN = {
  createdAt: "id",
  score: "score",
  name: "name_key",
  company: "company_key",
  email: "email_key",
  source: "source",
  status: "status",
  keywords: "keyword_count",
  nextStep: "next_step_due",
  owner: "owner_key",
} as const;
/** Columns that may be null, with the criterion that tells which. Leads without a value come last in both directions. */
const NULLABLE = { email_key: "hasEmail", next_step_due: "hasNextStep" } as const;
const NUMBERS: ReadonlySet<LeadOrder["column"]> = new Set(["id", "score", "keyword_count"]);
const MOST_KEYWORDS = 2 ** 31 - 1;

/** The order of a list. Leads with equal keys are ordered by id, that is by when they were added. */
export interface LeadOrder {
  sort: LeadSort;
  column: (typeof COLUMN)[keyof typeof COLUMN] | "created_at" | "field";
  /** The id of the custom field whose values are the keys, for the column "field". */
  field: string | null;
  descending: boolean;
}

/** The last lead of a page; the next page starts after it. The key is null among leads without a value. */
export interface LeadPosition {
  key: string | number | null;
  id: string;
}

export const NEWEST_FIRST = "-createdAt" satisfies LeadSort;

/**
 * The sort order for these criteria. Newest first sorts by id, except with a date range: that is contiguous only by
 * created_at, whose order nearly, but not quite, matches the ids.
 */
export function orderOf(
  sort: Exclude<LeadSort, FieldSort>,
  { created }: Pick<LeadCriteria, "created"> = {},
): LeadOrder {
  const descending = sort.startsWith("-");
  const field = (descending ? sort.slice(1) : sort) as keyof typeof COLUMN;
  const isByTime = field === "createdAt" && created !== undefined;
  return { sort, column: isByTime ? "created_at" : COLUMN[field], field: null, descending };
}

/** The order of a list. Throws invalid for a custom field that doesn't exist. */
export function* orderFor(sort: LeadSort, criteria: LeadCriteria): Work<LeadOrder> {
  if (!isFieldSort(sort)) return orderOf(sort, criteria);
  return { sort, column: "field", field: yield* sortedField(sort), descending: sort.startsWith("-") };
}

/**
 * The order to continue with after this cursor. A list that began sorted by id stays so, even when the reader then adds
 * a date filter to exclude newer leads.
 */
export function orderFrom(order: LeadOrder, cursor: string): LeadOrder {
  const beganById = order.column === "created_at" && typeof parseCursor(cursor)[1] === "number";
  return beganById ? { ...order, column: COLUMN.createdAt } : order;
}

/**
 * The criteria of the leads with and without a value in the order's column, null where none can match; undefined if all
 * leads have a value.
 */
export function halvesOf(
  { column, field }: LeadOrder,
  criteria: LeadCriteria,
): Record<"valued" | "blank", LeadCriteria | null> | undefined {
  if (column === "field" && field !== null) {
    const { fields = [] } = criteria;
    const half = (has: boolean): LeadCriteria | null =>
      fields.some((one) => one.id === field && one.has !== has)
        ? null
        : { ...criteria, fields: [...fields, { id: field, part: WHOLE, has }] };
    return { valued: half(true), blank: half(false) };
  }
  if (!(column in NULLABLE)) return undefined;
  const criterion = NULLABLE[column as keyof typeof NULLABLE];
  const half = (has: boolean) => (criteria[criterion] === !has ? null : { ...criteria, [criterion]: has });
  return { valued: half(true), blank: half(false) };
}

/** The SQL of the order's key of a lead in table `l`. A plus keeps SQLite from using an index for it. */
export function keyOf({ column, field }: LeadOrder, plus: "" | "+" = ""): Sql {
  return sql.raw(column === "field" && field !== null ? sortKeyOfLead(field) : `${plus}l.${column}`);
}

/** Whether the order's keys are numbers, on both engines. */
export function isNumeric({ column }: LeadOrder): boolean {
  return NUMBERS.has(column);
}

/** Whether a lead of table `l` comes after the position. A plus keeps SQLite from using an index for it. */
export function comesAfter(order: LeadOrder, position: LeadPosition, plus: "" | "+" = ""): Sql {
  const than = sql.raw(order.descending ? "<" : ">");
  const id = sql.raw(`${plus}l.id`);
  // A unary plus disables SQLite's type conversion, and without it every number compares as less than any text.
  const afterId = sql`cast(${position.id} as bigint)`;
  if (order.column === "id") return sql`${id} ${than} ${afterId}`;
  return sql`(${keyOf(order, plus)}, ${id}) ${than} (${position.key}, ${afterId})`;
}

/** The ORDER BY columns over table `l`. A plus keeps SQLite from using an index for it. */
export function orderBy(order: LeadOrder, plus: "" | "+" = ""): Sql {
  const direction = sql.raw(order.descending ? "desc" : "asc");
  const id = sql`${sql.raw(`${plus}l.id`)} ${direction}`;
  return order.column === "id" ? id : sql`${keyOf(order, plus)} ${direction}, ${id}`;
}

export function writeCursor(order: LeadOrder, { key, id }: LeadPosition): string {
  return Buffer.from(JSON.stringify([order.sort, key, id])).toString("base64url");
}

/** Parses a cursor. Throws invalid when the text is not a cursor or belongs to another order. */
export function readCursor(order: LeadOrder, text: string): LeadPosition {
  const [sort, key, id] = parseCursor(text);
  if (!isLeadSort(sort) || typeof id !== "string" || !isRowId(id) || (sort === order.sort && !isKey(order, key))) {
    throw invalid("cursor", "This cursor isn't valid. Start again from the first page.");
  }
  if (sort !== order.sort) {
    throw invalid("cursor", `This cursor is for the order ${sort}. Start again from the first page.`);
  }
  return { key: key as string | number | null, id };
}

/** PostgreSQL throws when a comparison uses a number outside the column's range. */
function isKey(order: LeadOrder, key: unknown): boolean {
  switch (order.column) {
    case "score":
      return Lead.shape.score.safeParse(key).success;
    case "keyword_count":
      return typeof key === "number" && Number.isInteger(key) && key >= 0 && key <= MOST_KEYWORDS;
    case "email_key":
    case "next_step_due":
    case "field":
      return key === null || typeof key === "string";
    default:
      return typeof key === (isNumeric(order) ? "number" : "string");
  }
}

function isLeadSort(sort: unknown): sort is LeadSort {
  return LeadSort.safeParse(sort).success;
}

function parseCursor(text: string): unknown[] {
  try {
    const value = JSON.parse(Buffer.from(text, "base64url").toString()) as unknown;
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
