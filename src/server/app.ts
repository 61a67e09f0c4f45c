import cookies from "@fastify/cookie";
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
} from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { Socket } from "node:net";
import { LIMITS } from "#shared/limits.ts";
import type { Role } from "#shared/roles.ts";
import { isAllowed } from "#server/features/accounts/access.ts";
import { auditRoutes, installAudit } from "#server/features/accounts/audit-trail.ts";
import { chatRoutes } from "#server/assistant/routes.ts";
import { dashboardRoutes } from "#server/features/dashboard/routes.ts";
import { dataSourceRoutes } from "#server/features/data-sources/routes.ts";
import { duplicateRoutes } from "#server/features/duplicates/routes.ts";
import { emailSettingsRoutes } from "#server/features/reports/email-settings-routes.ts";
import { eventRoutes } from "#server/features/events/routes.ts";
import { installGuard, type Names } from "#server/features/accounts/guard.ts";
import { followUpRoutes } from "#server/features/follow-ups/routes.ts";
import { formHookRoutes } from "#server/features/forms/routes.ts";
import { healthRoutes } from "#server/features/health/routes.ts";
import { identityProviderRoutes } from "#server/features/accounts/identity-provider-routes.ts";
import { importRoutes } from "#server/features/imports/routes.ts";
import { backupRoutes } from "#server/features/backups/routes.ts";
import { commentRoutes } from "#server/features/comments/routes.ts";
import { jobRoutes } from "#server/features/jobs/routes.ts";
import { journalRoutes } from "#server/features/history/routes.ts";
import { learningRoutes } from "#server/features/learning/routes.ts";
import { assignmentRoutes } from "#server/features/leads/assignment-routes.ts";
import { hideUnseenLeads } from "#server/features/leads/hide-unseen-leads.ts";
import { leadRoutes } from "#server/features/leads/routes.ts";
import { leadProvenanceRoutes } from "#server/features/provenance/routes.ts";
import { leadViewRoutes } from "#server/features/saved-views/routes.ts";
import { leadFieldRoutes } from "#server/features/lead-fields/routes.ts";
import { tagRoutes } from "#server/features/tags/routes.ts";
import { CHECK_MILLISECONDS, limitLoad } from "#server/http/load-limits.ts";
import { logRefusals } from "#server/http/log-refusals.ts";
import { mcpRoutes } from "#server/mcp/routes.ts";
import { metricRoutes } from "#server/features/health/metrics-route.ts";
import { mailboxRoutes } from "#server/features/mailbox/routes.ts";
import { mailSignInRoutes } from "#server/features/mail-sign-in/routes.ts";
import { companyRoutes } from "#server/features/companies/routes.ts";
import { nextStepRoutes } from "#server/features/next-steps/routes.ts";
import { notificationRoutes } from "#server/features/notifications/routes.ts";
import { observeRequests } from "#server/http/observe-requests.ts";
import { readRefused } from "#server/http/read-refused.ts";
import { requireOneHost } from "#server/http/one-host.ts";
import { openApi } from "#server/http/openapi/openapi.ts";
import { pageRoutes } from "#server/http/page.ts";
import { installProblems, sendFrameworkProblem } from "#server/http/problem.ts";
import { peopleRoutes } from "#server/features/people/routes.ts";
import { replayRoutes } from "#server/features/replays/routes.ts";
import { digestRoutes } from "#server/features/digests/routes.ts";
import { reportLinkRoutes } from "#server/features/report-links/routes.ts";
import { requestIds } from "#server/http/request-id.ts";
import { ruleRoutes } from "#server/features/rules/routes.ts";
import { installSecurityHeaders } from "#server/http/security-headers.ts";
import { sessionRoutes } from "#server/features/accounts/session-routes.ts";
import { sessionListRoutes } from "#server/features/accounts/sessions-routes.ts";
import { tokenRoutes } from "#server/features/accounts/token-routes.ts";
import { sampleLeadRoutes } from "#server/features/sample-leads/routes.ts";
import { scheduleRoutes } from "#server/jobs/schedules/routes.ts";
import { scrapeTargetRoutes } from "#server/features/websites/routes.ts";
import { settingsRoutes } from "#server/features/settings/routes.ts";
import { supportRoutes } from "#server/features/support/routes.ts";
import { crmConnectionRoutes } from "#server/features/crm-connections/routes.ts";
import { webhookEndpointRoutes } from "#server/features/webhooks/routes.ts";
import { writeBackRoutes } from "#server/features/write-backs/routes.ts";
import { refuseUnreadable } from "#server/http/unreadable-request.ts";
import { unsubscribeRoutes } from "#server/features/follow-ups/unsubscribe-routes.ts";
import { userRoutes } from "#server/features/accounts/user-routes.ts";
import { hostedFormPages } from "#server/features/forms/hosted-form-pages.ts";
import { webhookRoutes } from "#server/features/forms/webhook.ts";
import { whatIfRoutes } from "#server/features/rules/what-if-routes.ts";
import type { IdentityProvider } from "#server/features/accounts/credentials/identity-provider.ts";
import { createDecisionLearning } from "#server/features/learning/learning.ts";
import { createRuleCounting } from "#server/features/rules/rule-contributions.ts";
import { createWhatIf } from "#server/features/rules/what-if/what-if.ts";
import type { Workspace } from "#server/workspace.ts";

/** Larger than any answer a person reads. */
const LAST_ANSWER_MILLISECONDS = 30_000;

/** The identity provider, and the role of people who first sign in with it. */
export interface IdentityProviderAccess {
  provider: IdentityProvider;
  newRole: Role | null;
}

/** Set as an option, so that Fastify doesn't load Ajv; its types allow only Ajv here. */
const ZOD_COMPILERS = {
  compilersFactory: { buildValidator: () => validatorCompiler, buildSerializer: () => serializerCompiler },
} as unknown as NonNullable<FastifyServerOptions["schemaController"]>;

