import { WireFailure } from "#server/pipeline/sources/google-sheets/wire-failure.ts";

/** Retry limits. */
export interface Patience {
  tries: number;
  /** Maximum total wait in milliseconds; a Retry-After that exceeds the remainder stops retrying at once. */
  totalWaitMs: number;
}

/** Waits for the given milliseconds; rejects if the signal aborts. */
export type Wait = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

const BUSY = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Retries transient failures: 408, 429, 5xx and broken connections. Waits as long as Retry-After says, else 1, 4, 16
 * seconds minus up to a quarter at random, as Google advises (truncated exponential backoff). Timeouts are not retried,
 * because each takes a minute. Throws the last failure, or the signal's reason.
 */
export async function withRetries<T>(
  call: () => Promise<T>,
  { tries, totalWaitMs }: Patience,
  wait: Wait,
  signal: AbortSignal | undefined,
): Promise<T> {
  let waited = 0;
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof WireFailure) || !isPassing(error) || attempt >= tries) throw error;
      const ms = error.retryAfterMs ?? 1000 * 4 ** (attempt - 1) * (1 - Math.random() / 4);
      if (waited + ms > totalWaitMs) throw error;
      waited += ms;
      await wait(ms, signal).catch((interruption: unknown) => {
        signal?.throwIfAborted();
        throw interruption;
      });
    }
  }
}

function isPassing(failure: WireFailure): boolean {
  if (failure.kind === "answered") return BUSY.has(failure.status ?? 0);
  return failure.kind === "cut_off" || (failure.kind === "unreachable" && failure.reason === "EAI_AGAIN");
}
