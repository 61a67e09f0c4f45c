import type { SecureContext } from "node:tls";
import type { SMTPConnectionOptions } from "nodemailer/lib/smtp-connection";
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
  trust: () => SecureContext;
  timeouts: MailTimeouts;
  /** Whether TLS comes before the first word on this port (RFC 8314 section 3.3), instead of by STARTTLS. */
  isTlsFromStart: (port: number) => boolean;
}

/**
 * How to connect: TLS from the start or STARTTLS whenever it is offered, always verified. Beyond loopback the
 * connection is given up when the server offers no TLS, so that the password never crosses a network in the clear.
 */
export function connectionOptions(settings: SmtpSettings, rules: ConnectionRules): SMTPConnectionOptions {
  const host = settings.smtpHost.replace(/^\[(.*)\]$/u, "$1");
  return {
    host,
    port: settings.smtpPort,
    secure: rules.isTlsFromStart(settings.smtpPort),
    requireTLS: !isLoopbackHost(host),
    connectionTimeout: rules.timeouts.connect,
    dnsTimeout: rules.timeouts.connect,
    greetingTimeout: rules.timeouts.greeting,
    socketTimeout: rules.timeouts.silence,
    tls: { secureContext: rules.trust(), rejectUnauthorized: true },
  };
}
