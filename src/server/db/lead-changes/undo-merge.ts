import type { OtherValue, StoredLead } from "#shared/lead-record.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { returnCrmRecords } from "#server/db/outbox/crm-records.ts";
import { recordRows } from "#server/db/outbox/record-events.ts";
import type { RemovedRow } from "#server/db/journal/journal-rows.ts";
import { writeLead } from "#server/db/lead-changes/lead-edit.ts";
import { restoreLeads } from "#server/db/lead-changes/lead-removal.ts";
import { withLivingOwners } from "#server/db/leads/lead-owner.ts";
import { lockedLead } from "#server/db/leads/lead-rows.ts";
import {
  MERGED_SINCE,
  mergedSince,
  moveBack,
  whereItWent,
  type StoredMerge,
} from "#server/db/lead-changes/merged-records.ts";
import { changedAgain, SEEN_FIELDS, seenNoun, seenValue } from "#server/db/lead-changes/undo-change.ts";
import { inTheWay, type UndoKind } from "#server/db/journal/undo-kind.ts";
import { run, sql, type Work } from "#server/db/engine/sql.ts";
import type { Fact } from "#shared/raw-lead.ts";
import { indexKey } from "#server/db/engine/index-key.ts";
import { rowsId } from "#server/db/leads/source-rows.ts";

/** User-visible lists, by name. Rules add tags too, and leads merged by an earlier version lack both. */
const LISTS: Readonly<Record<string, (lead: Partial<StoredLead>) => unknown>> = {
  "custom fields": ({ customFields = [] }) => customFields,
  tags: ({ tagMarks = [] }) => tagMarks.filter(({ by }) => by === "person"),
};

/**
 * Splits a merged lead into the two original ones under their own ids, unless a user-visible field has changed since.
 * Data that a source has reported since goes to the lead that owns the row.
 */
export const undoMerge: UndoKind<StoredMerge> = {
  *undo(engine, kept, { actId, at, rescore }) {
    const { lead, other, after, otherRows, moved } = kept;
    const merged = yield* lockedLead(engine, lead.id);
    if (merged === null) throw inTheWay(yield* whereItWent(lead.id));
    if ((yield* mergedSince(engine, [lead.id], actId)).size > 0) throw inTheWay(MERGED_SINCE);
    const field = changedAgain(merged, seenOf(merged, after));
    if (field !== null) {
      throw inTheWay(`The merged lead's ${seenNoun(field)} has since been changed to “${seenValue(merged, field)}”.`);
    }
    for (const [noun, listOf] of Object.entries(LISTS)) {
      if (JSON.stringify(listOf(merged)) === JSON.stringify(listOf(after))) continue;
      throw inTheWay(`The merged lead's ${noun} have since been changed.`);
    }

    const [mine, theirs] = partedSince(kept, merged);
    const [first = mine] = yield* withLivingOwners(engine, [mine]);
    // Otherwise retention could remove what was just restored.
    yield* writeLead(engine, merged, { ...rescore(first), updatedAt: at });
    yield* restoreLeads(engine, [{ lead: other, rows: [], after: { ...rescore(theirs), updatedAt: at } }]);
    yield* giveRowsBack(engine, lead.id, other.id, otherRows);
    yield* run(sql`delete from lead_aliases where old_id = ${other.id}`);
    yield* moveBack(engine, lead.id, other.id, moved);
    yield* returnCrmRecords(lead.id, other.id);
    return { topics: ["leads", "duplicates"], leadIds: [lead.id, other.id] };
  },
};

/**
 * User-visible fields as the merge left them. A status set by rules is ignored: it doesn't show what people did since.
 */
function seenOf(merged: StoredLead, after: StoredLead): Partial<StoredLead> {
  const seen: Partial<StoredLead> = Object.fromEntries(SEEN_FIELDS.map((field) => [field, after[field]]));
  const isByRules = merged.statusSetBy === "rule" && after.statusSetBy === "rule";
  return isByRules ? { ...seen, status: merged.status } : seen;
}

/** Returns the other lead's source rows to it; rows forgotten with their source since stay forgotten. */
function* giveRowsBack(engine: Engine, leadId: string, otherId: string, rows: readonly RemovedRow[]): Work<void> {
  for (const sourceId of new Set(rows.map((row) => row.sourceId))) {
    const keys = rows.filter((row) => row.sourceId === sourceId).map(({ rowKey }) => rowKey);
    yield* run(sql`update source_rows set lead_id = ${otherId}
      where source_id = ${sourceId} and ${engine.sql.isOneOf("row_key", keys)} and lead_id = ${leadId}`);
    yield* recordRows(engine, sourceId, [otherId]);
  }
}

/** The identifying part of a raw input row. */
interface InputRow {
  sourceId: string | null;
  rowKey: string;
}

/**
 * Splits a merged lead into the two original leads, adding to each what its own rows have reported since. Rows added
 * after the merge, and follow-ups since, stay with the first.
 */
function partedSince(
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
