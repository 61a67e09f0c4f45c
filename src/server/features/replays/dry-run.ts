import { AppError, conflict, messageOf } from "#server/platform/errors.ts";
import { REPLAY_SOURCES } from "#shared/source-kinds.ts";
import type { ReplayLead, ReplayRecord } from "#server/db/replays/replays.ts";
import { createRereader } from "#server/features/replays/readers.ts";
import { replayLead } from "#server/features/replays/replay-lead.ts";
import type { Workspace } from "#server/workspace.ts";

const BATCH = 200;
/** Some messages and pages take a while; yields to other requests in between. */
const LEADS_BETWEEN_YIELDS = 10;

/**
 * Continues the replay that is `running` from where it was, and returns its new state; null if there is none. Its end
 * is recorded in the replay.
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
      // Its cancellation is recorded.
      if (cancel.aborted) return await store.replays.get(id);
      const { leads, looked, lastId } = await store.replays.look(kinds, replay.lastLead, BATCH);
      if (lastId === null) {
        await store.replays.end(id, ["running"], { state: "ready", finishedAt: clock().toISOString() });
        return await store.replays.get(id);
      }
      const found: ReplayLead[] = [];
      let { rowsRead, rowsUnreadable } = replay;
      for (const [index, lead] of leads.entries()) {
        if (index % LEADS_BETWEEN_YIELDS === 0) await new Promise((resolve) => setImmediate(resolve));
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
      reportProgress(workspace, replay, false);
    }
    throw conflict("stopping", "The server stopped. It continues from there.");
  } catch (error) {
    // Its job is retried and continues from there.
    if (stopping.aborted || (error instanceof AppError && error.id === "store_unreachable")) throw error;
    await store.replays.end(id, ["running"], {
      state: "interrupted",
      message: messageOf(error),
      finishedAt: clock().toISOString(),
    });
    throw error;
  } finally {
    if (replay !== null) reportProgress(workspace, replay, true);
    feed.changed(["replays"]);
  }
}

function reportProgress({ feed }: Workspace, { id, done, total }: ReplayRecord, finished: boolean): void {
  const label = "Reprocessing original data";
  feed.progress({ work: "replay", id, label, done, total: Math.max(done, total), finished });
}
