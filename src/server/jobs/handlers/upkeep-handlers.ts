import { z } from "zod";
import { CLOCK_ACTS } from "#shared/contract/audited-calls.ts";
import { handler } from "#server/jobs/handlers/handler.ts";
import type { JobHandlers } from "#server/queue/job-queue.ts";
import { keepHouse } from "#server/workflows/schedules/keep-house.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** The jobs that look after Winnow itself. */
export function upkeepHandlers(workspace: Workspace): JobHandlers {
  return {
    backup: handler(workspace, {
      input: z.object({}),
      retries: true,
      audit: CLOCK_ACTS.backup,
      async run(_input, { workspace: here, cancel }) {
        // Loaded with the first one: it is memory for nothing before.
        const { nightlyBackup } = await import("#server/workflows/backup/nightly-backup.ts");
        const message = await nightlyBackup(here, AbortSignal.any([here.stopping, cancel]));
        here.feed.changed(["backups"]);
        return { message };
      },
    }),

    housekeeping: handler(workspace, {
      input: z.object({}),
      retries: true,
      async run(_input, { workspace: here, cancel }) {
        await keepHouse({ ...here, stopping: AbortSignal.any([here.stopping, cancel]) });
        return { message: "What is kept no longer is gone." };
      },
    }),
  };
}
