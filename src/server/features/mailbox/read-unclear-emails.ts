import { LIMITS } from "#shared/limits.ts";
import type { ProcessedEmailRecord } from "#server/db/sources/processed-emails.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { nextRequestAt, secondReader } from "#server/features/language-model/second-reader.ts";
import { readUnclearEmail } from "#server/features/mailbox/read-unclear-email.ts";
import type { Workspace } from "#server/workspace.ts";

const { tries, milliseconds, pasteMilliseconds } = LIMITS.secondReader;

/** Stores for which a user of this process waits for the model: one at a time, in addition to the job. */
const waitedFor = new WeakSet<Workspace["store"]>();

/**
 * Reads messages in review with the language model, one after the other, until none are left, it fails or the request
 * limit is reached; `why` is empty if none were left.
 */
export async function readUnclearEmails(workspace: Workspace, cancel: AbortSignal) {
  const signal = AbortSignal.any([workspace.stopping, cancel]);
  let last = "";
  for (let read = 0; ; read += 1) {
    // Checked each time: an owner may switch it off in between.
    const model = await secondReader(workspace);
    const [email] = await workspace.store.mailbox.unreadByModel(1, tries);
    // The same message again: someone is deciding on it right now.
    if (model === null || email === undefined || email.id === last || signal.aborted) {
      return { read, why: "", failed: false };
    }
    const next = await nextRequestAt(workspace, model);
    if (next !== null) return { read, why: next.why, failed: false };
    const outcome = await readUnclearEmail(workspace, model, email, { signal, milliseconds }).catch(
      (error: unknown) => {
        if (signal.aborted) return null;
        throw error;
      },
    );
    if (outcome !== "read") {
      const failed = outcome === "failed";
      return { read, why: failed ? "The language model didn't respond" : "", failed };
    }
    last = email.id;
  }
}

/**
 * Reads a pasted message in review while a person waits, or leaves it to a job if that takes too long. Returns the
 * message's state after that.
 */
export async function readUnclearPaste(
  workspace: Workspace,
  email: ProcessedEmailRecord,
): Promise<ProcessedEmailRecord> {
  const { store, stopping } = workspace;
  const model = await secondReader(workspace);
  if (model === null || email.correction !== null || email.modelReading !== null) return email;
  let outcome: Awaited<ReturnType<typeof readUnclearEmail>> = "later";
  if (!waitedFor.has(store)) {
    waitedFor.add(store);
    try {
      const within = { signal: stopping, milliseconds: pasteMilliseconds, isWaitedFor: true };
      outcome = await readUnclearEmail(workspace, model, email, within);
    } finally {
      waitedFor.delete(store);
    }
  }
  if (outcome !== "read") await workspace.jobs.add(jobs.secondReading());
  return (await store.mailbox.email(email.id)) ?? email;
}
