import { IdParams } from "#shared/contract/common.ts";
import type { Replay } from "#shared/contract/replay.ts";
import { counted } from "#shared/counted.ts";
import { LIMITS } from "#shared/limits.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { assessLead } from "#server/pipeline/intake/assess-lead.ts";
import { acting } from "#server/platform/acting.ts";
import { conflict, isStoreFailure } from "#server/platform/errors.ts";
import { isUnforeseen, jobError } from "#server/jobs/queue/job-failure.ts";
import { HopelessJob, type JobRecord } from "#server/jobs/queue/job-queue.ts";
import type { ActionProgress } from "#server/db/lead-changes/bulk-change.ts";
import type { ReplayLead, ReplayRecord } from "#server/db/replays/replays.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { createRereader, type Rereader } from "#server/features/replays/readers.ts";
import { replayLead } from "#server/features/replays/replay-lead.ts";
import {
  publicReplay,
  REPLAY_LEASE,
  replayRunning,
  requireNoReplay,
  requireReplay,
} from "#server/features/replays/replays.ts";
import { dropDead, endOfJob, resultOf } from "#server/jobs/queue/run-job.ts";
import { withScoring } from "#server/features/rules/with-scoring.ts";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import { despiteConflicts } from "#server/db/engine/lead-conflict.ts";
import type { Workspace } from "#server/workspace.ts";

const BATCH = 100;

/**
 * Applies a replay's changes in a job, to all leads or these, as one action that can be undone; returns when it has
 * ended. A lead that has changed so that the result would differ is skipped and counted. Applied changes remain if it's
 * canceled; after a stop the job continues. Throws not_found, and conflict if the replay isn't ready or is in use.
 */
export async function applyReplay(workspace: Workspace, id: string, leadIds?: readonly string[]): Promise<Replay> {
  const job = await beginApply(workspace, id, leadIds);
  resultOf(await endOfJob(workspace, job), IdParams, () => ({ id }));
  return publicReplay(workspace, await requireReplay(workspace, id));
}

/** The same, but returns the job that applies them. */
export async function beginApply(
  workspace: Workspace,
  id: string,
  leadIds: readonly string[] | undefined,
): Promise<JobRecord> {
  const { store, feed } = workspace;
  const job = jobs.applyReplay(id, await seenOf(workspace, id, leadIds));
  const begun = await withLease(workspace, REPLAY_LEASE, async () => {
    const { state } = await requireReplay(workspace, id);
    await requireNoReplay(workspace);
    if (state !== "ready") throw conflict("replay_not_ready", "There's nothing to apply.");
    await store.replays.update(id, { state: "applying", actId: null, message: "" });
    await dropDead(workspace.jobs, job);
    // Under the lease, so that it isn't mistaken for one whose process has died.
    return workspace.jobs.add(job);
  });
  if (begun === null) throw replayRunning();
  feed.changed(["replays"]);
  return begun.job;
}

/** The leads to apply to: for an account with limited sight, those it sees. */
async function seenOf(
  { store }: Workspace,
  id: string,
  leadIds: readonly string[] | undefined,
): Promise<readonly string[] | undefined> {
  if (acting().sight === undefined) return leadIds;
  const found = await store.replays.open(id, null, LIMITS.leadIds, leadIds);
  return found.map(({ leadId }) => leadId);
}

/**
 * Continues the replay that is `applying`, as its job, and returns its new state; null if it is no longer wanted. Its
 * end is recorded in the replay unless a retry follows. Throws HopelessJob if none does.
 */
export async function applyNow(
  workspace: Workspace,
  id: string,
  leadIds: readonly string[] | undefined,
  cancel: AbortSignal,
): Promise<ReplayRecord | null> {
  const { store, feed, clock, log, stopping } = workspace;
  const begun = await store.replays.get(id);
  if (begun?.state !== "applying") return null;
  const progress = await progressOf(workspace, begun, leadIds);
  try {
    await applyRest(workspace, begun, leadIds, cancel, progress);
    const isWhole = (await store.replays.open(id, null, 1)).length === 0;
    const finishedAt = clock().toISOString();
    // Canceled too late.
    if (isWhole) await store.replays.end(id, ["applying", "ready"], { state: "applied", message: "", finishedAt });
    // Otherwise its cancellation is recorded, and it may have begun again since.
    else if (!cancel.aborted) await store.replays.end(id, ["applying"], { state: "ready", message: "", finishedAt });
  } catch (error) {
    // Whichever process resumes the job continues with it.
    if (stopping.aborted || isStoreFailure(error)) throw error;
    if (isUnforeseen(error)) log.error({ err: error, replayId: id }, "replay not applied");
    const { message } = jobError(error);
    if (!cancel.aborted) {
      await store.replays.end(id, ["applying"], { state: "ready", message, finishedAt: clock().toISOString() });
    }
    throw new HopelessJob(message, { cause: error });
  } finally {
    progress.report(true);
    feed.changed(["leads", "activity", "replays"]);
  }
  return requireReplay(workspace, id);
}

