/** The subscribers to published messages in this process. */
export interface Listeners {
  add(listener: (message: string) => void): () => void;
  notify(message: string): void;
}

export function createListeners(): Listeners {
  // A separate object per subscription, because two may share a function.
  const subscriptions = new Set<{ listener: (message: string) => void }>();
  return {
    add(listener) {
      const subscription = { listener };
      subscriptions.add(subscription);
      return () => subscriptions.delete(subscription);
    },
    notify(message) {
      for (const { listener } of subscriptions) {
        // Deferred, so that a listener that throws blocks neither the publisher nor the other listeners.
        queueMicrotask(() => listener(message));
      }
    },
  };
}
