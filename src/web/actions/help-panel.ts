import { useSyncExternalStore } from "react";
import type { HelpLink } from "#shared/help/help-text.ts";
import { observable } from "#web/observable.ts";

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

const panel = observable<HelpPanel>({ isOpen: false, tab: "chat", answer: null });

/** Whether the help assistant is open, and on which tab. */
export function useHelpPanel(): HelpPanel {
  return useSyncExternalStore(panel.subscribe, panel.get);
}

/** Opens the help assistant on a tab, by default the last one. */
export function openHelp(tab: HelpTab = panel.get().tab): void {
  panel.set({ ...panel.get(), isOpen: true, tab });
}

/** Opens a help text in the chat. */
export function openAnswer(answer: HelpAnswer): void {
  panel.set({ isOpen: true, tab: "chat", answer });
}

/** The help text to show next, once. */
export function takeAnswer(): HelpAnswer | null {
  const { answer } = panel.get();
  if (answer !== null) panel.set({ ...panel.get(), answer: null });
  return answer;
}

export function closeHelp(): void {
  panel.set({ ...panel.get(), isOpen: false });
}
