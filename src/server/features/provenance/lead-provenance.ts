import type { ChosenValue, LeadProvenance, PlacedOrigin } from "#shared/contract/leads/provenance.ts";
import type { StoredAnalysis } from "#shared/stored-analysis.ts";
import { fieldWords } from "#shared/field-words.ts";
import { LEAD_TEXT_FIELDS, type LeadTextField, perField } from "#shared/lead-fields.ts";
import type { FieldOrigin } from "#shared/lead-record.ts";
import { chooseValue } from "#server/pipeline/intake/choose-value.ts";
import { seenValues } from "#server/pipeline/intake/other-values.ts";
import { rawInputsOf, type RawInput } from "#server/pipeline/intake/raw-input.ts";
import { acting } from "#server/platform/acting.ts";
import { existing, invalid, notFound } from "#server/platform/errors.ts";
import { type EditedLead, editedLead } from "#server/features/leads/edit-lead.ts";
import { codeOf } from "#server/features/source-kinds/registry.ts";
import { withScoring } from "#server/features/rules/with-scoring.ts";
import type { Workspace } from "#server/workspace.ts";

/** For each field of a lead its value, where that came from, and the other values seen. Throws not_found. */
export async function leadProvenance({ store }: Pick<Workspace, "store">, id: string): Promise<LeadProvenance> {
  const lead = existing(await store.leads.get(id), "lead");
  const sources = new Map((await store.dataSources.list()).map((source) => [source.id, source]));
  const placed = (field: LeadTextField, value: string, origin: FieldOrigin | null): PlacedOrigin | null => {
    if (origin === null) return null;
    const input = rawInputsOf(lead.rawData).find((one) => isOf(origin, one));
    return {
      ...origin,
      column: columnOf(value, origin, input),
      span: spanOf(field, origin, input),
      place: codeOf(origin.source)?.place?.(origin, input, sources) ?? null,
    };
  };
  const ofField = (field: LeadTextField): LeadProvenance[typeof field] => ({
    value: lead[field],
    origin: placed(field, lead[field], lead.provenance[field] ?? null),
    others: seenValues(lead, field).map(({ value, origin, factName }) => ({
      value,
      origin: placed(field, value, origin),
      factName,
    })),
  });
  return perField(LEAD_TEXT_FIELDS, ofField);
}

/**
 * Picks another seen value for a field. The lead is rescored, and no source replaces the value from then on. Throws
 * not_found, invalid for a value never seen, lead_conflict for another lead's email, and person_erased for an erased
 * person's.
 */
export async function pickValue(workspace: Workspace, id: string, { field, value }: ChosenValue): Promise<EditedLead> {
  const { store, feed, clock } = workspace;
  const at = clock().toISOString();
  const entry = {
    kind: "edited",
    title: "Value switched",
    description: fieldWords(field),
    by: acting().by,
    at,
    leadId: id,
  } as const;
  const change = await withScoring(
    workspace,
    (scoring) =>
      store.leads.edit(
        id,
        (lead) => {
          if (lead[field] === value) return lead;
          const chosen = chooseValue(lead, field, value, { ...scoring, now: at });
          if (chosen === null) throw invalid("value", `No source has this value for ${fieldWords(field)}.`);
          return chosen;
        },
        entry,
        { rulesVersion: scoring.version },
      ),
    { waits: true },
  );
  if (change === null) throw notFound("lead");
  feed.changed(["leads", "activity"], [id]);
  return editedLead(workspace, id, change.actId);
}

function isOf({ source, sourceId = null, rowKey }: FieldOrigin, input: RawInput): boolean {
  return input.source === source && input.sourceId === sourceId && input.rowKey === rowKey;
}

/** The column of its row that holds exactly this value; null if none does or the row has changed since. */
function columnOf(value: string, { method }: FieldOrigin, input: RawInput | undefined): string | null {
  const raw = input?.raw;
  if (method !== "column" || typeof raw !== "object" || raw === null) return null;
  return Object.entries(raw).find(([, cell]) => typeof cell === "string" && cell.trim() === value)?.[0] ?? null;
}

/** The line of a message that a value was read from. */
function spanOf(field: LeadTextField, { source }: FieldOrigin, input: RawInput | undefined): string | null {
  const raw = input?.raw;
  if (source !== "email" || typeof raw !== "object" || raw === null || !("spans" in raw)) return null;
  // Written only by emailLead.
  return (raw.spans as StoredAnalysis["spans"])?.[field] ?? null;
}
