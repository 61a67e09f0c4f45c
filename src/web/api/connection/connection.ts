import { useSyncExternalStore } from "react";

const PROBE_MILLISECONDS = 5_000;

/** When the connection was lost, as a Unix timestamp in milliseconds; null while connected. */
let lostAt: number | null = null;
let isProbing = false;
const listeners = new Set<() => void>();

/** When the connection was lost, i.e. how old the data on screen is; null while connected. */
export function useLostAt(): number | null {
  return useSyncExternalStore(subscribe, () => lostAt);
}

/** Called on any response from the server. */
export function heardFromServer(): void {
  if (lostAt !== null) publish(null);
}

/**
 * Called when a connection breaks, which may be only that connection, such as an old one closed by a proxy. Checks the
 * server before reporting it as down, then keeps checking until it responds.
 */
export async function doubtServer(since = Date.now()): Promise<void> {
  if (isProbing) return;
  isProbing = true;
  let from = since;
  while (!(await answers())) {
    if (lostAt === null) publish(from);
    await new Promise((resolve) => setTimeout(resolve, PROBE_MILLISECONDS));
    from = Date.now();
  }
  isProbing = false;
  heardFromServer();
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch("/healthz", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

function publish(next: number | null): void {
  lostAt = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
