import { useSyncExternalStore } from "react";
import type { HelpLink } from "#shared/help/help-text.ts";

export type HelpTab = "chat" | "faq" | "support";

/** A help text, shown in the chat as a question and its answer. */
export interface HelpAnswer {
  question: string;
  answer: string;
  links: readonly HelpLink[];
}

interface HelpPanel {
  isOpen: boolean;
  tab: HelpTab;
  /** Waits for the assistant's code. */
  answer: HelpAnswer | null;
}

let panel: HelpPanel = { isOpen: false, tab: "chat", answer: null };
const listeners = new Set<() => void>();

/** Whether the help assistant is open, and on which tab. */
export function useHelpPanel(): HelpPanel {
  return useSyncExternalStore(subscribe, () => panel);
}

/** Opens the help assistant on a tab, by default the last one. */
export function openHelp(tab: HelpTab = panel.tab): void {
  publish({ ...panel, isOpen: true, tab });
}

/** Opens a help text in the chat. */
export function openAnswer(answer: HelpAnswer): void {
  publish({ isOpen: true, tab: "chat", answer });
}

/** The help text to show next, once. */
export function takeAnswer(): HelpAnswer | null {
  const { answer } = panel;
  if (answer !== null) publish({ ...panel, answer: null });
  return answer;
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
