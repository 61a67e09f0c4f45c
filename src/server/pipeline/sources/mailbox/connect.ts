import { ImapFlow } from "imapflow";
import type { SecureContext } from "node:tls";
import { MINUTE } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { guardedLookup } from "#server/platform/guarded-connect.ts";
import { requireReachable, type ReachNow } from "#server/platform/guarded-socket.ts";
import { mayGoUnencrypted, type MailboxServer } from "#server/pipeline/sources/mailbox/mailbox-server.ts";

/** The account to read mail from, with the password or an access token in plain text. */
export interface MailboxAccess {
  server: MailboxServer;
  user: string;
  password: string;
  /** Used instead of the password. */
  accessToken: string | undefined;
}

/** Server timeouts in milliseconds: for connecting, for the greeting, and between any two responses. */
export interface MailboxTimeouts {
  connect: number;
  greeting: number;
  silence: number;
}

export interface ConnectionRules {
  /** Which servers may be connected to. */
  reach: ReachNow;
  trust: () => SecureContext;
  timeouts: MailboxTimeouts;
}

/** RFC 3501 and RFC 8314. */
const IMAP_PORTS: ReadonlySet<number> = new Set([143, 993]);
/** Servers end an IDLE after 29 minutes or more (RFC 2177), but routers drop silent connections much sooner. */
const IDLE_MILLISECONDS = 9 * MINUTE;
/** Cuts off a server that sends more than the requested part, to bound memory. */
const LITERAL_BYTES = 16 * LIMITS.mailbox.messageBytes;

/**
 * Connects to an address that was checked after DNS lookup, and signs in. Uses TLS from the start, or STARTTLS whenever
 * the server offers it, always with certificate verification. Beyond loopback, a server without TLS is rejected so that
 * the password is never sent in plain text. The client never reconnects; the caller opens a new one instead. `signal`
 * closes the connection. Rejects with PrivateAddressError, ForeignPortError or the client's error.
 */
export async function connect(access: MailboxAccess, rules: ConnectionRules, signal: AbortSignal): Promise<ImapFlow> {
  const { server, user, password, accessToken } = access;
  const reach = await rules.reach();
  requireReachable(server.host, server.port, IMAP_PORTS, reach);
  const client = new ImapFlow({
    host: server.host,
    port: server.port,
    secure: server.tlsFromStart,
    ...(!server.tlsFromStart && !mayGoUnencrypted(server) && { doSTARTTLS: true }),
    auth: accessToken === undefined ? { user, pass: withoutGaps(password) } : { user, accessToken },
    clientInfo: { name: "Winnow", version: false, vendor: false, "support-url": false },
    tls: {
      secureContext: rules.trust(),
      rejectUnauthorized: true,
      // The client also passes these to the socket, with and without TLS from the start.
      lookup: guardedLookup(reach.resolve, reach),
    },
    logger: false,
    disableAutoIdle: true,
    // Large message content is already compressed, and inflating costs more than it saves.
    disableCompression: true,
    maxIdleTime: IDLE_MILLISECONDS,
    maxLiteralSize: LITERAL_BYTES,
    maxResponseSize: 2 * LITERAL_BYTES,
    connectionTimeout: rules.timeouts.connect,
    greetingTimeout: rules.timeouts.greeting,
    socketTimeout: rules.timeouts.silence,
  });
  // An unhandled error event would end the process; the pending command rejects with the same error anyway.
  client.on("error", () => {});
  const close = (): void => client.close();
  signal.addEventListener("abort", close, { once: true });
  if (signal.aborted) close();
  client.on("close", () => signal.removeEventListener("abort", close));
  try {
    await client.connect();
  } catch (error) {
    client.close();
    throw error;
  }
  return client;
}

/** Google displays app passwords in four groups of four letters; the spaces are not part of them. */
function withoutGaps(password: string): string {
  return /^[a-z]{4}(?: [a-z]{4}){3}$/u.test(password) ? password.replaceAll(" ", "") : password;
}
