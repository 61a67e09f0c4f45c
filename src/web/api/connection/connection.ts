import { useSyncExternalStore } from "react";
import { observable } from "#web/observable.ts";

const PROBE_MILLISECONDS = 5_000;
/** A server that accepts a connection and never answers is down, too. */
const PROBE_LIMIT_MILLISECONDS = 5_000;

export interface Outage {
  /** When the connection was lost, i.e. how old the data on screen is; a Unix timestamp in milliseconds. */
  since: number;
  /** Whether the browser is offline; otherwise the server can't be reached. */
  isOffline: boolean;
}

const outage = observable<Outage | null>(null);
let isProbing = false;
let probeNow = (): void => undefined;

/** The current outage; null while connected. */
export function useOutage(): Outage | null {
  return useSyncExternalStore(outage.subscribe, outage.get);
}

export const currentOutage = outage.get;
export const onConnection = outage.subscribe;

/** Called on any response from the server. */
export function heardFromServer(): void {
  if (outage.get() !== null) outage.set(null);
}

/**
 * Called when a connection breaks, which may be only that connection, such as an old one closed by a proxy. Checks the
 * server before reporting it as down, then keeps checking until it responds.
 */
export async function doubtServer(since = Date.now()): Promise<void> {
  if (isProbing) {
    probeNow();
    return;
  }
  isProbing = true;
  for (let from = since; ; from = Date.now()) {
    if (!(await answers())) noteLoss(from);
    else if (isOnline()) break;
    else heardFromServer();
    await new Promise<void>((resolve) => {
      probeNow = resolve;
      setTimeout(resolve, PROBE_MILLISECONDS);
    });
  }
  isProbing = false;
  heardFromServer();
}

/**
 * Whether the server can be reached now. Asks it only during an outage, or if the browser is offline: a server on this
 * machine still answers then, and another one answered the first check if that was sent just before.
 */
export async function isReachable(): Promise<boolean> {
  if (outage.get() === null && isOnline()) return true;
  const isBack = await answers();
  if (isBack) heardFromServer();
  else noteLoss(Date.now());
  return isBack;
}

/** Rechecks the server when the browser notices that it went offline or came back, until the signal aborts. */
export function followBrowser(signal: AbortSignal): void {
  for (const event of ["offline", "online"]) addEventListener(event, () => void doubtServer(), { signal });
}

async function answers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PROBE_LIMIT_MILLISECONDS);
    return (await fetch("/healthz", { cache: "no-store", signal })).ok;
  } catch {
    return false;
  }
}

/** Without a browser, as in tests, there is nothing to be offline. */
function isOnline(): boolean {
  return "onLine" in navigator ? navigator.onLine : true;
}

function noteLoss(since: number): void {
  const isOffline = !isOnline();
  const before = outage.get();
  if (before?.isOffline !== isOffline) outage.set({ since: before?.since ?? since, isOffline });
}
