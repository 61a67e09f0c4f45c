import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { buildApp } from "#server/api/app.ts";
import { seedSampleTeam } from "#server/demo/seed-sample-team.ts";
import { startScheduler } from "#server/jobs/scheduler.ts";
import { createMailer } from "#server/mail/mailer.ts";
import { createChangeFeed } from "#server/platform/change-feed.ts";
import { systemClock } from "#server/platform/clock.ts";
import { readEnv, type Env } from "#server/platform/env.ts";
import { AppError, messageOf } from "#server/platform/errors.ts";
import { createLog } from "#server/platform/log.ts";
import { isLoopbackHost } from "#server/platform/loopback.ts";
import { openSecrets } from "#server/platform/secrets.ts";
import { createGoogleSheets } from "#server/sources/google-sheets/index.ts";
import { createMailboxes } from "#server/sources/mailbox/index.ts";
import { createWebsites } from "#server/sources/website/index.ts";
import { openStore } from "#server/store/open-store.ts";
import { startSettlingFollowUps } from "#server/workflows/follow-up/start-settling.ts";
import { importWorkEnded } from "#server/workflows/imports/import-work.ts";
import { submissionsProcessed } from "#server/workflows/forms/process-submissions.ts";
import { recoverAfterStop } from "#server/workflows/recover-after-stop.ts";
import { rescoreEnded } from "#server/workflows/rules/rescore.ts";
import { scrapesEnded } from "#server/workflows/websites/scrape-target.ts";
import { mailboxSyncEnded } from "#server/workflows/mail/sync-mailbox.ts";
import { startWatchingMailboxes } from "#server/workflows/mail/watch-mailboxes.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const PAGE_FOLDER = fileURLToPath(new URL("../../dist/web", import.meta.url));

// Else the heap may grow to four times what is in use before it is collected, and long work, as an import of a million
// rows, holds 100 MB of what it has done with. Collecting sooner costs a few hundredths of its time.
setFlagsFromString("--heap-growing-percent=50");

async function main(): Promise<void> {
  const env = readEnv(process.env);
  refuseOpenNetwork(env);
  const log = createLog(env.logLevel);
  const stop = new AbortController();
  const store = await openStore({ dataDir: env.dataDir, databaseUrl: env.databaseUrl });
  const secrets = await openSecrets({ passphrase: env.secretKey, dataDir: env.dataDir });
  const workspace: Workspace = {
    store,
    secrets,
    feed: createChangeFeed(store, log),
    clock: systemClock,
    log,
    sheets: createGoogleSheets({ sheetsUrl: env.googleSheetsUrl, tokenUrl: env.googleTokenUrl }),
    mailer: createMailer(),
    mailboxes: createMailboxes(),
    websites: createWebsites({ allowPrivate: env.scrapeAllowPrivate, chromium: env.chromium }),
    imapUrl: env.imapUrl,
    publicUrl: env.publicUrl ?? null,
    supportEmail: env.supportEmail ?? null,
    languageModel: env.languageModel,
    processId: randomUUID(),
    stopping: stop.signal,
  };
  if (env.demo !== undefined) await seedWithoutPauses(workspace, env, env.demo);
  const app = await buildApp(workspace, PAGE_FOLDER);
  const works = env.role !== "web";
  if (works) await recoverAfterStop(workspace);
  const scheduler = works ? startScheduler(workspace) : null;
  const watching = works ? startWatchingMailboxes(workspace) : null;
  const settling = works ? startSettlingFollowUps(workspace) : null;
  const url = env.role === "worker" ? null : await app.listen({ host: env.host, port: env.port });

  const shutDown = async (): Promise<void> => {
    stop.abort();
    await Promise.all([scheduler?.stop(), watching?.stop(), settling?.stop()]);
    await app.close();
    await submissionsProcessed(workspace);
    await importWorkEnded(workspace);
    await mailboxSyncEnded(workspace);
    await rescoreEnded(workspace);
    await scrapesEnded(workspace);
    await workspace.websites.close();
    workspace.feed.close();
    await store.close();
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
  process.stdout.write(`${url ?? "Winnow worker is running"}\n`);
}

/** The websites of the sample are its own, so half a year of visits needs no pauses between requests. */
async function seedWithoutPauses(workspace: Workspace, env: Env, servicesFile: string): Promise<void> {
  const politeness = { minimumDelayMilliseconds: 0, connectionsPerHost: 1, retryMilliseconds: [] };
  const websites = createWebsites({ allowPrivate: env.scrapeAllowPrivate, politeness });
  await seedSampleTeam({ ...workspace, websites }, servicesFile);
  await websites.close();
}

/** Without accounts whoever reaches the server is its owner, so only this machine may reach it. */
function refuseOpenNetwork(env: Env): void {
  if (isLoopbackHost(env.host)) return;
  throw new Error(
    `Winnow refuses to listen on ${env.host}: nobody has to sign in yet, so anyone on the network could read your leads. Use HOST=127.0.0.1.`,
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
