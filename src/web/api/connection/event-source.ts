/** A server event, or the state of the stream: interrupted, refused, or resumed after missing events. */
export type StreamMessage =
  | { type: "changed" | "progress"; data: string }
  | { type: "broken"; at: number }
  | { type: "refused" }
  | { type: "missed" };

const LOCK = "winnow-events";

/**
 * Listens to /api/events until the signal aborts. All tabs share one connection, because over HTTP/1.1 browsers open at
 * most six per host and a seventh tab would hang. The tab holding the lock reads the stream and broadcasts it; when it
 * closes, another takes over.
 */
export function listen(signal: AbortSignal, onMessage: (message: StreamMessage) => void): void {
  // Web Locks require a secure context, unlike http to another machine; each tab then reads separately.
  if (!("locks" in navigator)) {
    readStream(signal, false, onMessage);
    return;
  }
  const channel = new BroadcastChannel(LOCK);
  channel.addEventListener("message", ({ data }: MessageEvent<StreamMessage>) => onMessage(data));
  signal.addEventListener("abort", () => channel.close());
  void leadWhenAlone(signal, (message) => {
    onMessage(message);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel takes none
    channel.postMessage(message);
  });
}

async function leadWhenAlone(signal: AbortSignal, onMessage: (message: StreamMessage) => void): Promise<void> {
  let waited = false;
  const lead = async (): Promise<void> => {
    // A tab that takes over may have missed events in between.
    readStream(signal, waited, onMessage);
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  };
  const isFree = await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock === null) return false;
    await lead();
    return true;
  });
  if (isFree || signal.aborted) return;
  waited = true;
  await navigator.locks.request(LOCK, { signal }, lead).catch(() => undefined);
}

const RETRY_MILLISECONDS = 5_000;

/** EventSource reconnects after a broken connection, but not after a refused one. */
function readStream(signal: AbortSignal, hasMissed: boolean, onMessage: (message: StreamMessage) => void): void {
  let missed = hasMissed;
  const open = (): void => {
    if (signal.aborted) return;
    // What changed between the page's first reads and this stream comes first.
    const age = Math.ceil(performance.now());
    const source = new EventSource(`/api/events?age=${age}`, { withCredentials: true });
    signal.addEventListener("abort", () => source.close());
    for (const type of ["changed", "progress"] as const) {
      source.addEventListener(type, ({ data }: MessageEvent<string>) => onMessage({ type, data }));
    }
    source.addEventListener("open", () => {
      if (missed) onMessage({ type: "missed" });
      missed = false;
    });
    source.addEventListener("error", () => {
      onMessage({ type: "broken", at: Date.now() });
      missed = true;
      if (source.readyState !== EventSource.CLOSED) return;
      onMessage({ type: "refused" });
      setTimeout(open, RETRY_MILLISECONDS);
    });
  };
  open();
}
