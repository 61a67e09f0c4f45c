import { z } from "zod";
import { CLOCK_ACTS } from "#shared/contract/audited-calls.ts";
import { Id } from "#shared/contract/common.ts";
import { LIMITS } from "#shared/limits.ts";
import { handler, type Done, type InJob } from "#server/jobs/handlers/handler.ts";
import type { JobHandlers } from "#server/queue/job-queue.ts";
import type { ImportRecord } from "#server/store/import-types.ts";
import { findDuplicates } from "#server/workflows/duplicates/find-duplicates.ts";
import { TAKING_IN } from "#server/workflows/imports/import-file.ts";
import { doImportWork } from "#server/workflows/imports/import-work.ts";
import { TAKING_BACK } from "#server/workflows/imports/undo-import.ts";
import { removeOldLeads } from "#server/workflows/leads/remove-old-leads.ts";
import { applyNow } from "#server/workflows/replays/apply-replay.ts";
import { dryRun } from "#server/workflows/replays/dry-run.ts";
import { fadeScores } from "#server/workflows/rules/fade-scores.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const ReplayWork = z.union([
  z.object({ work: z.literal("look") }),
  z.object({ work: z.literal("apply"), replayId: Id, leadIds: z.array(Id).max(LIMITS.leadIds).optional() }),
]);

/** The jobs that go over many leads. */
export function leadHandlers(workspace: Workspace): JobHandlers {
  return {
    import: handler(workspace, {
      input: z.object({ importId: Id, work: z.enum(["take-in", "undo"]) }),
      retries: true,
      async run({ importId, work }, { workspace: here, cancel }) {
        const kind = work === "undo" ? TAKING_BACK : TAKING_IN;
        return importDone(await doImportWork(here, importId, kind, cancel));
      },
    }),

    replay: handler(workspace, {
      input: ReplayWork,
      retries: false,
      async run(input, { workspace: here, cancel }) {
        if (input.work === "look") {
          const replay = await dryRun(here, cancel);
          if (replay === null) return { message: "Nobody wants it any more.", nothing: true };
          const { done, leadsChanged } = replay;
          return { message: `${counted(done, "lead")} looked at, ${leadsChanged} of them would change.` };
        }
        const replay = await applyNow(here, input.replayId, input.leadIds, cancel);
        if (replay === null) return { message: "Nobody wants it any more.", nothing: true };
        const { id, message, applied } = replay;
        return { message: message === "" ? `${counted(applied, "lead")} changed.` : message, result: { id } };
      },
    }),

    rescore: handler(workspace, {
      input: z.object({}),
      retries: true,
      async run(_input, job) {
        const read = await fadeScores(endingWith(job));
        return { message: `${counted(read, "lead")} scored again.`, nothing: read === 0 };
      },
    }),

    duplicates: handler(workspace, {
      input: z.object({}),
      retries: true,
      async run(_input, job) {
        const compared = await findDuplicates(endingWith(job));
        return { message: `${counted(compared, "lead")} compared with the others.`, nothing: compared === 0 };
      },
    }),

    retention: handler(workspace, {
      input: z.object({ atOnce: z.boolean() }),
      retries: true,
      audit: CLOCK_ACTS.retention,
      async run(input, job) {
        const removed = await removeOldLeads(endingWith(job), input);
        const nothing = removed === null || removed === 0;
        return { message: nothing ? "No lead was old enough." : `${counted(removed, "old lead")} removed.`, nothing };
      },
    }),
  };
}

function importDone(record: ImportRecord | null): Done {
  if (record === null) return { message: "Nobody wants it any more.", nothing: true };
  return { message: record.message, failed: record.state === "failed" || record.state === "interrupted" };
}

/** The workspace for work that ends alike whether a person or the process ends it. */
function endingWith({ workspace, cancel }: InJob): Workspace {
  return { ...workspace, stopping: AbortSignal.any([workspace.stopping, cancel]) };
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
