import type { LatestReplay, NewReplay, Replay, ReplayChanges } from "#shared/contract/replay.ts";
import { Replay as ReplayShape } from "#shared/contract/replay.ts";
import { conflict, notFound, type AppError } from "#server/platform/errors.ts";
import type { ReplayRecord } from "#server/db/replays/replay-types.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import type { Workspace } from "#server/workspace.ts";

export const APPLY_CANCELED = "Canceled. Changes already applied stay. You can undo them in History.";

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
    const totals = await store.leads.totals();
    const replay = await store.replays.create({
      source: source ?? null,
      all,
      state: "running",
      lastLead: null,
      total: Object.values(totals).reduce((sum, count) => sum + count, 0),
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
  return publicReplay(begun);
}

/** Throws replay_running while raw input is being read again or applied. */
export async function requireNoReplay(workspace: Pick<Workspace, "jobs">): Promise<void> {
  if ((await workspace.jobs.ofKey(jobs.replay().key)) !== null) throw replayRunning();
}

export function replayRunning(): AppError {
  return conflict("replay_running", "The original data is already being reprocessed. Wait until it finishes.");
}

/** The last replay, with the first of its changes. */
export async function latestReplay({ store }: Pick<Workspace, "store">): Promise<LatestReplay> {
  const replay = await store.replays.latest();
  if (replay === null) return { replay: null, changes: [], nextCursor: null };
  return { replay: publicReplay(replay), ...(await changesAfter(store, replay.id, null)) };
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

/** Cancels a running replay, in any process, after its current batch. Returns false if there is none. */
export async function cancelReplay(
  workspace: Pick<Workspace, "store" | "feed" | "clock">,
  id: string,
): Promise<boolean> {
  const { store, feed, clock } = workspace;
  const { state } = await requireReplay(workspace, id);
  if (state !== "running" && state !== "applying") return false;
  const isOver = state === "running";
  await store.replays.update(id, {
    state: isOver ? "interrupted" : "ready",
    message: isOver ? "Canceled." : APPLY_CANCELED,
    finishedAt: clock().toISOString(),
  });
  feed.changed(["replays"]);
  return true;
}

export async function requireReplay({ store }: Pick<Workspace, "store">, id: string): Promise<ReplayRecord> {
  const replay = await store.replays.get(id);
  if (replay === null) throw notFound("reprocessing run");
  return replay;
}

/** A record in the contract's shape. */
export function publicReplay(record: ReplayRecord): Replay {
  return ReplayShape.parse(record);
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
