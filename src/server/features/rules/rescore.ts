import { countsAsQualified } from "#shared/lead-status.ts";
import { acting, beyondSight } from "#server/platform/acting.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { readScoringContext } from "#server/features/rules/scoring-context.ts";
import { passOver, type StatusChangedLead } from "#server/features/rules/rescore-pass.ts";
import { fingerprintOf } from "#server/features/rules/rules-fingerprint.ts";
import { createScorer, type Scorer } from "#server/features/rules/score-thread.ts";
import type { Workspace } from "#server/workspace.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";

/** With fewer leads no progress is shown. */
const FEW = 2_000;
/** Interval for storing progress: the most work that is repeated after a kill. */
const NOTE_MILLISECONDS = 1_000;
/** A small installation is rescored before the response is sent; a large one in the background. */
const INLINE_MILLISECONDS = 1_500;

const NEVER = new AbortController().signal;
const running = new WeakMap<Workspace["store"], Promise<void>>();

/** Whether leads wait for their first score, or scores for the latest rules. */
export async function isBehind({ store }: Pick<Workspace, "store">): Promise<boolean> {
  const { done, wanted } = await store.settings.rescoreState();
  return done < wanted || (await store.leads.hasUnscored());
}

/**
 * Starts jobs that rescore every lead with the latest rules. Safe to call at any time; a second call joins the first.
 */
export function startRescore(workspace: Workspace): Promise<void> {
  if (acting().rehearses === true) return Promise.resolve();
  const current = running.get(workspace.store);
  if (current !== undefined) return current;
  const run = beyondSight(() => untilDone(workspace))
    .catch((error: unknown) => workspace.log.info({ err: error }, "rescore not waited for"))
    .finally(() => running.delete(workspace.store));
  running.set(workspace.store, run);
  return run;
}

async function untilDone(workspace: Workspace): Promise<void> {
  for (;;) {
    if (!(await isBehind(workspace))) return;
    const { job } = await workspace.jobs.add(jobs.rescore());
    // A running one may have read the old rules: then another follows. A failed one waits for its retry.
    if ((await workspace.jobs.ended(job.id, NEVER)).state !== "done") return;
  }
}

/** Starts the rescore that a change requires; waits for it as long as a user wouldn't notice. */
export async function rescoreAfterChange(workspace: Workspace): Promise<void> {
  // A running one may have read the old rules: it looks for a newer version after each batch.
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, INLINE_MILLISECONDS).unref());
  await Promise.race([startRescore(workspace).then(() => startRescore(workspace)), timeout]);
}

/**
 * Scores the leads without a score, then all others in order of id, until every score is by the latest rules; resumes
 * after a kill. Does nothing if all are current. Returns how many leads it read.
 */
export async function rescore(workspace: Workspace): Promise<number> {
  const read = await scoreUnscored(workspace);
  const { done, wanted } = await workspace.store.settings.rescoreState();
  return done < wanted ? read + (await rescoreAll(workspace, workspace.stopping)) : read;
}

async function scoreUnscored(workspace: Workspace): Promise<number> {
  const { store, clock, feed, stopping } = workspace;
  if (!(await store.leads.hasUnscored())) return 0;
  const scorer = createScorer();
  const statusChanges = createRescoredStatuses();
  let read = 0;
  try {
    const scoring = await readScoringContext(workspace);
    await scorer.useRules(scoring);
    const parts = { store, scorer, rulesVersion: scoring.version, now: () => clock().toISOString() };
    for await (const batch of passOver(parts, { unscored: true })) {
      statusChanges.add(batch.changedLeads);
      read += batch.read;
      if (stopping.aborted) break;
    }
    const entry = statusChanges.entry(clock().toISOString(), "Leads scored");
    if (entry !== null) await store.journal.add(entry);
    return read;
  } finally {
    await scorer.close();
    feed.changed(["leads", "activity"]);
  }
}

