import { leadHandlers } from "#server/jobs/handlers/lead-handlers.ts";
import { messageHandlers } from "#server/jobs/handlers/message-handlers.ts";
import { sourceHandlers } from "#server/jobs/handlers/source-handlers.ts";
import { upkeepHandlers } from "#server/jobs/handlers/upkeep-handlers.ts";
import type { JobHandlers } from "#server/jobs/queue/job-queue.ts";
import type { Workspace } from "#server/workspace.ts";

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
