import { isLoopbackHost } from "#server/platform/loopback.ts";

/** A mailbox server. Without `tlsFromStart` the connection upgrades by STARTTLS. */
export interface MailboxServer {
  host: string;
  port: number;
  tlsFromStart: boolean;
}

const PORTS = { "imaps:": 993, "imap:": 143 };

/**
 * Parses `imaps://host:port` or `imap://host:port`. Without a scheme, TLS from the start is assumed (RFC 8314 section
 * 3.2) unless the port is 143. Null for anything else, including URLs with a user, path or query.
 */
export function readMailboxServer(text: string): MailboxServer | null {
  const trimmed = text.trim();
  const withScheme = /^[a-z][a-z\d+.-]*:\/\//iu.test(trimmed) ? trimmed : `imaps://${trimmed}`;
  const scheme = withScheme.slice(0, withScheme.indexOf("//")).toLowerCase();
  if (scheme !== "imaps:" && scheme !== "imap:") return null;
  // Parsed as https because URL validates hosts only for schemes it knows; it would drop `:443`.
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

/** Whether a password may be sent unencrypted: only to this machine. */
export function mayGoUnencrypted({ host }: Pick<MailboxServer, "host">): boolean {
  return isLoopbackHost(host);
}

/** Whether the server is Google's, which rejects sign-ins for its own reasons. */
export function isGmail({ host }: Pick<MailboxServer, "host">): boolean {
  return /(?:^|\.)(?:gmail|googlemail|google)\.com$/iu.test(host);
}
