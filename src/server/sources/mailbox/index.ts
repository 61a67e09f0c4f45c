import type { ImapFlow } from "imapflow";
import type { SecureContext } from "node:tls";
import { AppError, messageOf, upstreamFailed } from "#server/platform/errors.ts";
import { quoteWithoutSecrets } from "#server/platform/server-words.ts";
import { PUBLIC_ONLY, type ReachNow } from "#server/platform/guarded-socket.ts";
import { inSpan } from "#server/platform/tracing.ts";
import { trustedContext } from "#server/platform/trusted-authorities.ts";
import type { ConnectionRules, MailboxTimeouts } from "#server/sources/mailbox/connect.ts";
import { chooseFolders, missingFolders, type FolderChoice } from "#server/sources/mailbox/folders.ts";
import type { MailboxFailureCode, MailboxTarget } from "#server/sources/mailbox/mailbox-failure-codes.ts";
import { explainMailboxFailure } from "#server/sources/mailbox/mailbox-failure.ts";
import { addressOf, readMailboxServer } from "#server/sources/mailbox/mailbox-server.ts";
import { findMessage, type MessageWanted } from "#server/sources/mailbox/find-message.ts";
import { readFolder, type MessageBatch, type ReadRequest } from "#server/sources/mailbox/read-folder.ts";
import { watchFolder, type WatchHooks } from "#server/sources/mailbox/watch-folder.ts";

/** What a person set up; the password as typed, not sealed. */
export interface MailboxSettings {
  /** The address, which is also the user name. */
  email: string;
  password: string;
  /** `imaps://host:port` or `imap://host:port`. */
  server: string;
  /** Folders, separated by commas. */
  labels: string;
}

export interface MailboxCheck {
  success: boolean;
  message: string;
  code: "ok" | MailboxFailureCode;
  /** What the mailbox has, where it could be asked. */
  folders?: string[];
}

/** A connection to a mailbox that is signed in. */
export interface OpenMailbox {
  /** Those of the folders asked for, under the names that the server gives them. */
  readonly folders: readonly string[];
  /** Reads what is new in one of them, as readFolder says. Throws AppError with a MailboxFailureCode as its id. */
  read(request: ReadRequest): AsyncGenerator<MessageBatch>;
  close(): Promise<void>;
}

/** The part that talks to mailboxes. Nothing it does marks, moves or deletes a message. */
export interface Mailboxes {
  /** Signs in and looks for the folders. Throws only the reason of `signal` when that ends it. */
  check(settings: MailboxSettings, signal: AbortSignal): Promise<MailboxCheck>;
  /** Throws AppError with a MailboxFailureCode as its id, also when a folder asked for is not there. */
  open(settings: MailboxSettings, signal: AbortSignal): Promise<OpenMailbox>;
  /** Reads one message again, as findMessage says; null when it is not there. Throws as `open` does, or the signal's reason. */
  find(settings: MailboxSettings, wanted: MessageWanted, signal: AbortSignal): Promise<Uint8Array | null>;
  /**
   * Calls `onNews` when mail arrives in the first of the folders, for as long as the connection stands, and once at the
   * start; `onReady` when it listens. Resolves when `signal` ends it. Throws as `open` does.
   */
  watch(settings: MailboxSettings, hooks: WatchHooks, signal: AbortSignal): Promise<void>;
}

export interface MailboxOptions {
  /** Which servers may be connected to; without it public ones on ports of mail. */
  reach?: ReachNow;
  /** Which certificate authorities servers must be vouched for by. */
  trust?: () => SecureContext;
  timeouts?: MailboxTimeouts;
}

/** A search through a very large folder may take minutes before its first word. */
const TIMEOUTS: MailboxTimeouts = { connect: 20_000, greeting: 20_000, silence: 180_000 };

/** Makes the part that talks to mailboxes; the IMAP client is loaded when it is first needed. */
export function createMailboxes(options: MailboxOptions = {}): Mailboxes {
  const rules: ConnectionRules = {
    reach: options.reach ?? PUBLIC_ONLY,
    trust: options.trust ?? trustedContext,
    timeouts: options.timeouts ?? TIMEOUTS,
  };

  /** Signs in, lets `work` use the connection, and tells its failures in words. */
  async function connected<T>(
    settings: MailboxSettings,
    signal: AbortSignal,
    work: (client: ImapFlow, target: MailboxTarget) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const { email: user, password } = settings;
    const server = readMailboxServer(settings.server);
    if (server === null) throw invalidServer(settings.server);
    const target = { ...server, user, quote: quoteWithoutSecrets(user, password) };
    try {
      const { connect } = await import("#server/sources/mailbox/connect.ts");
      const client = await inSpan("IMAP sign-in", { kind: "client" }, () =>
        connect({ server, user, password }, rules, signal),
      );
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

  return {
    async check(settings, signal) {
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

    open(settings, signal) {
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

    async find(settings, wanted, signal) {
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

    async watch(settings, hooks, signal) {
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

function checked(choice: FolderChoice, target: MailboxTarget, isEncrypted: boolean): MailboxCheck {
  const { existing: folders } = choice;
  if (choice.missing.length > 0) {
    return { success: false, code: "mailbox_folder_missing", message: missingFolders(choice), folders };
  }
  const how = isEncrypted ? "over TLS" : "without encryption";
  const names = choice.folders.join(", ");
  return { success: true, code: "ok", message: `Connected to ${addressOf(target)} ${how}; found ${names}.`, folders };
}

/** Ends the connection politely, or at once when the server does not answer. */
async function sayGoodbye(client: ImapFlow): Promise<void> {
  await client.logout().catch(() => {
    // It is gone already.
  });
  client.close();
}

function invalidServer(server: string): AppError {
  const code: MailboxFailureCode = "mailbox_server_invalid";
  return new AppError(code, 422, `“${server}” is no mailbox server. Write it as imaps://imap.example.com:993.`, {
    fields: [{ field: "server", message: "Write it as imaps://imap.example.com:993" }],
  });
}

function folderMissing(choice: FolderChoice): AppError {
  const code: MailboxFailureCode = "mailbox_folder_missing";
  return upstreamFailed(code, missingFolders(choice));
}

/** The client's error may repeat what the server said, so only its quoted words go along for the log. */
function asAppError(error: unknown, target: MailboxTarget): AppError {
  if (error instanceof AppError) return error;
  const { code, message } = explainMailboxFailure(error, target);
  return upstreamFailed(code, message, new Error(target.quote(messageOf(error))));
}
