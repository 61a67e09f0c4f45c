import { z } from "zod";
import { CHANGE_TOPICS, ChangedEvent, ProgressEvent, type ChangeTopic } from "#shared/contract/event.ts";
import { acting, beyondSight } from "#server/platform/acting.ts";
import { createChangeBurst } from "#server/platform/change-burst.ts";
import type { Log } from "#server/platform/log.ts";

const FeedMessage = z.discriminatedUnion("event", [
  z.object({ event: z.literal("changed"), data: ChangedEvent }),
  /** `by` started the work; earlier versions don't say. */
  z.object({ event: z.literal("progress"), data: ProgressEvent, by: z.string().optional() }),
]);
export type FeedMessage = z.infer<typeof FeedMessage>;

/** Messages between processes that browsers don't see: stop a person's bulk action, or it has stopped. */
const ProcessMessage = z.discriminatedUnion("event", [
  z.object({ event: z.literal("end-bulk"), data: z.object({ request: z.string(), userId: z.string().nullable() }) }),
  z.object({ event: z.literal("bulk-ended"), data: z.object({ request: z.string() }) }),
]);
type ProcessMessage = z.infer<typeof ProcessMessage>;

/**
 * Carries messages to every process on the same store, this one included. Delivers an empty message when some may have
 * been lost.
 */
export interface FeedTransport {
  publish(message: string): Promise<void>;
  subscribe(listener: (message: string) => void): () => void;
}

const COALESCE_MILLISECONDS = 25;
/** Minimum interval between progress messages: people can't read faster, and each message goes to every process. */
const PROGRESS_MILLISECONDS = 100;

/** Turns changes into messages for browsers and caches, over the channel that joins the processes. */
export function createChangeFeed(transport: FeedTransport, log: Log) {
  const staleListeners = new Set<(topics: readonly ChangeTopic[]) => void>();
  const messageListeners = new Set<(message: FeedMessage) => void>();
  const processListeners = new Set<(message: ProcessMessage) => void>();
  const pending = createChangeBurst();
  let timer: NodeJS.Timeout | null = null;
  /** By work, the progress to send when its throttle allows it. */
  const resting = new Map<string, { latest: { event: ProgressEvent; by: string } | null; timer: NodeJS.Timeout }>();

  // Listeners work for everyone, even if an account with limited sight changed something.
  const callAll = <T>(listeners: ReadonlySet<(given: T) => void>, given: T): void =>
    beyondSight(() => {
      for (const listener of listeners) listener(given);
    });

  const markStale = (topics: readonly ChangeTopic[]): void => callAll(staleListeners, topics);

  const deliver = (message: FeedMessage): void => callAll(messageListeners, message);

  const hear = (message: ProcessMessage): void => callAll(processListeners, message);

  const publish = <T extends FeedMessage | ProcessMessage>(message: T, here: (message: T) => void): void => {
    transport.publish(JSON.stringify(message)).catch((error: unknown) => {
      log.warn({ err: error }, "change not published");
      // This process and its browsers still get it.
      here(message);
    });
  };

  const flush = (): void => {
    timer = null;
    const data = pending.take();
    if (data !== null) publish({ event: "changed", data }, deliver);
  };

  const publishProgress = (event: ProgressEvent, by = acting().by): void => {
    const key = progressKey(event);
    const rest = resting.get(key);
    if (rest !== undefined && !event.finished) {
      rest.latest = { event, by };
      return;
    }
    clearTimeout(rest?.timer);
    resting.delete(key);
    publish({ event: "progress", data: event, by }, deliver);
    if (event.finished) return;
    const again = setTimeout(() => {
      const latest = resting.get(key)?.latest;
      resting.delete(key);
      if (latest != null) publishProgress(latest.event, latest.by);
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
    /** Announces a committed change. Caches of this process are stale from this moment. */
    changed(topics: ChangeTopic[], leadIds?: string[]): void {
      markStale(topics);
      pending.add({ topics, ...(leadIds !== undefined && { leadIds }) });
      timer ??= setTimeout(flush, COALESCE_MILLISECONDS);
    },
    /** Reports progress, throttled to the latest, with the end sent immediately. */
    progress: (event: ProgressEvent) => publishProgress(event),
    /** Sends a message to every process on the store, this one included. */
    forward: (message: ProcessMessage) => publish(message, hear),
    onProcessMessage(listener: (message: ProcessMessage) => void): () => void {
      processListeners.add(listener);
      return () => processListeners.delete(listener);
    },
    /** Called immediately for a change in this process and soon after for one in another. */
    onStale(listener: (topics: readonly ChangeTopic[]) => void): () => void {
      staleListeners.add(listener);
      return () => staleListeners.delete(listener);
    },
    /** Messages for browsers, with bursts coalesced. */
    onMessage(listener: (message: FeedMessage) => void): () => void {
      messageListeners.add(listener);
      return () => messageListeners.delete(listener);
    },
    close(): void {
      if (timer !== null) clearTimeout(timer);
      for (const rest of resting.values()) clearTimeout(rest.timer);
      resting.clear();
      flush();
      unsubscribe();
    },
  };
}

export type ChangeFeed = ReturnType<typeof createChangeFeed>;

/** Identifies the work in a progress message. */
export function progressKey({ work, id = "", label }: ProgressEvent): string {
  return `${work} ${id} ${label}`;
}

/** A message of an unknown kind, as from a newer process, counts as a change of everything. */
function parseMessage(text: string): FeedMessage | ProcessMessage {
  try {
    const message = z.union([FeedMessage, ProcessMessage]).safeParse(JSON.parse(text));
    if (message.success) return message.data;
  } catch {
    // Falls through: one refresh too many is better than a stale page.
  }
  return { event: "changed", data: { topics: [...CHANGE_TOPICS] } };
}
