import { useSyncExternalStore } from "react";

const PROBE_MILLISECONDS = 5_000;

/** When the server was lost, in milliseconds since 1970; null while it is there. */
let lostAt: number | null = null;
let isProbing = false;
const listeners = new Set<() => void>();

/** When the server was lost: what is on screen is as it was then. Null while it is there. */
export function useLostAt(): number | null {
  return useSyncExternalStore(subscribe, () => lostAt);
}

/** An answer of the server came, whatever it says. */
export function heardFromServer(): void {
  if (lostAt !== null) publish(null);
}

/**
 * Something broke off, which can be the server or only that one connection, as when a proxy ends those that are old:
 * asks the server before saying that it is away, and from then on until it answers.
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
