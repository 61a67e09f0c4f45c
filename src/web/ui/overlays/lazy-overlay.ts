import { type RefObject, useRef, useState } from "react";
import { useLoaded } from "#web/ui/use-loaded.ts";

/** What an overlay whose code is loaded after its button gets. */
export interface LazyOverlayProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button. */
  anchor: RefObject<HTMLElement | null>;
}

/** An overlay whose code is loaded when its button is approached or pressed; a failure is shown on press. */
export function useLazyOverlay<Code>(name: string, load: () => Promise<Code>) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const code = useLoaded({ name, load, isWanted: open, giveUp: () => setOpen(false) });
  const prefetch = (): void => void load().catch(() => undefined);
  const overlay: LazyOverlayProps = { open, onOpenChange: setOpen, anchor };
  return {
    /** Null until it is loaded. */
    code,
    overlay,
    button: {
      ref: anchor,
      "aria-haspopup": "dialog",
      "aria-expanded": open,
      onPointerEnter: prefetch,
      onFocus: prefetch,
      onClick: () => setOpen(!open),
    } as const,
  };
}
