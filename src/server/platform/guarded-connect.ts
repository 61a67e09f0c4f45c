import { lookup as systemLookup, type LookupAddress, type LookupOptions } from "node:dns";
import type { LookupFunction } from "node:net";
import type { SecureContext } from "node:tls";
import type { buildConnector } from "undici";
import { mayConnect, type AddressRule } from "#server/platform/public-address.ts";

/** Every address of a host, as `dns.lookup` returns them. */
export type Resolve = (host: string, answer: (error: Error | null, addresses: LookupAddress[]) => void) => void;

export const systemResolve: Resolve = (host, answer) =>
  systemLookup(host, { all: true }, (error, addresses) => answer(error, error === null ? addresses : []));

/** A host name resolved to an address that may not be connected to. */
export class PrivateAddressError extends Error {
  override readonly name = "PrivateAddressError";
  constructor() {
    super("The host is inside a private network");
  }
}

/**
 * A socket lookup that returns only public addresses unless others are allowed. The socket connects to exactly what was
 * checked, so a name that changes its answer afterwards gains nothing. One private address among several refuses the
 * host, since mixing them is a DNS rebinding trick.
 */
export function guardedLookup(resolve: Resolve, rule: AddressRule): LookupFunction {
  return (host, options: LookupOptions, callback) => {
    resolve(host, (error, addresses) => {
      const [first] = addresses;
      if (error !== null) callback(error, "");
      else if (first === undefined) callback(new Error(`No address for ${host}`), "");
      else if (!addresses.every(({ address }) => mayConnect(rule, address))) {
        callback(new PrivateAddressError(), "");
      } else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

export interface ConnectOptions extends AddressRule {
  /** undici's own, which loads only with the first fetch. */
  build: typeof buildConnector;
  resolve: Resolve;
  trust: () => SecureContext;
  milliseconds: number;
}

/**
 * A connector for undici: HTTP/1.1, verified TLS, public addresses only. A literal IP address skips the lookup, so the
 * socket's remote end is checked as well.
 */
export function guardedConnector(options: ConnectOptions): buildConnector.connector {
  const { build, resolve, trust, milliseconds } = options;
  const lookup = guardedLookup(resolve, options);
  const common = { allowH2: false, timeout: milliseconds, lookup, autoSelectFamily: true };
  const plain = build(common);
  // Created on first use: reading the certificate authorities takes a while.
  let secure: buildConnector.connector | undefined;
  return (target, callback) => {
    if (target.protocol === "https:") {
      secure ??= build({ ...common, secureContext: trust(), rejectUnauthorized: true });
    }
    const connect = target.protocol === "https:" && secure !== undefined ? secure : plain;
    connect(target, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      if (!mayConnect(options, socket.remoteAddress ?? "")) {
        socket.destroy();
        return callback(new PrivateAddressError(), null);
      }
      callback(null, socket);
    });
  };
}
