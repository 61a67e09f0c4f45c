import type { FastifyInstance } from "fastify";
import { AppError } from "#server/platform/errors.ts";
import type { SchemaState } from "#server/db/migrations/pending-migrations.ts";
import type { Workspace } from "#server/workspace.ts";

const OPEN = { config: { permission: "anyone", isForProbes: true }, schema: { hide: true } } as const;
/** Workers look for jobs every few seconds. */
const IDLE_MILLISECONDS = 60_000;
const RETRY_SECONDS = 5;

/**
 * `/healthz`: requests are served. `/readyz`: the process can also do its work, else 503 with the reasons as a problem.
 * Both report `behind` if a newer version has migrated the database and this process keeps working. Neither reveals
 * more, since both are public.
 */
export function healthRoutes(app: FastifyInstance, workspace: Workspace): void {
  const { store } = workspace;
  let known: SchemaState = "same";
  let looking: Promise<void> | null = null;
  const look = async (): Promise<SchemaState> => (known = await store.schemaState());
  const behind = () => (known === "ahead" ? { behind: true } : {});

  app.get("/healthz", OPEN, async () => {
    // From memory, because the database may not respond.
    looking ??= look()
      .then(
        () => {},
        () => {},
      )
      .finally(() => (looking = null));
    return { status: "ok", ...behind() };
  });

  app.get("/readyz", OPEN, async () => {
    const reasons = whyNotReady(workspace, await look());
    if (reasons.length > 0) {
      throw new AppError("not_ready", 503, reasons.join(" "), { retryAfterSeconds: RETRY_SECONDS });
    }
    return { status: "ready", ...behind() };
  });
}

/** The reasons as sentences; none when ready. */
function whyNotReady({ jobs, stopping }: Workspace, schema: SchemaState): string[] {
  const reasons: string[] = [];
  if (stopping.aborted) reasons.push("The process is stopping.");
  if (schema === "foreign") {
    reasons.push("The database was upgraded after this process started. Restart it.");
  }
  const sinceLook = jobs.sinceLook();
  if (sinceLook !== null && sinceLook > IDLE_MILLISECONDS) {
    reasons.push("This worker isn't taking jobs. Check its log.");
  }
  return reasons;
}
