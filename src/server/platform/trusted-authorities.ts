import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";

let systemContext: SecureContext | undefined;

/**
 * The certificate authorities that a server Winnow talks to must be vouched for by, as PEM texts: those Node
 * ships, those of NODE_EXTRA_CA_CERTS and those of the operating system, each once.
 */
export function trustedAuthorities(): string[] {
  return [...new Set([...getCACertificates("default"), ...getCACertificates("extra"), ...getCACertificates("system")])];
}

/** What TLS clients verify their peers with. Made at the first use, because reading a few hundred certificates takes a while. */
export function trustedContext(): SecureContext {
  systemContext ??= createSecureContext({ ca: trustedAuthorities() });
  return systemContext;
}
