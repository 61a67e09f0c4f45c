import { CLOCK_ACTS } from "#shared/audit/audited-actions.ts";
import { leadHandlers } from "#server/jobs/handlers/lead-handlers.ts";
import { messageHandlers } from "#server/jobs/handlers/message-handlers.ts";
import { sourceHandlers } from "#server/jobs/handlers/source-handlers.ts";
import type { JobHandlers } from "#server/jobs/queue/job-queue.ts";
import type { Workspace } from "#server/workspace.ts";
import { z } from "zod";
import { endingWith, handler } from "#server/jobs/handlers/handler.ts";
import { runHousekeeping } from "#server/jobs/schedules/housekeeping.ts";

/** Leaves room for interactive jobs next to long crawls and imports. */
export const JOBS_AT_ONCE = 8;

/** The handler of each kind of job. */
export function jobHandlers(workspace: Workspace): JobHandlers {
  return {
    ...sourceHandlers(workspace),
    ...messageHandlers(workspace),
    ...leadHandlers(workspace),
    ...upkeepHandlers(workspace),
  };
}

/** Handlers of maintenance jobs. */
function upkeepHandlers(workspace: Workspace): JobHandlers {
  return {
    backup: handler(workspace, {
      input: z.object({}),
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
      async run(_input, job) {
        await runHousekeeping(endingWith(job));
        return { message: "Expired data was deleted." };
      },
    }),
  };
}
