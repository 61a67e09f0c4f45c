import cookies from "@fastify/cookie";
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { Socket } from "node:net";
import { LIMITS } from "#shared/limits.ts";
import type { Role } from "#shared/roles.ts";
import { auditRoutes, installAudit } from "#server/api/audit.ts";
import { chatRoutes } from "#server/api/chat.ts";
import { dashboardRoutes } from "#server/api/dashboard.ts";
import { dataSourceRoutes } from "#server/api/data-sources.ts";
import { duplicateRoutes } from "#server/api/duplicates.ts";
import { emailSettingsRoutes } from "#server/api/email-settings.ts";
import { eventRoutes } from "#server/api/events.ts";
import { installGuard, type Names } from "#server/api/guard.ts";
import { followUpRoutes } from "#server/api/follow-ups.ts";
import { formHookRoutes } from "#server/api/form-hook.ts";
import { healthRoutes } from "#server/api/health.ts";
import { identityProviderRoutes } from "#server/api/identity-provider.ts";
import { importRoutes } from "#server/api/imports.ts";
import { backupRoutes } from "#server/api/backups.ts";
import { jobRoutes } from "#server/api/jobs.ts";
import { journalRoutes } from "#server/api/journal.ts";
import { learningRoutes } from "#server/api/learning.ts";
import { leadRoutes } from "#server/api/leads.ts";
import { leadViewRoutes } from "#server/api/lead-views.ts";
import { CHECK_MILLISECONDS, limitLoad } from "#server/api/load-limits.ts";
import { metricRoutes } from "#server/api/metrics.ts";
import { mailboxRoutes } from "#server/api/mailbox.ts";
import { notificationRoutes } from "#server/api/notifications.ts";
import { observeRequests } from "#server/api/observe-requests.ts";
import { openApi } from "#server/api/openapi.ts";
import { pageRoutes } from "#server/api/page.ts";
import { installProblems, sendFrameworkProblem } from "#server/api/problem.ts";
import { peopleRoutes } from "#server/api/people.ts";
import { replayRoutes } from "#server/api/replays.ts";
import { reportLinkRoutes } from "#server/api/report-links.ts";
import { requestIds } from "#server/api/request-id.ts";
import { ruleRoutes } from "#server/api/rules.ts";
import { installSecurityHeaders } from "#server/api/security-headers.ts";
import { sessionRoutes } from "#server/api/session.ts";
import { sessionListRoutes } from "#server/api/sessions.ts";
import { tokenRoutes } from "#server/api/tokens.ts";
import { sampleLeadRoutes } from "#server/api/sample-leads.ts";
import { scheduleRoutes } from "#server/api/schedules.ts";
import { scrapeTargetRoutes } from "#server/api/scrape-targets.ts";
import { settingsRoutes } from "#server/api/settings.ts";
import { supportRoutes } from "#server/api/support.ts";
import { refuseUnreadable } from "#server/api/unreadable-request.ts";
import { unsubscribeRoutes } from "#server/api/unsubscribe.ts";
import { userRoutes } from "#server/api/users.ts";
import { webhookRoutes } from "#server/api/webhooks.ts";
import { whatIfRoutes } from "#server/api/what-if.ts";
import type { IdentityProvider } from "#server/authentication/identity-provider.ts";
import { createDecisionLearning } from "#server/workflows/learning/learning.ts";
import { createRuleCounting } from "#server/workflows/rules/rule-contributions.ts";
import { createWhatIf } from "#server/workflows/rules/what-if/what-if.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** More than any answer takes that somebody reads. */
const LAST_ANSWER_MILLISECONDS = 30_000;

/** How others reach the server. */
interface Access extends Names {
  /** Addresses, or ranges of them, of the proxies that are believed where a request comes from. */
  trustedProxies: readonly string[];
  /** Who else vouches for people, and what somebody becomes who comes from there first; null when nobody. */
  identityProvider: { provider: IdentityProvider; newRole: Role | null } | null;
}

const AT_THIS_MACHINE: Access = { host: "127.0.0.1", allowedHosts: [], trustedProxies: [], identityProvider: null };

/** What a process that only works answers: whether it is well, and its metrics. */
export async function buildWorkerApp(workspace: Workspace, access: Access = AT_THIS_MACHINE): Promise<FastifyInstance> {
  const app = await guardedApp(workspace, access);
  healthRoutes(app, workspace);
  metricRoutes(app, workspace);
  return app;
}

