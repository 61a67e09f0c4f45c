/** Rate limits for the hosts a crawl visits. */
export interface Politeness {
  /** Between two requests to a host; 0 for none, as in benchmarks. */
  minimumDelayMilliseconds: number;
  /** Concurrent requests per host. */
  connectionsPerHost: number;
  /** Delay before each retry after a server error. */
  retryMilliseconds: readonly number[];
}

export const POLITE: Politeness = {
  minimumDelayMilliseconds: 250,
  connectionsPerHost: 1,
  retryMilliseconds: [1_000, 4_000],
};

export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** Slow hosts get fewer requests: each response is followed by a pause of the same duration, up to this limit. */
const LONGEST_REST_MILLISECONDS = 5_000;
const MAX_HOSTS = 1_000;

interface Host {
  /** Requests that may start now. */
  free: number;
  readyAt: number;
  waiting: (() => void)[];
}

export interface HostThrottle {
  /**
   * Waits for a free connection to the host, and until the greater of `delayMilliseconds` and the minimum delay has
   * passed since its last response. Returns the function that releases the slot. Rejects with the signal's reason.
   */
  take(host: string, delayMilliseconds: number, signal: AbortSignal): Promise<() => void>;
}

/** Rate limiter shared by all crawls of the process. */
export function createHostThrottle(politeness: Politeness, wait: Wait): HostThrottle {
  const hosts = new Map<string, Host>();

  const hostOf = (name: string): Host => {
    let host = hosts.get(name);
    if (host === undefined) {
      if (hosts.size >= MAX_HOSTS) forgetIdle(hosts, politeness);
      host = { free: politeness.connectionsPerHost, readyAt: 0, waiting: [] };
      hosts.set(name, host);
    }
    return host;
  };

  const release = (host: Host): void => {
    const next = host.waiting.shift();
    if (next === undefined) host.free += 1;
    else next();
  };

  return {
    async take(name, delayMilliseconds, signal) {
      signal.throwIfAborted();
      const host = hostOf(name);
      if (host.free > 0) host.free -= 1;
      else await inLine(host, signal);
      const delay = Math.max(delayMilliseconds, politeness.minimumDelayMilliseconds);
      if (delay === 0) return () => release(host);
      try {
        const rest = host.readyAt - performance.now();
        if (rest > 0) await wait(rest, signal);
      } catch (error) {
        release(host);
        throw error;
      }
      const startedAt = performance.now();
      return () => {
        const now = performance.now();
        host.readyAt = now + Math.max(delay, Math.min(now - startedAt, LONGEST_REST_MILLISECONDS));
        release(host);
      };
    },
  };
}

function inLine(host: Host, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      host.waiting = host.waiting.filter((one) => one !== enter);
      reject(signal.reason as Error);
    };
    const enter = (): void => {
      signal.removeEventListener("abort", leave);
      resolve();
    };
    host.waiting.push(enter);
    signal.addEventListener("abort", leave, { once: true });
  });
}

function forgetIdle(hosts: Map<string, Host>, { connectionsPerHost }: Politeness): void {
  const now = performance.now();
  for (const [name, { free, readyAt }] of hosts) {
    if (free === connectionsPerHost && readyAt < now) hosts.delete(name);
  }
}
