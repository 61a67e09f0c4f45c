import { sql, type RawBuilder } from "kysely";
import { Lead, LEAD_SORTS, type LeadSort } from "#shared/contract/lead.ts";
import { invalid } from "#server/platform/errors.ts";
import { isRowId } from "#server/store/row-id.ts";

/** The order of a list. Leads of one key follow by id, which also says in what order they became known. */
export interface LeadOrder {
  sort: LeadSort;
  column: "id" | "score" | "name_key" | "company_key";
  descending: boolean;
}

/** The last lead of a page: the next page starts behind it. */
export interface LeadPosition {
  key: string | number;
  id: string;
}

export const NEWEST_FIRST = "-createdAt" satisfies LeadSort;

const COLUMN = { createdAt: "id", score: "score", name: "name_key", company: "company_key" } as const;

export function orderOf(sort: LeadSort): LeadOrder {
  const descending = sort.startsWith("-");
  const field = (descending ? sort.slice(1) : sort) as keyof typeof COLUMN;
  return { sort, column: COLUMN[field], descending };
}

/** Whether a lead of the table `l` comes after the position. A plus keeps SQLite from using an index for it. */
export function comesAfter(order: LeadOrder, position: LeadPosition, plus: "" | "+" = ""): RawBuilder<boolean> {
  const than = sql.raw(order.descending ? "<" : ">");
  const id = sql.raw(`${plus}l.id`);
  // Behind a plus SQLite compares without converting, and to it every number is smaller than any text.
  const afterId = sql`cast(${position.id} as bigint)`;
  if (order.column === "id") return sql`${id} ${than} ${afterId}`;
  return sql`(${sql.raw(`${plus}l.${order.column}`)}, ${id}) ${than} (${position.key}, ${afterId})`;
}

/** The columns of an ORDER BY over the table `l`. A plus keeps SQLite from using an index for it. */
export function orderBy(order: LeadOrder, plus: "" | "+" = ""): RawBuilder<unknown> {
  const direction = order.descending ? "desc" : "asc";
  const id = `${plus}l.id ${direction}`;
  return sql.raw(order.column === "id" ? id : `${plus}l.${order.column} ${direction}, ${id}`);
}

export function writeCursor(order: LeadOrder, { key, id }: LeadPosition): string {
  return Buffer.from(JSON.stringify([order.sort, key, id])).toString("base64url");
}

/** Throws invalid when the text is no cursor, or one of a list in another order. */
export function readCursor(order: LeadOrder, text: string): LeadPosition {
  const [sort, key, id] = parseCursor(text);
  if (!isLeadSort(sort) || typeof id !== "string" || !isRowId(id) || (sort === order.sort && !isKey(order, key))) {
    throw invalid("cursor", "This cursor is damaged. Start again from the first page.");
  }
  if (sort !== order.sort) {
    throw invalid("cursor", `This cursor belongs to the order ${sort}. Start again from the first page.`);
  }
  return { key: key as string | number, id };
}

/** PostgreSQL fails on comparing a score with a number that its column cannot hold. */
function isKey({ column }: LeadOrder, key: unknown): boolean {
  if (column === "score") return Lead.shape.score.safeParse(key).success;
  return typeof key === (column === "id" ? "number" : "string");
}

function isLeadSort(sort: unknown): sort is LeadSort {
  return LEAD_SORTS.some((known) => known === sort);
}

function parseCursor(text: string): unknown[] {
  try {
    const value = JSON.parse(Buffer.from(text, "base64url").toString()) as unknown;
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
