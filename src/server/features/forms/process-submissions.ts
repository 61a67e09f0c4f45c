import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "#server/platform/errors.ts";
import type { BatchDecision } from "#server/pipeline/intake/decide-batch.ts";
import { leadOfRecord, type FormLead } from "#server/pipeline/sources/web-form/form-lead.ts";
import type { ReadForm } from "#server/pipeline/sources/web-form/read-form.ts";
import { readSubmission } from "#server/pipeline/sources/web-form/read-submission.ts";
import type { SubmissionRecord, SubmissionWrite } from "#server/db/sources/forms.ts";
import { openSubmission } from "#server/features/forms/open-submission.ts";
import { FORMS_KEY, noteSuccess } from "#server/features/leads/note-success.ts";
import { takeIn } from "#server/features/leads/take-in.ts";
import { withScoring } from "#server/features/rules/with-scoring.ts";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import type { Workspace } from "#server/workspace.ts";

const AT_ONCE = 50;
/** The maximum number of people per submission: a longer list should be imported as a file. */
const MOST_PEOPLE = 1_000;

/** The error shown if processing a submission fails unexpectedly; the submission is retained. */
const FAILED = "This submission couldn't be read. The server's log has the details.";

/** A submission takes milliseconds, so work of a dead process is resumed soon. */
const LEASE_MILLISECONDS = 2_000;
/** Living processes have finished theirs by then. */
const MOST_LOOKS = 3;

/** The last submission in each process's queue. */
const lines = new WeakMap<Workspace["store"], Promise<void>>();

/** Queues a submission for sequential processing, after the responses being sent now. */
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
    // It is still waiting, so the clock's next check picks it up.
    .catch((error: unknown) => log.warn({ err: error }, "submission not processed yet"));
  lines.set(store, mine);
}

/** Resolves when nothing is queued in this process. */
export async function submissionsProcessed({ store }: Pick<Workspace, "store">): Promise<void> {
  let last: Promise<void> | undefined;
  while (lines.get(store) !== last) {
    last = lines.get(store);
    await last;
  }
}

/**
 * Processes submissions left by a dead process or an unreachable store, oldest first. Submissions held by another
 * process are checked again after its lease must have expired. Returns how many it processed.
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

/** False if another process has it or already processed it. */
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
    const form = "unreadable" in submitted ? null : readSubmission(submitted, submission.formType);
    await (form === null
      ? store.forms.finish(written(workspace, submission, { outcome: "failed", reason: FAILED }))
      : takeInForm(workspace, submission, form));
  } catch (error) {
    // The store may answer later, and others may release the leads. Unexpected errors stay.
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
    const reason = form.emptyReason ?? people[0]?.nobody ?? "This submission has no answers.";
    await store.forms.finish(written(workspace, submission, { outcome: "no_contact", reason }));
    return;
  }
  const source = { kind: "form", id: null, name: form.formName || "Web form" };
  const { decision, createdIds } = await withScoring(workspace, (scoring) =>
    takeIn(workspace, source, somebody, scoring, {
      alongside: (decided) => written(workspace, submission, outcomeOf(decided, form, people)),
    }),
  );
  // Submissions arrive unprompted, so a pause is meaningful.
  await noteSuccess(workspace, FORMS_KEY, true, Infinity);
  const changed = [...createdIds, ...decision.updates.map(({ id }) => id)];
  if (changed.length > 0) feed.changed(["leads", "activity"], changed);
}

/** A summary: the first of its people that became a lead, and how many there were. */
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
    reason: outcomeText(decision, form, people),
    leadRow: row.rowKey,
    leadName: lead?.name ?? fields?.name ?? fields?.email ?? "",
  };
}

function outcomeText({ counts }: BatchDecision, form: ReadForm, people: readonly FormLead[]): string {
  const sentences: string[] = [];
  const known = counts.created + counts.updated + counts.unchanged;
  if (form.records.length > 1)
    sentences.push(`It contains ${form.records.length} people; ${known} became ${known === 1 ? "a lead" : "leads"}.`);
  if (form.records.length > MOST_PEOPLE) sentences.push(`To add more than ${MOST_PEOPLE}, import a file.`);
  if (people.some(({ skippedAnswers }) => skippedAnswers > 0)) {
    sentences.push("Only the first 500 answers were imported. The submission has all of them.");
  }
  return sentences.join(" ");
}

function written(
  { clock }: Workspace,
  { id }: SubmissionRecord,
  became: Pick<SubmissionWrite, "outcome" | "reason"> & Partial<SubmissionWrite>,
): SubmissionWrite {
  return { kind: "submission", leadRow: null, leadName: "", ...became, id, processedAt: clock().toISOString() };
}
