import type { Socket } from "node:net";
import type { SecureContext } from "node:tls";
import type { SMTPConnectionOptions } from "nodemailer/lib/smtp-connection";
import { openGuardedSocket, requireReachable, type ReachNow } from "#server/platform/guarded-socket.ts";
import { isLoopbackHost } from "#server/platform/loopback.ts";

/** The account that mail goes out through; the password as typed, not sealed. */
export interface SmtpSettings {
  smtpHost: string;
  smtpPort: number;
  username: string;
  password: string;
  fromEmail: string;
  recipientEmails: readonly string[];
}

/** How long a server may take, in milliseconds: to be reached, to greet, and between any two signs of life. */
export interface MailTimeouts {
  connect: number;
  greeting: number;
  silence: number;
}

export interface ConnectionRules {
  /** Which servers may be connected to. */
  reach: ReachNow;
  trust: () => SecureContext;
  timeouts: MailTimeouts;
  /** Whether TLS comes before the first word on this port (RFC 8314 section 3.3), instead of by STARTTLS. */
  isTlsFromStart: (port: number) => boolean;
}

/** Where providers take mail (RFC 5321, 6409, 8314) and what they offer beside that, because networks close 25. */
const SMTP_PORTS: ReadonlySet<number> = new Set([25, 26, 465, 587, 2465, 2525, 2587]);

/**
 * Connects to the server; all that follows, TLS included, goes over this one connection to an address that was checked.
 * Rejects with PrivateAddressError, ForeignPortError or the system's error.
 */
export async function connectTo(settings: SmtpSettings, { reach, timeouts }: ConnectionRules): Promise<Socket> {
  const host = hostOf(settings);
  const reachNow = await reach();
  requireReachable(host, settings.smtpPort, SMTP_PORTS, reachNow);
  return openGuardedSocket(host, settings.smtpPort, reachNow, timeouts.connect);
}

/** The host without the brackets that an IPv6 address may stand in. */
export function hostOf({ smtpHost }: Pick<SmtpSettings, "smtpHost">): string {
  return smtpHost.replace(/^\[(.*)\]$/u, "$1");
}

/**
 * How to talk over a connection: TLS from the start or STARTTLS whenever it is offered, always verified. Beyond loopback the
 * connection is given up when the server offers no TLS, so that the password never crosses a network in the clear.
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
