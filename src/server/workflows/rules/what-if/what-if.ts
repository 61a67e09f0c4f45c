import { availableParallelism } from "node:os";
import type { WhatIf, WhatIfResult } from "#shared/contract/what-if.ts";
import { LIMITS } from "#shared/limits.ts";
import { mergeTallies, type WhatIfTally } from "#server/intake/what-if/what-if-tally.ts";
import { AppError, isStoreFailure } from "#server/platform/errors.ts";
import { startThread, type Thread } from "#server/platform/thread.ts";
import { checkRules } from "#server/workflows/rules/check-rules.ts";
import { fingerprintOf } from "#server/workflows/rules/rules-fingerprint.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import type { ShareQuestion } from "#server/workflows/rules/what-if/lead-share.ts";
import type { ThreadQuestion } from "#server/workflows/rules/what-if/what-if-worker.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const PROGRAM = new URL("what-if-worker.ts", import.meta.url);
/** For fewer leads the start of a second thread takes longer than it saves. */
const LEADS_FOR_TWO_THREADS = 20_000;
const MOST_THREADS = 4;
const PROGRESS_MILLISECONDS = 500;
const MINUTE_MILLISECONDS = 60_000;

type ShareThread = Thread<ThreadQuestion, WhatIfTally | null>;
type Judging = Pick<ShareQuestion, "rules" | "threshold" | "today" | "keepsTexts">;

export interface WhatIfEngine {
  /**
   * What saving these rules and this threshold would do to every lead as it is now. Questions are answered one after the
   * other; `signal` withdraws one. Rejects with invalid, stopping or store_unreachable.
   */
  ask(question: WhatIf, signal: AbortSignal): Promise<WhatIfResult>;
  /** Resolves when nothing is worked out any more, and nothing will be. */
  end(): Promise<void>;
}

/**
 * Works answers out in threads that keep the leads' texts and what was found in them, so that the next question, asked
 * while somebody types, costs little. They end when nobody has asked for some minutes. Of the rules that are saved only
 * the scores are asked, at once, and the texts are read behind that answer, for the question that will come.
 */
export function createWhatIf(workspace: Workspace): WhatIfEngine {
  const { store, log, stopping } = workspace;
  const ended = new AbortController();
  let threads: Promise<ShareThread[]> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  let hasTexts = false;
  let stopReading = (): void => {};

  const forget = async (): Promise<void> => {
    const closing = threads;
    threads = null;
    hasTexts = false;
    const open = (await closing?.catch(() => [])) ?? [];
    await Promise.all(open.map((thread) => thread.close()));
  };

  const workOut = async (question: WhatIf, signal: AbortSignal): Promise<WhatIfResult> => {
    const total = Object.values(await store.leads.totals()).reduce((sum, count) => sum + count, 0);
    const judging = await judgingOf(workspace, question, total);
    threads ??= startThreads(workspace, total);
    const open = await threads;
    const tally =
      (hasTexts ? null : await thresholdAlone(open, judging)) ?? (await weighAll(open, judging, total, signal));
    refuseAborted(signal, stopping);
    return resultOf(workspace, tally);
  };

  const weighAll = async (
    open: readonly ShareThread[],
    judging: Judging,
    total: number,
    signal: AbortSignal,
  ): Promise<WhatIfTally> => {
    const tallies = await withProgress(workspace, total, signal, (control) => askAll(open, { ...judging, control }));
    hasTexts ||= judging.keepsTexts && !tallies.includes(null);
    return mergeTallies(tallies.filter((tally) => tally !== null));
  };

  const thresholdAlone = async (open: readonly ShareThread[], judging: Judging): Promise<WhatIfTally | null> => {
    const { rules, threshold, today } = judging;
    const asked = { threshold, rules: fingerprintOf(rules, today) };
    const tally = (await open[0]?.ask({ weighThreshold: asked })) ?? null;
    if (tally !== null && judging.keepsTexts) readTexts(open, judging);
    return tally;
  };

  const readTexts = (open: readonly ShareThread[], judging: Judging): void => {
    const control = newControl();
    stopReading = () => cancel(control);
    askAll(open, { ...judging, control }).then(
      (tallies) => {
        hasTexts ||= threads !== null && !tallies.includes(null);
      },
      // The next question meets the same failure and says it.
      () => {},
    );
  };

  const answer = async (question: WhatIf, signal: AbortSignal): Promise<WhatIfResult> => {
    clearTimeout(idle);
    // What is read by then is kept.
    stopReading();
    try {
      refuseAborted(signal, stopping);
      checkRules(question.rules ?? []);
      return await workOut(question, signal).catch(async (error: unknown) => {
        if (error instanceof AppError && !isStoreFailure(error)) throw error;
        // A thread may have lost its connection while it waited; a database that does not answer, the store tells of.
        log.warn({ err: error }, "what-if begins anew");
        await forget();
        await store.ping();
        return workOut(question, signal);
      });
    } finally {
      idle = setTimeout(() => void forget(), LIMITS.whatIf.keptMinutes * MINUTE_MILLISECONDS).unref();
    }
  };

  return {
    ask(question, signal) {
      const withdrawn = AbortSignal.any([signal, stopping, ended.signal]);
      const answered = last.then(() => answer(question, withdrawn));
      last = answered.catch(() => null);
      return answered;
    },

    async end() {
      ended.abort();
      await last;
      clearTimeout(idle);
      await forget();
    },
  };
}

