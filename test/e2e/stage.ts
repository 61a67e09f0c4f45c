import type { Browser, BrowserContext, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { launchChromium } from "#test/chromium.ts";
import { type GooglePeer, startGooglePeer } from "#test/peers/google/google-peer.ts";
import type { PeerCell } from "#test/peers/google/spreadsheet.ts";
import { type SmtpPeer, startSmtpPeer } from "#test/peers/smtp/smtp-peer.ts";
import { type ServerProcess, startServer } from "#test/server-process.ts";

export interface ContextOptions {
  width?: number;
  height?: number;
  /** What the operating system prefers. */
  colorScheme?: "light" | "dark";
  /** The reader's language and place, as "de-DE" and "Asia/Kolkata". */
  locale?: string;
  timeZone?: string;
  isTouch?: boolean;
}

/** The real server on an empty folder, the servers it talks to, and a browser. */
export interface Stage {
  readonly server: ServerProcess;
  readonly google: GooglePeer;
  readonly smtp: SmtpPeer;
  /** What any page wrote to its console as an error, and what its scripts threw, but for answers that were refused. */
  readonly pageErrors: string[];
  /** A browser profile of its own; pages of one profile are tabs of one person. */
  profile(options?: ContextOptions): Promise<BrowserContext>;
  /** A page at `path` of a profile that nobody else in the running test has, closed and forgotten when that ends. */
  open(path: string, options?: ContextOptions): Promise<Page>;
  /** Calls the API as another client would, and answers its JSON. */
  api(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Signs in for `api`, whose calls come with that session from then on. */
  signIn(person: { username: string; password: string }): Promise<void>;
  /** Adds a sheet with these rows, headers first, that the API key reads. */
  addSheet(name: string, rows: PeerCell[][]): Promise<void>;
  /** Points outgoing e-mail at the SMTP peer. */
  addMailServer(): Promise<void>;
  close(): Promise<void>;
}

const API_KEY = "a-key-of-the-peer";
const MAIL_USER = { username: "winnow", password: "a long password" };

/** Raises the curtain; the caller closes it. `env` are further settings of the server. */
export async function openStage({ env = {} }: { env?: Record<string, string> } = {}): Promise<Stage> {
  const google = await startGooglePeer();
  const smtp = await startSmtpPeer({ mode: "plain", users: { [MAIL_USER.username]: MAIL_USER.password } });
  const server = await startServer({
    env: { WINNOW_GOOGLE_SHEETS_URL: google.sheetsUrl, WINNOW_GOOGLE_TOKEN_URL: google.tokenUrl, ...env },
  });
  const browser: Browser = await launchChromium({ bare: true });
  const pageErrors: string[] = [];
  const free = new Map<string, UsedProfile[]>();
  let cookie: string | null = null;
  google.addApiKey(API_KEY);

  const stage: Stage = {
    server,
    google,
    smtp,
    pageErrors,
    async profile({
      width = 1440,
      height = 900,
      colorScheme = "light",
      locale = "en-GB",
      timeZone,
      isTouch = false,
    } = {}) {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width, height },
        colorScheme,
        hasTouch: isTouch,
        reducedMotion: "reduce",
        locale,
        ...(timeZone !== undefined && { timezoneId: timeZone }),
      });
      await context.addInitScript(saveData);
      context.on("weberror", (error) => pageErrors.push(String(error.error())));
      context.on("console", (message) => {
        // The browser reports each refused or failed request; those are made on purpose here.
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
          pageErrors.push(message.text());
        }
      });
      return context;
    },
    async open(path, options = {}) {
      const kind = JSON.stringify(options);
      const profile = free.get(kind)?.pop() ?? (await openUsedProfile(await stage.profile(options)));
      onTestFinished(async () => {
        await profile.forget();
        free.set(kind, [...(free.get(kind) ?? []), profile]);
      });
      const page = await profile.context.newPage();
      await page.goto(path);
      return page;
    },
    async api(method, path, body) {
      const response = await fetch(`${server.url}/api${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(cookie === null ? {} : { cookie }),
        },
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return text === "" ? null : JSON.parse(text);
    },
    async signIn(person) {
      const response = await fetch(`${server.url}/api/session`, {
        method: "POST",
        body: JSON.stringify(person),
        headers: { "content-type": "application/json" },
      });
      if (!response.ok) throw new Error(`${person.username} cannot sign in: ${await response.text()}`);
      cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? null;
    },
    async addSheet(name, rows) {
      const spreadsheetId = `sheet-of-${name.toLowerCase().replaceAll(/\W+/g, "-")}`;
      google.setSheet(spreadsheetId, "Sheet1", rows);
      google.spreadsheet(spreadsheetId).isPublic = true;
      const config = { spreadsheetId, authMethod: "api_key", apiKey: API_KEY };
      await stage.api("POST", "/data-sources", { name, type: "google_sheets", config });
    },
    async addMailServer() {
      await stage.api("POST", "/email-settings", {
        smtpHost: smtp.host,
        smtpPort: smtp.port,
        ...MAIL_USER,
        fromEmail: "reports@winnow.example",
        recipientEmails: ["sales@winnow.example"],
      });
    },
    async close() {
      await browser.close();
      await server.stop();
      await Promise.all([google.close(), smtp.close()]);
    },
  };
  return stage;
}

/** A profile that one test after the other uses, so that the browser keeps the page's code and need not start anew. */
interface UsedProfile {
  readonly context: BrowserContext;
  /** Closes its pages and forgets what they left: the next test finds it as if it were new. */
  forget(): Promise<void>;
}

async function openUsedProfile(context: BrowserContext): Promise<UsedProfile> {
  // Runs nothing itself, but keeps the process of the pages alive, and reaches what they stored.
  const keeper = await context.newPage();
  await keeper.goto("/healthz");
  return {
    context,
    async forget() {
      const pages = context.pages().filter((page) => page !== keeper);
      await Promise.all(pages.map((page) => page.close()));
      await keeper.evaluate(() => localStorage.clear());
      await Promise.all([
        context.clearCookies(),
        context.clearPermissions(),
        context.unrouteAll(),
        context.setOffline(false),
      ]);
    },
  };
}

/**
 * Runs in a page before its own scripts: it then fetches only the code it needs, not that of all screens ahead, which
 * is half of what a page costs. live.test.ts, whose browser is its own, sees that code come.
 */
function saveData(): void {
  Object.defineProperty(Navigator.prototype, "connection", { value: { saveData: true } });
}
