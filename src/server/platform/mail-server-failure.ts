import { PrivateAddressError } from "#server/platform/guarded-connect.ts";
import { ForeignPortError } from "#server/platform/guarded-socket.ts";
import { foreignPort, privateHost } from "#server/platform/mail-reach.ts";

/** What SMTP and IMAP call the same things. */
export interface MailProtocol {
  /** Where a person enters the host. */
  field: string;
  usualPorts: string;
  tlsPort: number;
  withStartTls: string;
  withTls: string;
  /** Which port goes with which kind of TLS. */
  kindsOfTls: string;
}

/** Where a connection went, and how to quote what came back. */
export interface MailServerTarget {
  host: string;
  port: number;
  quote: (text: string) => string;
}

interface ConnectionFailure {
  kind:
    | "host_private"
    | "port_refused"
    | "certificate_wrong_name"
    | "certificate_expired"
    | "certificate_untrusted"
    | "host_not_found"
    | "unreachable"
    | "connection_refused"
    | "timeout"
    | "wrong_port";
  message: string;
}

/**
 * Why there was no connection to a mail server, by the code of the error; undefined for what only the protocol's client
 * can explain.
 */
export function connectionFailure(
  error: unknown,
  code: string | undefined,
  target: MailServerTarget,
  protocol: MailProtocol,
): ConnectionFailure | undefined {
  const where = addressOf(target);
  if (error instanceof PrivateAddressError) return { kind: "host_private", message: privateHost(target.host) };
  if (error instanceof ForeignPortError) {
    return { kind: "port_refused", message: foreignPort(target.port, protocol.usualPorts) };
  }
  switch (code) {
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return {
        kind: "certificate_wrong_name",
        message:
          `The certificate of ${where} isn't for ${target.host}${namesOn(error, target)}. ` +
          `Use the name on the certificate as the ${protocol.field}.`,
      };
    case "CERT_HAS_EXPIRED":
    case "CERT_NOT_YET_VALID":
      return {
        kind: "certificate_expired",
        message:
          `The certificate of ${where} ${code === "CERT_HAS_EXPIRED" ? "has expired" : "isn't valid yet"}. ` +
          "Its administrator must renew it. Check this machine's clock, too.",
      };
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
    case "UNABLE_TO_GET_ISSUER_CERT":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
    case "CERT_UNTRUSTED":
    case "INVALID_CA":
      return {
        kind: "certificate_untrusted",
        message:
          `The certificate of ${where} is from an untrusted authority. If it's your own server, ` +
          "set NODE_EXTRA_CA_CERTS to its CA certificate file and restart Winnow.",
      };
    case "ENOTFOUND":
    case "ENODATA":
      return {
        kind: "host_not_found",
        message: `No host is named ${target.host}. Check the ${protocol.field} for typos.`,
      };
    case "EAI_AGAIN":
    case "EAI_FAIL":
      return {
        kind: "unreachable",
        message: `Couldn't look up ${target.host}. Check this machine's network and try again.`,
      };
    case "ECONNREFUSED":
      return {
        kind: "connection_refused",
        message: `${where} refused the connection. Check the port; it's usually ${protocol.usualPorts}.`,
      };
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "ENETDOWN":
    case "EACCES":
    case "EADDRNOTAVAIL":
      return {
        kind: "unreachable",
        message: `Couldn't reach ${where} from this machine. Check the network and the firewall.`,
      };
    case "ETIMEDOUT":
      return {
        kind: "timeout",
        message: `${where} didn't respond in time. Check the ${protocol.field} and port, and whether a firewall blocks the connection.`,
      };
    case "ERR_SSL_WRONG_VERSION_NUMBER":
    case "ERR_SSL_PACKET_LENGTH_TOO_LONG":
    case "ERR_SSL_RECORD_LAYER_FAILURE":
      return {
        kind: "wrong_port",
        message: `${where} doesn't use implicit TLS, as port ${protocol.tlsPort} should. ${protocol.withStartTls}`,
      };
    default:
      return undefined;
  }
}

/** Whether an error's code is one of TLS, apart from those of a certificate. */
export function isTlsCode(code: string): boolean {
  return code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_") || code === "EPROTO";
}

export function tlsFailed(error: Error, target: MailServerTarget): string {
  return `Couldn't make an encrypted connection to ${addressOf(target)}. The server may only support outdated TLS: ${target.quote(error.message)}`;
}

export function offersNoTls(target: MailServerTarget, { withTls }: MailProtocol): string {
  return `${addressOf(target)} doesn't offer encryption (STARTTLS), and Winnow never sends a password unencrypted. ${withTls}`;
}

export function droppedConnection(target: MailServerTarget, { kindsOfTls }: MailProtocol): string {
  return (
    `${addressOf(target)} closed the connection early. Try again. If it keeps happening, check that the port ` +
    `matches the type of TLS: ${kindsOfTls}.`
  );
}

export function talkFailed(error: Error, target: MailServerTarget): string {
  return `Communication with ${addressOf(target)} failed: ${target.quote(error.message)}`;
}

/** `host:port`, with the brackets that an IPv6 address needs. */
export function addressOf({ host, port }: Pick<MailServerTarget, "host" | "port">): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

function namesOn(error: unknown, target: MailServerTarget): string {
  if (!(error instanceof Error) || !("cert" in error)) return "";
  const names = (error.cert as { subjectaltname?: string } | undefined)?.subjectaltname;
  return names === undefined ? "" : ` but for ${target.quote(names)}`;
}
