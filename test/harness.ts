import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSecureContext, type SecureContext } from "node:tls";
import { expect, onTestFinished } from "vitest";
import type { z } from "zod";
import type { Endpoint } from "#shared/contract/endpoint.ts";
import { endpoints, type EndpointKey, type Endpoints } from "#shared/contract/endpoints.ts";
import { buildApp } from "#server/app.ts";
import { JOBS_AT_ONCE, jobHandlers } from "#server/jobs/handlers/job-handlers.ts";
import { createCrms, type CrmUrls } from "#server/delivery/crm/crms.ts";
import type { LanguageModel } from "#server/delivery/language-model/completions.ts";
import { createMailer } from "#server/delivery/mail/mailer.ts";
import { createMailProviders, type MailProviderUrls } from "#server/delivery/mail/mail-providers.ts";
import { createChangeFeed } from "#server/platform/change-feed.ts";
import { systemClock, type Clock } from "#server/platform/clock.ts";
import type { DiskSpace } from "#server/platform/disk-space.ts";
import { createDnsQuery } from "#server/delivery/mail/dns-query.ts";
import { createGuardedFetch, type GuardOptions } from "#server/platform/guarded-fetch.ts";
import { createLog } from "#server/platform/log.ts";
import { openSecrets, type Secrets } from "#server/platform/secrets.ts";
import { createJobQueue } from "#server/jobs/queue/create-job-queue.ts";
import { createGoogleSheets } from "#server/pipeline/sources/google-sheets/index.ts";
import { createMailboxes } from "#server/pipeline/sources/mailbox/index.ts";
import { createWebsites, type WebsitesOptions } from "#server/pipeline/sources/website/index.ts";
import { openStore } from "#server/db/open-store.ts";
import { submissionsProcessed } from "#server/features/forms/process-submissions.ts";
import type { Workspace } from "#server/workspace.ts";
import { ANYWHERE } from "#test/anywhere.ts";
import type { GooglePeer } from "#test/peers/google/google-peer.ts";
import { readTestCertificate } from "#test/peers/smtp/smtp-peer.ts";
import { migratedDatabase, TEST_CONNECTIONS, type EngineName } from "#test/stores.ts";

export interface WinnowOptions {
  clock?: Clock;
  google?: Pick<GooglePeer, "sheetsUrl" | "tokenUrl">;
  /** A shared database; a new one by default. */
  databaseUrl?: string;
  /** A pooler in front of it, and a replica. */
  poolerUrl?: string;
  readUrl?: string;
  /** The public URL, as the operator sets it. */
  publicUrl?: string;
  /** Where the operator wants support requests. */
  supportEmail?: string;
  /** The default mailbox server; none by default. */
  imapUrl?: string;
  /** Where people sign in to use a mailbox; nowhere by default. */
  providers?: Partial<MailProviderUrls>;
  /** Where requests to CRMs go; nowhere by default. */
  crms?: CrmUrls;
  /** The DNS server that looks up email domains, as "IP:port"; nothing is looked up by default. */
  dns?: string;
  websites?: WebsitesOptions;
  outbound?: GuardOptions;
  languageModel?: Omit<LanguageModel, "requestsPerDay"> & Partial<LanguageModel>;
  /** The apparent free disk space; ample by default, whatever this machine has. */
  diskSpace?: Workspace["diskSpace"];
  /** The folder of the built page; none by default. */
  pageFolder?: string;
  /** How others reach it, and its identity provider; by default only this machine. */
  access?: Partial<NonNullable<Parameters<typeof buildApp>[2]>>;
}

