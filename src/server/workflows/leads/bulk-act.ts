import type { BulkResult, LeadSelection } from "#shared/contract/lead.ts";
import { countsAsQualified, type LeadStatus } from "#shared/lead-status.ts";
import { acting } from "#server/platform/acting.ts";
import type { ActSoFar } from "#server/store/bulk-acts.ts";
import type { NewJournalEntry } from "#server/store/types.ts";
import { runBulk } from "#server/workflows/leads/bulk-run.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** So few that others need not wait long for one chunk, in which a deletion reads and writes more of each lead. */
const STATUS_CHUNK = 500;
const DELETE_CHUNK = 100;

const DECIDED: Record<LeadStatus, { doing: string; done: string }> = {
  pending: { doing: "Setting to pending", done: "set to pending" },
  qualified: { doing: "Qualifying", done: "qualified" },
  approved: { doing: "Approving", done: "approved" },
  rejected: { doing: "Rejecting", done: "rejected" },
};

/**
 * Decides the status of many leads for a person, as one act that can be taken back whole. A filter means the leads that
 * it finds at the start. What was done stays when it is cancelled, the process stops or dies.
 */
export function decideLeads(workspace: Workspace, selection: LeadSelection, status: LeadStatus): Promise<BulkResult> {
  const { doing, done } = DECIDED[status];
  return act(workspace, selection, {
    chunk: STATUS_CHUNK,
    doing,
    done,
    kind: "status",
    type: countsAsQualified(status) ? "qualified_lead" : "other",
    step: (ids, soFar, told) => workspace.store.bulkActs.setStatus(ids, status, soFar, told),
  });
}

/** Deletes many leads for a person, as `decideLeads` does its act; tombstones keep syncs from bringing them back. */
export function deleteLeads(workspace: Workspace, selection: LeadSelection): Promise<BulkResult> {
  return act(workspace, selection, {
    chunk: DELETE_CHUNK,
    doing: "Deleting",
    done: "deleted",
    kind: "deleted",
    type: "other",
    step: (ids, soFar, told) => workspace.store.bulkActs.remove(ids, soFar, told),
  });
}

interface BulkAct extends Pick<NewJournalEntry, "kind" | "type"> {
  chunk: number;
  doing: string;
  done: string;
  step: (ids: readonly string[], soFar: ActSoFar, told: (changed: number) => NewJournalEntry) => Promise<ActSoFar>;
}

async function act(
  workspace: Workspace,
  selection: LeadSelection,
  { chunk, doing, done, kind, type, step }: BulkAct,
): Promise<BulkResult> {
  const { store, clock } = workspace;
  const ids: string[] = [];
  const found = store.bulkActs.ids("ids" in selection ? { ids: selection.ids } : selection.filter);
  for await (const some of found) ids.push(...some);
  const at = clock().toISOString();
  const told = (changed: number): NewJournalEntry => ({
    kind,
    type,
    title: `${leads(changed)} ${done}`,
    description: "",
    by: acting().by,
    at,
    leadId: null,
  });
  let soFar: ActSoFar = { actId: null, changed: 0 };
  let reached = 0;
  await runBulk(workspace, {
    label: `${doing} ${leads(ids.length)}`,
    total: ids.length,
    async step() {
      const next = ids.slice(reached, reached + chunk);
      soFar = await step(next, soFar, told);
      reached += next.length;
      return reached < ids.length ? reached : null;
    },
  });
  const { actId, changed } = soFar;
  return { changed, unchanged: reached - changed, left: ids.length - reached, actId };
}

function leads(count: number): string {
  return count === 1 ? "1 lead" : `${count.toLocaleString("en")} leads`;
}
