import { fieldText } from "#shared/contract/leads/field-value.ts";
import type { BulkFields, BulkResult, BulkTags, LeadSelection } from "#shared/contract/leads/lead.ts";
import { counted, inEnglish } from "#shared/counted.ts";
import { countsAsQualified, type LeadStatus, STATUS_DONE } from "#shared/lead-status.ts";
import type { StoredLead, TagMark } from "#shared/lead-record.ts";
import { LIMITS } from "#shared/limits.ts";
import { formatTextList } from "#shared/text/text-list.ts";
import { rescoreRestored } from "#server/pipeline/intake/rescore-lead.ts";
import { setTags } from "#server/pipeline/intake/lead-tags.ts";
import { acting } from "#server/platform/acting.ts";
import { conflict } from "#server/platform/errors.ts";
import type { ActionProgress } from "#server/db/lead-changes/bulk-change.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import { tagIdsOf } from "#server/db/leads/lead-tags.ts";
import { tagNamed } from "#server/db/tags/tags.ts";
import { readFieldValues, withValues } from "#server/features/lead-fields/lead-fields.ts";
import { withScoring } from "#server/features/rules/with-scoring.ts";
import { idsOfTags, shownId } from "#server/features/tags/tags.ts";
import { runBulk } from "#server/features/leads/bulk-run.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * Small enough that others don't wait long for one chunk; a deletion reads and writes more of each lead, and scoring
 * takes time.
 */
const STATUS_CHUNK = 500;
const DELETE_CHUNK = 100;
export const SCORED_CHUNK = 200;

const DECIDING: Record<LeadStatus, string> = {
  pending: "Setting to pending",
  qualified: "Qualifying",
  approved: "Approving",
  rejected: "Rejecting",
};

/**
 * Sets the status of many leads for a person, as one action that can be undone as a whole. A filter means the leads it
 * matches at the start. Completed chunks remain if it's canceled or the process stops or dies.
 */
export function decideLeads(workspace: Workspace, selection: LeadSelection, status: LeadStatus): Promise<BulkResult> {
  return changeLeads(workspace, selection, {
    chunk: STATUS_CHUNK,
    doing: DECIDING[status],
    done: STATUS_DONE[status],
    kind: "status",
    type: countsAsQualified(status) ? "qualified_lead" : "other",
    step: (ids, soFar, entryOf) => workspace.store.bulkActions.setStatus(ids, status, soFar, entryOf),
  });
}

/** Deletes many leads for a person, like `decideLeads`; tombstones keep syncs from bringing them back. */
export function deleteLeads(workspace: Workspace, selection: LeadSelection): Promise<BulkResult> {
  return changeLeads(workspace, selection, {
    chunk: DELETE_CHUNK,
    doing: "Deleting",
    done: "deleted",
    kind: "deleted",
    step: (ids, soFar, entryOf) => workspace.store.bulkActions.remove(ids, soFar, entryOf),
  });
}

/** Adds and removes tags of many leads by name, like `decideLeads`. Unknown tags to add are created. */
export async function tagLeads(workspace: Workspace, { selection, add, remove }: BulkTags): Promise<BulkResult> {
  const added = await idsOfTags(workspace, add);
  const tags = await workspace.store.tags.all();
  const shown = shownId(tags);
  const removed = remove.flatMap((name) => Number(tagNamed(tags, name)?.id ?? 0) || []);
  const retag = (marks: TagMark[]): TagMark[] => {
    const had = tagIdsOf(marks).flatMap((id) => shown(id) ?? []);
    const kept = had.filter((id) => !removed.includes(id));
    const room = Math.max(0, LIMITS.tag.perLead - kept.length);
    const more = added.filter((id) => !kept.includes(id)).slice(0, room);
    const isSame = more.length === 0 && kept.length === had.length;
    return isSame ? marks : setTags(marks, [...kept, ...more], shown);
  };
  const words = [
    ...(add.length > 0 ? [`tagged ${formatTextList(add)}`] : []),
    ...(remove.length > 0 ? [`no longer tagged ${formatTextList(remove)}`] : []),
  ];
  return changeLeads(workspace, selection, {
    chunk: STATUS_CHUNK,
    doing: "Tagging",
    done: words.join(", "),
    kind: "edited",
    step: (ids, soFar, entryOf) =>
      workspace.store.bulkActions.change(ids, (lead) => ({ ...lead, tagMarks: retag(lead.tagMarks) }), soFar, entryOf),
  });
}

