import { type ReactNode, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";

/** Id of the element next to the main area where a panel is rendered. */
export const PANEL_SLOT = "panel";

/** The place of a panel, reserved while its code loads. */
export function PanelPlace({ landmark, children }: { landmark?: string; children?: ReactNode }) {
  const slot = useSyncExternalStore(never, panelSlot);
  if (slot === null) return null;
  return createPortal(
    <aside
      data-panel-place
      aria-label={landmark}
      aria-busy={children === undefined}
      className="w-(--panel-width) max-w-full shrink-0 border-l border-line bg-surface"
    >
      {children}
    </aside>,
    slot,
  );
}

/** The layout renders it together with the first screen. */
function panelSlot(): HTMLElement | null {
  return document.getElementById(PANEL_SLOT);
}

function never(): () => void {
  return () => undefined;
}
