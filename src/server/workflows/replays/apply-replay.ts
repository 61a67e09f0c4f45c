import { IdParams } from "#shared/contract/common.ts";
import type { Replay } from "#shared/contract/replay.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { assessLead } from "#server/intake/assess-lead.ts";
import { acting } from "#server/platform/acting.ts";
import { AppError, conflict, messageOf } from "#server/platform/errors.ts";
import type { ActSoFar } from "#server/store/bulk-acts.ts";
import type { ReplayLead, ReplayRecord } from "#server/store/replay-types.ts";
import type { NewJournalEntry } from "#server/store/types.ts";
import { jobs } from "#server/workflows/jobs.ts";
import { createRereader, type Rereader } from "#server/workflows/replays/readers.ts";
import { replayLead } from "#server/workflows/replays/replay-lead.ts";
import { publicReplay, requireNoReplay, requireReplay } from "#server/workflows/replays/replays.ts";
import { pressedJob, resultOf } from "#server/workflows/run-job.ts";
import { withJudgement } from "#server/workflows/with-judgement.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const BATCH = 100;
/** Others may take an e-mail between the look at it and the write. */
const ATTEMPTS = 5;

/**
 * Has a job make what a replay has shown true, of all leads or of these, as one act that can be taken back, and answers
 * when that has ended. A lead that has changed since, so that it would not become what was shown, is left and counted.
 * What was done stays when it is cancelled or the process stops. Throws not_found, and conflict when the replay is not
 * ready or something is being done to it.
 */
export async function applyReplay(workspace: Workspace, id: string, leadIds?: readonly string[]): Promise<Replay> {
  const replay = await requireReplay(workspace, id);
  await requireNoReplay(workspace);
  requireReady(replay);
  const ended = await pressedJob(workspace, jobs.applyReplay(id, leadIds));
  resultOf(ended, IdParams, () => ({ id }));
  return publicReplay(await requireReplay(workspace, id));
}

/** Applies a replay, as its job. Throws as `applyReplay` does. */
export async function applyNow(
  workspace: Workspace,
  id: string,
  leadIds: readonly string[] | undefined,
  cancel: AbortSignal,
): Promise<ReplayRecord> {
  const replay = await requireReplay(workspace, id);
  requireReady(replay);
  return applyAll(workspace, replay, leadIds, cancel);
}

function requireReady({ state }: ReplayRecord): void {
  if (state !== "ready") throw conflict("replay_not_ready", "There is nothing of it to apply.");
}

async function applyAll(
  workspace: Workspace,
  begun: ReplayRecord,
  leadIds: readonly string[] | undefined,
  cancel: AbortSignal,
): Promise<ReplayRecord> {
  const { store, feed, clock, stopping } = workspace;
  const { id } = begun;
  const total = leadIds?.length ?? begun.leadsChanged;
  const rereader = createRereader(workspace);
  await store.replays.update(id, { state: "applying", actId: null, message: "" });
  feed.changed(["replays"]);
  let act: ActSoFar = { actId: null, changed: 0 };
  let done = 0;
  let lastId: string | null = null;
  let failure = "";
  try {
    while (!stopping.aborted && !cancel.aborted) {
      const open = await store.replays.open(id, lastId, BATCH, leadIds);
      const last = open.at(-1);
      if (last === undefined) break;
      act = await applySome(workspace, rereader, begun, open, act);
      lastId = last.leadId;
      done += open.length;
      feed.progress({ work: "replay", id, label: "Applying what was read", done, total, finished: false });
      feed.changed(["leads"]);
      if ((await requireReplay(workspace, id)).state !== "applying") break;
    }
  } catch (error) {
    failure = messageOf(error);
    throw error;
  } finally {
    const now = await store.replays.get(id);
    const rest = await store.replays.open(id, null, 1);
    if (now?.state === "applying") {
      const state = rest.length > 0 ? "ready" : "applied";
      await store.replays.update(id, { state, message: failure, finishedAt: clock().toISOString() });
    }
    feed.progress({ work: "replay", id, label: "Applying what was read", done, total, finished: true });
    feed.changed(["leads", "activity", "replays"]);
  }
  return requireReplay(workspace, id);
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
