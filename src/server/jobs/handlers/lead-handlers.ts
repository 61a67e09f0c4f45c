import { z } from "zod";
import { CLOCK_ACTS } from "#shared/audit/audited-actions.ts";
import { Id } from "#shared/contract/common.ts";
import { counted, inEnglish } from "#shared/counted.ts";
import { LIMITS } from "#shared/limits.ts";
import { endingWith, handler, type Done } from "#server/jobs/handlers/handler.ts";
import type { JobHandlers } from "#server/jobs/queue/job-queue.ts";
import type { ImportRecord } from "#server/db/imports/import-records.ts";
import { checkAddresses } from "#server/features/address-check/check-addresses.ts";
import { readCompanySites } from "#server/features/company-sites/read-company-sites.ts";
import { findDuplicates } from "#server/features/duplicates/find-duplicates.ts";
import { TAKING_IN } from "#server/features/imports/import-file.ts";
import { doImportWork } from "#server/features/imports/import-work.ts";
import { TAKING_BACK } from "#server/features/imports/undo-import.ts";
import { conformField } from "#server/features/leads/convert-field.ts";
import { removeOldLeads } from "#server/features/leads/remove-old-leads.ts";
import { applyNow } from "#server/features/replays/apply-replay.ts";
import { dryRun } from "#server/features/replays/dry-run.ts";
import { fadeScores } from "#server/features/rules/fade-scores.ts";
import type { Workspace } from "#server/workspace.ts";

const ReplayWork = z.union([
  z.object({ work: z.literal("look") }),
  z.object({ work: z.literal("apply"), replayId: Id, leadIds: z.array(Id).max(LIMITS.leadIds).optional() }),
]);

/** Handlers of jobs that process many leads. */
export function leadHandlers(workspace: Workspace): JobHandlers {
  return {
    import: handler(workspace, {
      input: z.object({ importId: Id, work: z.enum(["take-in", "undo"]) }),
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
          if (replay === null) return { message: "No longer needed.", nothing: true };
          const { done, leadsChanged } = replay;
          return { message: `${counted(done, "lead")} reprocessed, ${inEnglish(leadsChanged)} would change.` };
        }
        const replay = await applyNow(here, input.replayId, input.leadIds, cancel);
        if (replay === null) return { message: "No longer needed.", nothing: true };
        const { id, message, applied } = replay;
        return { message: message === "" ? `${counted(applied, "lead")} changed.` : message, result: { id } };
      },
    }),

    rescore: handler(workspace, {
      input: z.object({}),
      async run(_input, job) {
        const read = await fadeScores(endingWith(job));
        return { message: `${counted(read, "lead")} rescored.`, nothing: read === 0 };
      },
    }),

    "field-values": handler(workspace, {
      input: z.object({ fieldId: Id }),
      async run({ fieldId }, job) {
        const changed = await conformField(endingWith(job), fieldId);
        return { message: `${counted(changed, "lead")} converted.`, nothing: changed === 0 };
      },
    }),

    duplicates: handler(workspace, {
      input: z.object({}),
      async run(_input, job) {
        const compared = await findDuplicates(endingWith(job));
        return { message: `${counted(compared, "lead")} checked for duplicates.`, nothing: compared === 0 };
      },
    }),

    "address-check": handler(workspace, {
      input: z.object({}),
      async run(_input, job) {
        const checked = await checkAddresses(endingWith(job));
        return { message: `${counted(checked, "email address", "email addresses")} checked.`, nothing: checked === 0 };
      },
    }),

    "company-facts": handler(workspace, {
      input: z.object({}),
      async run(_input, job) {
        const { read, filled } = await readCompanySites(endingWith(job));
        const message = `${counted(read, "website")} read, ${counted(filled, "lead")} completed.`;
        return { message, nothing: read === 0 && filled === 0 };
      },
    }),

    retention: handler(workspace, {
      input: z.object({ atOnce: z.boolean() }),
      audit: CLOCK_ACTS.retention,
      async run(input, job) {
        const removed = await removeOldLeads(endingWith(job), input);
        const nothing = removed === null || removed === 0;
        return { message: nothing ? "No leads were old enough." : `${counted(removed, "old lead")} removed.`, nothing };
      },
    }),
  };
}

function importDone(record: ImportRecord | null): Done {
  if (record === null) return { message: "No longer needed.", nothing: true };
  return { message: record.message, failed: record.state === "failed" || record.state === "interrupted" };
}