export interface CallInput {
  id?: string;
  /** Other path parameters by name; null values are omitted. */
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A browser that keeps its cookies. */
export interface Browser {
  /** Calls an endpoint with the cookies set by earlier responses. A string body is sent as is. */
  call(key: EndpointKey, input?: CallInput): Promise<LightMyRequestResponse>;
  /** The cookies set so far. */
  cookies(): Readonly<Record<string, string>>;
  /** Calls, and expects success and a response that matches the contract exactly. */
  ok<K extends EndpointKey>(key: K, input?: CallInput): Promise<z.output<Endpoints[K]["response"]>>;
}

/** Winnow on a separate store, with everything real but the socket. */
export interface TestWinnow extends Browser {
  readonly app: FastifyInstance;
  readonly workspace: Workspace;
  readonly dataDir: string;
  /** Another browser, without this one's cookies. */
  browser(): Browser;
  /** Everything logged so far, at every level. */
  logged(): string;
  close(): Promise<void>;
}

/** Tests serve their own sites. */
const AT_ONCE = { minimumDelayMilliseconds: 0, connectionsPerHost: 1, retryMilliseconds: [] };

const AMPLE: DiskSpace = { free: 1e12, total: 2e12 };

/** The production cost would take an eighth of the tests' processor time. */
const CHEAP_PASSWORDS = { memory: 8, passes: 1, parallelism: 1 };

/** A port without a server. */
const NOBODY = "http://127.0.0.1:1";

let shared: Promise<Secrets> | null = null;

/** The key that the processes of a database share, derived once: scrypt takes tens of milliseconds. */
function sharedKey(): Promise<Secrets> {
  return (shared ??= openSecrets({ passphrase: "what the processes of a database share", dataDir: "" }));
}

/** Opens Winnow; the caller closes it. */
export async function openWinnow(engine: EngineName, options: WinnowOptions = {}): Promise<TestWinnow> {
  const { clock = systemClock, google = { sheetsUrl: NOBODY, tokenUrl: NOBODY } } = options;
  const dataDir = await mkdtemp(join(tmpdir(), "winnow-test-"));
  const databaseUrl = options.databaseUrl ?? (await migratedDatabase(engine, dataDir));
  let logged = "";
  const log = createLog("trace", { write: (line: string) => void (logged += line) });
  const stop = new AbortController();
  const trust = (): SecureContext => createSecureContext({ ca: readTestCertificate("authority.pem") });
  const store = await openStore({
    dataDir,
    databaseUrl,
    poolerUrl: options.poolerUrl,
    readUrl: options.readUrl,
    connections: TEST_CONNECTIONS,
    clock,
  });
  const feed = createChangeFeed(store, log);
  const outbound = createGuardedFetch({ allowPrivate: true, connections: 8, trust, ...options.outbound });
  const workspace: Workspace = {
    store,
    secrets: await (options.databaseUrl === undefined ? openSecrets({ passphrase: undefined, dataDir }) : sharedKey()),
    passwordCost: CHEAP_PASSWORDS,
    feed,
    clock,
    log,
    jobs: createJobQueue({ jobs: store.jobs, feed, log }),
    sheets: createGoogleSheets({ ...google, wait: async () => {} }),
    mailer: createMailer({ reach: ANYWHERE, trust }),
    mailboxes: createMailboxes({ reach: ANYWHERE, trust }),
    providers: createMailProviders({
      microsoftUrl: NOBODY,
      googleUrl: NOBODY,
      googleTokenUrl: google.tokenUrl,
      ...options.providers,
    }),
    websites: createWebsites({
      allowPrivate: true,
      chromiumSandbox: false,
      politeness: AT_ONCE,
      clock,
      startPagesOf: () => [NOBODY],
      ...options.websites,
    }),
    outbound,
    dnsQuery: options.dns === undefined ? null : createDnsQuery([options.dns]),
    crms: createCrms({ hubspot: NOBODY, pipedrive: NOBODY, salesforce: NOBODY, ...options.crms }, outbound),
    backupDir: join(dataDir, "backups"),
    diskSpace: options.diskSpace ?? (async () => AMPLE),
    imapUrl: options.imapUrl ?? "imap://127.0.0.1:1",
    publicUrl: options.publicUrl ?? null,
    supportEmail: options.supportEmail ?? null,
    languageModel: options.languageModel === undefined ? null : { requestsPerDay: 500, ...options.languageModel },
    processId: randomUUID(),
    stopping: stop.signal,
  };
  workspace.jobs.start(jobHandlers(workspace), JOBS_AT_ONCE);
  const app = await buildApp(workspace, options.pageFolder ?? join(dataDir, "no-page"), {
    host: "127.0.0.1",
    allowedHosts: [],
    trustedProxies: [],
    identityProvider: null,
    ...options.access,
  });

  const browser = (): Browser => {
    let cookies: Record<string, string> = {};
    const call: Browser["call"] = async (key, { id, params = {}, query = {}, body, headers = {} } = {}) => {
      const [method, path] = key.split(" ") as ["GET" | "POST" | "PATCH" | "PUT" | "DELETE", string];
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]) => [name, String(value)]),
      ).toString();
      const answer = await app.inject({
        method,
        cookies,
        url:
          path
            .replace("{id}", encodeURIComponent(id ?? ""))
            .replaceAll(/\{(\w+)\}/gu, (_name, name: string) => encodeURIComponent(params[name] ?? "0")) +
          (search === "" ? "" : `?${search}`),
        headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
        ...(body !== undefined && { payload: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      for (const { name, value } of answer.cookies) cookies = { ...cookies, [name]: value };
      return answer;
    };
    const ok: Browser["ok"] = async (key, input) => {
      const answer = await call(key, input);
      const { response, status }: Endpoint = endpoints[key];
      expect([200, status], `${key}: ${answer.body}`).toContain(answer.statusCode);
      return exactly(response, answer.body === "" ? null : answer.json()) as never;
    };
    return { call, ok, cookies: () => cookies };
  };

  return {
    app,
    workspace,
    dataDir,
    ...browser(),
    browser,
    logged: () => logged,
    async close() {
      stop.abort();
      await workspace.jobs.stop();
      await app.close();
      await submissionsProcessed(workspace);
      await workspace.websites.close();
      await workspace.outbound.close();
      await workspace.crms.close();
      feed.close();
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Opens Winnow for the running test and closes it at the end. */
export async function freshWinnow(engine: EngineName, options: WinnowOptions = {}): Promise<TestWinnow> {
  const winnow = await openWinnow(engine, options);
  onTestFinished(() => winnow.close());
  return winnow;
}

/** The schema's output for a value, after checking that it dropped nothing. */
export function exactly<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.parse(value);
  expect(parsed).toEqual(value);
  return parsed;
}
