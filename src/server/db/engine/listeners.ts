/** The subscribers to published messages in this process. */
export function createListeners() {
  // A separate object per subscription, because two may share a function.
  const subscriptions = new Set<{ listener: (message: string) => void }>();
  return {
    add(listener: (message: string) => void): () => void {
      const subscription = { listener };
      subscriptions.add(subscription);
      return () => subscriptions.delete(subscription);
    },
    notify(message: string): void {
      for (const { listener } of subscriptions) {
        // Deferred, so that a listener that throws blocks neither the publisher nor the other listeners.
        queueMicrotask(() => listener(message));
      }
    },
  };
}
