import type { ImapFlow } from "imapflow";
import type { SecureContext } from "node:tls";
import type { AccessTokens } from "#server/platform/mail-reach.ts";
import { AppError, messageOf, upstreamFailed } from "#server/platform/errors.ts";
import { addressOf } from "#server/platform/mail-server-failure.ts";
import { quoteWithoutSecrets } from "#server/platform/server-words.ts";
import { PUBLIC_ONLY, type ReachNow } from "#server/platform/guarded-socket.ts";
import { inSpan } from "#server/platform/tracing.ts";
import { trustedContext } from "#server/platform/trusted-authorities.ts";
import type { ConnectionRules, MailboxAccess, MailboxTimeouts } from "#server/pipeline/sources/mailbox/connect.ts";
import { chooseFolders, missingFolders, type FolderChoice } from "#server/pipeline/sources/mailbox/folders.ts";
import type { MailboxFailureCode, MailboxTarget } from "#server/pipeline/sources/mailbox/mailbox-failure-codes.ts";
import { explainMailboxFailure, isSignInRefused } from "#server/pipeline/sources/mailbox/mailbox-failure.ts";
import { readMailboxServer } from "#server/pipeline/sources/mailbox/mailbox-server.ts";
import { findMessage, type MessageWanted } from "#server/pipeline/sources/mailbox/find-message.ts";
import { readFolder, type MessageBatch, type ReadRequest } from "#server/pipeline/sources/mailbox/read-folder.ts";
import { watchFolder, type WatchHooks } from "#server/pipeline/sources/mailbox/watch-folder.ts";

/** The user's mailbox settings, with the password in plain text. */
export interface MailboxSettings {
  /** The email address, which is also the user name. */
  email: string;
  password: string;
  /** Signs in with access tokens instead of the password. */
  tokens?: AccessTokens | undefined;
  /** `imaps://host:port` or `imap://host:port`. */
  server: string;
  /** Comma-separated folder names. */
  labels: string;
}

export interface MailboxCheck {
  success: boolean;
  message: string;
  code: "ok" | MailboxFailureCode;
  /** What the mailbox contains, if it could be checked. */
  folders?: string[];
}

/** An authenticated mailbox connection. */
export interface OpenMailbox {
  /** The requested folders, by the server's names for them. */
  readonly folders: readonly string[];
  /** Reads new messages from one of them; see readFolder. Throws AppError with a MailboxFailureCode as its id. */
  read(request: ReadRequest): AsyncGenerator<MessageBatch>;
  close(): Promise<void>;
}

export interface MailboxOptions {
  /** Which servers may be connected to; by default public ones on mail ports. */
  reach?: ReachNow;
  /** Certificate authorities to trust. */
  trust?: () => SecureContext;
  timeouts?: MailboxTimeouts;
}

/** Searching a very large folder can take minutes before the first response. */
const TIMEOUTS: MailboxTimeouts = { connect: 20_000, greeting: 20_000, silence: 180_000 };

