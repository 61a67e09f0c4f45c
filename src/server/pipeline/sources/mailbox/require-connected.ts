import type { ImapFlow } from "imapflow";

/**
 * Throws if the server said BYE or the connection is gone. On such a connection the client returns empty results for
 * many commands, which must not be mistaken for an empty folder.
 */
export function requireConnected(client: ImapFlow, needs: "AUTHENTICATED" | "SELECTED"): void {
  const { states, state } = client;
  const isInState = state === states.SELECTED || (needs === "AUTHENTICATED" && state === states.AUTHENTICATED);
  if (client.usable && isInState) return;
  const error = new Error("Connection not available");
  throw Object.assign(error, {
    code: "NoConnection",
    ...(client.byeReason !== undefined && { reason: client.byeReason }),
  });
}
