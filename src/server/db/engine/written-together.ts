import { setImmediate as nextTurn } from "node:timers/promises";

/** An item waiting to be written, with its promise. */
interface Waiting<T> {
  item: T;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Batches single items: those that arrive in the same turn of the event loop or while a write is running are written
 * together, at most `most` of them. Each item's promise settles with its write.
 */
export function writtenTogether<T>(
  write: (items: readonly T[]) => Promise<void>,
  most = 500,
): (item: T) => Promise<void> {
  let waiting: Waiting<T>[] = [];
  let isWriting = false;

  const writeAll = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      await nextTurn();
      const group = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        await write(group.map(({ item }) => item));
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isWriting = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isWriting) void writeAll();
    });
}
