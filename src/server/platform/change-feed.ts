import { z } from "zod";
import { CHANGE_TOPICS, ChangedEvent, ProgressEvent, type ChangeTopic } from "#shared/contract/event.ts";
import { createChangeBurst } from "#server/platform/change-burst.ts";
import type { Log } from "#server/platform/log.ts";

const FeedMessage = z.discriminatedUnion("event", [
  z.object({ event: z.literal("changed"), data: ChangedEvent }),
  z.object({ event: z.literal("progress"), data: ProgressEvent }),
]);
export type FeedMessage = z.infer<typeof FeedMessage>;

/** What processes tell each other and no browser: to end a person's acts on many leads, and that some were. */
const ProcessMessage = z.discriminatedUnion("event", [
  z.object({ event: z.literal("end-bulk"), data: z.object({ request: z.string(), userId: z.string().nullable() }) }),
  z.object({ event: z.literal("bulk-ended"), data: z.object({ request: z.string() }) }),
]);
type ProcessMessage = z.infer<typeof ProcessMessage>;

/**
 * Carries messages to every process on the same store, the own one included. Where some may have been lost on the way
 * it delivers an empty one.
 */
export interface FeedTransport {
  publish(message: string): Promise<void>;
  subscribe(listener: (message: string) => void): () => void;
}

export interface ChangeFeed {
  /** Says that something changed, after it was committed. What is cached in this process is stale from this moment. */
  changed(topics: ChangeTopic[], leadIds?: string[]): void;
  /** Says how far a work is; where it says so often, the latest, and its end at once. */
  progress(event: ProgressEvent): void;
  /** Tells every process on the store, this one included. */
  tell(message: ProcessMessage): void;
  onTold(listener: (message: ProcessMessage) => void): () => void;
  /** Called at once for a change of this process, and soon after for one of another. */
  onStale(listener: (topics: readonly ChangeTopic[]) => void): () => void;
  /** What browsers are told, a burst as one message. */
  onMessage(listener: (message: FeedMessage) => void): () => void;
  close(): void;
}

const COALESCE_MILLISECONDS = 25;
/** Nobody sees more of a work's progress, and each word of it is a message to every process. */
const PROGRESS_MILLISECONDS = 100;

/** Turns changes into messages for browsers and for caches, over whatever joins the processes. */
export function createChangeFeed(transport: FeedTransport, log: Log): ChangeFeed {
  const staleListeners = new Set<(topics: readonly ChangeTopic[]) => void>();
  const messageListeners = new Set<(message: FeedMessage) => void>();
  const toldListeners = new Set<(message: ProcessMessage) => void>();
  const pending = createChangeBurst();
  let timer: NodeJS.Timeout | null = null;
  /** By work, what there is to tell of it when it may be told of again. */
  const resting = new Map<string, { latest: ProgressEvent | null; timer: NodeJS.Timeout }>();

  const markStale = (topics: readonly ChangeTopic[]): void => {
    for (const listener of staleListeners) listener(topics);
  };

  const deliver = (message: FeedMessage): void => {
    for (const listener of messageListeners) listener(message);
  };

  const hear = (message: ProcessMessage): void => {
    for (const listener of toldListeners) listener(message);
  };

  const publish = <T extends FeedMessage | ProcessMessage>(message: T, here: (message: T) => void): void => {
    transport.publish(JSON.stringify(message)).catch((error: unknown) => {
      log.warn({ err: error }, "change not published");
      // This process and its browsers need not miss it.
      here(message);
    });
  };

  const flush = (): void => {
    timer = null;
    const data = pending.take();
    if (data !== null) publish({ event: "changed", data }, deliver);
  };

  const tellProgress = (event: ProgressEvent): void => {
    const key = progressKey(event);
    const rest = resting.get(key);
    if (rest !== undefined && !event.finished) {
      rest.latest = event;
      return;
    }
    clearTimeout(rest?.timer);
    resting.delete(key);
    publish({ event: "progress", data: event }, deliver);
    if (event.finished) return;
    const again = setTimeout(() => {
      const latest = resting.get(key)?.latest;
      resting.delete(key);
      if (latest != null) tellProgress(latest);
    }, PROGRESS_MILLISECONDS);
    resting.set(key, { latest: null, timer: again });
  };

  const unsubscribe = transport.subscribe((text) => {
    const message = parseMessage(text);
    if (message.event === "end-bulk" || message.event === "bulk-ended") return hear(message);
    if (message.event === "changed") markStale(message.data.topics);
    deliver(message);
  });

  return {
    changed(topics, leadIds) {
      markStale(topics);
      pending.add({ topics, ...(leadIds !== undefined && { leadIds }) });
      timer ??= setTimeout(flush, COALESCE_MILLISECONDS);
    },
    progress: tellProgress,
    tell: (message) => publish(message, hear),
    onTold(listener) {
      toldListeners.add(listener);
      return () => toldListeners.delete(listener);
    },
    onStale(listener) {
      staleListeners.add(listener);
      return () => staleListeners.delete(listener);
    },
    onMessage(listener) {
      messageListeners.add(listener);
      return () => messageListeners.delete(listener);
    },
    close() {
      if (timer !== null) clearTimeout(timer);
      for (const rest of resting.values()) clearTimeout(rest.timer);
      resting.clear();
      flush();
      unsubscribe();
    },
  };
}

/** Names the work that a message tells of. */
export function progressKey({ work, id = "", label }: ProgressEvent): string {
  return `${work} ${id} ${label}`;
}

/** A message that says nothing this version knows, as one of a newer process, counts as a change of everything. */
function parseMessage(text: string): FeedMessage | ProcessMessage {
  try {
    const message = z.union([FeedMessage, ProcessMessage]).safeParse(JSON.parse(text));
    if (message.success) return message.data;
  } catch {
    // Falls through: better one refresh too many than a page that shows old things.
  }
  return { event: "changed", data: { topics: [...CHANGE_TOPICS] } };
}
