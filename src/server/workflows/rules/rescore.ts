import { readJudgement } from "#server/workflows/judgement.ts";
import { passOver } from "#server/workflows/rules/rescore-pass.ts";
import { createRescoreTurns, type RescoreTurns } from "#server/workflows/rules/rescore-turns.ts";
import { fingerprintOf } from "#server/workflows/rules/rules-fingerprint.ts";
import { createScorer, type Scorer } from "#server/workflows/rules/score-thread.ts";
import { withLease } from "#server/workflows/with-lease.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Fewer leads are scored without a word of progress. */
const FEW = 2_000;
/** After a kill so much is done again at most. */
const NOTE_MILLISECONDS = 1_000;
/** A small product is rescored before the answer leaves; a large one goes on in the background. */
const INLINE_MILLISECONDS = 1_500;

const running = new WeakMap<Workspace["store"], Promise<void>>();

/**
 * Scores every lead afresh in the background, in order of id, until all have been scored with the latest rules. Safe to
 * call at any time: it resumes after a kill where it stopped, and a second call joins the first.
 */
export function startRescore(workspace: Workspace): Promise<void> {
  const current = running.get(workspace.store);
  if (current !== undefined) return current;
  const run = rescore(workspace)
    .catch((error: unknown) => workspace.log.error({ err: error }, "rescore stopped"))
    .finally(() => running.delete(workspace.store));
  running.set(workspace.store, run);
  return run;
}

/** Resolves when no rescore runs in this process; one that was told to stop ends after its batch. */
export async function rescoreEnded({ store }: Pick<Workspace, "store">): Promise<void> {
  await running.get(store);
}

/** Starts the rescore that a change has made necessary; waits for it as long as a person would not notice. */
export async function rescoreAfterChange(workspace: Workspace): Promise<void> {
  // One already under way may have read the old rules: it looks for a newer version after each batch.
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, INLINE_MILLISECONDS).unref());
  await Promise.race([startRescore(workspace).then(() => startRescore(workspace)), timeout]);
}

async function rescore(workspace: Workspace): Promise<void> {
  const { done, wanted } = await workspace.store.settings.rescoreState();
  if (done < wanted) await withLease(workspace, "rescore", (signal) => rescoreAll(workspace, signal));
}

async function rescoreAll(workspace: Workspace, signal: AbortSignal): Promise<void> {
  const { store, clock, feed } = workspace;
  const total = Object.values(await store.leads.totals()).reduce((sum, count) => sum + count, 0);
  const progress = (done: number, finished: boolean): void => {
    if (total >= FEW) feed.progress({ work: "rescore", label: "Scoring leads again", done, total, finished });
  };
  const scorer = createScorer();
  const turns = createRescoreTurns();
  try {
    let isDone = false;
    while (!isDone && !signal.aborted) isDone = await rescoreOnce(workspace, { scorer, turns, progress, signal });
    const entry = turns.entry(clock().toISOString());
    if (entry !== null) await store.journal.add(entry);
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

/** One pass by the rules of now, from where one by the same rules stopped. False when it was stopped or superseded. */
async function rescoreOnce(workspace: Workspace, { scorer, turns, progress, signal }: Rescoring): Promise<boolean> {
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
    if ((await store.settings.rescoreState()).wanted !== version) return false;
    if (performance.now() - notedAt > NOTE_MILLISECONDS || signal.aborted) {
      await note();
      notedAt = performance.now();
      progress(read, false);
    }
    if (signal.aborted) return false;
  }
  if ((await store.settings.rescoreState()).wanted !== version) return false;
  await store.settings.writeRescoreState({ done: version, running: null, cursor: null, doneRules });
  return true;
}
