import type { ChosenValue, LeadProvenance, OriginPlace, PlacedOrigin } from "#shared/contract/provenance.ts";
import { fieldWords } from "#shared/field-words.ts";
import type { FieldOrigin } from "#shared/lead-record.ts";
import { LEAD_TEXT_FIELDS } from "#shared/raw-lead.ts";
import { chooseValue } from "#server/intake/choose-value.ts";
import { seenValues } from "#server/intake/other-values.ts";
import { rawInputsOf, type RawInput } from "#server/intake/raw-input.ts";
import { acting } from "#server/platform/acting.ts";
import { invalid, notFound } from "#server/platform/errors.ts";
import { withJudgement } from "#server/workflows/with-judgement.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const SHEETS = "https://docs.google.com/spreadsheets/d/";

/** For each field of a lead its value, where that came from, and the other values seen. Throws not_found. */
export async function leadProvenance({ store }: Pick<Workspace, "store">, id: string): Promise<LeadProvenance> {
  const lead = await store.leads.get(id);
  if (lead === null) throw notFound("lead");
  const sources = await store.dataSources.list();
  const spreadsheets = new Map(sources.map((source) => [source.id, source.config.spreadsheetId ?? ""]));
  const placed = (value: string, origin: FieldOrigin | null): PlacedOrigin | null => {
    if (origin === null) return null;
    const input = rawInputsOf(lead.rawData).find((one) => isOf(origin, one));
    return { ...origin, column: columnOf(value, origin, input), place: placeOf(origin, input, spreadsheets) };
  };
  const ofField = (field: (typeof LEAD_TEXT_FIELDS)[number]): LeadProvenance[typeof field] => ({
    value: lead[field],
    origin: placed(lead[field], lead.provenance[field] ?? null),
    others: seenValues(lead, field).map(({ value, origin, factName }) => ({
      value,
      origin: placed(value, origin),
      factName,
    })),
  });
  // Each of the fields is there, which fromEntries cannot tell.
  return Object.fromEntries(LEAD_TEXT_FIELDS.map((field) => [field, ofField(field)])) as LeadProvenance;
}

/**
 * Makes another of the values seen a field's, for a person. The lead is scored afresh, and no source replaces the value
 * from then on. Throws not_found, invalid for a value never seen, lead_conflict for an e-mail of another lead, and
 * person_erased for one of somebody erased.
 */
export async function pickValue(
  workspace: Workspace,
  id: string,
  { field, value }: ChosenValue,
): Promise<{ json: string; actId: string | null }> {
  const { store, feed, clock } = workspace;
  const at = clock().toISOString();
  const entry = {
    kind: "edited",
    type: "other",
    title: "Another value picked",
    description: fieldWords(field),
    by: acting().by,
    at,
    leadId: id,
  } as const;
  const change = await withJudgement(workspace, (judgement) =>
    store.leads.edit(
      id,
      (lead) => {
        if (lead[field] === value) return lead;
        const chosen = chooseValue(lead, field, value, { ...judgement, now: at });
        if (chosen === null) throw invalid("value", `No source has given this value for ${fieldWords(field)}.`);
        return chosen;
      },
      entry,
      { rulesVersion: judgement.version },
    ),
  );
  if (change === null) throw notFound("lead");
  feed.changed(["leads", "activity"], [id]);
  const json = await store.leads.json(id);
  if (json === null) throw notFound("lead");
  return { json, actId: change.actId };
}

function isOf({ source, sourceId = null, rowKey }: FieldOrigin, input: RawInput): boolean {
  return input.source === source && input.sourceId === sourceId && input.rowKey === rowKey;
}

/** The column of its row that holds a value as it is; null where none does, or the row has come anew since. */
function columnOf(value: string, { method }: FieldOrigin, input: RawInput | undefined): string | null {
  const raw = input?.raw;
  if (method !== "column" || typeof raw !== "object" || raw === null) return null;
  return Object.entries(raw).find(([, cell]) => typeof cell === "string" && cell.trim() === value)?.[0] ?? null;
}

/** Where a person can look at what a value was read from; null where nothing more is kept of it. */
function placeOf(
  { source, sourceId, locator }: FieldOrigin,
  input: RawInput | undefined,
  spreadsheets: ReadonlyMap<string, string>,
): OriginPlace | null {
  switch (source) {
    case "google_sheets": {
      const id = spreadsheets.get(sourceId ?? "") ?? "";
      return id === "" ? null : { kind: "sheet", target: `${SHEETS}${encodeURIComponent(id)}/edit` };
    }
    case "website":
      return /^https?:\/\//iu.test(locator) ? { kind: "page", target: locator } : null;
    case "email":
      return { kind: "message", target: "" };
    case "form":
    case "file":
      if (input?.recordId === undefined) return null;
      return { kind: source === "form" ? "submission" : "import", target: input.recordId };
    default:
      return null;
  }
}
