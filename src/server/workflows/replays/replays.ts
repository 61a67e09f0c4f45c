import type { LatestReplay, NewReplay, Replay, ReplayChanges } from "#shared/contract/replay.ts";
import { Replay as ReplayShape } from "#shared/contract/replay.ts";
import { conflict, notFound, type AppError } from "#server/platform/errors.ts";
import type { ReplayRecord } from "#server/store/replay-types.ts";
import { jobs } from "#server/workflows/jobs.ts";
import { withLease } from "#server/workflows/with-lease.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

export const APPLY_CANCELLED = "Cancelled. What was applied by then stays, and can be taken back in the history.";

/** Held by whoever begins a replay or its application, or tells that one was cut off. */
export const REPLAY_LEASE = "replay";

/** Changes that one answer has, but for the last lead's, which are never parted. */
const CHANGES_AT_ONCE = 100;

/**
 * Has a job read raw input again, to see what that would change, one at a time for all processes. What a former one would
 * have changed is forgotten. Throws replay_running.
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
    // Under the lease, so that nobody takes it for one whose process has ended.
    await workspace.jobs.add(jobs.replay());
    return replay;
  });
  if (begun === null) throw replayRunning();
  feed.changed(["replays"]);
  return publicReplay(begun);
}

/** Throws replay_running while raw input is read again, or applied. */
export async function requireNoReplay(workspace: Pick<Workspace, "jobs">): Promise<void> {
  if ((await workspace.jobs.ofKey(jobs.replay().key)) !== null) throw replayRunning();
}

export function replayRunning(): AppError {
  return conflict("replay_running", "Raw input is being read again, or applied, already.");
}

/** The last replay, and the first of what it would change. */
export async function latestReplay({ store }: Pick<Workspace, "store">): Promise<LatestReplay> {
  const replay = await store.replays.latest();
  if (replay === null) return { replay: null, changes: [], nextCursor: null };
  return { replay: publicReplay(replay), ...(await changesAfter(store, replay.id, null)) };
}

/** More of what a replay would change, from behind a lead. Throws not_found. */
export async function replayChanges(
  workspace: Pick<Workspace, "store">,
  id: string,
  cursor: string | undefined,
): Promise<ReplayChanges> {
  await requireReplay(workspace, id);
  return changesAfter(workspace.store, id, cursor ?? null);
}

/** Ends a replay under way, here or in another process, after its batch. False when none is. */
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
    message: isOver ? "Cancelled." : APPLY_CANCELLED,
    finishedAt: clock().toISOString(),
  });
  feed.changed(["replays"]);
  return true;
}

export async function requireReplay({ store }: Pick<Workspace, "store">, id: string): Promise<ReplayRecord> {
  const replay = await store.replays.get(id);
  if (replay === null) throw notFound("replay");
  return replay;
}

/** A record as the contract answers it. */
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
