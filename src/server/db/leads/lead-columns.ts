import type { NextStep } from "#shared/contract/leads/next-step.ts";
import { Lead } from "#shared/contract/leads/lead.ts";
import { LEAD_FIELDS, LEAD_TEXT_FIELDS, type LeadTextField, perField } from "#shared/lead-fields.ts";
import { type LeadRecord, type StoredLead, scorePartsOf, storedScoreParts } from "#shared/lead-record.ts";
import { LIMITS } from "#shared/limits.ts";
import { momentShowing } from "#server/platform/calendar-window.ts";
import { usernameKey } from "#shared/username-key.ts";
import { originsOfRow, storedOrigins } from "#server/db/leads/lead-origins.ts";
import { sortKeyOf } from "#server/db/leads/search-text.ts";

/** An empty list is stored as null, since most are empty. */
type Kind = "id" | "optionalId" | "text" | "optionalText" | "integer" | "json" | "list" | "origins" | "scoreParts";

// Fingerprints hash the columns in this order, where these two come later.
const { scrapeUrl, notes, ...texts } = perField(LEAD_TEXT_FIELDS, (field) => ({
  column: LEAD_FIELDS[field].column,
  kind: "text" as const,
}));

/** The column of each lead field. Wide columns are last in the table, so that lists don't read past them. */
export const LEAD_COLUMNS = {
  id: { column: "id", kind: "id" },
  ...texts,
  source: { column: "source", kind: "text" },
  scrapeUrl,
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
  notes,
  processedAt: { column: "processed_at", kind: "optionalText" },
  createdAt: { column: "created_at", kind: "text" },
  updatedAt: { column: "updated_at", kind: "text" },
  facts: { column: "facts", kind: "json" },
  provenance: { column: "origins", kind: "origins" },
  scoreParts: { column: "score_parts", kind: "scoreParts" },
  emailKey: { column: "email_key", kind: "optionalText" },
  phoneKey: { column: "phone_key", kind: "optionalText" },
  otherValues: { column: "other_values", kind: "list" },
  nextStep: { column: "next_step", kind: "json" },
  ownerId: { column: "owner_id", kind: "optionalId" },
  owner: { column: "owner", kind: "text" },
  ownerSetBy: { column: "owner_set_by", kind: "optionalText" },
  tagMarks: { column: "tag_marks", kind: "list" },
  customFields: { column: "custom_fields", kind: "list" },
} as const satisfies Record<Exclude<keyof LeadRecord, "address">, { column: string; kind: Kind }>;

/** The columns of an address check. It alone writes them, so that no edit conflicts with it. */
export const ADDRESS_COLUMNS = { addressQuality: "address_quality", addressReason: "address_reason" } as const;

export type LeadField = keyof typeof LEAD_COLUMNS;
export type Row = Record<string, unknown>;

/** The contract's lead fields, the only ones ever returned. */
export const CONTRACT_FIELDS = Object.keys(Lead.shape) as (keyof Lead)[];
export const FIELDS = Object.keys(LEAD_COLUMNS) as LeadField[];

/** The select list for these fields, each under its own name. */
export function textColumns(fields: readonly LeadTextField[]): string {
  return fields.map((field) => `${LEAD_FIELDS[field].column} as "${field}"`).join(", ");
}

/** The column value of a field. */
export function columnValue(lead: LeadRecord, field: LeadField): unknown {
  const value = lead[field];
  const { kind } = LEAD_COLUMNS[field];
  // Leads stored before a field was added lack it.
  if (kind === "text") return value ?? "";
  if (kind === "optionalId" || kind === "optionalText") return value ?? null;
  if (kind === "list") return Array.isArray(value) && value.length > 0 ? JSON.stringify(value) : null;
  if (kind === "origins") return storedOrigins(lead);
  if (kind === "scoreParts") return storedScoreParts(lead.scoreParts ?? []);
  return kind === "json" ? JSON.stringify(value ?? null) : value;
}

/** Its copies stay fast objects; adding so many columns one by one makes a slow one. */
const BLANK_ROW: Row = {
  ...Object.fromEntries(FIELDS.map((field) => [LEAD_COLUMNS[field].column, null])),
  ...derivedColumns({ name: "", company: "", emailKey: null, owner: "", nextStep: null }),
};

/** A lead's row, with all derived columns. */
export function rowOfLead(lead: LeadRecord): Row {
  const row = { ...BLANK_ROW };
  for (const field of FIELDS) row[LEAD_COLUMNS[field].column] = columnValue(lead, field);
  return Object.assign(row, derivedColumns(lead));
}

