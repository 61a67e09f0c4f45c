import { isLoopbackHost } from "#server/platform/loopback.ts";

/** Where a mailbox is. Without `tlsFromStart` the connection goes over to TLS by STARTTLS. */
export interface MailboxServer {
  host: string;
  port: number;
  tlsFromStart: boolean;
}

const PORTS = { "imaps:": 993, "imap:": 143 };

/**
 * Reads `imaps://host:port` or `imap://host:port`; without a scheme TLS from the start is meant (RFC 8314 section 3.2),
 * unless the port is 143. Null for what is neither, also for one with a user, a path or a query.
 */
export function readMailboxServer(text: string): MailboxServer | null {
  const trimmed = text.trim();
  const withScheme = /^[a-z][a-z\d+.-]*:\/\//iu.test(trimmed) ? trimmed : `imaps://${trimmed}`;
  const scheme = withScheme.slice(0, withScheme.indexOf("//")).toLowerCase();
  if (scheme !== "imaps:" && scheme !== "imap:") return null;
  // Read as https, because URL checks and normalises hosts only of the schemes that it knows; `:443` would be dropped.
  const rest = withScheme.slice(scheme.length + 2);
  if (!URL.canParse(`https://${rest}`)) return null;
  const { hostname, username, password, pathname, search, hash } = new URL(`https://${rest}`);
  if (hostname === "" || username + password + search + hash !== "" || pathname !== "/") return null;
  const given = /:(\d+)\/?$/u.exec(rest)?.[1];
  const isBare = withScheme !== trimmed;
  const port = given === undefined ? PORTS[scheme] : Number(given);
  if (port === 0) return null;
  return {
    host: hostname.replace(/^\[(.*)\]$/u, "$1"),
    port,
    tlsFromStart: scheme === "imaps:" && !(isBare && port === PORTS["imap:"]),
  };
}

/** `host:port`, with the brackets that an IPv6 address needs. */
export function addressOf({ host, port }: Pick<MailboxServer, "host" | "port">): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Whether a password may go there without encryption: only where it cannot leave this machine. */
export function mayGoUnencrypted({ host }: Pick<MailboxServer, "host">): boolean {
  return isLoopbackHost(host);
}

/** Whether it is Google's, whose refusals have their own reasons. */
export function isGmail({ host }: Pick<MailboxServer, "host">): boolean {
  return /(?:^|\.)(?:gmail|googlemail|google)\.com$/iu.test(host);
}
