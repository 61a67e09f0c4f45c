import { useSyncExternalStore } from "react";

export type HelpTab = "chat" | "faq" | "support";

interface HelpPanel {
  isOpen: boolean;
  tab: HelpTab;
}

let panel: HelpPanel = { isOpen: false, tab: "chat" };
const listeners = new Set<() => void>();

/** Whether the help assistant is open, and on which tab. */
export function useHelpPanel(): HelpPanel {
  return useSyncExternalStore(subscribe, () => panel);
}

/** Opens the help assistant on a tab, by default the last one. */
export function openHelp(tab: HelpTab = panel.tab): void {
  publish({ isOpen: true, tab });
}

export function closeHelp(): void {
  publish({ ...panel, isOpen: false });
}

function publish(next: HelpPanel): void {
  panel = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
