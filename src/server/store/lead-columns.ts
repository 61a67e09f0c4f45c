import type { ColumnType, Generated } from "kysely";
import { Lead } from "#shared/contract/lead.ts";
import type { LeadRecord, StoredLead } from "#shared/lead-record.ts";
import { sortKeyOf } from "#server/store/search-text.ts";

/** A list is null where it is empty: most are. */
type Kind = "id" | "text" | "optionalText" | "integer" | "json" | "list";

/** Where each field of a lead is kept. The wide ones stand last in the table, so that lists do not read past them. */
export const LEAD_COLUMNS = {
  id: { column: "id", kind: "id" },
  name: { column: "name", kind: "text" },
  email: { column: "email", kind: "text" },
  company: { column: "company", kind: "text" },
  industry: { column: "industry", kind: "text" },
  title: { column: "title", kind: "text" },
  phone: { column: "phone", kind: "text" },
  source: { column: "source", kind: "text" },
  scrapeUrl: { column: "scrape_url", kind: "text" },
  status: { column: "status", kind: "text" },
  statusSetBy: { column: "status_set_by", kind: "text" },
  qualificationStatus: { column: "qualification_status", kind: "text" },
  missingInfo: { column: "missing_info", kind: "json" },
  followUpAttempts: { column: "follow_up_attempts", kind: "integer" },
  lastFollowUp: { column: "last_follow_up", kind: "optionalText" },
  score: { column: "score", kind: "integer" },
  keywords: { column: "keywords", kind: "json" },
  sourceData: { column: "source_data", kind: "json" },
  rawData: { column: "raw_data", kind: "json" },
  notes: { column: "notes", kind: "text" },
  processedAt: { column: "processed_at", kind: "optionalText" },
  createdAt: { column: "created_at", kind: "text" },
  updatedAt: { column: "updated_at", kind: "text" },
  facts: { column: "facts", kind: "json" },
  provenance: { column: "provenance", kind: "json" },
  scoreParts: { column: "score_parts", kind: "json" },
  emailKey: { column: "email_key", kind: "optionalText" },
  phoneKey: { column: "phone_key", kind: "optionalText" },
  otherValues: { column: "other_values", kind: "list" },
} as const satisfies Record<keyof LeadRecord, { column: string; kind: Kind }>;

type Columns = typeof LEAD_COLUMNS;
interface KindType {
  id: ColumnType<string | number, string | undefined, never>;
  text: string;
  optionalText: string | null;
  integer: number;
  json: string;
  list: string | null;
}

/** The table of leads: a column for each field, and what is derived from them. */
export type LeadTable = {
  [F in keyof Columns as Columns[F]["column"]]: KindType[Columns[F]["kind"]];
} & { name_key: string; company_key: string; email_domain: string | null; revision: Generated<number> };

export type LeadField = keyof LeadRecord;
export type Row = Record<string, unknown>;

/** The fields of the contract's lead, which alone are ever answered. */
export const CONTRACT_FIELDS = Object.keys(Lead.shape) as (keyof Lead)[];
export const FIELDS = Object.keys(LEAD_COLUMNS) as LeadField[];

/** The value of one field as its column holds it. */
export function columnValue(lead: LeadRecord, field: LeadField): unknown {
  const value = lead[field];
  const { kind } = LEAD_COLUMNS[field];
  if (kind === "list") return Array.isArray(value) && value.length > 0 ? JSON.stringify(value) : null;
  return kind === "json" ? JSON.stringify(value ?? null) : value;
}

/** The row of a lead, with all that is derived from its fields. */
export function rowOfLead(lead: LeadRecord): Row {
  const row: Row = {};
  for (const field of FIELDS) row[LEAD_COLUMNS[field].column] = columnValue(lead, field);
  return { ...row, ...derivedColumns(lead) };
}

/** The columns of these fields only, and what is derived from them, for an update that touches no other index. */
export function rowOfFields(lead: LeadRecord, fields: readonly LeadField[]): Row {
  const row: Row = {};
  for (const field of fields) row[LEAD_COLUMNS[field].column] = columnValue(lead, field);
  const derived = derivedColumns(lead);
  if (fields.includes("name")) row["name_key"] = derived.name_key;
  if (fields.includes("company")) row["company_key"] = derived.company_key;
  if (fields.includes("emailKey")) row["email_domain"] = derived.email_domain;
  return row;
}

function derivedColumns(lead: LeadRecord): Pick<LeadTable, "name_key" | "company_key" | "email_domain"> {
  return {
    name_key: sortKeyOf(lead.name),
    company_key: sortKeyOf(lead.company),
    email_domain: lead.emailKey === null ? null : lead.emailKey.slice(lead.emailKey.lastIndexOf("@") + 1),
  };
}

/** The lead of a full row. */
export function leadOfRow(row: Row): StoredLead {
  const lead: Row = { revision: Number(row["revision"]) };
  for (const field of FIELDS) {
    const { column, kind } = LEAD_COLUMNS[field];
    lead[field] = fieldValue(row[column], kind);
  }
  // Each field was read from its own column, whose content only rowOfLead writes.
  return lead as unknown as StoredLead;
}

function fieldValue(value: unknown, kind: Kind): unknown {
  switch (kind) {
    case "json":
      return JSON.parse(String(value)) as unknown;
    case "list":
      return typeof value === "string" ? (JSON.parse(value) as unknown) : [];
    case "id":
      return String(value);
    case "text":
    case "optionalText":
    case "integer":
      return value;
  }
}

/** The fields whose values differ. */
export function changedFields(before: LeadRecord, after: LeadRecord): LeadField[] {
  return FIELDS.filter((field) => field !== "id" && columnValue(before, field) !== columnValue(after, field));
}

/** Those of the values that a change left whose fields have another value by now. */
export function changedSince(lead: StoredLead, left: Partial<StoredLead>): LeadField[] {
  const asLeft = { ...lead, ...left };
  return (Object.keys(left) as LeadField[]).filter((field) => columnValue(lead, field) !== columnValue(asLeft, field));
}
