import type { ImapFlow } from "imapflow";
import { requireStanding } from "#server/sources/mailbox/standing.ts";

/** What a watcher tells. */
export interface WatchHooks {
  /** It listens. */
  onReady: () => void;
  /** The connection stands: told each time the server has answered, at least every nine minutes. */
  onSign: () => void;
  /** Mail may have arrived. */
  onNews: () => void;
}

/**
 * Listens to a folder (IDLE, RFC 2177; regular NOOPs where the server has none) and tells of news at once, for what came
 * while nobody listened, and whenever a message arrives. Ends only by an error of the client: the connection was lost,
 * or somebody closed it.
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
  // It returns when the server ends it, as some do after a while, and false when that cannot go on.
  for (;;) {
    const isRefused = (await client.idle()) === false;
    requireStanding(client, "SELECTED");
    onSign();
    if (isRefused) throw new Error("The server does not announce new mail");
  }
}
