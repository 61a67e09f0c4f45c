import { systemResolve } from "#server/platform/guarded-connect.ts";
import type { ReachNow } from "#server/platform/guarded-socket.ts";

/**
 * Which mail servers may be connected to. While nobody has an account only the person at the machine names them, who
 * reaches its network anyway; from the first account on private ones are opened only where the operator says so
 * (`allowPrivate`, which decides either way). Every process of a database finds the same, wherever it listens.
 */
export function mailReach(allowPrivate: boolean | undefined, isOpen: () => Promise<boolean>): ReachNow {
  return async () => ({ allowPrivate: allowPrivate ?? (await isOpen()), resolve: systemResolve });
}

/** What is said of a mail server that is not on the public internet, whether or not anything listens there. */
export function privateHost(host: string): string {
  return `${host} is inside a private network, which Winnow connects to only if its operator sets WINNOW_MAIL_ALLOW_PRIVATE=1.`;
}

/** What is said of a port that is not one of mail servers. */
export function foreignPort(port: number, usual: string): string {
  return (
    `Port ${port} is not one that mail servers use: usually it is ${usual}. ` +
    "Winnow connects to others only if its operator sets WINNOW_MAIL_ALLOW_PRIVATE=1."
  );
}
