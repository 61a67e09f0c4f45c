import { createChangeBurst } from "#server/platform/change-burst.ts";
import { progressKey, type FeedMessage } from "#server/platform/change-feed.ts";

/** Of the time, what telling may take: one part in so many. */
const SHARE = 5;
const LONGEST_PAUSE_MILLISECONDS = 2_000;

/**
 * Passes messages on to many readers: the first at once, what comes soon after it together, and of each work's progress
 * the latest. How soon goes by how long the last telling kept the event loop, so that it leaves most of the time to
 * everything else, however many there are to tell and however fast things change.
 */
export function paceMessages(
  tell: (message: FeedMessage) => void,
  now: () => number = () => performance.now(),
): (message: FeedMessage) => void {
  const changes = createChangeBurst();
  const progress = new Map<string, FeedMessage>();
  let isPausing = false;

  const tellAll = (): void => {
    isPausing = false;
    const changed = changes.take();
    const messages = [...progress.values()];
    progress.clear();
    if (changed !== null) messages.push({ event: "changed", data: changed });
    if (messages.length === 0) return;
    isPausing = true;
    const begun = now();
    for (const message of messages) tell(message);
    // What was written leaves before the loop comes to this.
    setImmediate(() => {
      const pause = Math.min(LONGEST_PAUSE_MILLISECONDS, (now() - begun) * (SHARE - 1));
      setTimeout(tellAll, pause).unref();
    });
  };

  return (message) => {
    if (message.event === "changed") changes.add(message.data);
    else progress.set(progressKey(message.data), message);
    if (!isPausing) tellAll();
  };
}