async function rescoreAll(workspace: Workspace, signal: AbortSignal): Promise<number> {
  const { store, clock, feed } = workspace;
  const total = Object.values(await store.leads.totals()).reduce((sum, count) => sum + count, 0);
  const progress = (done: number, finished: boolean): void => {
    if (total >= FEW) feed.progress({ work: "rescore", label: "Rescoring leads", done, total, finished });
  };
  const scorer = createScorer();
  const statusChanges = createRescoredStatuses();
  try {
    let isDone = false;
    let read = 0;
    while (!isDone && !signal.aborted) {
      const pass = await rescoreOnce(workspace, { scorer, statusChanges, progress, signal });
      ({ isDone } = pass);
      read += pass.read;
    }
    const entry = statusChanges.entry(clock().toISOString(), "Leads rescored");
    if (entry !== null) await store.journal.add(entry);
    return read;
  } finally {
    await scorer.close();
    progress(total, true);
    feed.changed(["leads", "activity"]);
  }
}

interface Rescoring {
  scorer: Scorer;
  statusChanges: ReturnType<typeof createRescoredStatuses>;
  progress: (done: number, finished: boolean) => void;
  signal: AbortSignal;
}

/** One pass with the current rules, resuming one by the same rules; not done if it was stopped or superseded. */
async function rescoreOnce(
  workspace: Workspace,
  { scorer, statusChanges, progress, signal }: Rescoring,
): Promise<{ isDone: boolean; read: number }> {
  const { store, clock } = workspace;
  const scoring = await readScoringContext(workspace);
  await scorer.useRules(scoring);
  const state = await store.settings.rescoreState();
  const { version, threshold } = scoring;
  const doneRules = fingerprintOf(scoring.rules, scoring.today);
  // Only the threshold changed since the previous version: every other lead already has its score.
  const isThresholdAlone = version === state.done + 1 && state.doneRules === doneRules;
  let cursor = state.running === version ? state.cursor : null;
  const note = (): Promise<void> => store.settings.writeRescoreState({ done: state.done, running: version, cursor });
  await note();
  let read = 0;
  let notedAt = performance.now();
  const batches = passOver(
    { store, scorer, rulesVersion: version, now: () => clock().toISOString() },
    isThresholdAlone ? { threshold } : { after: cursor },
  );
  for await (const batch of batches) {
    statusChanges.add(batch.changedLeads);
    read += batch.read;
    if (!isThresholdAlone) cursor = batch.lastId;
    if ((await store.settings.rescoreState()).wanted !== version) return { isDone: false, read };
    if (performance.now() - notedAt > NOTE_MILLISECONDS || signal.aborted) {
      await note();
      notedAt = performance.now();
      progress(read, false);
    }
    if (signal.aborted) return { isDone: false, read };
  }
  if ((await store.settings.rescoreState()).wanted !== version) return { isDone: false, read };
  await store.settings.writeRescoreState({ done: version, running: null, cursor: null, doneRules });
  return { isDone: true, read };
}

/** The maximum number of leads named. */
const NAMED = 3;

/** Starts empty. */
/** Counts the leads whose status a rescore changed, for one line in the history; each also has its own timeline. */
function createRescoredStatuses() {
  const up = createGroup();
  const down = createGroup();
  return {
    add(changedLeads: readonly StatusChangedLead[]): void {
      for (const { name, was, is } of changedLeads) {
        if (countsAsQualified(is) && !countsAsQualified(was)) up.add(name);
        if (!countsAsQualified(is) && countsAsQualified(was)) down.add(name);
      }
    },
    /** Null if none changed. */
    entry(at: string, title: string): NewJournalEntry | null {
      if (up.count() + down.count() === 0) return null;
      return {
        kind: "rule",
        type: up.count() > 0 ? "qualified_lead" : "other",
        title,
        description: `${up.text()} now qualified, ${down.text()} no longer`,
        by: "Rules",
        at,
      };
    },
  };
}

function createGroup() {
  let count = 0;
  const names: string[] = [];
  return {
    add(name: string): void {
      count += 1;
      if (names.length < NAMED) names.push(name);
    },
    count: () => count,
    text: () => (count > 0 && count <= NAMED ? `${count} (${names.join(", ")})` : String(count)),
  };
}