/** Only these fields' columns and those derived from them, for an update that touches no other index. */
export function rowOfFields(lead: LeadRecord, fields: readonly LeadField[]): Row {
  const row: Row = {};
  for (const field of fields) row[LEAD_COLUMNS[field].column] = columnValue(lead, field);
  const derived = derivedColumns(lead);
  if (fields.includes("name")) row["name_key"] = derived.name_key;
  if (fields.includes("company")) row["company_key"] = derived.company_key;
  if (fields.includes("emailKey")) Object.assign(row, addressColumns(lead));
  if (fields.includes("nextStep")) {
    row["next_step_due"] = derived.next_step_due;
    row["next_step_remind_at"] = derived.next_step_remind_at;
  }
  if (fields.includes("owner")) row["owner_key"] = derived.owner_key;
  // Origins refer to the raw data.
  if (fields.includes("provenance") || fields.includes("rawData")) {
    row["origins"] = storedOrigins(lead);
    row["provenance"] = derived.provenance;
  }
  return row;
}

function derivedColumns(lead: Pick<LeadRecord, "name" | "company" | "emailKey" | "owner" | "nextStep">) {
  // Leads stored before next steps and owners lack them.
  const nextStep = lead.nextStep ?? null;
  return {
    name_key: sortKeyOf(lead.name),
    company_key: sortKeyOf(lead.company),
    ...addressColumns(lead),
    next_step_due: nextStep?.due ?? null,
    next_step_remind_at: nextStep === null ? null : reminderOf(nextStep),
    owner_key: usernameKey(lead.owner ?? ""),
    // Only rows of an earlier version have origins here.
    provenance: "{}",
  };
}

/** A new address is unknown and due for a check. */
function addressColumns({ emailKey }: Pick<LeadRecord, "emailKey">): Row {
  const isKnown = emailKey !== null;
  return {
    email_domain: isKnown ? emailKey.slice(emailKey.lastIndexOf("@") + 1) : null,
    address_quality: isKnown ? "unknown" : null,
    address_reason: "",
    address_check_due: isKnown ? "" : null,
  };
}

/** When to remind of a next step, in UTC: at its time, or in the morning of its day. */
function reminderOf({ due, timeZone }: NextStep): string {
  const [day = "", time = `${String(LIMITS.nextStep.reminderHour).padStart(2, "0")}:00`] = due.split("T");
  return momentShowing(Date.parse(`${day}T${time}Z`), timeZone).toISOString();
}

/** The lead of a full row. */
export function leadOfRow(row: Row): StoredLead {
  const lead: Row = { revision: Number(row["revision"]) };
  for (const field of FIELDS) {
    const { column, kind } = LEAD_COLUMNS[field];
    if (kind !== "origins") lead[field] = fieldValue(row[column], kind);
  }
  const { origins, provenance } = row;
  lead["provenance"] = originsOfRow({ origins, provenance, rawData: lead["rawData"] });
  const { email_key: key, address_quality: quality, address_reason: reason } = row;
  if (typeof quality === "string") lead["address"] = { key, quality, reason };
  // Each field comes from its own column, which only rowOfLead writes.
  return lead as unknown as StoredLead;
}

function fieldValue(value: unknown, kind: Exclude<Kind, "origins">): unknown {
  switch (kind) {
    case "json":
      return JSON.parse(String(value)) as unknown;
    case "scoreParts":
      return scorePartsOf(String(value));
    case "list":
      return typeof value === "string" ? (JSON.parse(value) as unknown) : [];
    case "id":
      return String(value);
    case "optionalId":
      return value === null ? null : fieldValue(value, "id");
    case "text":
    case "optionalText":
    case "integer":
      return value;
  }
}

/** The fields whose values differ. */
export function changedFields(before: LeadRecord, after: LeadRecord): LeadField[] {
  return FIELDS.filter((field) => field !== "id" && compared(before, field) !== compared(after, field));
}

/** Fields in `left` whose value has changed since. */
export function changedSince(lead: StoredLead, left: Partial<StoredLead>): LeadField[] {
  const asLeft = { ...lead, ...left };
  return (Object.keys(left) as LeadField[]).filter((field) => compared(lead, field) !== compared(asLeft, field));
}

/** What differs if a field's value does: the column's value, except where it depends on another field. */
function compared(lead: LeadRecord, field: LeadField): unknown {
  return field === "provenance" ? JSON.stringify(lead.provenance ?? {}) : columnValue(lead, field);
}
