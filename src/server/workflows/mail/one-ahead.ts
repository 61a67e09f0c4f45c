/**
 * The results of `work` on each item, in order: the next item is fetched and its work begun before a result is handed
 * out, so that all three go on side by side. What was begun when the items break off is still handed out; after a result
 * that failed nothing is.
 */
export async function* oneAhead<T, R>(items: AsyncGenerator<T>, work: (item: T) => Promise<R>): AsyncGenerator<R> {
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
      // It is awaited in its turn; until then its failure is nobody's surprise.
      next?.catch(() => {});
      if (begun !== null) yield await begun;
      if (next === null) return;
      begun = next;
    }
  } finally {
    await items.return(undefined);
  }
}
