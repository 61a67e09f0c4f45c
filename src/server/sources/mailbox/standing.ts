import type { ImapFlow } from "imapflow";

/**
 * Throws when the server has said goodbye or the connection is gone. The client answers many a question on such a
 * connection as if there were nothing to find, which must never be taken for the truth.
 */
export function requireStanding(client: ImapFlow, needs: "AUTHENTICATED" | "SELECTED"): void {
  const { states, state } = client;
  const isStanding = state === states.SELECTED || (needs === "AUTHENTICATED" && state === states.AUTHENTICATED);
  if (client.usable && isStanding) return;
  const error = new Error("Connection not available");
  throw Object.assign(error, {
    code: "NoConnection",
    ...(client.byeReason !== undefined && { reason: client.byeReason }),
  });
}
