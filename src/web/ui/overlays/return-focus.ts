import { useRef } from "react";

/**
 * Restores focus when a dialog opened from code closes; Radix only does so for its own triggers. For a menu item, focus
 * goes to the menu's button; if the element is gone, to the main area, unless another dialog that closed at the same
 * time already moved the focus. `to` overrides the target if what is open can change.
 */
export function useReturnFocus(to?: () => HTMLElement | null): {
  onOpenAutoFocus: () => void;
  onCloseAutoFocus: (event: Event) => void;
} {
  const origin = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      const active = document.activeElement;
      const menu = active?.closest('[role="menu"]');
      const element = menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : active;
      origin.current = element instanceof HTMLElement ? element : null;
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      const from = to?.() ?? origin.current;
      if (from?.isConnected && from !== document.body) from.focus({ preventScroll: true });
      else if (document.activeElement === document.body) {
        document.querySelector("main")?.focus({ preventScroll: true });
      }
    },
  };
}
