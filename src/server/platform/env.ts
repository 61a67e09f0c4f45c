import { join } from "node:path";
import { isIP, isIPv4 } from "node:net";
import { z } from "zod";
import { inEnglish } from "#shared/counted.ts";
import { isTimeZone, ownTimeZone } from "#shared/time-zone.ts";
import { ACCESS_VARIABLES, accessOf, isProviderWhole, type AccessEnv } from "#server/platform/access-env.ts";
import { readTraceEnv, type Traces } from "#server/platform/trace-env.ts";

const PostgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//u, { message: "must start with postgres:// or postgresql://", abort: true })
  // Otherwise part of the password would be taken as the host or database, and printed in an error.
  .regex(/^[^/]+\/\/[^/?#]*(?:\/[^@?#]*)?(?:\?[^#]*)?$/u, "must have / as %2F and # as %23 in the password");
const HttpUrl = z.url({ protocol: /^https?$/u, message: "must be an http or https URL", abort: true });

function wholeNumber(least: number, most: number) {
  const message = `must be a whole number from ${inEnglish(least)} to ${inEnglish(most)}`;
  return z.coerce.number(message).int(message).min(least, message).max(most, message);
}

function oneOf<const T extends readonly string[]>(values: T) {
  return z.enum(values, `must be ${new Intl.ListFormat("en", { type: "disjunction" }).format(values)}`);
}

function yesOrNo() {
  return z.stringbool("must be 1 or 0");
}

/** "off", or servers as "IP" or "IP:port"; IPv6 with a port in brackets. */
const Dns = z
  .string()
  .transform((text) => (text === "off" ? text : text.split(",").map((server) => server.trim())))
  .refine(
    (dns) => dns === "off" || dns.every(isDnsServer),
    "must be off, or IP addresses such as 192.0.2.1 or 192.0.2.1:53",
  );

const Environment = z
  .object({
    PORT: wholeNumber(0, 65_535).default(3000),
    HOST: z
      .string()
      .regex(/^[\w.:%-]+$/u, "must be an IP address or a host name, without http:// and brackets")
      .default("127.0.0.1"),
    WINNOW_DATA_DIR: z.string().min(1).default("./data"),
    DATABASE_URL: PostgresUrl.optional(),
    DATABASE_DIRECT_URL: PostgresUrl.optional(),
    WINNOW_DATABASE_READ_URL: PostgresUrl.optional(),
    WINNOW_DATABASE_TIMEOUT: wholeNumber(1, 600).default(60),
    WINNOW_HEALTH_PORT: wholeNumber(0, 65_535).optional(),
    WINNOW_ROLE: oneOf(["web", "worker", "all"]).default("all"),
    WINNOW_SECRET_KEY: z.string().min(16, "must have at least 16 characters").optional(),
    WINNOW_NEW_SECRET_KEY: z.string().min(16, "must have at least 16 characters").optional(),
    WINNOW_GOOGLE_SHEETS_URL: HttpUrl.default("https://sheets.googleapis.com"),
    WINNOW_GOOGLE_TOKEN_URL: HttpUrl.default("https://oauth2.googleapis.com/token"),
    WINNOW_GOOGLE_OAUTH_URL: HttpUrl.default("https://accounts.google.com"),
    WINNOW_MICROSOFT_OAUTH_URL: HttpUrl.default("https://login.microsoftonline.com"),
    WINNOW_HUBSPOT_URL: HttpUrl.optional(),
    WINNOW_PIPEDRIVE_URL: HttpUrl.optional(),
    WINNOW_SALESFORCE_URL: HttpUrl.optional(),
    WINNOW_IMAP_URL: z
      .string()
      .regex(/^imaps?:\/\//u, "must start with imaps:// or imap://")
      .default("imaps://imap.gmail.com:993"),
    WINNOW_SCRAPE_ALLOW_PRIVATE: yesOrNo().default(false),
    WINNOW_MAIL_ALLOW_PRIVATE: yesOrNo().optional(),
    WINNOW_BACKUP_DIR: z.string().optional(),
    WINNOW_BACKUP_PASSPHRASE: z.string().min(12, "must have at least 12 characters").optional(),
    WINNOW_CHROMIUM: z.string().optional(),
    WINNOW_CHROMIUM_SANDBOX: yesOrNo().default(true),
    WINNOW_PUBLIC_URL: HttpUrl.refine(
      (url) => isOrigin(new URL(url)),
      "must end after the host name: Winnow can't share it",
    )
      .transform((url) => new URL(url).origin)
      .optional(),
    ...ACCESS_VARIABLES,
    WINNOW_OWNER_EMAIL: z.email("must be an email address").optional(),
    WINNOW_OWNER_PASSWORD_FILE: z.string().optional(),
    WINNOW_SUPPORT_EMAIL: z.email("must be an email address").optional(),
    WINNOW_LLM_URL: HttpUrl.optional(),
    WINNOW_LLM_MODEL: z.string().optional(),
    WINNOW_LLM_KEY: z.string().optional(),
    WINNOW_LLM_SECONDS: wholeNumber(1, 600).default(60),
    WINNOW_LLM_DAILY: wholeNumber(1, 1_000_000).default(500),
    WINNOW_DNS: Dns.optional(),
    WINNOW_LOG_LEVEL: oneOf(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
    WINNOW_DEMO: z.string().optional(),
  })
  .refine(({ WINNOW_LLM_URL: url, WINNOW_LLM_MODEL: model }) => (url === undefined) === (model === undefined), {
    path: ["WINNOW_LLM_URL", "WINNOW_LLM_MODEL"],
    message: "must be set together",
  })
  .refine((set) => (set.WINNOW_OWNER_EMAIL === undefined) === (set.WINNOW_OWNER_PASSWORD_FILE === undefined), {
    path: ["WINNOW_OWNER_EMAIL", "WINNOW_OWNER_PASSWORD_FILE"],
    message: "must be set together",
  })
  .refine((set) => set.DATABASE_URL !== undefined || !(set.DATABASE_DIRECT_URL ?? set.WINNOW_DATABASE_READ_URL), {
    path: ["DATABASE_DIRECT_URL", "WINNOW_DATABASE_READ_URL"],
    message: "requires DATABASE_URL",
  })
  .refine(isProviderWhole, {
    path: ["WINNOW_OIDC_ISSUER", "WINNOW_OIDC_CLIENT_ID", "WINNOW_OIDC_CLIENT_SECRET"],
    message: "must be set together",
  })
  // Host names forwarded by proxies can be chosen by the caller, and this address goes to the provider.
  .refine((set) => set.WINNOW_PUBLIC_URL ?? !(set.WINNOW_OIDC_ISSUER && set.WINNOW_TRUST_PROXY.length > 0), {
    path: ["WINNOW_PUBLIC_URL"],
    message: "is required when WINNOW_OIDC_ISSUER and WINNOW_TRUST_PROXY are set",
  });

/** Every variable of Winnow, without those of its libraries. */
export const ENVIRONMENT_VARIABLES: readonly string[] = Object.keys(Environment.shape);

/** Used to the last character, because existing secrets were encrypted so. */
const KEYS: ReadonlySet<string> = new Set(["WINNOW_SECRET_KEY", "WINNOW_NEW_SECRET_KEY", "WINNOW_BACKUP_PASSPHRASE"]);

/** Of compose.yaml, and what Kubernetes sets for a service whose name begins with winnow. */
const OTHERS_VARIABLE = /^WINNOW_(?:TARGET|(?:\w+_)?(?:SERVICE_(?:HOST|PORT)|PORT)(?:_\w+)?)$/u;

/** The variables that look like Winnow's but aren't, such as misspelled ones. */
export function unknownVariables(source: Record<string, string | undefined>): string[] {
  return Object.keys(source).filter(
    (name) => name.startsWith("WINNOW_") && !isKnown(name) && !OTHERS_VARIABLE.test(name),
  );
}

function isKnown(name: string): boolean {
  return ENVIRONMENT_VARIABLES.includes(name);
}

/** A TZ that isn't a time zone, so that UTC applies; undefined if there is none. POSIX allows a leading colon. */
export function unknownTimeZone({ TZ = "" }: Record<string, string | undefined>): string | undefined {
  return TZ === "" || isTimeZone(TZ.replace(/^:/u, "")) || ownTimeZone() !== "UTC" ? undefined : TZ;
}

/** docker run --env-file passes on the quotation marks that a shell or compose would remove. */
function isQuoted(value: string): boolean {
  return /^(["']).*\1$/su.test(value);
}

/** What the operator can configure, validated once at start and passed on as this object. */
export interface Env {
  port: number;
  host: string;
  dataDir: string;
  /** The PostgreSQL server; undefined for SQLite in the data folder. */
  databaseUrl: string | undefined;
  /** A pooler in front of it; undefined to connect directly. */
  poolerUrl: string | undefined;
  /** A read replica; undefined to read from the primary. */
  readUrl: string | undefined;
  /** The statement timeout. */
  statementMilliseconds: number;
  role: "web" | "worker" | "all";
  /** Where a worker process serves its health; undefined for nowhere. */
  healthPort: number | undefined;
  secretKey: string | undefined;
  /** The new passphrase for `npm run new-key`. */
  newSecretKey: string | undefined;
  /** Where nightly backups are written. */
  backupDir: string;
  /** The passphrase that seals the key in a backup; undefined to prompt for it. */
  backupPassphrase: string | undefined;
  googleSheetsUrl: string;
  googleTokenUrl: string;
  /** Where people sign in to use their mailboxes. */
  googleUrl: string;
  microsoftUrl: string;
  /** Where requests to a CRM go instead; undefined for its own address. */
  crmUrls: { hubspot: string | undefined; pipedrive: string | undefined; salesforce: string | undefined };
  /** The default mailbox server. */
  imapUrl: string;
  /** Whether scrapes may reach private addresses. */
  scrapeAllowPrivate: boolean;
  /** Whether mail servers may be private; undefined allows it while nobody has an account. */
  mailAllowPrivate: boolean | undefined;
  /** The browser that renders pages; undefined to look for one. */
  chromium: string | undefined;
  /** Whether that browser runs in its sandbox. */
  chromiumSandbox: boolean;
  /** The public address, as an origin. */
  publicUrl: string | undefined;
  access: AccessEnv;
  /** The first account, created at start if there is none; null to create it by hand. */
  firstOwner: { email: string; passwordFile: string } | null;
  /** The recipient of support requests. */
  supportEmail: string | undefined;
  /** For the assistant and for unclear messages and pages; null without one. */
  languageModel: {
    url: string;
    model: string;
    key: string | null;
    milliseconds: number;
    requestsPerDay: number;
  } | null;
  /** The DNS servers that look up the domains of email addresses; undefined for the system's. */
  dns: readonly string[] | "off" | undefined;
  logLevel: string;
  /** Tracing; null without a collector. */
  traces: Traces | null;
  /** The file that describes the sample team's servers; undefined outside of the demo. */
  demo: string | undefined;
}

/**
 * Reads the environment. Throws an Error that names every invalid variable and why; an empty variable counts as unset,
 * as in a compose file.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const entries = Object.entries(source).map(
    ([name, value = ""]) => [name, KEYS.has(name) ? value : value.trim()] as const,
  );
  const set = Object.fromEntries(entries.filter(([, value]) => value !== ""));
  const quoted = Object.keys(set).filter((name) => isKnown(name) && !KEYS.has(name) && isQuoted(set[name] ?? ""));
  const parsed = Environment.safeParse(set);
  const traces = readTraceEnv(set);
  if (!parsed.success || !traces.success || quoted.length > 0) {
    const issues = [...(parsed.error?.issues ?? []), ...(traces.error?.issues ?? [])];
    const lines = issues
      .filter(({ path }) => !quoted.includes(path.join()))
      .map(({ path, message }) => `${path.join(", ")}: ${message}`);
    throw new Error(
      `Invalid environment. ${[...quoted.map((name) => `${name}: must not have quotation marks`), ...lines].join("; ")}`,
    );
  }
  const env = parsed.data;
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.WINNOW_DATA_DIR,
    databaseUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    poolerUrl: env.DATABASE_DIRECT_URL === undefined ? undefined : env.DATABASE_URL,
    readUrl: env.WINNOW_DATABASE_READ_URL,
    statementMilliseconds: env.WINNOW_DATABASE_TIMEOUT * 1_000,
    role: env.WINNOW_ROLE,
    healthPort: env.WINNOW_HEALTH_PORT,
    secretKey: env.WINNOW_SECRET_KEY,
    newSecretKey: env.WINNOW_NEW_SECRET_KEY,
    backupDir: env.WINNOW_BACKUP_DIR ?? join(env.WINNOW_DATA_DIR, "backups"),
    backupPassphrase: env.WINNOW_BACKUP_PASSPHRASE,
    googleSheetsUrl: env.WINNOW_GOOGLE_SHEETS_URL,
    googleTokenUrl: env.WINNOW_GOOGLE_TOKEN_URL,
    googleUrl: env.WINNOW_GOOGLE_OAUTH_URL,
    microsoftUrl: env.WINNOW_MICROSOFT_OAUTH_URL,
    crmUrls: {
      hubspot: env.WINNOW_HUBSPOT_URL,
      pipedrive: env.WINNOW_PIPEDRIVE_URL,
      salesforce: env.WINNOW_SALESFORCE_URL,
    },
    imapUrl: env.WINNOW_IMAP_URL,
    scrapeAllowPrivate: env.WINNOW_SCRAPE_ALLOW_PRIVATE,
    mailAllowPrivate: env.WINNOW_MAIL_ALLOW_PRIVATE,
    chromium: env.WINNOW_CHROMIUM,
    chromiumSandbox: env.WINNOW_CHROMIUM_SANDBOX,
    publicUrl: env.WINNOW_PUBLIC_URL,
    access: accessOf(env),
    firstOwner: firstOwnerOf(env),
    supportEmail: env.WINNOW_SUPPORT_EMAIL,
    languageModel: languageModelOf(env),
    dns: env.WINNOW_DNS,
    logLevel: env.WINNOW_LOG_LEVEL,
    traces: traces.data,
    demo: env.WINNOW_DEMO,
  };
}

function firstOwnerOf(env: z.infer<typeof Environment>): Env["firstOwner"] {
  const { WINNOW_OWNER_EMAIL: email, WINNOW_OWNER_PASSWORD_FILE: passwordFile } = env;
  return email === undefined || passwordFile === undefined ? null : { email, passwordFile };
}

function languageModelOf(env: z.infer<typeof Environment>): Env["languageModel"] {
  const { WINNOW_LLM_URL: url, WINNOW_LLM_MODEL: model, WINNOW_LLM_KEY: key = null } = env;
  if (url === undefined || model === undefined) return null;
  return {
    url,
    model,
    key,
    milliseconds: env.WINNOW_LLM_SECONDS * 1_000,
    requestsPerDay: env.WINNOW_LLM_DAILY,
  };
}

function isOrigin({ origin, href }: URL): boolean {
  return href === `${origin}/`;
}

function isDnsServer(server: string): boolean {
  const [, bracketed, plain] = /^(?:\[(.+)\]|([^:]+)):\d{1,5}$/u.exec(server) ?? [];
  return isIP(server) > 0 || isIP(bracketed ?? "") === 6 || isIPv4(plain ?? "");
}
