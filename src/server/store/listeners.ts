/** Those who hear what is published, in this process. */
export interface Listeners {
  add(listener: (message: string) => void): () => void;
  tell(message: string): void;
}

export function createListeners(): Listeners {
  // Each subscription is an entry of its own, also when two share a function.
  const subscriptions = new Set<{ listener: (message: string) => void }>();
  return {
    add(listener) {
      const subscription = { listener };
      subscriptions.add(subscription);
      return () => subscriptions.delete(subscription);
    },
    tell(message) {
      for (const { listener } of subscriptions) {
        // In a turn of its own, so that one that throws keeps neither the publisher nor the others from going on.
        queueMicrotask(() => listener(message));
      }
    },
  };
}
