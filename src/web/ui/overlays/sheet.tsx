import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useCallback, useRef, useState } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { useActionBar } from "#web/ui/overlays/action-bars.ts";
import { useHasCompanion } from "#web/ui/overlays/companion.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { MenuContainer } from "#web/ui/overlays/menu-container.ts";
import { useIsNarrow } from "#web/ui/media.ts";
import { keepForWhatFloats } from "#web/ui/overlays/keep-for-what-floats.ts";
import { useReturnFocus } from "#web/ui/overlays/return-focus.ts";

interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** Next to the title, before the close button. */
  actions?: ReactNode;
  /** Stays below the title while the body scrolls; on phones at the bottom, within reach of the thumb. */
  toolbar?: ReactNode;
  /** Stays at the bottom while the body scrolls. */
  footer?: ReactNode;
  /** Where focus goes on close, if not to the element that opened it. */
  returnFocusTo?: () => HTMLElement | null;
  /** For tables. */
  wide?: boolean;
  children: ReactNode;
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
  actions,
  toolbar,
  footer,
  returnFocusTo,
  wide = false,
  children,
}: SheetProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus(returnFocusTo);
  const content = useRef<HTMLDivElement>(null);
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const takeContent = useCallback((element: HTMLDivElement | null) => {
    content.current = element;
    setPanel(element);
  }, []);
  const isModal = useIsModal(open);
  const isNarrow = useIsNarrow();
  const bottom = footer ?? (isNarrow ? toolbar : undefined);
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
            <header
              className={classNames(
                "flex items-start gap-2 border-b border-line py-3 pr-3 pl-6 max-md:pl-4",
                actions !== undefined && "max-md:flex-wrap max-md:justify-end max-md:gap-y-0 max-md:pt-1",
              )}
            >
              {/* On phones the title has its own line below the buttons. */}
              <div
                className={classNames(
                  "min-w-0 flex-1 py-0.5",
                  actions !== undefined && "max-md:order-last max-md:basis-full",
                )}
              >
                <Radix.Title dir="auto" className="truncate text-left text-xl font-semibold" title={title}>
                  {title}
                </Radix.Title>
                {description !== undefined && (
                  <Radix.Description className="truncate text-muted">{description}</Radix.Description>
                )}
              </div>
              {actions}
              <Radix.Close asChild>
                <IconButton label="Close" icon={<X aria-hidden />} />
              </Radix.Close>
            </header>
            {toolbar !== undefined && !isNarrow && (
              <div className="flex flex-wrap items-center gap-2 border-b border-line px-6 py-3">{toolbar}</div>
            )}
            <div className="relative min-h-0 flex-1 overflow-y-auto px-6 py-5 max-md:px-4">{children}</div>
            {bottom !== undefined && <Footer>{bottom}</Footer>}
          </MenuContainer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Footer({ children }: { children: ReactNode }) {
  const ref = useActionBar();
  return (
    <footer ref={ref} className="flex flex-wrap items-center gap-2 border-t border-line px-6 py-3 max-md:px-4">
      {children}
    </footer>
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
