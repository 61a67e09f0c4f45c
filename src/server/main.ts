import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { LIMITS } from "#shared/limits.ts";
import { buildApp, buildWorkerApp, type IdentityProviderAccess } from "#server/app.ts";
import { listen } from "#server/http/listen.ts";
import { startClock } from "#server/jobs/schedules/clock.ts";
import { JOBS_AT_ONCE, jobHandlers } from "#server/jobs/handlers/job-handlers.ts";
import { createCrms } from "#server/delivery/crm/crms.ts";
import { createMailer } from "#server/delivery/mail/mailer.ts";
import { createMailProviders } from "#server/delivery/mail/mail-providers.ts";
import { createChangeFeed } from "#server/platform/change-feed.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createDnsQuery } from "#server/delivery/mail/dns-query.ts";
import { readEnv, unknownTimeZone, unknownVariables, type Env } from "#server/platform/env.ts";
import { readDiskSpace } from "#server/platform/disk-space.ts";
import { createGuardedFetch } from "#server/platform/guarded-fetch.ts";
import { messageOf, startFailure } from "#server/platform/errors.ts";
import { createLog, type Log } from "#server/platform/log.ts";
import { isLoopbackHost } from "#server/platform/loopback.ts";
import { mailReach } from "#server/platform/mail-reach.ts";
import { keepFilesPrivate, openToOthers } from "#server/platform/private-files.ts";
import { PASSWORD_COST } from "#server/features/accounts/credentials/passwords.ts";
import { openSecrets } from "#server/platform/secrets.ts";
import { unencryptedVariables } from "#server/platform/unencrypted.ts";
import { createJobQueue } from "#server/jobs/queue/create-job-queue.ts";
import { createGoogleSheets } from "#server/pipeline/sources/google-sheets/index.ts";
import { createMailboxes } from "#server/pipeline/sources/mailbox/index.ts";
import { createWebsites, type WebsitesOptions } from "#server/pipeline/sources/website/index.ts";
import { openStore } from "#server/db/open-store.ts";
import { makeOwnerOfEnvironment, newFirstOwnerLink } from "#server/features/accounts/first-owner.ts";
import { isOpen } from "#server/features/accounts/identify.ts";
import { startSettlingFollowUps } from "#server/features/follow-ups/start-settling.ts";
import { fillSearchTexts } from "#server/features/leads/fill-search-texts.ts";
import { checkDatabase } from "#server/features/health/check-database.ts";
import { startHeartbeat } from "#server/features/health/heartbeat.ts";
import { warnOfBackupFolder } from "#server/features/backups/backup-folder.ts";
import { warnOfOtherKey } from "#server/features/backups/reseal-secrets.ts";
import { submissionsProcessed } from "#server/features/forms/process-submissions.ts";
import { recoverAfterStop } from "#server/jobs/schedules/recover-after-stop.ts";
import { startWatchingMailboxes } from "#server/features/mailbox/watch-mailboxes.ts";
import { startDelivering } from "#server/features/webhooks/start-delivering.ts";
import type { Workspace } from "#server/workspace.ts";

const PAGE_FOLDER = fileURLToPath(new URL("../../dist/web", import.meta.url));

