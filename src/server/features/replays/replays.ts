import {
  type LatestReplay,
  type NewReplay,
  type Replay,
  type ReplayChanges,
  Replay as ReplayShape,
} from "#shared/contract/replay.ts";
import { acting, beyondSight } from "#server/platform/acting.ts";
import { type AppError, conflict, existing } from "#server/platform/errors.ts";
import type { ReplayRecord } from "#server/db/replays/replays.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { cancelJob, endOfOver } from "#server/jobs/queue/run-job.ts";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import type { Workspace } from "#server/workspace.ts";
import type { StoredPageCursor } from "#server/db/sources/stored-pages.ts";

const APPLY_CANCELED = "Canceled. Changes already applied stay. You can undo them in History.";

/** The lease for starting, applying and recovering a replay. */
export const REPLAY_LEASE = "replay";

/** The number of changes in one answer, except that one lead's stay together. */
const CHANGES_AT_ONCE = 100;

/**
 * Starts a job that reads raw input again to show what would change, one at a time for all processes. The previous
 * preview is deleted. Throws replay_running.
 */
export async function startReplay(workspace: Workspace, { source, all = false }: NewReplay): Promise<Replay> {
  const { store, clock, feed } = workspace;
  const begun = await withLease(workspace, REPLAY_LEASE, async () => {
    await requireNoReplay(workspace);
    const latest = await store.replays.latest();
    if (latest?.state === "running" || latest?.state === "applying") throw replayRunning();
    const total = await beyondSight(() => countLeads(workspace));
    const replay = await store.replays.create({
      source: source ?? null,
      all,
      state: "running",
      lastLead: null,
      total,
      done: 0,
      rowsRead: 0,
      rowsUnreadable: 0,
      leadsChanged: 0,
      changes: 0,
      applied: 0,
      left: 0,
      actId: null,
      message: "",
      createdAt: clock().toISOString(),
      finishedAt: null,
    });
    // Under the lease, so that it isn't mistaken for one whose process has died.
    await workspace.jobs.add(jobs.replay());
    return replay;
  });
  if (begun === null) throw replayRunning();
  feed.changed(["replays"]);
  return publicReplay(workspace, begun);
}

/** Throws replay_running while raw input is being read again or applied. */
export async function requireNoReplay(workspace: Pick<Workspace, "jobs" | "store">): Promise<void> {
  const state = (await workspace.store.replays.latest())?.state;
  if (state !== "running" && state !== "applying") await endOfOver(workspace, jobs.replay());
  if ((await workspace.jobs.ofKey(jobs.replay().key)) !== null) throw replayRunning();
}

export function replayRunning(): AppError {
  return conflict("replay_running", "The original data is already being reprocessed. Wait until it finishes.");
}

/** The last replay, with the first of its changes. */
export async function latestReplay(workspace: Pick<Workspace, "store">): Promise<LatestReplay> {
  const { store } = workspace;
  const replay = await store.replays.latest();
  if (replay === null) return { replay: null, changes: [], nextCursor: null };
  const [shown, changes] = await Promise.all([publicReplay(workspace, replay), changesAfter(store, replay.id, null)]);
  return { replay: shown, ...changes };
}

/** More of a replay's changes, after a lead. Throws not_found. */
export async function replayChanges(
  workspace: Pick<Workspace, "store">,
  id: string,
  cursor: string | undefined,
): Promise<ReplayChanges> {
  await requireReplay(workspace, id);
  return changesAfter(workspace.store, id, cursor ?? null);
}

/**
 * Cancels a running replay, in any process, after its current batch. What begins next waits in the queue until then.
 * Returns false if there is none.
 */
export async function cancelReplay(
  workspace: Pick<Workspace, "store" | "feed" | "clock" | "jobs">,
  id: string,
): Promise<boolean> {
  const { store, feed, clock } = workspace;
  const { state } = await requireReplay(workspace, id);
  if (state !== "running" && state !== "applying") return false;
  await cancelJob(workspace, jobs.replay());
  const isOver = state === "running";
  const ended = await store.replays.end(id, [state], {
    state: isOver ? "interrupted" : "ready",
    message: isOver ? "Canceled." : APPLY_CANCELED,
    finishedAt: clock().toISOString(),
  });
  feed.changed(["replays"]);
  return ended !== null;
}

export async function requireReplay({ store }: Pick<Workspace, "store">, id: string): Promise<ReplayRecord> {
  return existing(await store.replays.get(id), "reprocessing run");
}

/** A record in the contract's shape, with the counts of leads that the account sees. */
export async function publicReplay(workspace: Pick<Workspace, "store">, record: ReplayRecord): Promise<Replay> {
  const { store } = workspace;
  const replay = ReplayShape.parse(record);
  if (acting().sight === undefined) return replay;
  const [counts, total] = await Promise.all([store.replays.counts(record.id), countLeads(workspace)]);
  const done = Math.floor((total * Math.min(record.done, record.total)) / Math.max(1, record.total));
  return { ...replay, ...counts, total, done, rowsRead: null, rowsUnreadable: null };
}

async function countLeads({ store }: Pick<Workspace, "store">): Promise<number> {
  return Object.values(await store.leads.totals()).reduce((sum, count) => sum + count, 0);
}

async function changesAfter(store: Workspace["store"], id: string, afterId: string | null): Promise<ReplayChanges> {
  const leads = await store.replays.leads(id, afterId, CHANGES_AT_ONCE);
  const changes: ReplayChanges["changes"] = [];
  for (const [index, { leadId, name: leadName, changes: ofLead }] of leads.entries()) {
    changes.push(...ofLead.map((change) => ({ leadId, leadName, ...change })));
    const isLast = index === leads.length - 1 && leads.length < CHANGES_AT_ONCE;
    if (changes.length >= CHANGES_AT_ONCE && !isLast) return { changes, nextCursor: leadId };
  }
  return { changes, nextCursor: null };
}

/** Small enough that others don't wait long for the transaction: a page may name a hundred people. */
const CHUNK = 50;

/** Deletes raw input that outlives its leads: pages, and the changes that replaying them would make. */
export async function forgetPages({ store, stopping }: Workspace): Promise<void> {
  let after: StoredPageCursor | null = null;
  do {
    after = await store.replays.forgetPages(after, CHUNK);
    if (stopping.aborted) return;
    // Lets other requests run between chunks.
    await new Promise((resolve) => setImmediate(resolve));
  } while (after !== null);
  await store.replays.forgetGone();
}

const APPLY_CUT_OFF = "Stopped before all changes were applied. Apply again to continue.";

const LOOK_CUT_OFF = "The server stopped more than once during reprocessing. Start it again.";

/** Ends a replay whose job was given up, and resumes one whose process died before it had a job. */
export async function recoverReplays(workspace: Workspace): Promise<void> {
  const { store, feed, clock } = workspace;
  await withLease(workspace, REPLAY_LEASE, async () => {
    for (const { id, state, createdAt } of await store.replays.unfinished()) {
      if ((await workspace.jobs.ofKey(jobs.replay().key)) !== null) return;
      const [dead] = (await workspace.jobs.list({ kind: "replay", state: "dead", limit: 1 })).jobs;
      if (state === "running" && (dead === undefined || dead.createdAt < createdAt)) {
        await workspace.jobs.add(jobs.replay());
        return;
      }
      await store.replays.update(
        id,
        state === "applying"
          ? { state: "ready", message: APPLY_CUT_OFF }
          : { state: "interrupted", message: LOOK_CUT_OFF, finishedAt: clock().toISOString() },
      );
      feed.changed(["replays"]);
    }
  });
}