/** Sets values of custom fields of many leads, like `decideLeads`. Throws invalid, as for one lead. */
export async function setFieldsOfLeads(workspace: Workspace, { selection, fields }: BulkFields): Promise<BulkResult> {
  const known = await workspace.store.leadFields.list();
  const values = readFieldValues(known, fields);
  const words = known.flatMap(({ id, name }) => {
    const value = values.get(Number(id));
    return value === undefined ? [] : [value === null ? `${name} cleared` : `${name} set to ${fieldText(value)}`];
  });
  return changeLeads(workspace, selection, {
    chunk: SCORED_CHUNK,
    doing: "Changing",
    done: `with ${words.join(", ")}`,
    kind: "edited",
    step: scoredStep(workspace, (lead) => {
      const valued = withValues(lead, values);
      return valued === lead ? null : valued;
    }),
  });
}

/** A step that changes leads and scores them again; null for a lead leaves it alone. */
export function scoredStep(workspace: Workspace, change: (lead: StoredLead) => StoredLead | null): BulkAction["step"] {
  return (ids, soFar, entryOf) =>
    withScoring(workspace, (scoring) => {
      const { at: now } = entryOf(soFar.changed);
      const scored = (lead: StoredLead): StoredLead | null => {
        const changed = change(lead);
        return changed === null ? null : rescoreRestored(changed, { ...scoring, now });
      };
      return workspace.store.bulkActions.change(ids, scored, soFar, entryOf, { rulesVersion: scoring.version });
    });
}

interface BulkAction extends Pick<NewJournalEntry, "kind" | "type"> {
  chunk: number;
  doing: string;
  done: string;
  /** Runs before the first lead; its action includes the leads. */
  begin?: (entry: NewJournalEntry) => Promise<string | null>;
  step: (
    ids: readonly string[],
    soFar: ActionProgress,
    entryOf: (changed: number) => NewJournalEntry,
  ) => Promise<ActionProgress>;
}

/**
 * Changes many leads chunk by chunk, as one action. A filter means the leads it matches at the start. Throws more_leads.
 */
export async function changeLeads(
  workspace: Workspace,
  selection: LeadSelection,
  { chunk, doing, done, kind, type, begin, step }: BulkAction,
): Promise<BulkResult> {
  const { store, clock } = workspace;
  const ids: string[] = [];
  const found = store.bulkActions.ids(
    "ids" in selection ? { ...selection.filter, ids: selection.ids } : selection.filter,
  );
  for await (const some of found) ids.push(...some);
  const atMost = "ids" in selection ? undefined : selection.atMost;
  if (atMost !== undefined && ids.length > atMost) {
    const now = `${counted(ids.length, "lead")} match now instead of ${inEnglish(atMost)}`;
    throw conflict("more_leads", `${now}, so nothing was changed. Check the list and try again.`);
  }
  const at = clock().toISOString();
  const entryOf = (changed: number): NewJournalEntry => ({
    kind,
    ...(type !== undefined && { type }),
    title: `${counted(changed, "lead")} ${done}`,
    by: acting().by,
    at,
  });
  let soFar: ActionProgress = { actId: (await begin?.(entryOf(0))) ?? null, changed: 0 };
  let reached = 0;
  await runBulk(workspace, {
    label: `${doing} ${counted(ids.length, "lead")}`,
    total: ids.length,
    async step() {
      const next = ids.slice(reached, reached + chunk);
      soFar = await step(next, soFar, entryOf);
      reached += next.length;
      return reached < ids.length ? reached : null;
    },
  });
  const { actId, changed } = soFar;
  return { changed, unchanged: reached - changed, left: ids.length - reached, actId };
}