/** A server without routes: what is done for each request, whatever it asks. */
async function guardedApp(workspace: Workspace, access: Access): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = workspace.log;
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LIMITS.requestBodyBytes,
    // Which request a line belongs to is said by the log itself.
    childLoggerFactory: (logger) => logger,
    genReqId: requestIds(access.trustedProxies),
    trustProxy: access.trustedProxies.length > 0 && [...access.trustedProxies],
    forceCloseConnections: "idle",
    http: { connectionsCheckingInterval: CHECK_MILLISECONDS },
    // An e-mail address, each letter of it escaped.
    routerOptions: { maxParamLength: 3 * LIMITS.lead.emailLength },
    frameworkErrors: sendFrameworkProblem,
    clientErrorHandler: refuseUnreadable,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  parseBodies(app);
  letGoWhenStopping(app, workspace.stopping);
  installProblems(app);
  observeRequests(app, workspace.log);
  installSecurityHeaders(app, workspace.publicUrl);
  // Before anything that asks the database.
  limitLoad(app);
  // Read where they are needed, rather than with every request.
  await app.register(cookies, { hook: false });
  installGuard(app, workspace, access);
  installAudit(app, workspace);
  return app;
}

/** Builds the server without listening, so that tests can inject requests. `pageFolder` holds the built web page. */
export async function buildApp(
  workspace: Workspace,
  pageFolder: string,
  access: Access = AT_THIS_MACHINE,
): Promise<FastifyInstance> {
  const app = await guardedApp(workspace, access);
  await openApi(app);

  const ruleCounting = createRuleCounting(workspace);
  app.addHook("onClose", () => ruleCounting.end());
  const learning = createDecisionLearning(workspace);
  app.addHook("onClose", () => learning.end());
  const whatIf = createWhatIf(workspace);
  app.addHook("onClose", () => whatIf.end());
  leadRoutes(app, workspace, learning);
  leadViewRoutes(app, workspace);
  followUpRoutes(app, workspace);
  dashboardRoutes(app, workspace, ruleCounting);
  ruleRoutes(app, workspace, ruleCounting);
  learningRoutes(app, workspace, learning);
  whatIfRoutes(app, whatIf);
  duplicateRoutes(app, workspace);
  dataSourceRoutes(app, workspace);
  emailSettingsRoutes(app, workspace);
  scrapeTargetRoutes(app, workspace);
  importRoutes(app, workspace);
  replayRoutes(app, workspace);
  mailboxRoutes(app, workspace);
  settingsRoutes(app, workspace);
  sampleLeadRoutes(app, workspace);
  formHookRoutes(app, workspace);
  await webhookRoutes(app, workspace);
  await unsubscribeRoutes(app, workspace);
  await reportLinkRoutes(app, workspace);
  await supportRoutes(app, workspace);
  const { identityProvider } = access;
  sessionRoutes(app, workspace, identityProvider?.provider.name ?? null);
  if (identityProvider !== null) identityProviderRoutes(app, workspace, identityProvider);
  sessionListRoutes(app, workspace);
  userRoutes(app, workspace);
  tokenRoutes(app, workspace);
  auditRoutes(app, workspace);
  peopleRoutes(app, workspace);
  journalRoutes(app, workspace);
  jobRoutes(app, workspace);
  backupRoutes(app, workspace);
  scheduleRoutes(app, workspace);
  notificationRoutes(app, workspace);
  chatRoutes(app, workspace, ruleCounting);
  eventRoutes(app, workspace);
  healthRoutes(app, workspace);
  metricRoutes(app, workspace);
  // In a scope of its own, because what it states for all of its routes is for no other.
  await app.register((page) => pageRoutes(page, pageFolder));
  return app;
}

/** JSON alone; clients that always send its media type are understood where no body is needed. */
function parseBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else void parse(request, body.toString(), done);
  });
}

/**
 * Closing waits for answers under way, but would wait on for their connections, which clients keep for a minute, for
 * those that browsers open ahead of a request, and for ever for a client that has stopped reading.
 */
function letGoWhenStopping(app: FastifyInstance, stopping: AbortSignal): void {
  const connections = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  app.addHook("preClose", async () => {
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  });
  app.addHook("onResponse", async () => {
    if (stopping.aborted) setImmediate(() => app.server.closeIdleConnections());
  });
  stopping.addEventListener("abort", () => {
    setTimeout(() => app.server.closeAllConnections(), LAST_ANSWER_MILLISECONDS).unref();
  });
}
