import { availableParallelism } from "node:os";
import type { WhatIf, WhatIfResult } from "#shared/contract/what-if.ts";
import { MINUTE } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { resolveFields } from "#server/pipeline/intake/resolve-fields.ts";
import { mergeTallies, type WhatIfTally } from "#server/insight/what-if/what-if-tally.ts";
import { acting, type Sight } from "#server/platform/acting.ts";
import { AppError, isStoreFailure, serverStopping } from "#server/platform/errors.ts";
import { startThread, type Thread } from "#server/platform/thread.ts";
import { checkRules } from "#server/features/rules/check-rules.ts";
import { fingerprintOf } from "#server/features/rules/rules-fingerprint.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { ShareQuestion } from "#server/features/rules/what-if/lead-share.ts";
import type { ThreadQuestion } from "#server/features/rules/what-if/what-if-worker.ts";
import type { Workspace } from "#server/workspace.ts";

const PROGRAM = new URL("what-if-worker.ts", import.meta.url);
/** For fewer leads a second thread takes longer to start than it saves. */
const LEADS_FOR_TWO_THREADS = 20_000;
const MOST_THREADS = 4;
const PROGRESS_MILLISECONDS = 500;

type ShareThread = Thread<ThreadQuestion, WhatIfTally | null>;
type Scenario = Pick<ShareQuestion, "rules" | "threshold" | "today" | "keepsTexts">;

/**
 * Computes answers in threads that retain the leads' texts and matches, so that the next question, asked while the user
 * types, is cheap. They end after a few minutes without questions, and for an account that sees other leads. A question
 * about the saved rules is answered from the scores alone, and the texts are read afterward for the next one.
 */
export function createWhatIf(workspace: Workspace) {
  const { store, log, stopping } = workspace;
  const ended = new AbortController();
  let threads: Promise<ShareThread[]> | null = null;
  /** Whose leads the threads retain; null for all. */
  let ofOwner: string | null = null;
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
    const { sight } = acting();
    if (ofOwner !== (sight?.ownerKey ?? null)) await forget();
    ofOwner = sight?.ownerKey ?? null;
    const total = Object.values(await store.leads.totals()).reduce((sum, count) => sum + count, 0);
    const scenario = await scenarioOf(workspace, question, total);
    threads ??= startThreads(workspace, total, sight);
    const open = await threads;
    const tally =
      (hasTexts ? null : await thresholdAlone(open, scenario)) ?? (await weighAll(open, scenario, total, signal));
    refuseAborted(signal, stopping);
    return resultOf(workspace, tally);
  };

  const weighAll = async (
    open: readonly ShareThread[],
    scenario: Scenario,
    total: number,
    signal: AbortSignal,
  ): Promise<WhatIfTally> => {
    const tallies = await withProgress(workspace, total, signal, (control) => askAll(open, { ...scenario, control }));
    hasTexts ||= scenario.keepsTexts && !tallies.includes(null);
    return mergeTallies(tallies.filter((tally) => tally !== null));
  };

  const thresholdAlone = async (open: readonly ShareThread[], scenario: Scenario): Promise<WhatIfTally | null> => {
    const { rules, threshold, today } = scenario;
    const asked = { threshold, rules: fingerprintOf(rules, today) };
    const tally = (await open[0]?.ask({ weighThreshold: asked })) ?? null;
    if (tally !== null && scenario.keepsTexts) readTexts(open, scenario);
    return tally;
  };

  const readTexts = (open: readonly ShareThread[], scenario: Scenario): void => {
    const control = newControl();
    stopReading = () => cancel(control);
    askAll(open, { ...scenario, control }).then(
      (tallies) => {
        hasTexts ||= threads !== null && !tallies.includes(null);
      },
      // The next question hits the same failure and reports it.
      () => {},
    );
  };

  const answer = async (question: WhatIf, signal: AbortSignal): Promise<WhatIfResult> => {
    clearTimeout(idle);
    // What has been read so far is retained.
    stopReading();
    try {
      refuseAborted(signal, stopping);
      checkRules(question.rules ?? []);
      return await workOut(question, signal).catch(async (error: unknown) => {
        if (error instanceof AppError && !isStoreFailure(error)) throw error;
        // A thread may have lost its connection while idle; the store reports an unreachable database.
        log.warn({ err: error }, "what-if restarted");
        await forget();
        await store.ping();
        return workOut(question, signal);
      });
    } finally {
      idle = setTimeout(() => void forget(), LIMITS.whatIf.cacheMinutes * MINUTE).unref();
    }
  };

  return {
    /**
     * The effect of saving these rules and this threshold on every lead that the account sees. Questions are answered one
     * after the other; `signal` cancels one. Rejects with invalid, stopping or store_unreachable.
     */
    ask(question: WhatIf, signal: AbortSignal): Promise<WhatIfResult> {
      const withdrawn = AbortSignal.any([signal, stopping, ended.signal]);
      const answered = last.then(() => answer(question, withdrawn));
      last = answered.catch(() => null);
      return answered;
    },

    /** Resolves when all work has stopped permanently. */
    async end(): Promise<void> {
      ended.abort();
      await last;
      clearTimeout(idle);
      await forget();
    },
  };
}

