import { useEffect, useEffectEvent, useState } from "react";
import { toast } from "#web/ui/overlays/toast-store.ts";

interface Part<Code> {
  /** Name for the error message: "The rule's form". */
  name: string;
  /** The dynamic import. */
  load: () => Promise<Code>;
  isWanted: boolean;
  /** Closes what can't be shown. */
  giveUp?: () => void;
}

/**
 * Code loaded on demand; null until ready. A failure shows a message, and the next request tries again. React.lazy
 * would take down the page on failure, and React delays suspended content by 300 ms even if the code is already loaded.
 */
export function useLoaded<Code>({ name, load, isWanted, giveUp }: Part<Code>): Code | null {
  const [code, setCode] = useState<Code | null>(null);
  const isLoaded = code !== null;
  // Closing may take a moment to render and must not happen twice.
  const fail = useEffectEvent(() => {
    giveUp?.();
    toast.error(`${name} couldn't be loaded`, "Check your connection and try again.");
  });
  useEffect(() => {
    if (!isWanted || isLoaded) return;
    let isCurrent = true;
    importWithRetry(load).then(
      (loaded) => setCode(() => loaded),
      () => {
        if (isCurrent) fail();
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [load, isWanted, isLoaded]);
  return code;
}

const ADDRESS = /https?:\S+\.js/u;

/**
 * Chromium remembers a failed import until the page is reloaded, so it is retried under a different URL. The error
 * contains the first URL, except in Safari.
 */
export async function importWithRetry<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    const address = error instanceof Error ? ADDRESS.exec(error.message)?.[0] : undefined;
    if (address === undefined) throw error;
    // The same file, so it has the same exports.
    return (await import(/* @vite-ignore */ `${address}?again=${Date.now()}`)) as Code;
  }
}

/** Whether the browser is in data saver mode, where nothing is prefetched. */
export function savesData(): boolean {
  const connection: unknown = "connection" in navigator ? navigator.connection : null;
  return (
    typeof connection === "object" && connection !== null && "saveData" in connection && connection.saveData === true
  );
}

/** Runs something that can wait until nothing else is happening. */
export function whenIdle(callback: () => void): void {
  // Safari has no requestIdleCallback.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(callback, { timeout: 10_000 });
  else setTimeout(callback, 2_000);
}
