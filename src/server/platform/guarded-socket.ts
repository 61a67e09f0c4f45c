import { connect, isIP, type Socket } from "node:net";
import { guardedLookup, PrivateAddressError, systemResolve, type Resolve } from "#server/platform/guarded-connect.ts";
import { mayConnect, type AddressRule } from "#server/platform/public-address.ts";

/** To one of several addresses, before the next is tried beside it (RFC 8305). */
const ATTEMPT_MILLISECONDS = 2_000;

/** Which hosts may be connected to, of those that people name. */
export interface Reach extends AddressRule {
  resolve: Resolve;
}

/** What may be connected to at the moment of the asking. */
export type ReachNow = () => Promise<Reach>;

/** Only hosts on the public internet, as the system's name servers know them. */
export const PUBLIC_ONLY: ReachNow = async () => ({ allowPrivate: false, resolve: systemResolve });

/** A port that another protocol than the one that is spoken usually listens on. */
export class ForeignPortError extends Error {
  override readonly name = "ForeignPortError";
}

/**
 * Throws for what can be refused before a connection: an address written as such, which no lookup would check, that is
 * not public, and a port beside `ports`. Who may reach private hosts may reach any port.
 */
export function requireReachable(host: string, port: number, ports: ReadonlySet<number>, reach: Reach): void {
  if (isIP(host) !== 0 && !mayConnect(reach, host)) throw new PrivateAddressError();
  if (!reach.allowPrivate && !ports.has(port)) throw new ForeignPortError(`Port ${port} belongs to another service`);
}

/**
 * Connects to a host that a person named, at an address that was checked after the name was looked up. Rejects with
 * PrivateAddressError, or with the system's error, whose code is ETIMEDOUT when `milliseconds` are over.
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
  // The error's listener stays: one that nobody hears before the socket is passed on would end the process.
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