/** Mailbox access; the IMAP client is loaded on first use. No operation flags, moves or deletes a message. */
export function createMailboxes(options: MailboxOptions = {}) {
  const rules: ConnectionRules = {
    reach: options.reach ?? PUBLIC_ONLY,
    trust: options.trust ?? trustedContext,
    timeouts: options.timeouts ?? TIMEOUTS,
  };

  /** Signs in, runs `work` with the connection, and translates its errors for the user. */
  async function connected<T>(
    settings: MailboxSettings,
    signal: AbortSignal,
    work: (client: ImapFlow, target: MailboxTarget) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const server = readMailboxServer(settings.server);
    if (server === null) throw invalidServer(settings.server);
    const { email: user, password, tokens } = settings;
    const usesToken = tokens !== undefined;
    const target = { ...server, user, usesToken, quote: quoteWithoutSecrets(user, password) };
    try {
      const client = await signedIn({ server, user, password, accessToken: await tokens?.() }, tokens, signal);
      try {
        return await work(client, target);
      } catch (error) {
        client.close();
        throw error;
      }
    } catch (error) {
      throw asAppError(error, target);
    }
  }

  /** Connects. A refused access token, as one revoked early, is replaced once. */
  async function signedIn(
    access: MailboxAccess,
    tokens: AccessTokens | undefined,
    signal: AbortSignal,
  ): Promise<ImapFlow> {
    const { connect } = await import("#server/pipeline/sources/mailbox/connect.ts");
    const once = (by: MailboxAccess): Promise<ImapFlow> =>
      inSpan("IMAP sign-in", { kind: "client" }, () => connect(by, rules, signal));
    try {
      return await once(access);
    } catch (error) {
      if (access.accessToken === undefined || tokens === undefined || !isSignInRefused(error)) throw error;
      return once({ ...access, accessToken: await tokens(access.accessToken) });
    }
  }

  return {
    /** Signs in and looks up the folders. Throws only the reason of `signal`. */
    async check(settings: MailboxSettings, signal: AbortSignal): Promise<MailboxCheck> {
      try {
        return await connected(settings, signal, async (client, target) => {
          const choice = await chooseFolders(client, settings.labels);
          const { secureConnection } = client;
          await sayGoodbye(client);
          return checked(choice, target, secureConnection);
        });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { success: false, code: error.id as MailboxFailureCode, message: error.message };
      }
    },

    /** Throws AppError with a MailboxFailureCode as its id, including for a missing folder. */
    open(settings: MailboxSettings, signal: AbortSignal): Promise<OpenMailbox> {
      return connected(settings, signal, async (client, target) => {
        const choice = await chooseFolders(client, settings.labels);
        if (choice.missing.length > 0) throw folderMissing(choice);
        return {
          folders: choice.folders,
          async *read(request) {
            try {
              yield* readFolder(client, request);
            } catch (error) {
              throw asAppError(error, target);
            }
          },
          close: () => sayGoodbye(client),
        };
      });
    },

    /**
     * Fetches one message again, see findMessage; null if it no longer exists. Throws like `open`, or the signal's
     * reason.
     */
    async find(settings: MailboxSettings, wanted: MessageWanted, signal: AbortSignal): Promise<Uint8Array | null> {
      try {
        return await connected(settings, signal, async (client) => {
          const found = await findMessage(client, wanted);
          await sayGoodbye(client);
          return found;
        });
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      }
    },

    /**
     * Calls `onNews` once at the start and whenever mail arrives in the first folder while connected, and `onReady` once
     * listening. Resolves when `signal` aborts. Throws like `open`.
     */
    async watch(settings: MailboxSettings, hooks: WatchHooks, signal: AbortSignal): Promise<void> {
      try {
        await connected(settings, signal, async (client) => {
          const choice = await chooseFolders(client, settings.labels);
          const [first] = choice.folders;
          if (first === undefined) throw folderMissing(choice);
          await watchFolder(client, first, hooks);
        });
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
  };
}

export type Mailboxes = ReturnType<typeof createMailboxes>;

function checked(choice: FolderChoice, target: MailboxTarget, isEncrypted: boolean): MailboxCheck {
  const { existing: folders } = choice;
  if (choice.missing.length > 0) {
    return { success: false, code: "mailbox_folder_missing", message: missingFolders(choice), folders };
  }
  const how = isEncrypted ? "over TLS" : "without encryption";
  const names = choice.folders.join(", ");
  return { success: true, code: "ok", message: `Connected to ${addressOf(target)} ${how}; found ${names}.`, folders };
}

/** Logs out, or closes the connection at once if the server does not respond. */
async function sayGoodbye(client: ImapFlow): Promise<void> {
  await client.logout().catch(() => {
    // Already closed.
  });
  client.close();
}

function invalidServer(server: string): AppError {
  const code: MailboxFailureCode = "mailbox_server_invalid";
  return new AppError(code, 422, `“${server}” isn't a mailbox server. Enter it like imaps://imap.example.com:993.`, {
    fields: [{ field: "server", message: "Enter it like imaps://imap.example.com:993" }],
  });
}

function folderMissing(choice: FolderChoice): AppError {
  const code: MailboxFailureCode = "mailbox_folder_missing";
  return upstreamFailed(code, missingFolders(choice));
}

/** The client's error can echo server text, so only the quoted response is passed on for the log. */
function asAppError(error: unknown, target: MailboxTarget): AppError {
  if (error instanceof AppError) return error;
  const { code, message } = explainMailboxFailure(error, target);
  return upstreamFailed(code, message, new Error(target.quote(messageOf(error))));
}
