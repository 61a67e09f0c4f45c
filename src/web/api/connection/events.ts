import type { QueryClient } from "@tanstack/react-query";
import type { ChangedEvent, ProgressEvent } from "#shared/contract/event.ts";
import {
  currentOutage,
  doubtServer,
  followBrowser,
  isReachable,
  onConnection,
} from "#web/api/connection/connection.ts";
import { isChanging } from "#web/api/connection/changing.ts";
import { listen } from "#web/api/connection/event-source.ts";
import { keys, keysOfTopic } from "#web/api/connection/keys.ts";
import { clearProgress, putProgress } from "#web/api/connection/progress.ts";
import { includeArrivalsLater } from "#web/api/leads/lead-list.ts";
import { doubtSession } from "#web/api/connection/session-doubt.ts";

/** A sync changes leads many times a second; refetch at most this often. */
const COALESCE_MILLISECONDS = 250;

/**
 * Keeps the page in sync until the signal aborts: refetches what events name, and everything once after a lost
 * connection.
 */
export function followEvents(client: QueryClient, signal: AbortSignal): void {
  const refresh = coalesced(client, signal);
  const refreshAll = (): void => {
    clearProgress();
    includeArrivalsLater(client);
    void client.invalidateQueries();
  };
  followBrowser(signal);
  // Also when the stream didn't break, as behind a server that stopped answering.
  let wasLost = false;
  const stop = onConnection(() => {
    if (wasLost && currentOutage() === null) refreshAll();
    wasLost = currentOutage() !== null;
  });
  signal.addEventListener("abort", stop);
  listen(signal, (message) => {
    if (message.type === "broken") {
      void doubtServer(message.at);
      return;
    }
    // EventSource gives no reason; the session may have ended.
    if (message.type === "refused") {
      doubtSession();
      return;
    }
    // A stream can outlive the way for requests, such as in a browser that just went offline.
    void isReachable();
    if (message.type === "missed") {
      refreshAll();
      return;
    }
    // Sent by our own server in the contract's format.
    if (message.type === "progress") putProgress(JSON.parse(message.data) as ProgressEvent);
    else refresh(JSON.parse(message.data) as ChangedEvent);
  });
}

/** Collects a burst of changes and invalidates each query once. */
function coalesced(client: QueryClient, signal: AbortSignal): (event: ChangedEvent) => void {
  let gathered = new Map<string, readonly string[]>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    timer = undefined;
    if (isChanging(client)) {
      timer = setTimeout(flush, COALESCE_MILLISECONDS);
      return;
    }
    const queryKeys = [...gathered.values()];
    gathered = new Map();
    if (queryKeys.some((key) => key === keys.leads || key === keys.leadLists)) includeArrivalsLater(client);
    for (const queryKey of queryKeys) void client.invalidateQueries({ queryKey });
  };
  signal.addEventListener("abort", () => clearTimeout(timer));
  return (event) => {
    for (const key of queriesOf(event)) gathered.set(key.join("/"), key);
    timer ??= setTimeout(flush, COALESCE_MILLISECONDS);
  };
}

/** Queries invalidated by an event; if it names leads, other leads' details are kept. */
export function queriesOf({ topics, leadIds }: ChangedEvent): (readonly string[])[] {
  return topics.flatMap((topic): (readonly string[])[] => {
    const all = keysOfTopic[topic] ?? [];
    if (topic !== "leads" || leadIds === undefined) return [...all];
    const lists = all.filter((key) => key !== keys.leads);
    return [...lists, keys.leadLists, ...leadIds.map((id) => keys.leadDetail(id))];
  });
}
