/**
 * What the stream tells: an event of the server, that it broke off, that it was refused, or that it is there again and
 * events were missed meanwhile.
 */
export type StreamMessage =
  | { type: "changed" | "progress"; data: string }
  | { type: "broken"; at: number }
  | { type: "refused" }
  | { type: "missed" };

const LOCK = "winnow-events";

/**
 * Listens to /api/events until the signal aborts. All tabs of the browser share one connection, because over HTTP/1.1 a
 * browser opens no more than six to one host and a seventh tab would wait for ever: the tab that holds the lock reads
 * the stream and passes it on, and when it closes the next one takes over.
 */
export function listen(signal: AbortSignal, onMessage: (message: StreamMessage) => void): void {
  // Web Locks exist only in secure contexts, which http to another machine is not; there each tab reads for itself.
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
    // A tab that waited for another takes over a stream that was cut in between.
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

/** Reads the stream. EventSource reconnects by itself after a broken connection, but not after a refused one. */
function readStream(signal: AbortSignal, hasMissed: boolean, onMessage: (message: StreamMessage) => void): void {
  let missed = hasMissed;
  const open = (): void => {
    if (signal.aborted) return;
    const source = new EventSource("/api/events", { withCredentials: true });
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
