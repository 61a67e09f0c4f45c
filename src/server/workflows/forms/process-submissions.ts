import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "#server/platform/errors.ts";
import type { BatchDecision } from "#server/intake/decide-batch.ts";
import { leadOfRecord, type FormLead } from "#server/sources/web-form/form-lead.ts";
import type { ReadForm } from "#server/sources/web-form/read-form.ts";
import { readSubmission } from "#server/sources/web-form/read-submission.ts";
import type { SubmissionRecord, SubmissionWrite } from "#server/store/form-types.ts";
import { openSubmission } from "#server/workflows/forms/open-submission.ts";
import { FORMS_KEY, noteSuccess } from "#server/workflows/health/source-keys.ts";
import { takeIn } from "#server/workflows/take-in.ts";
import { withJudgement } from "#server/workflows/with-judgement.ts";
import { withLease } from "#server/workflows/with-lease.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const AT_ONCE = 50;
/** The most people that one submission takes in: a longer list is a file to import. */
const MOST_PEOPLE = 1_000;

/** What is told when the program fails at a submission, which is kept. */
const FAILED = "Winnow failed at reading this submission; the server's log has the details.";

/** One is processed in milliseconds, so what a process that died held is taken up soon. */
const LEASE_MILLISECONDS = 2_000;
/** Others that are alive are done with theirs by then. */
const MOST_LOOKS = 3;

/** The last submission in each process's line. */
const lines = new WeakMap<Workspace["store"], Promise<void>>();

/** Puts a submission in line to be processed, one after the other, after whatever is being answered now. */
export function startProcessing(workspace: Workspace, id: string): void {
  inLine(workspace, () => processSubmission(workspace, id));
}

function inLine(workspace: Workspace, work: () => Promise<unknown>): void {
  const { store, log, stopping } = workspace;
  const before = lines.get(store) ?? Promise.resolve();
  const mine = before
    .then(() => new Promise((resolve) => setImmediate(resolve)))
    .then(async () => {
      if (!stopping.aborted) await work();
    })
    // It is still waiting, so the clock's next look takes it up.
    .catch((error: unknown) => log.warn({ err: error }, "submission not processed yet"));
  lines.set(store, mine);
}

/** Resolves when nothing is in line in this process. */
export async function submissionsProcessed({ store }: Pick<Workspace, "store">): Promise<void> {
  let last: Promise<void> | undefined;
  while (lines.get(store) !== last) {
    last = lines.get(store);
    await last;
  }
}

/**
 * Processes what is still waiting, oldest first: left by a process that ended, or by a store that did not answer. What
 * another process holds is looked at again once its lease must have run out. Answers how many it processed.
 */
export async function processWaiting(workspace: Workspace): Promise<number> {
  const { store, stopping } = workspace;
  let processed = 0;
  for (let looks = 1; ; looks += 1) {
    const waiting = await store.forms.waiting(AT_ONCE);
    let some = 0;
    for (const { id } of waiting) {
      if (stopping.aborted) return processed;
      if (await processSubmission(workspace, id)) some += 1;
    }
    processed += some;
    if (some === waiting.length && waiting.length < AT_ONCE) return processed;
    if (some > 0) continue;
    if (looks >= MOST_LOOKS) return processed;
    await pause(LEASE_MILLISECONDS, undefined, { signal: stopping }).catch(() => {});
  }
}

/** False when another process has it, or had it. */
async function processSubmission(workspace: Workspace, id: string): Promise<boolean> {
  const { store } = workspace;
  const process = async (): Promise<boolean> => {
    const submission = await store.forms.get(id);
    if (submission?.outcome !== "waiting") return false;
    await processOne(workspace, submission);
    return true;
  };
  const done = await withLease(workspace, `submission:${id}`, process, LEASE_MILLISECONDS);
  return done === true;
}

