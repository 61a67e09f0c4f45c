import { useEffect } from "react";
import { useLocation } from "react-router";

/** Screens and their data load after the navigation. */
const WAIT_MILLISECONDS = 10_000;
const DIALOG = '[role="dialog"]:not([data-companion])';
const INPUTS = ["pointerdown", "keydown", "wheel"] as const;

/** The card named in a URL's hash, which can then be focused. */
export function cardNamed(hash: string): HTMLElement | null {
  const id = hash.slice(1);
  const card = id === "" ? null : document.getElementById(id);
  if (card !== null) card.tabIndex = -1;
  return card;
}

/**
 * Scrolls to the card named in the URL's hash and focuses it, as soon as it is there, and again if it replaces its
 * skeleton. Ends when the user does something.
 */
export function useCardAddress(): void {
  const location = useLocation();
  useEffect(() => {
    if (location.hash === "") return undefined;
    let shown: HTMLElement | null = null;
    const show = (): void => {
      const card = cardNamed(location.hash);
      // An open dialog, as the command palette while it closes, holds the focus.
      if (card === null || card === shown || document.querySelector(DIALOG) !== null) return;
      // Focus already in the card, as in a part just opened, stays where it is.
      if (card.contains(document.activeElement)) shown = card;
      if (card === shown) return;
      card.focus({ preventScroll: true });
      // A hidden card can't be focused yet.
      if (document.activeElement !== card) return;
      shown = card;
      card.scrollIntoView({ block: "start" });
    };
    const observer = new MutationObserver(show);
    const stop = (): void => {
      observer.disconnect();
      for (const input of INPUTS) removeEventListener(input, stop, { capture: true });
    };
    observer.observe(document.body, { childList: true, subtree: true });
    for (const input of INPUTS) addEventListener(input, stop, { capture: true, passive: true });
    const timer = setTimeout(stop, WAIT_MILLISECONDS);
    show();
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [location]);
}