async function main(): Promise<void> {
  keepFilesPrivate();
  const env = readEnv(process.env);
  const log = createLog(env.logLevel);
  const variables = unencryptedVariables(process.env);
  if (variables.length > 0) log.warn({ variables }, "not encrypted: use https, and sslmode=verify-full for PostgreSQL");
  const unknown = unknownVariables(process.env);
  if (unknown.length > 0) log.warn({ variables: unknown }, "unknown and ignored: docs/operations.md has all variables");
  const zone = unknownTimeZone(process.env);
  if (zone !== undefined) log.warn({ TZ: zone }, "not a time zone, so UTC applies: use a name such as Europe/Berlin");
  const endTracing = await startTraces(env, log);
  const stop = new AbortController();
  const { dataDir, databaseUrl, poolerUrl, readUrl, statementMilliseconds, backupDir } = env;
  const store = await openStore({ dataDir, databaseUrl, poolerUrl, readUrl, statementMilliseconds, backupDir });
  const secrets = await openSecrets({ passphrase: env.secretKey, dataDir: env.dataDir });
  // After everything that may fail at startup, so that such an error is the only output.
  for (const sentence of await openToOthers(env)) log.warn(sentence);
  const feed = createChangeFeed(store, log);
  const outbound = createGuardedFetch({ allowPrivate: env.scrapeAllowPrivate, connections: 8 });
  const reach = mailReach(env.mailAllowPrivate, () => isOpen({ store }));
  const workspace: Workspace = {
    store,
    secrets,
    passwordCost: PASSWORD_COST,
    feed,
    clock: systemClock,
    log,
    jobs: createJobQueue({ jobs: store.jobs, feed, log }),
    sheets: createGoogleSheets({ sheetsUrl: env.googleSheetsUrl, tokenUrl: env.googleTokenUrl }),
    mailer: createMailer({ reach }),
    mailboxes: createMailboxes({ reach }),
    providers: createMailProviders(env),
    websites: createWebsites(websitesOptions(env)),
    outbound,
    dnsQuery: env.dns === "off" ? null : createDnsQuery(env.dns),
    crms: createCrms(env.crmUrls, outbound),
    backupDir: env.backupDir,
    diskSpace: (folder) => readDiskSpace(folder === "data" ? env.dataDir : env.backupDir),
    imapUrl: env.imapUrl,
    publicUrl: env.publicUrl ?? null,
    supportEmail: env.supportEmail ?? null,
    languageModel: env.languageModel,
    processId: randomUUID(),
    stopping: stop.signal,
  };
  if (env.role !== "worker" && env.firstOwner !== null) await makeOwner(workspace, env.firstOwner);
  const works = env.role !== "web";
  if (works) await recoverAfterStop(workspace);
  if (works) workspace.jobs.start(jobHandlers(workspace), JOBS_AT_ONCE);
  if (env.demo !== undefined) await seedWithoutPauses(workspace, env, env.demo);
  const access = {
    ...env.access,
    host: env.host,
    identityProvider: env.access.identityProvider && (await identityProvider(env.access.identityProvider)),
  };
  const isWorker = env.role === "worker";
  const app = isWorker ? await buildWorkerApp(workspace, access) : await buildApp(workspace, PAGE_FOLDER, access);
  const jobClock = works ? startClock(workspace) : null;
  const watching = works ? startWatchingMailboxes(workspace) : null;
  const settling = works ? startSettlingFollowUps(workspace) : null;
  const delivering = works ? startDelivering(workspace) : null;
  const heartbeat = startHeartbeat(workspace);
  const port = isWorker ? env.healthPort : env.port;
  const url = port === undefined ? null : await listenOn(app, port, env);

  const checking = Promise.all([
    checkDatabase(workspace),
    warnOfOtherKey(workspace),
    works && warnOfBackupFolder(workspace),
  ]);
  const filling = works ? fillSearchTexts(workspace) : null;

  const shutDown = async (): Promise<void> => {
    stop.abort();
    const working = [jobClock, watching, settling, delivering, workspace.jobs].map((work) => work?.stop());
    await Promise.all([...working, checking, filling]);
    await app.close();
    await submissionsProcessed(workspace);
    await workspace.websites.close();
    await workspace.outbound.close();
    await workspace.crms.close();
    await heartbeat.stop();
    workspace.feed.close();
    await store.close();
    await endTracing?.();
  };
  let stopped: Promise<void> | null = null;
  let interrupts = 0;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      // Ctrl+C again: someone won't wait. As after a kill, the next start continues the work.
      if (signal === "SIGINT" && (interrupts += 1) === 2) process.exit(130);
      stopped ??= shutDown().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, "stopped with errors");
          process.exit(1);
        },
      );
    });
  }
  const startMessage = isWorker ? `Winnow worker is running${url === null ? "" : `; its health is at ${url}`}` : url;
  const needsOwner = !isWorker && !isLoopbackHost(env.host) && (await isOpen(workspace));
  const path = needsOwner ? await newFirstOwnerLink(workspace) : null;
  const link = path === null ? "" : `Create the first account: ${new URL(path, env.publicUrl ?? url ?? "").href}\n`;
  // Last, because whatever waits for this line may stop the process immediately.
  process.stdout.write(`${startMessage}\n${link}`);
}

/** An error names the variables to change. */
async function listenOn(app: FastifyInstance, port: number, { host, role }: Env): Promise<string> {
  try {
    return await listen(app, { host, port, backlog: LIMITS.load.backlog });
  } catch (error) {
    const variable = role === "worker" ? "WINNOW_HEALTH_PORT" : "PORT";
    throw new Error(`Can't listen on ${host}, port ${port} (${messageOf(error)}). Change HOST or ${variable}.`, {
      cause: error,
    });
  }
}

/** Starts tracing if the operator has configured a collector. */
async function startTraces({ traces, role }: Env, log: Log): Promise<(() => Promise<void>) | null> {
  if (traces === null) return null;
  const { startTracing } = await import("#server/platform/open-telemetry.ts");
  return startTracing(traces, { "winnow.role": role }, log);
}

/** Loaded only where configured, like tracing and the demo. */
async function identityProvider(
  options: NonNullable<Env["access"]["identityProvider"]>,
): Promise<IdentityProviderAccess> {
  const { createIdentityProvider } = await import("#server/features/accounts/credentials/identity-provider.ts");
  return { provider: createIdentityProvider(options), newRole: options.newRole };
}

function websitesOptions({ scrapeAllowPrivate, chromium, chromiumSandbox }: Env): WebsitesOptions {
  return { allowPrivate: scrapeAllowPrivate, chromium, chromiumSandbox };
}

/** The demo's websites are on this machine, so weeks of visits need no pauses between requests. */
async function seedWithoutPauses(workspace: Workspace, env: Env, servicesFile: string): Promise<void> {
  const { seedDemo } = await import("#server/demo/seed-demo.ts");
  const politeness = { minimumDelayMilliseconds: 0, connectionsPerHost: 1, retryMilliseconds: [] };
  const websites = createWebsites({ ...websitesOptions(env), politeness });
  await seedDemo({ ...workspace, websites }, servicesFile);
  await websites.close();
}

/** Creates the first account from the environment. A configuration mistake stops the start. */
async function makeOwner(workspace: Workspace, owner: NonNullable<Env["firstOwner"]>): Promise<void> {
  try {
    await makeOwnerOfEnvironment(workspace, owner);
  } catch (error) {
    await workspace.store.close();
    throw error;
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${startFailure(error, process.env)}\n`);
  process.exit(1);
});
