import type { StoredLead } from "#shared/lead-record.ts";
import { rescoreLead } from "#server/intake/rescore-lead.ts";
import { readJudgement } from "#server/workflows/judgement.ts";
import { createRescoreTurns, type RescoreTurns } from "#server/workflows/rules/rescore-turns.ts";
import { withLease } from "#server/workflows/with-lease.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const BATCH = 1_000;
/** A small product is rescored before the answer leaves; a large one goes on in the background. */
const INLINE_MILLISECONDS = 1_500;

const running = new WeakMap<Workspace["store"], Promise<void>>();

/**
 * Scores every lead afresh in the background, in order of id, until all have been scored with the latest rules. Safe to
 * call at any time: it resumes after a kill where it stopped, and a second call joins the first.
 */
export function startRescore(workspace: Workspace): Promise<void> {
  const current = running.get(workspace.store);
  if (current !== undefined) return current;
  const run = rescore(workspace)
    .catch((error: unknown) => workspace.log.error({ err: error }, "rescore stopped"))
    .finally(() => running.delete(workspace.store));
  running.set(workspace.store, run);
  return run;
}

/** Resolves when no rescore runs in this process; one that was told to stop ends after its batch. */
export async function rescoreEnded({ store }: Pick<Workspace, "store">): Promise<void> {
  await running.get(store);
}

/** Starts the rescore that a change has made necessary; waits for it as long as a person would not notice. */
export async function rescoreAfterChange(workspace: Workspace): Promise<void> {
  // One already under way may have read the old rules: it looks for a newer version after each batch.
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, INLINE_MILLISECONDS).unref());
  await Promise.race([startRescore(workspace).then(() => startRescore(workspace)), timeout]);
}

async function rescore(workspace: Workspace): Promise<void> {
  const { done, wanted } = await workspace.store.settings.rescoreState();
  if (done < wanted) await withLease(workspace, "rescore", (signal) => rescoreAll(workspace, signal));
}

async function rescoreAll(workspace: Workspace, signal: AbortSignal): Promise<void> {
  const { store, clock, feed } = workspace;
  const total = Object.values(await store.leads.totals()).reduce((sum, count) => sum + count, 0);
  const progress = (done: number, finished: boolean): void => {
    if (total > BATCH) feed.progress({ work: "rescore", label: "Scoring leads again", done, total, finished });
  };
  const changes = { read: 0, nowQualified: 0, noLongerQualified: 0, turns: createRescoreTurns() };
  try {
    let state = await store.settings.rescoreState();
    let judgement = await readJudgement(workspace);
    let cursor = state.running === judgement.version ? state.cursor : null;
    await store.settings.writeRescoreState({ done: state.done, running: judgement.version, cursor });
    while (!signal.aborted) {
      const today = { ...judgement, now: clock().toISOString() };
      // By id, because the store asks again when it has to begin a transaction anew.
      const turned = new Map<string, { before: StoredLead; after: StoredLead } | null>();
      const batch = await store.leads.rescore(cursor, BATCH, (before) => {
        const after = rescoreLead(before, today);
        turned.set(before.id, after === null || after.status === before.status ? null : { before, after });
        return after;
      });
      if (batch !== null) {
        changes.turns.add([...turned.values()].filter((turn) => turn !== null));
        cursor = batch.lastId;
        changes.read += batch.read;
        changes.nowQualified += batch.nowQualified;
        changes.noLongerQualified += batch.noLongerQualified;
      }
      state = await store.settings.rescoreState();
      if (state.wanted !== judgement.version) {
        judgement = await readJudgement(workspace);
        cursor = null;
        changes.read = 0;
      } else if (batch === null) {
        await store.settings.writeRescoreState({ done: judgement.version, running: null, cursor: null });
        break;
      }
      await store.settings.writeRescoreState({ done: state.done, running: judgement.version, cursor });
      progress(changes.read, false);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await reportChanges(workspace, changes);
  } finally {
    progress(changes.read, true);
    feed.changed(["leads", "activity"]);
  }
}

async function reportChanges(
  workspace: Workspace,
  changes: { nowQualified: number; noLongerQualified: number; turns: RescoreTurns },
): Promise<void> {
  const { nowQualified, noLongerQualified, turns } = changes;
  const { journal } = workspace.store;
  const at = workspace.clock().toISOString();
  const entries = turns.entries(at);
  if (entries !== null) {
    await Promise.all(entries.map((entry) => journal.add(entry)));
    return;
  }
  await journal.add({
    kind: "rule",
    type: nowQualified > 0 ? "qualified_lead" : "other",
    title: "Leads scored again",
    description: `${nowQualified} now qualified, ${noLongerQualified} no longer`,
    by: "Rules",
    at,
    leadId: null,
  });
}
