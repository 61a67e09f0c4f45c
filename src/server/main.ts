import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { LIMITS } from "#shared/limits.ts";
import { buildApp, buildWorkerApp } from "#server/api/app.ts";
import { listen } from "#server/api/listen.ts";
import { createIdentityProvider } from "#server/authentication/identity-provider.ts";
import { seedSampleTeam } from "#server/demo/seed-sample-team.ts";
import { startClock } from "#server/jobs/clock.ts";
import { JOBS_AT_ONCE, jobHandlers } from "#server/jobs/handlers/job-handlers.ts";
import { createMailer } from "#server/mail/mailer.ts";
import { createChangeFeed } from "#server/platform/change-feed.ts";
import { systemClock } from "#server/platform/clock.ts";
import { readEnv, type Env } from "#server/platform/env.ts";
import { readDiskSpace } from "#server/platform/disk-space.ts";
import { AppError, messageOf } from "#server/platform/errors.ts";
import { createLog, type Log } from "#server/platform/log.ts";
import { isLoopbackHost } from "#server/platform/loopback.ts";
import { mailReach } from "#server/platform/mail-reach.ts";
import { openSecrets } from "#server/platform/secrets.ts";
import { createJobQueue } from "#server/queue/create-job-queue.ts";
import { createGoogleSheets } from "#server/sources/google-sheets/index.ts";
import { createMailboxes } from "#server/sources/mailbox/index.ts";
import { createWebsites } from "#server/sources/website/index.ts";
import { openStore } from "#server/store/open-store.ts";
import { isOpen } from "#server/workflows/accounts/identify.ts";
import { startSettlingFollowUps } from "#server/workflows/follow-up/start-settling.ts";
import { checkDatabase } from "#server/workflows/health/check-database.ts";
import { startHeartbeat } from "#server/workflows/health/heartbeat.ts";
import { submissionsProcessed } from "#server/workflows/forms/process-submissions.ts";
import { recoverAfterStop } from "#server/workflows/recover-after-stop.ts";
import { startWatchingMailboxes } from "#server/workflows/mail/watch-mailboxes.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const PAGE_FOLDER = fileURLToPath(new URL("../../dist/web", import.meta.url));

// Else the heap may grow to four times what is in use before it is collected, and long work, as an import of a million
// rows, holds 100 MB of what it has done with. Collecting sooner costs a few hundredths of its time.
setFlagsFromString("--heap-growing-percent=50");

async function main(): Promise<void> {
  const env = readEnv(process.env);
  const log = createLog(env.logLevel);
  const endTracing = await startTraces(env, log);
  const stop = new AbortController();
  const { dataDir, databaseUrl, poolerUrl, readUrl, backupDir } = env;
  const store = await openStore({ dataDir, databaseUrl, poolerUrl, readUrl, backupDir });
  const secrets = await openSecrets({ passphrase: env.secretKey, dataDir: env.dataDir });
  const feed = createChangeFeed(store, log);
  const reach = mailReach(env.mailAllowPrivate, () => isOpen({ store }));
  const workspace: Workspace = {
    store,
    secrets,
    feed,
    clock: systemClock,
    log,
    jobs: createJobQueue({ jobs: store.jobs, feed, log }),
    sheets: createGoogleSheets({ sheetsUrl: env.googleSheetsUrl, tokenUrl: env.googleTokenUrl }),
    mailer: createMailer({ reach }),
    mailboxes: createMailboxes({ reach }),
    websites: createWebsites({ allowPrivate: env.scrapeAllowPrivate, chromium: env.chromium }),
    backupDir: env.backupDir,
    diskSpace: (folder) => readDiskSpace(folder === "data" ? env.dataDir : env.backupDir),
    imapUrl: env.imapUrl,
    publicUrl: env.publicUrl ?? null,
    supportEmail: env.supportEmail ?? null,
    languageModel: env.languageModel,
    processId: randomUUID(),
    stopping: stop.signal,
  };
  if (env.role !== "worker") await refuseOpenNetwork(env, workspace);
  const works = env.role !== "web";
  if (works) await recoverAfterStop(workspace);
  if (works) workspace.jobs.start(jobHandlers(workspace), JOBS_AT_ONCE);
  if (env.demo !== undefined) await seedWithoutPauses(workspace, env, env.demo);
  const access = {
    ...env.access,
    host: env.host,
    identityProvider: env.access.identityProvider && {
      provider: createIdentityProvider(env.access.identityProvider),
      newRole: env.access.identityProvider.newRole,
    },
  };
  const isWorker = env.role === "worker";
  const app = isWorker ? await buildWorkerApp(workspace, access) : await buildApp(workspace, PAGE_FOLDER, access);
  const jobClock = works ? startClock(workspace) : null;
  const watching = works ? startWatchingMailboxes(workspace) : null;
  const settling = works ? startSettlingFollowUps(workspace) : null;
  const heartbeat = startHeartbeat(workspace);
  const port = isWorker ? env.healthPort : env.port;
  const url = port === undefined ? null : await listen(app, { host: env.host, port, backlog: LIMITS.load.backlog });

  const checking = checkDatabase(workspace);

  const shutDown = async (): Promise<void> => {
    stop.abort();
    await Promise.all([jobClock?.stop(), watching?.stop(), settling?.stop(), workspace.jobs.stop(), checking]);
    await app.close();
    await submissionsProcessed(workspace);
    await workspace.websites.close();
    await heartbeat.stop();
    workspace.feed.close();
    await store.close();
    await endTracing?.();
  };
  let stopped: Promise<void> | null = null;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      stopped ??= shutDown().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, "did not stop cleanly");
          process.exit(1);
        },
      );
    });
  }
  // Last, because whoever reads it may ask this process to stop at once.
  const told = isWorker ? `Winnow worker is running${url === null ? "" : `, and tells how at ${url}`}` : url;
  process.stdout.write(`${told}\n`);
}

/** Loads what makes traces, where the operator names a collector. */
async function startTraces({ traces, role }: Env, log: Log): Promise<(() => Promise<void>) | null> {
  if (traces === null) return null;
  const { startTracing } = await import("#server/platform/open-telemetry.ts");
  return startTracing(traces, { "winnow.role": role }, log);
}

/** The websites of the sample are its own, so half a year of visits needs no pauses between requests. */
async function seedWithoutPauses(workspace: Workspace, env: Env, servicesFile: string): Promise<void> {
  const politeness = { minimumDelayMilliseconds: 0, connectionsPerHost: 1, retryMilliseconds: [] };
  const websites = createWebsites({ allowPrivate: env.scrapeAllowPrivate, politeness });
  await seedSampleTeam({ ...workspace, websites }, servicesFile);
  await websites.close();
}

/** Without accounts whoever reaches the server is its owner, so only this machine may reach it. */
async function refuseOpenNetwork({ host }: Env, workspace: Workspace): Promise<void> {
  if (isLoopbackHost(host) || !(await isOpen(workspace))) return;
  await workspace.store.close();
  throw new Error(
    `Winnow refuses to listen on ${host} while nobody has an account, because anyone on the network could read your leads. Make one first: npm run user -- add NAME --role owner. Or use HOST=127.0.0.1.`,
  );
}

/** What kept the database from answering: the operator can mend what a visitor need not know. */
function reasonOf(error: unknown): string {
  if (!(error instanceof AppError) || error.id !== "store_unreachable") return "";
  const { cause } = error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  // Where a name has several addresses, the error of all of them together has only a code.
  return ` (${messageOf(cause) || code})`;
}

main().catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}${reasonOf(error)}\n`);
  process.exit(1);
});
