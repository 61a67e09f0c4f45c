import { useRef } from "react";

/**
 * Gives focus back to where it was when a dialog that code opened closes; Radix does so only for its own triggers.
 * An element of a menu stands for the button that opened the menu; one that is gone, for the main area, unless a
 * dialog that closed together with this one has found a place already. `to` names another place, where what is open can
 * change meanwhile.
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
