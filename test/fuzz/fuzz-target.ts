import { AppError } from "#server/platform/errors.ts";

/** One parser under fuzz. What it throws, beside a refusal meant for people, is a finding. */
export interface FuzzTarget {
  name: string;
  /** Well-formed and odd inputs that mutation starts from; at least one. Each must hold as it is. */
  seeds(): Buffer[];
  /** The words of the format, put in where chance wants. */
  dictionary: readonly string[];
  /** No input is longer, in bytes. */
  longest: number;
  /** Reads the input and checks what came out; throws for whatever must not be. */
  run(input: Buffer): void | Promise<void>;
  /** Lets go of what `run` has opened. */
  close?(): Promise<void>;
}

/** What one input may take: CPU time of the thread that reads it, and that thread's heap. */
export const FUZZ_LIMITS = { cpuMilliseconds: 1_000, heapMegabytes: 384, externalMegabytes: 256 } as const;

/** What `read` answers; null where it refuses the input with an error of 4xx that people may see. */
export async function unlessRefused<T>(read: () => T | Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError && error.status >= 400 && error.status < 500) return null;
    throw error;
  }
}
