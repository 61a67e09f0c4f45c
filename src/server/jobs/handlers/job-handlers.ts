import { leadHandlers } from "#server/jobs/handlers/lead-handlers.ts";
import { messageHandlers } from "#server/jobs/handlers/message-handlers.ts";
import { sourceHandlers } from "#server/jobs/handlers/source-handlers.ts";
import { upkeepHandlers } from "#server/jobs/handlers/upkeep-handlers.ts";
import type { JobHandlers } from "#server/queue/job-queue.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** So many that long crawls and imports leave room for what a person waits for. */
export const JOBS_AT_ONCE = 8;

/** What does each kind of job. */
export function jobHandlers(workspace: Workspace): JobHandlers {
  return {
    ...sourceHandlers(workspace),
    ...messageHandlers(workspace),
    ...leadHandlers(workspace),
    ...upkeepHandlers(workspace),
  };
}
