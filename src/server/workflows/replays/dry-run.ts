import { messageOf } from "#server/platform/errors.ts";
import { REPLAY_SOURCES } from "#shared/contract/replay.ts";
import type { ReplayLead, ReplayRecord } from "#server/store/replay-types.ts";
import { createRereader } from "#server/workflows/replays/readers.ts";
import { replayLead } from "#server/workflows/replays/replay-lead.ts";
import { withLease } from "#server/workflows/with-lease.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Names the work on replays, which one process does at a time. */
export const REPLAY_LEASE = "replay";

const BATCH = 200;
/** Some messages and pages take a while; others are answered in between. */
const LEADS_BETWEEN_TURNS = 10;

const running = new WeakMap<Workspace["store"], Promise<void>>();

/** Goes on with the replay that is `running` in the store, in the background; a second call joins the first. */
export function startDryRun(workspace: Workspace): void {
  const before = running.get(workspace.store) ?? Promise.resolve();
  const run = before
    .then(() => withLease(workspace, REPLAY_LEASE, (signal) => dryRun(workspace, signal)))
    .then(
      () => {},
      (error: unknown) => workspace.log.error({ err: error }, "replay stopped"),
    );
  running.set(workspace.store, run);
}

/** Resolves when no replay reads in this process; one that was told to stop ends after its batch. */
export async function replayEnded({ store }: Pick<Workspace, "store">): Promise<void> {
  await running.get(store);
}

async function dryRun(workspace: Workspace, signal: AbortSignal): Promise<void> {
  const { store, feed, clock } = workspace;
  let replay = await store.replays.latest();
  if (replay?.state !== "running") return;
  const { id } = replay;
  const rereader = createRereader(workspace);
  const kinds = replay.source === null ? REPLAY_SOURCES : [replay.source];
  try {
    while (!signal.aborted) {
      const { leads, looked, lastId } = await store.replays.look(kinds, replay.lastLead, BATCH);
      if (lastId === null) {
        await store.replays.update(id, { state: "ready", finishedAt: clock().toISOString() });
        return;
      }
      const found: ReplayLead[] = [];
      let { rowsRead, rowsUnreadable } = replay;
      for (const [index, lead] of leads.entries()) {
        if (index % LEADS_BETWEEN_TURNS === 0) await new Promise((resolve) => setImmediate(resolve));
        const replayed = await replayLead(workspace, rereader, lead, replay);
        rowsRead += replayed.rowsRead;
        rowsUnreadable += replayed.rowsUnreadable;
        if (replayed.changed !== null) found.push(replayed.changed);
      }
      const patch = {
        lastLead: lastId,
        done: replay.done + looked,
        rowsRead,
        rowsUnreadable,
        leadsChanged: replay.leadsChanged + found.length,
        changes: replay.changes + found.reduce((sum, { changes }) => sum + changes.length, 0),
      };
      await store.replays.addLeads(id, found, patch);
      replay = await store.replays.get(id);
      if (replay?.state !== "running") return;
      tell(workspace, replay, false);
    }
  } catch (error) {
    if (signal.aborted) return;
    await store.replays.update(id, {
      state: "interrupted",
      message: messageOf(error),
      finishedAt: clock().toISOString(),
    });
    throw error;
  } finally {
    if (replay !== null) tell(workspace, replay, true);
    feed.changed(["replays"]);
  }
}

function tell({ feed }: Workspace, { id, done, total }: ReplayRecord, finished: boolean): void {
  const label = "Reading raw input again";
  feed.progress({ work: "replay", id, label, done, total: Math.max(done, total), finished });
}
