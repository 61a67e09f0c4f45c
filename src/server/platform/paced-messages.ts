import { createChangeBurst } from "#server/platform/change-burst.ts";
import { progressKey, type FeedMessage } from "#server/platform/change-feed.ts";

/** Sending may take one part in this many of the time. */
const SHARE = 5;
const LONGEST_PAUSE_MILLISECONDS = 2_000;

/**
 * Sends messages to many readers: the first immediately, those that follow soon coalesced, and only the latest progress
 * of each work. The delay depends on how long the last send blocked the event loop, so that most of the time remains
 * for everything else, however many readers there are.
 */
export function paceMessages(
  send: (message: FeedMessage) => void,
  now: () => number = () => performance.now(),
): (message: FeedMessage) => void {
  const changes = createChangeBurst();
  const progress = new Map<string, FeedMessage>();
  let isPausing = false;

  const sendAll = (): void => {
    isPausing = false;
    const changed = changes.take();
    const messages = [...progress.values()];
    progress.clear();
    if (changed !== null) messages.push({ event: "changed", data: changed });
    if (messages.length === 0) return;
    isPausing = true;
    const begun = now();
    for (const message of messages) send(message);
    // What was written is flushed before the loop gets here.
    setImmediate(() => {
      const pause = Math.min(LONGEST_PAUSE_MILLISECONDS, (now() - begun) * (SHARE - 1));
      setTimeout(sendAll, pause).unref();
    });
  };

  return (message) => {
    if (message.event === "changed") changes.add(message.data);
    else progress.set(progressKey(message.data), message);
    if (!isPausing) sendAll();
  };
}
