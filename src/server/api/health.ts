import type { FastifyInstance } from "fastify";
import { AppError } from "#server/platform/errors.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const OPEN = { config: { permission: "anyone" }, schema: { hide: true } } as const;
/** A process that takes jobs looks for them each few seconds. */
const IDLE_MILLISECONDS = 60_000;
const RETRY_SECONDS = 5;

/**
 * `/healthz`: requests are served. `/readyz`: and the process can do what it is there for, else 503 with the reasons as a
 * problem. Neither says more, since anybody may ask.
 */
export function healthRoutes(app: FastifyInstance, workspace: Workspace): void {
  app.get("/healthz", OPEN, async () => ({ status: "ok" }));

  app.get("/readyz", OPEN, async () => {
    const reasons = await whyNotReady(workspace);
    if (reasons.length > 0) {
      throw new AppError("not_ready", 503, reasons.join(" "), { retryAfterSeconds: RETRY_SECONDS });
    }
    return { status: "ready" };
  });
}

/** In sentences; none when it is ready. Rejects with store_unreachable. */
async function whyNotReady({ store, jobs, stopping }: Workspace): Promise<string[]> {
  const reasons: string[] = [];
  if (stopping.aborted) reasons.push("The process is stopping.");
  if (!(await store.isOfThisVersion())) {
    reasons.push("The database was brought to another version since this process started. Restart it.");
  }
  const sinceLook = jobs.sinceLook();
  if (sinceLook !== null && sinceLook > IDLE_MILLISECONDS) {
    reasons.push("This process takes no jobs, though it is there for that. Its log says why.");
  }
  return reasons;
}
