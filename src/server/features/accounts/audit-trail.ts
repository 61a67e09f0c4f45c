import type { FastifyInstance, FastifyRequest } from "fastify";
import { type AuditedAction, auditedAction } from "#shared/audit/audited-actions.ts";
import type { EndpointKey } from "#shared/contract/endpoints.ts";
import { callerOf } from "#server/features/accounts/access.ts";
import { route } from "#server/http/route.ts";
import { readAudit, recordAction } from "#server/features/accounts/audit.ts";
import type { Workspace } from "#server/workspace.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The audited action of a route outside of the endpoint table; a route without one isn't audited. */
    audit?: AuditedAction;
  }
}

/** Details that the request itself doesn't show. */
interface AuditDetails {
  /** On a public route only the handler knows who acted; without `by` nothing is recorded. */
  by?: string;
  userId?: string;
  subject?: string;
  /** What was done, if the action's own words are too general: "deactivated Bob". Only in a successful call. */
  did?: string;
  outcome?: "refused";
  /** API tokens deleted along with it; each gets its own entry. */
  endedTokens?: readonly string[];
  /** Another site's page made the browser send it, so it isn't attributed to the user. */
  isNothing?: boolean;
}

const acts = new Map<EndpointKey, AuditedAction | null>();
const detailsOf = new WeakMap<FastifyRequest, AuditDetails>();
/** For these even rejected input, such as a wrong password, is worth recording. */
const OF_ACCOUNTS = /^\/api\/(?:session|sessions|users|tokens)\b/u;
const UNRECORDED_STATUS: ReadonlySet<number> = new Set([400, 404, 413, 415, 422]);
const BY_LINK = "Someone with the link";

/** `GET /api/audit`. */
export function auditRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/audit", async ({ query }) => readAudit(workspace, query));
}

/** Adds details about a request to its audit entry. */
export function addAuditDetails(request: FastifyRequest, more: AuditDetails): void {
  detailsOf.set(request, { ...detailsOf.get(request), ...more });
}

/**
 * Records every change, sign-in, export and read of personal data before the answer is sent, without request or
 * response contents. Unauthenticated calls, throttled calls (429) and unreadable sign-ins are skipped: otherwise
 * anyone could fill the log.
 */
export function installAudit(app: FastifyInstance, workspace: Workspace): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    const act = actOf(request);
    const { isNothing = false, ...more } = (act === null ? undefined : detailsOf.get(request)) ?? {};
    if (
      act === null ||
      isNothing ||
      request.isPutOff ||
      request.acting.rehearses === true ||
      !isWorthRecording(request, reply.statusCode)
    )
      return done(null, payload);
    recordCall(request, reply.statusCode, act, more).then(
      () => done(null, payload),
      (error: Error) => {
        // The call failed and changed nothing. Answer with its own error: an unreachable database can't store an entry
        // either.
        if (reply.statusCode < 500) return done(error);
        workspace.log.warn({ err: error }, "failure not written to the audit log");
        done(null, payload);
      },
    );
  });

  async function recordCall(
    request: FastifyRequest,
    status: number,
    act: AuditedAction,
    details: AuditDetails,
  ): Promise<void> {
    const { endedTokens = [], did, ...more } = details;
    const { isForStrangers = false, permission } = request.routeOptions.config;
    const caller = isForStrangers ? null : await callerOf(workspace, request);
    const isKnown = isForStrangers || (permission === "anyone" ? more.by !== undefined : caller !== null);
    if (!isKnown) return;
    const entry = {
      by: isForStrangers ? BY_LINK : request.acting.by,
      userId: request.acting.userId,
      via: isForStrangers ? "link" : (request.acting.via ?? (caller?.kind === "token" ? "token" : "browser")),
      address: request.ip,
      action: act.action,
      summary: status < 400 ? (did ?? act.summary) : act.summary,
      subject: subjectOf(request),
      outcome: status < 400 ? "done" : status < 500 ? "refused" : "failed",
      requestId: request.id,
      ...more,
    } as const;
    await recordAction(workspace, entry);
    const { action, summary } = auditedAction("DELETE /api/tokens/{id}");
    for (const subject of endedTokens) await recordAction(workspace, { ...entry, action, summary, subject });
  }
}

function actOf({ routeOptions: { config } }: FastifyRequest): AuditedAction | null {
  const { endpoint, audit = null } = config;
  if (endpoint === undefined) return audit;
  let act = acts.get(endpoint);
  if (act === undefined) acts.set(endpoint, (act = auditedAction(endpoint)));
  return act;
}

function isWorthRecording(request: FastifyRequest, status: number): boolean {
  if (status === 429) return false;
  // Anyone can guess links.
  if (request.routeOptions.config.isForStrangers === true && status >= 400) return false;
  return !UNRECORDED_STATUS.has(status) || OF_ACCOUNTS.test(request.routeOptions.url ?? "");
}

function subjectOf({ params }: FastifyRequest): string {
  const { id } = (params ?? {}) as { id?: unknown };
  return typeof id === "string" ? id : "";
}
