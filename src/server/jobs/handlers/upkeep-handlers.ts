import { z } from "zod";
import { CLOCK_ACTS } from "#shared/audit/audited-actions.ts";
import { endingWith, handler } from "#server/jobs/handlers/handler.ts";
import type { JobHandlers } from "#server/jobs/queue/job-queue.ts";
import { runHousekeeping } from "#server/jobs/schedules/housekeeping.ts";
import type { Workspace } from "#server/workspace.ts";

/** Handlers of maintenance jobs. */
export function upkeepHandlers(workspace: Workspace): JobHandlers {
  return {
    backup: handler(workspace, {
      input: z.object({}),
      retries: true,
      audit: CLOCK_ACTS.backup,
      async run(_input, job) {
        const here = endingWith(job);
        // Loaded on first use to save memory.
        const { nightlyBackup } = await import("#server/features/backups/nightly-backup.ts");
        const message = await nightlyBackup(here, here.stopping);
        here.feed.changed(["backups"]);
        return { message };
      },
    }),

    housekeeping: handler(workspace, {
      input: z.object({}),
      retries: true,
      async run(_input, job) {
        await runHousekeeping(endingWith(job));
        return { message: "Expired data was deleted." };
      },
    }),
  };
}
