import { systemResolve } from "#server/platform/guarded-connect.ts";
import type { ReachNow } from "#server/platform/guarded-socket.ts";

/**
 * Which mail servers may be connected to. While nobody has an account only the person at the machine can name them, who
 * can reach its network anyway; from the first account on, private ones need the operator's permission (`allowPrivate`,
 * which decides either way). Every process of a database gets the same answer.
 */
export function mailReach(allowPrivate: boolean | undefined, isOpen: () => Promise<boolean>): ReachNow {
  return async () => ({ allowPrivate: allowPrivate ?? (await isOpen()), resolve: systemResolve });
}

/** The error for a mail server that isn't on the public internet, whether or not anything listens there. */
export function privateHost(host: string): string {
  return `${host} is inside a private network. To allow it, set WINNOW_MAIL_ALLOW_PRIVATE=1 on the server.`;
}

/** The error for a port that isn't a mail port. */
export function foreignPort(port: number, usual: string): string {
  return (
    `Mail servers don't use port ${port}. The usual port is ${usual}. ` +
    "To allow others, set WINNOW_MAIL_ALLOW_PRIVATE=1 on the server."
  );
}

/** Returns a current access token for a mail server (XOAUTH2); given one that the server refused, a newer one. */
export type AccessTokens = (refused?: string) => Promise<string>;
