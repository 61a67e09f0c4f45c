import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";

let systemContext: SecureContext | undefined;

/**
 * The certificate authorities trusted for outgoing connections, as PEM texts: Node's, those of NODE_EXTRA_CA_CERTS and
 * the operating system's, each once.
 */
export function trustedAuthorities(): string[] {
  return [...new Set([...getCACertificates("default"), ...getCACertificates("extra"), ...getCACertificates("system")])];
}

/**
 * How TLS clients verify their peers. Created on first use, because reading a few hundred certificates takes a while.
 */
export function trustedContext(): SecureContext {
  systemContext ??= createSecureContext({ ca: trustedAuthorities() });
  return systemContext;
}