function refuseAborted(signal: AbortSignal, stopping: AbortSignal): void {
  if (stopping.aborted) throw new AppError("stopping", 503, "Winnow is stopping. Try again in a moment.");
  if (signal.aborted) throw new AppError("withdrawn", 409, "The question was withdrawn before it was answered.");
}

async function judgingOf({ store, clock }: Workspace, { rules, threshold }: WhatIf, leads: number): Promise<Judging> {
  const considered = rules?.map((rule, at) => ({ ...rule, id: rule.id ?? `new ${at}` })) ?? (await store.rules.list());
  return {
    rules: considered,
    threshold: threshold ?? (await readSettings({ store })).qualificationThreshold,
    today: clock().toISOString().slice(0, "2026-05-01".length),
    keepsTexts: leads <= LIMITS.whatIf.leadsKept,
  };
}

async function startThreads({ store }: Workspace, leads: number): Promise<ShareThread[]> {
  const of = leads < LEADS_FOR_TWO_THREADS ? 1 : Math.min(MOST_THREADS, Math.max(2, availableParallelism()));
  const threads = Array.from({ length: of }, () =>
    startThread<ThreadQuestion, WhatIfTally | null>(PROGRAM, "What-if was ended"),
  );
  try {
    const address = store.leadsAddress;
    await Promise.all(threads.map((thread, part) => thread.ask({ open: { address, part, of } })));
    return threads;
  } catch (error) {
    await Promise.all(threads.map((thread) => thread.close()));
    throw error;
  }
}

function askAll(open: readonly ShareThread[], weigh: ShareQuestion): Promise<(WhatIfTally | null)[]> {
  return Promise.all(open.map((thread) => thread.ask({ weigh })));
}

function newControl(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
}

function cancel(control: Int32Array): void {
  Atomics.store(control, 0, 1);
}

/** Tells how far long work is, and its threads when nobody waits for it any more. */
async function withProgress<T>(
  { feed }: Workspace,
  total: number,
  signal: AbortSignal,
  work: (control: Int32Array) => Promise<T>,
): Promise<T> {
  const control = newControl();
  const withdraw = (): void => cancel(control);
  const tell = (finished: boolean): void =>
    feed.progress({ work: "what-if", label: "Trying the rules", done: Atomics.load(control, 1), total, finished });
  let isTold = false;
  const timer = setInterval(() => {
    isTold = true;
    tell(false);
  }, PROGRESS_MILLISECONDS);
  signal.addEventListener("abort", withdraw);
  try {
    return await work(control);
  } finally {
    clearInterval(timer);
    signal.removeEventListener("abort", withdraw);
    if (isTold) tell(true);
  }
}

/** With the names of the leads; one that was deleted this very moment is not among them. */
async function resultOf({ store }: Workspace, { turns, ...counts }: WhatIfTally): Promise<WhatIfResult> {
  const named = await store.leads.named(turns.map(({ id }) => String(id)));
  const byId = new Map(named.map((lead) => [lead.id, lead]));
  return {
    ...counts,
    leads: turns.flatMap(({ id, ...turn }) => {
      const lead = byId.get(String(id));
      return lead === undefined ? [] : [{ ...lead, ...turn }];
    }),
  };
}
