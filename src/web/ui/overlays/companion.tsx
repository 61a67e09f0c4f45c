import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { observable } from "#web/observable.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useIsNarrow } from "#web/ui/media.ts";
import { useReturnFocus } from "#web/ui/overlays/return-focus.ts";

const openCompanions = observable(0);

/** Whether a companion is open; other overlays must keep it reachable. */
export function useHasCompanion(): boolean {
  return useSyncExternalStore(openCompanions.subscribe, openCompanions.get) > 0;
}

interface CompanionProps {
  title: string;
  onClose: () => void;
  /** Initial focus on devices with a keyboard. */
  firstFocus: () => HTMLElement | null;
  children: ReactNode;
}

/**
 * A nonmodal panel at the bottom right: its links navigate the page while it stays open, and sheets open next to it.
 * Below 768 px it is a full-screen modal. Escape and its button close it. Open while mounted.
 */
export function Companion({ title, onClose, firstFocus, children }: CompanionProps) {
  const isNarrow = useIsNarrow();
  const content = useRef<HTMLDivElement>(null);
  const takeContent = useCallback((panel: HTMLDivElement | null) => {
    content.current = panel;
    return panel === null ? undefined : letScroll(panel);
  }, []);
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus();
  useEffect(() => {
    openCompanions.set(openCompanions.get() + 1);
    return () => openCompanions.set(openCompanions.get() - 1);
  }, []);
  return (
    <Radix.Root open modal={isNarrow} onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Content
          ref={takeContent}
          data-floating
          data-companion
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            onOpenAutoFocus();
            event.preventDefault();
            // On a phone, the on-screen keyboard would cover half of it.
            ((isNarrow ? null : firstFocus()) ?? content.current)?.focus();
          }}
          onCloseAutoFocus={(event) => {
            // Don't take the focus from the page.
            if (document.activeElement === document.body) onCloseAutoFocus(event);
            else event.preventDefault();
          }}
          onInteractOutside={(event) => event.preventDefault()}
          className={
            "fixed right-4 bottom-20 z-35 flex h-[min(40rem,calc(100dvh-6rem))] w-100 animate-rise flex-col rounded-lg " +
            "border border-line bg-raised shadow-float outline-hidden max-md:inset-0 max-md:h-auto max-md:w-auto " +
            "max-md:rounded-none max-md:border-0 lg:[body:has([data-sheet=narrow])_&]:right-[37rem] " +
            "[body:has([data-panel-place])_&]:right-[calc(var(--panel-width)+1rem)] " +
            "2xl:[body:has([data-sheet=wide])_&]:right-[61rem]"
          }
        >
          <div className="flex items-center justify-between border-b border-line py-2 pr-3 pl-4">
            <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label="Close help" icon={<X aria-hidden />} />
            </Radix.Close>
          </div>
          <div className="min-h-0 flex-1">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Stops scroll events from reaching an open modal sheet, which would block them. */
function letScroll(panel: HTMLElement): () => void {
  const keep = (event: Event): void => event.stopPropagation();
  for (const type of ["wheel", "touchmove"]) panel.addEventListener(type, keep, { passive: true });
  return () => {
    for (const type of ["wheel", "touchmove"]) panel.removeEventListener(type, keep);
  };
}