/** How others reach the server. */
interface Access extends Names {
  /** Addresses or ranges of the proxies trusted to report where a request comes from. */
  trustedProxies: readonly string[];
  identityProvider: IdentityProviderAccess | null;
}

const AT_THIS_MACHINE: Access = { host: "127.0.0.1", allowedHosts: [], trustedProxies: [], identityProvider: null };

/** The server of a worker process: health and metrics only. */
export async function buildWorkerApp(workspace: Workspace, access: Access = AT_THIS_MACHINE): Promise<FastifyInstance> {
  const app = await guardedApp(workspace, access);
  healthRoutes(app, workspace);
  metricRoutes(app, workspace);
  return app;
}

/** A server without routes: everything done for each request, whatever its route. */
async function guardedApp(workspace: Workspace, access: Access): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = workspace.log;
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LIMITS.requestBodyBytes,
    schemaController: ZOD_COMPILERS,
    // The log itself names the request of each line.
    childLoggerFactory: (logger) => logger,
    genReqId: requestIds(access.trustedProxies),
    trustProxy: access.trustedProxies.length > 0 && [...access.trustedProxies],
    forceCloseConnections: "idle",
    // Otherwise closing fails after ten seconds of waiting for an answer, and the rest of a stop is skipped.
    pluginTimeout: 0,
    http: { connectionsCheckingInterval: CHECK_MILLISECONDS },
    // An email address with every character escaped.
    routerOptions: { maxParamLength: 3 * LIMITS.lead.emailLength },
    frameworkErrors: sendFrameworkProblem,
    clientErrorHandler: refuseUnreadable,
  });
  parseBodies(app);
  letGoWhenStopping(app, workspace.stopping);
  installProblems(app);
  observeRequests(app, workspace.log);
  logRefusals(app);
  installSecurityHeaders(app, workspace.publicUrl);
  requireOneHost(app);
  // Before anything that queries the database.
  limitLoad(app);
  readRefused(app);
  // Read where needed instead of with every request.
  await app.register(cookies, { hook: false });
  installGuard(app, workspace, access);
  installAudit(app, workspace);
  hideUnseenLeads(app, workspace);
  return app;
}

/** Builds the server without listening, so that tests can inject requests. `pageFolder` holds the built web page. */
export async function buildApp(
  workspace: Workspace,
  pageFolder: string,
  access: Access = AT_THIS_MACHINE,
): Promise<FastifyInstance> {
  const app = await guardedApp(workspace, access);
  openApi(app);

  const ruleCounting = createRuleCounting(workspace);
  app.addHook("onClose", () => ruleCounting.end());
  const learning = createDecisionLearning(workspace);
  app.addHook("onClose", () => learning.end());
  const whatIf = createWhatIf(workspace);
  app.addHook("onClose", () => whatIf.end());
  leadRoutes(app, workspace, learning, isAllowed);
  assignmentRoutes(app, workspace);
  commentRoutes(app, workspace);
  leadProvenanceRoutes(app, workspace);
  leadViewRoutes(app, workspace);
  tagRoutes(app, workspace);
  leadFieldRoutes(app, workspace);
  followUpRoutes(app, workspace);
  nextStepRoutes(app, workspace);
  companyRoutes(app, workspace);
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
  mailSignInRoutes(app, workspace);
  settingsRoutes(app, workspace);
  sampleLeadRoutes(app, workspace);
  formHookRoutes(app, workspace);
  await webhookRoutes(app, workspace);
  await hostedFormPages(app, workspace);
  await unsubscribeRoutes(app, workspace);
  await reportLinkRoutes(app, workspace);
  await digestRoutes(app, workspace);
  await supportRoutes(app, workspace);
  webhookEndpointRoutes(app, workspace);
  crmConnectionRoutes(app, workspace);
  writeBackRoutes(app, workspace);
  const { identityProvider } = access;
  sessionRoutes(app, workspace, identityProvider?.provider.name ?? null);
  if (identityProvider !== null) identityProviderRoutes(app, workspace, identityProvider);
  sessionListRoutes(app, workspace);
  await userRoutes(app, workspace);
  tokenRoutes(app, workspace);
  auditRoutes(app, workspace);
  peopleRoutes(app, workspace);
  journalRoutes(app, workspace);
  jobRoutes(app, workspace);
  backupRoutes(app, workspace);
  scheduleRoutes(app, workspace);
  notificationRoutes(app, workspace);
  chatRoutes(app, workspace, { ruleCounting, whatIf, learning });
  mcpRoutes(app, workspace);
  eventRoutes(app, workspace);
  healthRoutes(app, workspace);
  metricRoutes(app, workspace);
  // In its own scope, because its default permission must not apply to other routes.
  await app.register((page) => pageRoutes(page, pageFolder));
  return app;
}

/** JSON only; a media type without a body is accepted, since some clients always send one. */
function parseBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else void parse(request, body.toString(), done);
  });
}

/**
 * Closing waits for running answers but would also wait for their connections: kept alive for a minute, preconnected by
 * browsers, or held forever by a client that has stopped reading.
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
  app.addHook("onResponse", (_request, _reply, done) => {
    if (stopping.aborted) setImmediate(() => app.server.closeIdleConnections());
    done();
  });
  let lastAnswer: NodeJS.Timeout | undefined;
  stopping.addEventListener("abort", () => {
    lastAnswer = setTimeout(() => app.server.closeAllConnections(), LAST_ANSWER_MILLISECONDS).unref();
  });
  // Runs once the server is closed; the timer would keep the app in memory.
  app.addHook("onClose", async () => clearTimeout(lastAnswer));
}
