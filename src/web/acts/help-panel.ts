import { useSyncExternalStore } from "react";

export type HelpTab = "chat" | "faq" | "support";

interface HelpPanel {
  isOpen: boolean;
  tab: HelpTab;
}

let panel: HelpPanel = { isOpen: false, tab: "chat" };
const listeners = new Set<() => void>();

/** Whether the help assistant is open, and at which tab. */
export function useHelpPanel(): HelpPanel {
  return useSyncExternalStore(subscribe, () => panel);
}

/** Opens the help assistant, or goes to another of its tabs; without one it is where it was left. */
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
