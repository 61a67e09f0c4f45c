import type { OtherValue, StoredLead } from "#shared/lead-record.ts";
import type { Fact } from "#shared/raw-lead.ts";
import { indexKey } from "#server/db/engine/index-key.ts";
import { rowsId } from "#server/db/leads/source-rows.ts";
import type { StoredMerge } from "#server/db/lead-changes/merged-records.ts";

/** The identifying part of a raw input row. */
interface InputRow {
  sourceId: string | null;
  rowKey: string;
}

/**
 * Splits a merged lead into the two original leads, adding to each what its own rows have reported since. Rows added
 * after the merge, and follow-ups since, stay with the first.
 */
export function partedSince(
  { lead, other, after, otherRows }: Pick<StoredMerge, "lead" | "other" | "after" | "otherRows">,
  merged: StoredLead,
): [StoredLead, StoredLead] {
  const others = new Set(otherRows.map(({ sourceId, rowKey }) => `${sourceId} ${rowKey}`));
  const isOthers = (row: InputRow): boolean => others.has(`${rowsId({ id: row.sourceId })} ${indexKey(row.rowKey)}`);
  const reported = added(inputsOf(merged.rawData), inputsOf(after.rawData));
  const reportedByOther = reported.filter(isOthers);
  const facts = added(merged.facts, after.facts);
  const values = added(merged.otherValues, after.otherValues);
  // Facts don't record which row they came from.
  const isAllOthers = reported.length > 0 && reportedByOther.length === reported.length;

  const attempts = merged.followUpAttempts - after.followUpAttempts;
  const mine: StoredLead = {
    ...lead,
    followUpAttempts: lead.followUpAttempts + attempts,
    lastFollowUp: attempts === 0 ? lead.lastFollowUp : merged.lastFollowUp,
  };
  return [
    withReported(
      mine,
      reported.filter((row) => !isOthers(row)),
      isAllOthers ? [] : facts,
      isAllOthers ? [] : values,
    ),
    withReported(other, reportedByOther, isAllOthers ? facts : [], isAllOthers ? values : []),
  ];
}

function withReported(
  lead: StoredLead,
  reported: readonly InputRow[],
  facts: readonly Fact[],
  values: readonly OtherValue[],
): StoredLead {
  if (reported.length + facts.length + values.length === 0) return lead;
  const inputs = [...inputsOf(lead.rawData)];
  for (const row of reported) {
    const at = inputs.findIndex((known) => known.sourceId === row.sourceId && known.rowKey === row.rowKey);
    inputs.splice(at < 0 ? inputs.length : at, at < 0 ? 0 : 1, row);
  }
  return {
    ...lead,
    rawData: reported.length === 0 ? lead.rawData : inputs,
    facts: [...lead.facts, ...facts],
    otherValues: [...lead.otherValues, ...values],
  };
}

/** Entries in `now` but not in `before`. */
function added<T>(now: readonly T[], before: readonly T[]): T[] {
  const known = new Set(before.map((one) => JSON.stringify(one)));
  return now.filter((one) => !known.has(JSON.stringify(one)));
}

/** Intake writes a list of rows; sample leads of older databases may hold anything. */
function inputsOf(rawData: unknown): InputRow[] {
  return Array.isArray(rawData) ? rawData.filter(isInputRow) : [];
}

function isInputRow(value: unknown): value is InputRow {
  return typeof value === "object" && value !== null && "rowKey" in value;
}
