import { IdParams } from "#shared/contract/common.ts";
import type { Replay } from "#shared/contract/replay.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { assessLead } from "#server/intake/assess-lead.ts";
import { acting } from "#server/platform/acting.ts";
import { AppError, conflict, isStoreFailure } from "#server/platform/errors.ts";
import { isUnforeseen, jobError } from "#server/queue/job-failure.ts";
import { HopelessJob } from "#server/queue/job-queue.ts";
import type { ActSoFar } from "#server/store/bulk-acts.ts";
import type { ReplayLead, ReplayRecord } from "#server/store/replay-types.ts";
import type { NewJournalEntry } from "#server/store/types.ts";
import { jobs } from "#server/workflows/jobs.ts";
import { createRereader, type Rereader } from "#server/workflows/replays/readers.ts";
import { replayLead } from "#server/workflows/replays/replay-lead.ts";
import {
  APPLY_CANCELLED,
  publicReplay,
  REPLAY_LEASE,
  replayRunning,
  requireNoReplay,
  requireReplay,
} from "#server/workflows/replays/replays.ts";
import { dropDead, endOfJob, resultOf } from "#server/workflows/run-job.ts";
import { withJudgement } from "#server/workflows/with-judgement.ts";
import { withLease } from "#server/workflows/with-lease.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const BATCH = 100;
/** Others may take an e-mail between the look at it and the write. */
const ATTEMPTS = 5;

/**
 * Has a job make what a replay has shown true, of all leads or of these, as one act that can be taken back, and answers
 * when that has ended. A lead that has changed since, so that it would not become what was shown, is left and counted.
 * What was done stays when it is cancelled; when a process stops, the job goes on with the rest. Throws not_found, and
 * conflict when the replay is not ready or something is being done to it.
 */
export async function applyReplay(workspace: Workspace, id: string, leadIds?: readonly string[]): Promise<Replay> {
  const { store, feed } = workspace;
  const job = jobs.applyReplay(id, leadIds);
  const begun = await withLease(workspace, REPLAY_LEASE, async () => {
    const { state } = await requireReplay(workspace, id);
    await requireNoReplay(workspace);
    if (state !== "ready") throw conflict("replay_not_ready", "There is nothing of it to apply.");
    await store.replays.update(id, { state: "applying", actId: null, message: "" });
    await dropDead(workspace.jobs, job);
    // Under the lease, so that nobody takes it for one whose process has ended.
    return workspace.jobs.add(job);
  });
  if (begun === null) throw replayRunning();
  feed.changed(["replays"]);
  resultOf(await endOfJob(workspace, begun.job), IdParams, () => ({ id }));
  return publicReplay(await requireReplay(workspace, id));
}

/**
 * Goes on with a replay that is `applying` in the store, as its job, and answers it as it then is; null when it is not,
 * because nobody wants it any more. However it ends is told in the replay, unless another try follows. Throws
 * HopelessJob when none does.
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
    if ((await requireReplay(workspace, id)).state === "applying") {
      const isWhole = (await store.replays.open(id, null, 1)).length === 0;
      await store.replays.update(id, {
        state: isWhole ? "applied" : "ready",
        message: cancel.aborted && !isWhole ? APPLY_CANCELLED : "",
        finishedAt: clock().toISOString(),
      });
    }
  } catch (error) {
    // Whoever takes the job up again goes on with it.
    if (stopping.aborted || isStoreFailure(error)) throw error;
    if (isUnforeseen(error)) log.error({ err: error, replayId: id }, "replay not applied");
    const { message } = jobError(error);
    await store.replays.update(id, { state: "ready", message, finishedAt: clock().toISOString() });
    throw new HopelessJob(message, { cause: error });
  } finally {
    progress.tell(true);
    feed.changed(["leads", "activity", "replays"]);
  }
  return requireReplay(workspace, id);
}

/** Applies to the next leads, and the next, until none is left or it is no longer wanted. */
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
  let act = await actSoFar(workspace, replay);
  let lastId: string | null = null;
  while (!cancel.aborted) {
    if (stopping.aborted) throw conflict("stopping", "The server was stopped meanwhile. It goes on from there.");
    const open = await store.replays.open(id, lastId, BATCH, leadIds);
    const last = open.at(-1);
    if (last === undefined) return;
    act = await applySome(workspace, rereader, replay, open, act);
    lastId = last.leadId;
    progress.done += open.length;
    progress.tell(false);
    feed.changed(["leads"]);
    if ((await requireReplay(workspace, id)).state !== "applying") return;
  }
}

/** What a run that was cut off has done; one that was taken back meanwhile stays so. */
async function actSoFar({ store }: Workspace, { actId }: ReplayRecord): Promise<ActSoFar> {
  const changed = actId === null ? 0 : await store.bulkActs.countOpen(actId);
  return changed === 0 ? { actId: null, changed: 0 } : { actId, changed };
}

interface Progress {
  done: number;
  tell(finished: boolean): void;
}

/** How far it is of what was asked for, which a run that was cut off has done a part of. */
async function progressOf(
  { store, feed }: Workspace,
  { id, leadsChanged, applied, left }: ReplayRecord,
  leadIds: readonly string[] | undefined,
): Promise<Progress> {
  const total = leadIds?.length ?? leadsChanged;
  const open = leadIds === undefined ? null : await store.replays.open(id, null, total, leadIds);
  const progress: Progress = {
    done: open === null ? applied + left : total - open.length,
    tell(finished) {
      const label = "Applying what was read";
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
  soFar: ActSoFar,
): Promise<ActSoFar> {
  const { store, clock } = workspace;
  for (let tries = 1; ; tries += 1) {
    const now = clock().toISOString();
    const planned = await plan(workspace, rereader, replay, shown);
    try {
      return await withJudgement(workspace, (judgement) =>
        store.replays.apply(
          replay.id,
          shown.map(({ leadId }) => leadId),
          (lead) => {
            const after = planned.get(lead.id);
            const isAsPlanned = after !== undefined && after.revision === lead.revision;
            return isAsPlanned ? assessLead(after, { ...judgement, now }) : null;
          },
          { soFar, told: (changed) => entry(changed, now), rulesVersion: judgement.version },
        ),
      );
    } catch (error) {
      if (!(error instanceof AppError) || error.id !== "lead_conflict" || tries === ATTEMPTS) throw error;
    }
  }
}

/** What becomes of those leads that would still become what was shown. */
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
    // Two of them may be about to become the same person, and only one of them can.
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
    type: "other",
    title: `${changed === 1 ? "1 lead" : `${changed.toLocaleString("en")} leads`} read again`,
    description: "By newer readers of their raw input",
    by: acting().by,
    at,
    leadId: null,
  };
}
