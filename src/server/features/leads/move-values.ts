import { fieldText, readFieldValue, type FieldValue } from "#shared/contract/leads/field-value.ts";
import type { Promotion } from "#shared/contract/leads/lead-field.ts";
import type { BulkResult } from "#shared/contract/leads/lead.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { Fact } from "#shared/raw-lead.ts";
import { existing } from "#server/platform/errors.ts";
import { hasRoomForFacts, withFact } from "#server/pipeline/intake/alternative-fact.ts";
import type { LeadFieldRecord } from "#server/db/leads/lead-fields.ts";
import { changeLeads, SCORED_CHUNK, scoredStep } from "#server/features/leads/bulk-action.ts";
import { UnfitValues } from "#server/features/leads/unfit-values.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * What moving a detail of leads into a field would do: how many leads would get a value, and which values don't fit.
 * Changes nothing. Throws not_found.
 */
export async function previewPromotion(workspace: Workspace, id: string, detail: string): Promise<Promotion> {
  const field = await requireField(workspace, id);
  const problems = new UnfitValues();
  const counts = { leads: 0, fitting: 0, filled: 0, unfit: 0 };
  for await (const rows of workspace.store.leads.streamColumns({}, ["facts", "customFields"])) {
    for (const [facts = "[]", stored = ""] of rows) {
      const values = valuesOf(JSON.parse(facts) as Fact[], detail);
      if (values.length === 0) continue;
      counts.leads += 1;
      const read = readValues(field, values);
      const own = stored === "" ? [] : (JSON.parse(stored) as StoredLead["customFields"]);
      if ("error" in read) {
        counts.unfit += 1;
        problems.add(values.join("; "), read.error);
      } else if (own.some((one) => one.id === Number(id))) counts.filled += 1;
      else counts.fitting += 1;
    }
  }
  return { ...counts, problems: problems.list() };
}

/**
 * Moves a detail of all leads into a field, as one action that can be undone. Values that don't fit stay details, and so
 * do those of leads that have a value. Throws not_found.
 */
export async function promoteDetail(workspace: Workspace, id: string, detail: string): Promise<BulkResult> {
  const field = await requireField(workspace, id);
  return moveValues(workspace, `with ${detail} moved to ${field.name}`, (lead) => {
    const values = valuesOf(lead.facts, detail);
    if (values.length === 0 || lead.customFields.some((one) => one.id === Number(id))) return null;
    const read = readValues(field, values);
    if ("error" in read) return null;
    const customFields = [...lead.customFields, { id: Number(id), value: read.value }].toSorted((a, b) => a.id - b.id);
    return { ...lead, customFields, facts: lead.facts.filter(({ name }) => name !== detail) };
  });
}

/**
 * Moves a field's values of all leads to their other details, as one action that can be undone. A lead that can't take
 * another detail keeps its value. Throws not_found.
 */
export async function demoteField(workspace: Workspace, id: string): Promise<BulkResult> {
  const { name } = await requireField(workspace, id);
  return moveValues(workspace, `with ${name} moved to other details`, (lead) => {
    const value = lead.customFields.find((one) => one.id === Number(id))?.value;
    if (value === undefined || !hasRoomForFacts(lead.facts)) return null;
    const customFields = lead.customFields.filter((one) => one.id !== Number(id));
    return { ...lead, customFields, facts: withFact(lead.facts, { name, value: fieldText(value) }) };
  });
}

async function moveValues(
  workspace: Workspace,
  done: string,
  move: (lead: StoredLead) => StoredLead | null,
): Promise<BulkResult> {
  return changeLeads(
    workspace,
    { filter: {} },
    {
      chunk: SCORED_CHUNK,
      doing: "Moving values of",
      done,
      kind: "edited",
      step: scoredStep(workspace, move),
    },
  );
}

function valuesOf(facts: readonly Fact[], detail: string): string[] {
  return facts.flatMap(({ name, value }) => (name === detail && value.trim() !== "" ? [value] : []));
}

/** Several values of a lead fit only together, as a multiple choice. */
function readValues(field: LeadFieldRecord, values: readonly string[]): { value: FieldValue } | { error: string } {
  const [only = "", ...others] = new Set(values);
  if (others.length > 0 && field.kind !== "choices") return { error: "The lead has several values" };
  const read = readFieldValue(field, [only, ...others].join("; "));
  if ("error" in read) return read;
  return read.value === null ? { error: "Empty" } : { value: read.value };
}

async function requireField({ store }: Pick<Workspace, "store">, id: string): Promise<LeadFieldRecord> {
  const found = (await store.leadFields.list()).find((one) => one.id === id);
  return existing(found, "field");
}
