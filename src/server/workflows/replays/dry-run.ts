import { conflict, messageOf } from "#server/platform/errors.ts";
import { REPLAY_SOURCES } from "#shared/contract/replay.ts";
import type { ReplayLead, ReplayRecord } from "#server/store/replay-types.ts";
import { createRereader } from "#server/workflows/replays/readers.ts";
import { replayLead } from "#server/workflows/replays/replay-lead.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const BATCH = 200;
/** Some messages and pages take a while; others are answered in between. */
const LEADS_BETWEEN_TURNS = 10;

/**
 * Goes on with the replay that is `running` in the store, from where it was, and answers it as it then is; null when none
 * is. However it ends is told in the replay.
 */
export async function dryRun(workspace: Workspace, cancel: AbortSignal): Promise<ReplayRecord | null> {
  const { store, feed, clock, stopping } = workspace;
  let replay = await store.replays.latest();
  if (replay?.state !== "running") return null;
  const { id } = replay;
  const rereader = createRereader(workspace);
  const kinds = replay.source === null ? REPLAY_SOURCES : [replay.source];
  try {
    while (!stopping.aborted) {
      if (cancel.aborted) {
        await store.replays.update(id, {
          state: "interrupted",
          message: "Cancelled.",
          finishedAt: clock().toISOString(),
        });
        return await store.replays.get(id);
      }
      const { leads, looked, lastId } = await store.replays.look(kinds, replay.lastLead, BATCH);
      if (lastId === null) {
        await store.replays.update(id, { state: "ready", finishedAt: clock().toISOString() });
        return await store.replays.get(id);
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
      if (replay?.state !== "running") return replay;
      tell(workspace, replay, false);
    }
    throw conflict("stopping", "The server was stopped meanwhile. It goes on from there.");
  } catch (error) {
    if (stopping.aborted) throw error;
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
