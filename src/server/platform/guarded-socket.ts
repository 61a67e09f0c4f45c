import { connect, isIP, type Socket } from "node:net";
import { guardedLookup, PrivateAddressError, systemResolve, type Resolve } from "#server/platform/guarded-connect.ts";
import { mayConnect, type AddressRule } from "#server/platform/public-address.ts";

/** How long to wait for one of several addresses before trying the next concurrently (RFC 8305). */
const ATTEMPT_MILLISECONDS = 2_000;

/** Which hosts named by people may be connected to. */
export interface Reach extends AddressRule {
  resolve: Resolve;
}

/** Reads the current policy. */
export type ReachNow = () => Promise<Reach>;

/** Only hosts on the public internet, according to the system's resolver. */
export const PUBLIC_ONLY: ReachNow = async () => ({ allowPrivate: false, resolve: systemResolve });

/** A port that usually belongs to another protocol. */
export class ForeignPortError extends Error {
  override readonly name = "ForeignPortError";
}

/**
 * Throws for what can be refused before connecting: a literal IP address that isn't public (no lookup would check it)
 * or a port outside `ports`. If private hosts are allowed, any port is.
 */
export function requireReachable(host: string, port: number, ports: ReadonlySet<number>, reach: Reach): void {
  if (isIP(host) !== 0 && !mayConnect(reach, host)) throw new PrivateAddressError();
  if (!reach.allowPrivate && !ports.has(port)) throw new ForeignPortError(`Port ${port} is for another service`);
}

/**
 * Connects to a host that a person named, at an address checked after the lookup. Rejects with PrivateAddressError or
 * the system's error, with code ETIMEDOUT after `milliseconds`.
 */
export async function openGuardedSocket(
  host: string,
  port: number,
  reach: Reach,
  milliseconds: number,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect({
    host,
    port,
    lookup: guardedLookup(reach.resolve, reach),
    autoSelectFamilyAttemptTimeout: ATTEMPT_MILLISECONDS,
  });
  const tooSlow = (): void => reject(Object.assign(new Error("Connection timeout"), { code: "ETIMEDOUT" }));
  const clock = setTimeout(tooSlow, milliseconds);
  // The error listener stays: an unhandled error before the socket is passed on would end the process.
  socket.once("connect", resolve).on("error", reject);
  try {
    await promise;
    if (!mayConnect(reach, socket.remoteAddress ?? "")) throw new PrivateAddressError();
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(clock);
  }
}
