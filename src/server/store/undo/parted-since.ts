import type { OtherValue, StoredLead } from "#shared/lead-record.ts";
import type { Fact } from "#shared/raw-lead.ts";
import { indexKey } from "#server/store/index-key.ts";
import { rowsId } from "#server/store/source-rows.ts";
import type { KeptMerge } from "#server/store/undo/undo-merge.ts";

/** A row among a lead's raw inputs, as far as it tells which it is. */
interface InputRow {
  sourceId: string | null;
  rowKey: string;
}

/**
 * The two leads of a merge as they were, each with what its own rows have told since; what rows that came since told, and
 * how often the merged lead was written to, stays with the first.
 */
export function partedSince(
  { lead, other, after, otherRows }: Pick<KeptMerge, "lead" | "other" | "after" | "otherRows">,
  merged: StoredLead,
): [StoredLead, StoredLead] {
  const others = new Set(otherRows.map(({ sourceId, rowKey }) => `${sourceId} ${rowKey}`));
  const isOthers = (row: InputRow): boolean => others.has(`${rowsId({ id: row.sourceId })} ${indexKey(row.rowKey)}`);
  const told = added(inputsOf(merged.rawData), inputsOf(after.rawData));
  const toldOther = told.filter(isOthers);
  const facts = added(merged.facts, after.facts);
  const values = added(merged.otherValues, after.otherValues);
  // Facts do not say which row told them.
  const isAllOthers = told.length > 0 && toldOther.length === told.length;

  const attempts = merged.followUpAttempts - after.followUpAttempts;
  const mine: StoredLead = {
    ...lead,
    followUpAttempts: lead.followUpAttempts + attempts,
    lastFollowUp: attempts === 0 ? lead.lastFollowUp : merged.lastFollowUp,
  };
  return [
    withTold(
      mine,
      told.filter((row) => !isOthers(row)),
      isAllOthers ? [] : facts,
      isAllOthers ? [] : values,
    ),
    withTold(other, toldOther, isAllOthers ? facts : [], isAllOthers ? values : []),
  ];
}

function withTold(
  lead: StoredLead,
  told: readonly InputRow[],
  facts: readonly Fact[],
  values: readonly OtherValue[],
): StoredLead {
  if (told.length + facts.length + values.length === 0) return lead;
  const inputs = [...inputsOf(lead.rawData)];
  for (const row of told) {
    const at = inputs.findIndex((known) => known.sourceId === row.sourceId && known.rowKey === row.rowKey);
    inputs.splice(at < 0 ? inputs.length : at, at < 0 ? 0 : 1, row);
  }
  return {
    ...lead,
    rawData: told.length === 0 ? lead.rawData : inputs,
    facts: [...lead.facts, ...facts],
    otherValues: [...lead.otherValues, ...values],
  };
}

/** What is in the one list and not in the other. */
function added<T>(now: readonly T[], before: readonly T[]): T[] {
  const known = new Set(before.map((one) => JSON.stringify(one)));
  return now.filter((one) => !known.has(JSON.stringify(one)));
}

/** Intake writes a list of rows, the sample of a database older than it anything. */
function inputsOf(rawData: unknown): InputRow[] {
  return Array.isArray(rawData) ? rawData.filter(isInputRow) : [];
}

function isInputRow(value: unknown): value is InputRow {
  return typeof value === "object" && value !== null && "rowKey" in value;
}
