import { ImapFlow } from "imapflow";
import type { SecureContext } from "node:tls";
import { LIMITS } from "#shared/limits.ts";
import { guardedLookup } from "#server/platform/guarded-connect.ts";
import { requireReachable, type ReachNow } from "#server/platform/guarded-socket.ts";
import { mayGoUnencrypted, type MailboxServer } from "#server/sources/mailbox/mailbox-server.ts";

/** The account that mail is read from; the password as typed, not sealed. */
export interface MailboxAccess {
  server: MailboxServer;
  user: string;
  password: string;
}

/** How long a server may take, in milliseconds: to be reached, to greet, and between any two signs of life. */
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
/** Servers end an IDLE after 29 minutes or more (RFC 2177); routers forget a silent connection much sooner. */
const IDLE_MILLISECONDS = 9 * 60_000;
/** A server that does not keep to the part it was asked for is cut off here rather than filling the memory. */
const LITERAL_BYTES = 16 * LIMITS.mailbox.messageBytes;

/**
 * Connects, to an address that was checked after the name was looked up, and signs in. TLS comes from the start or by STARTTLS whenever it is offered, always verified; beyond
 * loopback the connection is given up when the server offers none, so that the password never crosses a network in the
 * clear. The client never reconnects by itself: whoever loses it opens a new one. `signal` closes it. Rejects with
 * PrivateAddressError, ForeignPortError or the client's error.
 */
export async function connect(access: MailboxAccess, rules: ConnectionRules, signal: AbortSignal): Promise<ImapFlow> {
  const { server, user, password } = access;
  const reach = await rules.reach();
  requireReachable(server.host, server.port, IMAP_PORTS, reach);
  const client = new ImapFlow({
    host: server.host,
    port: server.port,
    secure: server.tlsFromStart,
    ...(!server.tlsFromStart && !mayGoUnencrypted(server) && { doSTARTTLS: true }),
    auth: { user, pass: withoutGaps(password) },
    clientInfo: { name: "Winnow", version: false, vendor: false, "support-url": false },
    tls: {
      secureContext: rules.trust(),
      rejectUnauthorized: true,
      // The client passes these on to the socket too, with TLS from the start and without.
      lookup: guardedLookup(reach.resolve, reach),
    },
    logger: false,
    disableAutoIdle: true,
    // The text of messages is compressed once already where it is large, and inflating costs more than it saves.
    disableCompression: true,
    maxIdleTime: IDLE_MILLISECONDS,
    maxLiteralSize: LITERAL_BYTES,
    maxResponseSize: 2 * LITERAL_BYTES,
    connectionTimeout: rules.timeouts.connect,
    greetingTimeout: rules.timeouts.greeting,
    socketTimeout: rules.timeouts.silence,
  });
  // Without a listener an error on the connection would end the process; the command under way rejects with it anyway.
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

/** Google shows its app passwords in four groups of four letters; the gaps are not part of them. */
function withoutGaps(password: string): string {
  return /^[a-z]{4}(?: [a-z]{4}){3}$/u.test(password) ? password.replaceAll(" ", "") : password;
}
