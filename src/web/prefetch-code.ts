import { savesData, whenIdle } from "#web/ui/use-loaded.ts";

/** The build's list of all scripts and style sheets, relative to the page's folder (vite.config.ts). */
const LIST = "/code.json";

/**
 * Prefetches the code of every screen and dialog, one file at a time once the first screen is up, so that screens open
 * instantly, even while the server is unreachable. Nothing is executed early. Skipped in data saver mode. Files that
 * fail to load are fetched on demand.
 */
export function prefetchCode(signal: AbortSignal): void {
  if (savesData()) return;
  whenIdle(() => void fetchAll(signal).catch(() => undefined));
}

async function fetchAll(signal: AbortSignal): Promise<void> {
  const response = await fetch(LIST, { signal, priority: "low" });
  const files = (await response.json()) as string[];
  for (const file of files) {
    const { ok, body } = await fetch(`/${file}`, { signal, priority: "low" });
    // A different version is deployed by now.
    if (!ok) return;
    // Browsers only cache fully read responses.
    await body?.pipeTo(new WritableStream());
  }
}
