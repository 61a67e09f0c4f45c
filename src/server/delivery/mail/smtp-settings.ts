import type { Socket } from "node:net";
import type { SecureContext } from "node:tls";
import type { SMTPConnectionOptions } from "nodemailer/lib/smtp-connection";
import type { AccessTokens } from "#server/platform/mail-reach.ts";
import { openGuardedSocket, requireReachable, type ReachNow } from "#server/platform/guarded-socket.ts";
import { isLoopbackHost } from "#server/platform/loopback.ts";

/** The account for outgoing mail, with the password in clear. */
export interface SmtpSettings {
  smtpHost: string;
  smtpPort: number;
  username: string;
  password: string;
  /** Signs in with access tokens instead of the password. */
  tokens?: AccessTokens | undefined;
  fromEmail: string;
  recipientEmails: readonly string[];
}

/** Timeouts in milliseconds: for connecting, for the greeting, and for inactivity. */
export interface MailTimeouts {
  connect: number;
  greeting: number;
  silence: number;
}

export interface ConnectionRules {
  /** Which servers are reachable. */
  reach: ReachNow;
  trust: () => SecureContext;
  timeouts: MailTimeouts;
  /** Whether this port uses TLS from the start (RFC 8314 section 3.3) rather than STARTTLS. */
  isTlsFromStart: (port: number) => boolean;
}

/** The standard ports (RFC 5321, 6409, 8314) and alternatives that providers offer because networks block 25. */
const SMTP_PORTS: ReadonlySet<number> = new Set([25, 26, 465, 587, 2465, 2525, 2587]);

/**
 * Connects to the server at an address that was checked; everything that follows, TLS included, uses this connection.
 * Rejects with PrivateAddressError, ForeignPortError or the system's error.
 */
export async function connectTo(settings: SmtpSettings, { reach, timeouts }: ConnectionRules): Promise<Socket> {
  const host = hostOf(settings);
  const reachNow = await reach();
  requireReachable(host, settings.smtpPort, SMTP_PORTS, reachNow);
  return openGuardedSocket(host, settings.smtpPort, reachNow, timeouts.connect);
}

/** The host without the brackets of an IPv6 address. */
export function hostOf({ smtpHost }: Pick<SmtpSettings, "smtpHost">): string {
  return smtpHost.replace(/^\[(.*)\]$/u, "$1");
}

/**
 * Connection options: TLS from the start, or STARTTLS if offered, always verified. Except on loopback, a server without
 * TLS is refused, so that the password never crosses a network in clear.
 */
export function connectionOptions(settings: SmtpSettings, rules: ConnectionRules): SMTPConnectionOptions {
  const host = hostOf(settings);
  return {
    host,
    port: settings.smtpPort,
    secure: rules.isTlsFromStart(settings.smtpPort),
    requireTLS: !isLoopbackHost(host),
    connectionTimeout: rules.timeouts.connect,
    greetingTimeout: rules.timeouts.greeting,
    socketTimeout: rules.timeouts.silence,
    tls: { secureContext: rules.trust(), rejectUnauthorized: true },
  };
}
