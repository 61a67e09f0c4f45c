import { expect } from "vitest";

/** Reads again and again until what is expected holds; far longer than it takes, so that a busy machine fails nothing. */
export function eventually<T>(read: () => T | Promise<T>): ReturnType<typeof expect.poll<T>> {
  return expect.poll(read, { timeout: 20_000 });
}