/** Applies to leads chunk by chunk until none is left or it is no longer wanted. */
async function applyRest(
  workspace: Workspace,
  replay: ReplayRecord,
  leadIds: readonly string[] | undefined,
  cancel: AbortSignal,
  progress: Progress,
): Promise<void> {
  const { store, feed, stopping } = workspace;
  const { id } = replay;
  const rereader = createRereader(workspace);
  let act = await progressSoFar(workspace, replay);
  let lastId: string | null = null;
  while (!cancel.aborted) {
    if (stopping.aborted) throw conflict("stopping", "The server stopped. It continues from there.");
    const open = await store.replays.open(id, lastId, BATCH, leadIds);
    const last = open.at(-1);
    if (last === undefined) return;
    act = await applySome(workspace, rereader, replay, open, act);
    lastId = last.leadId;
    progress.done += open.length;
    progress.report(false);
    feed.changed(["leads"]);
  }
}

/** What an interrupted run has applied; undone parts stay undone. */
async function progressSoFar({ store }: Workspace, { actId }: ReplayRecord): Promise<ActionProgress> {
  const changed = actId === null ? 0 : await store.bulkActions.countOpen(actId);
  return changed === 0 ? { actId: null, changed: 0 } : { actId, changed };
}

interface Progress {
  done: number;
  report(finished: boolean): void;
}

/** Progress toward the requested changes, part of which an interrupted run has applied. */
async function progressOf(
  { store, feed }: Workspace,
  { id, leadsChanged, applied, left }: ReplayRecord,
  leadIds: readonly string[] | undefined,
): Promise<Progress> {
  const total = leadIds?.length ?? leadsChanged;
  const open = leadIds === undefined ? null : await store.replays.open(id, null, total, leadIds);
  const progress: Progress = {
    done: open === null ? applied + left : total - open.length,
    report(finished) {
      const label = "Applying changes";
      feed.progress({ work: "replay", id, label, done: progress.done, total, finished });
    },
  };
  return progress;
}

async function applySome(
  workspace: Workspace,
  rereader: Rereader,
  replay: ReplayRecord,
  shown: readonly ReplayLead[],
  soFar: ActionProgress,
): Promise<ActionProgress> {
  const { store, clock } = workspace;
  return despiteConflicts(async () => {
    const now = clock().toISOString();
    const planned = await plan(workspace, rereader, replay, shown);
    return withScoring(workspace, (scoring) =>
      store.replays.apply(
        replay.id,
        shown.map(({ leadId }) => leadId),
        (lead) => {
          const after = planned.get(lead.id);
          const isAsPlanned = after !== undefined && after.revision === lead.revision;
          return isAsPlanned ? assessLead(after, { ...scoring, now }) : null;
        },
        { soFar, entryOf: (changed) => entry(changed, now), rulesVersion: scoring.version },
      ),
    );
  });
}

/** The outcome for leads whose result would still be as shown. */
async function plan(
  workspace: Workspace,
  rereader: Rereader,
  replay: ReplayRecord,
  shown: readonly ReplayLead[],
): Promise<Map<string, StoredLead>> {
  const planned = new Map<string, StoredLead>();
  const emails = new Set<string>();
  for (const { leadId, mark } of shown) {
    const lead = await workspace.store.leads.get(leadId);
    if (lead === null) continue;
    const { after, changed } = await replayLead(workspace, rereader, lead, replay);
    if (changed?.mark !== mark) continue;
    // Two of them may be about to become the same person, and only one can.
    if (after.emailKey !== null && after.emailKey !== lead.emailKey) {
      if (emails.has(after.emailKey)) continue;
      emails.add(after.emailKey);
    }
    planned.set(leadId, after);
  }
  return planned;
}

function entry(changed: number, at: string): NewJournalEntry {
  return {
    kind: "edited",
    title: `${counted(changed, "lead")} reprocessed`,
    description: "Updated from original data with newer parsers",
    by: acting().by,
    at,
  };
}
