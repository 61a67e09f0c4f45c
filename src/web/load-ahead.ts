/** The build's list of every script and style sheet, from the page's folder on (vite.config.ts). */
const LIST = "/code.json";

/**
 * Fetches the code of every screen and dialog into the browser's cache, one file after the other once the first screen
 * is there: a screen opens at once, also while the server is away. Nothing is run before it is needed. Not for those
 * who ask to save data. A file that does not come is fetched when it is needed.
 */
export function loadCodeAhead(signal: AbortSignal): void {
  if (savesData()) return;
  whenIdle(() => void fetchAll(signal).catch(() => undefined));
}

async function fetchAll(signal: AbortSignal): Promise<void> {
  const response = await fetch(LIST, { signal, priority: "low" });
  const files = (await response.json()) as string[];
  for (const file of files) {
    const { ok, body } = await fetch(`/${file}`, { signal, priority: "low" });
    // Another version is served by now.
    if (!ok) return;
    // Only what has been read to its end is kept.
    await body?.pipeTo(new WritableStream());
  }
}

function whenIdle(act: () => void): void {
  // Safari has no requestIdleCallback.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(act, { timeout: 10_000 });
  else setTimeout(act, 2_000);
}

function savesData(): boolean {
  const connection: unknown = "connection" in navigator ? navigator.connection : null;
  return (
    typeof connection === "object" && connection !== null && "saveData" in connection && connection.saveData === true
  );
}
