import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { useCallback, useRef, useState } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { useHasCompanion } from "#web/ui/overlays/companion.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { MenuContainer } from "#web/ui/overlays/menu-container.ts";
import { keepForWhatFloats } from "#web/ui/overlays/keep-for-what-floats.ts";
import { useReturnFocus } from "#web/ui/overlays/return-focus.ts";
import { DESCRIPTION_CLASS, SheetFrame, type SheetParts, TITLE_CLASS } from "#web/ui/overlays/sheet-frame.tsx";

interface SheetProps extends SheetParts {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Where focus goes on close, if not to the element that opened it. */
  returnFocusTo?: () => HTMLElement | null;
  /** For tables. */
  wide?: boolean;
}

/**
 * A modal panel from the right, full width below 768 px. Escape, backdrop and its button close it. When opened next to
 * a companion, focus may move there.
 */
export function Sheet({
  open,
  onOpenChange,
  title,
  description,
  returnFocusTo,
  wide = false,
  children,
  ...parts
}: SheetProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus(returnFocusTo);
  const content = useRef<HTMLDivElement>(null);
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const takeContent = useCallback((element: HTMLDivElement | null) => {
    content.current = element;
    setPanel(element);
  }, []);
  const isModal = useIsModal(open);
  return (
    <Radix.Root open={open} modal={isModal} onOpenChange={onOpenChange}>
      <Radix.Portal>
        {isModal ? (
          <Radix.Overlay className="fixed inset-0 z-30 animate-fade-in bg-overlay data-[state=closed]:animate-fade-out" />
        ) : (
          open && <div className="fixed inset-0 z-30 animate-fade-in bg-overlay" />
        )}
        <Radix.Content
          ref={takeContent}
          data-sheet={wide ? "wide" : "narrow"}
          onOpenAutoFocus={(event) => {
            onOpenAutoFocus();
            // Focus the content rather than the first button.
            event.preventDefault();
            content.current?.focus();
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
          onInteractOutside={keepForWhatFloats}
          className={classNames(
            "fixed inset-y-0 right-0 z-30 flex w-full animate-from-right flex-col border-l border-line bg-surface shadow-float outline-hidden data-[state=closed]:animate-to-right max-md:max-w-none max-md:border-l-0",
            wide ? "max-w-[60rem]" : "max-w-[36rem]",
          )}
        >
          <MenuContainer value={panel}>
            <SheetFrame
              {...parts}
              heading={
                <>
                  <Radix.Title dir="auto" className={TITLE_CLASS} title={title}>
                    {title}
                  </Radix.Title>
                  {description !== undefined && (
                    <Radix.Description dir="auto" className={DESCRIPTION_CLASS}>
                      {description}
                    </Radix.Description>
                  )}
                </>
              }
              closeButton={
                <Radix.Close asChild>
                  <IconButton label="Close" icon={<X aria-hidden />} />
                </Radix.Close>
              }
            >
              {children}
            </SheetFrame>
          </MenuContainer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Fixed when the sheet opens: changing it later would remount the content and lose input. */
function useIsModal(open: boolean): boolean {
  const hasCompanion = useHasCompanion();
  const [opened, setOpened] = useState({ open, isModal: !hasCompanion });
  if (opened.open === open) return opened.isModal;
  const isModal = open ? !hasCompanion : opened.isModal;
  setOpened({ open, isModal });
  return isModal;
}
