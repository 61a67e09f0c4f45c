import type { ImapFlow } from "imapflow";
import { requireConnected } from "#server/pipeline/sources/mailbox/require-connected.ts";

/** Events of a folder watcher. */
export interface WatchHooks {
  /** Listening has started. */
  onReady: () => void;
  /** The connection is alive: called after each server response, at least every nine minutes. */
  onSign: () => void;
  /** Mail may have arrived. */
  onNews: () => void;
}

/**
 * Watches a folder (IDLE, RFC 2177, or regular NOOPs if the server lacks it). Calls `onNews` once at the start, for
 * mail that arrived earlier, and for each new message. Ends only with a client error: the connection was lost or
 * closed.
 */
export async function watchFolder(
  client: ImapFlow,
  folder: string,
  { onReady, onSign, onNews }: WatchHooks,
): Promise<never> {
  client.on("exists", ({ count, prevCount }: { count: number; prevCount: number }) => {
    onSign();
    if (count > prevCount) onNews();
  });
  await client.mailboxOpen(folder, { readOnly: true });
  onReady();
  onSign();
  onNews();
  // Returns when the server ends the IDLE, as some do after a while; false if it cannot continue.
  for (;;) {
    const isRefused = (await client.idle()) === false;
    requireConnected(client, "SELECTED");
    onSign();
    if (isRefused) throw new Error("The server doesn't announce new mail");
  }
}
