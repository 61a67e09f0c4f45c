import { jobs } from "#server/workflows/jobs.ts";
import { readJudgement } from "#server/workflows/judgement.ts";
import { passOver } from "#server/workflows/rules/rescore-pass.ts";
import { createRescoreTurns, type RescoreTurns } from "#server/workflows/rules/rescore-turns.ts";
import { fingerprintOf } from "#server/workflows/rules/rules-fingerprint.ts";
import { createScorer, type Scorer } from "#server/workflows/rules/score-thread.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Fewer leads are scored without a word of progress. */
const FEW = 2_000;
/** After a kill so much is done again at most. */
const NOTE_MILLISECONDS = 1_000;
/** A small product is rescored before the answer leaves; a large one goes on in the background. */
const INLINE_MILLISECONDS = 1_500;

const NEVER = new AbortController().signal;
const running = new WeakMap<Workspace["store"], Promise<void>>();

/**
 * Has jobs score every lead afresh until all have been scored with the latest rules. Safe to call at any time; a second
 * call joins the first.
 */
export function startRescore(workspace: Workspace): Promise<void> {
  const current = running.get(workspace.store);
  if (current !== undefined) return current;
  const run = untilDone(workspace)
    .catch((error: unknown) => workspace.log.info({ err: error }, "rescore not waited for"))
    .finally(() => running.delete(workspace.store));
  running.set(workspace.store, run);
  return run;
}

async function untilDone(workspace: Workspace): Promise<void> {
  for (;;) {
    const { done, wanted } = await workspace.store.settings.rescoreState();
    if (done >= wanted) return;
    const { job } = await workspace.jobs.add(jobs.rescore());
    // One under way may have looked before the rules changed: then another follows. One that failed waits for its clock.
    if ((await workspace.jobs.ended(job.id, NEVER)).state !== "done") return;
  }
}

/** Starts the rescore that a change has made necessary; waits for it as long as a person would not notice. */
export async function rescoreAfterChange(workspace: Workspace): Promise<void> {
  // One already under way may have read the old rules: it looks for a newer version after each batch.
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, INLINE_MILLISECONDS).unref());
  await Promise.race([startRescore(workspace).then(() => startRescore(workspace)), timeout]);
}

/**
 * Scores every lead afresh, in order of id, until all have been scored with the latest rules; goes on after a kill where
 * it stopped. Does nothing where all have been. Answers how many leads it read.
 */
export async function rescore(workspace: Workspace): Promise<number> {
  const { done, wanted } = await workspace.store.settings.rescoreState();
  return done < wanted ? rescoreAll(workspace, workspace.stopping) : 0;
}

async function rescoreAll(workspace: Workspace, signal: AbortSignal): Promise<number> {
  const { store, clock, feed } = workspace;
  const total = Object.values(await store.leads.totals()).reduce((sum, count) => sum + count, 0);
  const progress = (done: number, finished: boolean): void => {
    if (total >= FEW) feed.progress({ work: "rescore", label: "Scoring leads again", done, total, finished });
  };
  const scorer = createScorer();
  const turns = createRescoreTurns();
  try {
    let isDone = false;
    let read = 0;
    while (!isDone && !signal.aborted) {
      const pass = await rescoreOnce(workspace, { scorer, turns, progress, signal });
      ({ isDone } = pass);
      read += pass.read;
    }
    const entry = turns.entry(clock().toISOString());
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
  turns: RescoreTurns;
  progress: (done: number, finished: boolean) => void;
  signal: AbortSignal;
}

/** One pass by the rules of now, from where one by the same rules stopped; not done when it was stopped or superseded. */
async function rescoreOnce(
  workspace: Workspace,
  { scorer, turns, progress, signal }: Rescoring,
): Promise<{ isDone: boolean; read: number }> {
  const { store, clock } = workspace;
  const judgement = await readJudgement(workspace);
  const rules = await store.rules.list();
  await scorer.judgeBy(judgement, rules);
  const state = await store.settings.rescoreState();
  const { version, threshold } = judgement;
  const doneRules = fingerprintOf(rules, judgement.today);
  // Since the version before, only the threshold: every other lead has the score that it would be given.
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
    turns.add(batch.turned);
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
