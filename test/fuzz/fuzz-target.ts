import { AppError } from "#server/platform/errors.ts";

/** One parser under test. Any error other than a rejection meant for people is a finding. */
export interface FuzzTarget {
  name: string;
  /** Valid and odd inputs that mutation starts from; at least one. Each must pass unchanged. */
  seeds(): Buffer[];
  /** Words of the format, inserted at random. */
  dictionary: readonly string[];
  /** The maximum length of an input, in bytes. */
  longest: number;
  /** Reads the input and checks the result; throws on any violation. */
  run(input: Buffer): void | Promise<void>;
  /** Closes what `run` has opened. */
  close?(): Promise<void>;
}

/** Limits for one input: CPU time and heap of the thread that reads it. */
export const FUZZ_LIMITS = { cpuMilliseconds: 1_000, heapMegabytes: 384, externalMegabytes: 256 } as const;

/** The result of `read`; null if it rejects the input with a 4xx error that people may see. */
export async function unlessRefused<T>(read: () => T | Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError && error.status >= 400 && error.status < 500) return null;
    throw error;
  }
}
