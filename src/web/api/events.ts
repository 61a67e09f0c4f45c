import type { QueryClient } from "@tanstack/react-query";
import type { ChangedEvent, ProgressEvent } from "#shared/contract/event.ts";
import { doubtServer, heardFromServer } from "#web/api/connection.ts";
import { isChanging } from "#web/api/changing.ts";
import { listen } from "#web/api/event-source.ts";
import { keys, keysOfTopic } from "#web/api/keys.ts";
import { clearProgress, putProgress } from "#web/api/progress.ts";
import { doubtSession } from "#web/api/session-doubt.ts";

/** A sync changes leads many times a second; the page reads them again at most this often. */
const COALESCE_MILLISECONDS = 250;

/**
 * Keeps the page up to date with the server until the signal aborts: what an event names is read again, and after a
 * lost connection everything is, once.
 */
export function followEvents(client: QueryClient, signal: AbortSignal): void {
  const refresh = coalesced(client, signal);
  listen(signal, (message) => {
    if (message.type === "broken") {
      void doubtServer(message.at);
      return;
    }
    // An event source does not say why; that nobody is signed in any more is one reason.
    if (message.type === "refused") {
      doubtSession();
      return;
    }
    heardFromServer();
    if (message.type === "missed") {
      clearProgress();
      void client.invalidateQueries();
      return;
    }
    // Our own server wrote it after the contract's shape.
    if (message.type === "progress") putProgress(JSON.parse(message.data) as ProgressEvent);
    else refresh(JSON.parse(message.data) as ChangedEvent);
  });
}

/** Gathers the changes of a burst and invalidates each query once. */
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
    for (const queryKey of queryKeys) void client.invalidateQueries({ queryKey });
  };
  signal.addEventListener("abort", () => clearTimeout(timer));
  return (event) => {
    for (const key of queriesOf(event)) gathered.set(key.join("/"), key);
    timer ??= setTimeout(flush, COALESCE_MILLISECONDS);
  };
}

/** The queries an event makes old; when it names the leads, the sheets of other leads stay as they are. */
export function queriesOf({ topics, leadIds }: ChangedEvent): (readonly string[])[] {
  return topics.flatMap((topic): (readonly string[])[] => {
    const all = keysOfTopic[topic] ?? [];
    if (topic !== "leads" || leadIds === undefined) return [...all];
    const lists = all.filter((key) => key !== keys.leads);
    return [...lists, keys.leadLists, ...leadIds.map((id) => keys.leadDetail(id))];
  });
}