export type WhatIfEngine = ReturnType<typeof createWhatIf>;

function refuseAborted(signal: AbortSignal, stopping: AbortSignal): void {
  if (stopping.aborted) throw serverStopping();
  if (signal.aborted) throw new AppError("withdrawn", 409, "The preview was canceled.");
}

async function scenarioOf({ store, clock }: Workspace, { rules, threshold }: WhatIf, leads: number): Promise<Scenario> {
  const considered = rules?.map((rule, at) => ({ ...rule, id: rule.id ?? `new ${at}` })) ?? (await store.rules.list());
  return {
    rules: resolveFields(considered, await store.leadFields.list()),
    threshold: threshold ?? (await readSettings({ store })).qualificationThreshold,
    today: clock().toISOString().slice(0, "2026-05-01".length),
    keepsTexts: leads <= LIMITS.whatIf.cachedLeads,
  };
}

async function startThreads({ store }: Workspace, leads: number, sight: Sight | undefined): Promise<ShareThread[]> {
  const of = leads < LEADS_FOR_TWO_THREADS ? 1 : Math.min(MOST_THREADS, Math.max(2, availableParallelism()));
  const threads = Array.from({ length: of }, () =>
    startThread<ThreadQuestion, WhatIfTally | null>(PROGRAM, "What-if was stopped"),
  );
  try {
    const address = store.leadsAddress;
    await Promise.all(threads.map((thread, part) => thread.ask({ open: { address, part, of, sight } })));
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

/** Reports progress, and notifies the threads when a request is abandoned. */
async function withProgress<T>(
  { feed }: Workspace,
  total: number,
  signal: AbortSignal,
  work: (control: Int32Array) => Promise<T>,
): Promise<T> {
  const control = newControl();
  const withdraw = (): void => cancel(control);
  const report = (finished: boolean): void =>
    feed.progress({ work: "what-if", label: "Trying the rules", done: Atomics.load(control, 1), total, finished });
  let isReported = false;
  const timer = setInterval(() => {
    isReported = true;
    report(false);
  }, PROGRESS_MILLISECONDS);
  signal.addEventListener("abort", withdraw);
  try {
    return await work(control);
  } finally {
    clearInterval(timer);
    signal.removeEventListener("abort", withdraw);
    if (isReported) report(true);
  }
}

/** With the leads' names; leads deleted at this very moment are missing. */
async function resultOf(
  { store }: Workspace,
  { changes: changedLeads, ...counts }: WhatIfTally,
): Promise<WhatIfResult> {
  const named = await store.leads.named(changedLeads.map(({ id }) => String(id)));
  const byId = new Map(named.map((lead) => [lead.id, lead]));
  return {
    ...counts,
    leads: changedLeads.flatMap(({ id, ...change }) => {
      const lead = byId.get(String(id));
      return lead === undefined ? [] : [{ ...lead, ...change }];
    }),
  };
}