async function processOne(workspace: Workspace, submission: SubmissionRecord): Promise<void> {
  const { store, feed, log } = workspace;
  try {
    const submitted = openSubmission(submission);
    const form = "unreadable" in submitted ? null : readSubmission(submitted);
    await (form === null
      ? store.forms.finish(written(workspace, submission, { outcome: "failed", reason: FAILED }))
      : takeInForm(workspace, submission, form));
  } catch (error) {
    // The store may answer later, and others may let the leads go. What the program did not foresee stays so.
    if (error instanceof AppError) throw error;
    log.error({ err: error }, "submission failed");
    await store.forms.finish(written(workspace, submission, { outcome: "failed", reason: FAILED }));
  }
  feed.changed(["form-submissions"]);
}

async function takeInForm(workspace: Workspace, submission: SubmissionRecord, form: ReadForm): Promise<void> {
  const { store, feed } = workspace;
  const people = form.records
    .slice(0, MOST_PEOPLE)
    .map((record, index) => leadOfRecord(form, record, submission.id, index));
  const somebody = people.filter(({ nobody }) => nobody === null).map(({ lead }) => lead);
  const [first] = somebody;
  if (first === undefined) {
    const reason = form.emptyReason ?? people[0]?.nobody ?? "There are no answers in it.";
    await store.forms.finish(written(workspace, submission, { outcome: "no_contact", reason }));
    return;
  }
  const source = { kind: "form", id: null, name: form.formName || "Web form" };
  const { decision, createdIds } = await withJudgement(workspace, (judgement) =>
    takeIn(workspace, source, somebody, judgement, {
      alongside: (decided) => written(workspace, submission, outcomeOf(decided, form, people)),
    }),
  );
  // It comes by itself, so a pause says as much as it does.
  await noteSuccess(workspace, FORMS_KEY, true, Infinity);
  const changed = [...createdIds, ...decision.updates.map(({ id }) => id)];
  if (changed.length > 0) feed.changed(["leads", "activity"], changed);
}

/** What is told of the first of its people that became a lead, and of how many there were. */
function outcomeOf(
  decision: BatchDecision,
  form: ReadForm,
  people: readonly FormLead[],
): Pick<SubmissionWrite, "outcome" | "reason"> & Partial<SubmissionWrite> {
  const index = Math.max(
    decision.outcomes.findIndex(({ kind }) => kind !== "skipped"),
    0,
  );
  const outcome = decision.outcomes[index];
  const row = decision.rows[index];
  if (outcome === undefined || row === undefined || outcome.kind === "skipped") {
    return { outcome: "no_contact", reason: outcome?.reason ?? "" };
  }
  const lead =
    row.createIndex === null ? decision.updates.find(({ id }) => id === row.leadId) : decision.creates[row.createIndex];
  const fields = people.find(({ lead: { rowKey } }) => rowKey === row.rowKey)?.lead.fields;
  return {
    outcome: outcome.kind,
    reason: tellOf(decision, form, people),
    leadRow: row.rowKey,
    leadName: lead?.name ?? fields?.name ?? fields?.email ?? "",
  };
}

function tellOf({ counts }: BatchDecision, form: ReadForm, people: readonly FormLead[]): string {
  const told: string[] = [];
  const known = counts.created + counts.updated + counts.unchanged;
  if (form.records.length > 1) told.push(`${form.records.length} people in it, ${known} of them taken in as leads.`);
  if (form.records.length > MOST_PEOPLE) told.push(`Import a list of more than ${MOST_PEOPLE} as a file.`);
  if (people.some(({ answersLeftOut }) => answersLeftOut > 0)) {
    told.push("Only the first 500 answers were taken in; the submission has them all.");
  }
  return told.join(" ");
}

function written(
  { clock }: Workspace,
  { id }: SubmissionRecord,
  became: Pick<SubmissionWrite, "outcome" | "reason"> & Partial<SubmissionWrite>,
): SubmissionWrite {
  return { kind: "submission", leadRow: null, leadName: "", ...became, id, processedAt: clock().toISOString() };
}
