import type { FastifyInstance, FastifyRequest } from "fastify";
import { type AuditedAct, auditedAct } from "#shared/contract/audited-calls.ts";
import { callerOf } from "#server/api/access.ts";
import { route } from "#server/api/route.ts";
import { readAudit, recordAct } from "#server/workflows/accounts/audit.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What the audit log calls a route that is no row of the endpoint table; one without is not told of. */
    audit?: AuditedAct;
  }
}

/** What the log is told otherwise than the request itself says. */
interface Told {
  /** On a route for anyone only what serves it knows who acted; what it does not say is not told there. */
  by?: string;
  userId?: string;
  subject?: string;
  outcome?: "refused";
  /** Another site's page had a browser ask it, so it was nobody's act. */
  isNothing?: boolean;
}

const told = new WeakMap<FastifyRequest, Told>();
/** Here even what cannot be taken, as a wrong password, is worth knowing. */
const OF_ACCOUNTS = /^\/api\/(?:session|sessions|users|tokens)\b/u;
const UNTOLD_STATUS: ReadonlySet<number> = new Set([400, 404, 413, 415, 422]);
const BY_LINK = "Whoever had the link";

/** `GET /api/audit`. */
export function auditRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/audit", async ({ query }) => readAudit(workspace, query));
}

/** Says of a request what the audit log is to be told otherwise. */
export function tellAudit(request: FastifyRequest, more: Told): void {
  told.set(request, { ...told.get(request), ...more });
}

/**
 * Has every call that changes something, sign-in, export and reading of personal data told to the audit log before it is
 * answered. What was sent and what was answered is never told. Calls of nobody are not, nor those that were put off (429),
 * nor what cannot even be read as a sign-in: anybody could fill the log with them.
 */
export function installAudit(app: FastifyInstance, workspace: Workspace): void {
  app.addHook("onSend", async (request, reply, payload) => {
    const act = actOf(request);
    const { isNothing = false, ...more } = told.get(request) ?? {};
    if (act === null || isNothing || !isWorthTelling(request, reply.statusCode)) return payload;
    try {
      await tell(request, reply.statusCode, act, more);
    } catch (error) {
      // What failed has changed nothing, and whoever asked is to hear why: a database that is gone takes no entry either.
      if (reply.statusCode < 500) throw error;
      workspace.log.warn({ err: error }, "failure not in the audit log");
    }
    return payload;
  });

  async function tell(request: FastifyRequest, status: number, act: AuditedAct, more: Told): Promise<void> {
    const { isForStrangers = false, permission } = request.routeOptions.config;
    const caller = isForStrangers ? null : await callerOf(workspace, request);
    const isKnown = isForStrangers || (permission === "anyone" ? more.by !== undefined : caller !== null);
    if (!isKnown) return;
    await recordAct(workspace, {
      by: isForStrangers ? BY_LINK : request.acting.by,
      userId: request.acting.userId,
      via: isForStrangers ? "link" : caller?.kind === "token" ? "token" : "browser",
      address: request.ip,
      action: act.action,
      summary: act.summary,
      subject: subjectOf(request),
      outcome: status < 400 ? "done" : status < 500 ? "refused" : "failed",
      requestId: request.id,
      ...more,
    });
  }
}

function actOf({ routeOptions: { config } }: FastifyRequest): AuditedAct | null {
  const { endpoint, audit = null } = config;
  return endpoint === undefined ? audit : auditedAct(endpoint);
}

function isWorthTelling(request: FastifyRequest, status: number): boolean {
  if (status === 429) return false;
  // Anybody can guess at links.
  if (request.routeOptions.config.isForStrangers === true && status >= 400) return false;
  return !UNTOLD_STATUS.has(status) || OF_ACCOUNTS.test(request.routeOptions.url ?? "");
}

function subjectOf({ params }: FastifyRequest): string {
  const { id } = (params ?? {}) as { id?: unknown };
  return typeof id === "string" ? id : "";
}
