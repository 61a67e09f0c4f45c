/**
 * Prefetches: yields the results of `work` on each item in order, while the next item is fetched and its work started.
 * What was started before the items fail is still yielded; after a failed result nothing is.
 */
export async function* prefetch<T, R>(items: AsyncGenerator<T>, work: (item: T) => Promise<R>): AsyncGenerator<R> {
  let begun: Promise<R> | null = null;
  try {
    for (;;) {
      let item: IteratorResult<T>;
      try {
        item = await items.next();
      } catch (error) {
        if (begun !== null) yield await begun;
        throw error;
      }
      const next: Promise<R> | null = item.done === true ? null : work(item.value);
      // Prevents an unhandledRejection; awaited later.
      next?.catch(() => {});
      if (begun !== null) yield await begun;
      if (next === null) return;
      begun = next;
    }
  } finally {
    await items.return(undefined);
  }
}
