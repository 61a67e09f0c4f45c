/** An open page: what it received and when, and whether it is open. It reconnects like a browser. */
export interface OpenPage {
  readonly heard: { text: string; at: number }[];
  isOpen(): boolean;
  close(): void;
}

const RECONNECT_MILLISECONDS = 2_000;

/** Opens the event stream like a browser's EventSource, which reconnects two seconds after it was cut. */
export function openPage(url: string, cookie: string): OpenPage {
  const leave = new AbortController();
  const heard: OpenPage["heard"] = [];
  let isOpen = false;
  const listen = async (): Promise<void> => {
    const answer = await fetch(`${url}/api/events`, { headers: { cookie }, signal: leave.signal });
    if (!answer.ok || answer.body === null) return;
    isOpen = true;
    for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
      if (text.includes("event: ")) heard.push({ text, at: performance.now() });
    }
  };
  const listenOn = async (): Promise<void> => {
    while (!leave.signal.aborted) {
      await listen().catch(() => {});
      isOpen = false;
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MILLISECONDS));
    }
  };
  void listenOn();
  return { heard, isOpen: () => isOpen, close: () => leave.abort() };
}

/** Polls until the condition holds. Throws an Error that names it after a minute. */
export async function eventually(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const until = performance.now() + 60_000; performance.now() < until;) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`It did not come to it that ${what}.`);
}
