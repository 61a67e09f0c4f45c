import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useRef, useState } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { useHasCompanion } from "#web/ui/companion.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { keepForWhatFloats } from "#web/ui/keep-for-what-floats.ts";
import { useReturnFocus } from "#web/ui/return-focus.ts";

interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** Beside the title, before the close button. */
  actions?: ReactNode;
  /** Stays at the bottom while the body scrolls. */
  footer?: ReactNode;
  /** Where focus goes when it closes, if not to what opened it. */
  returnFocusTo?: () => HTMLElement | null;
  /** For tables. */
  wide?: boolean;
  children: ReactNode;
}

/**
 * A modal panel from the right, the whole width under 768 px. Escape, backdrop and the button close it. One that opens
 * beside a companion lets the focus go there.
 */
export function Sheet({
  open,
  onOpenChange,
  title,
  description,
  actions,
  footer,
  returnFocusTo,
  wide = false,
  children,
}: SheetProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus(returnFocusTo);
  const content = useRef<HTMLDivElement>(null);
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
          ref={content}
          data-sheet={wide ? "wide" : "narrow"}
          onOpenAutoFocus={(event) => {
            onOpenAutoFocus();
            // What is read comes first, not what can be pressed.
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
          <header className="flex items-start gap-2 border-b border-line py-3 pr-3 pl-6 max-md:pl-4">
            <div className="min-w-0 flex-1 py-0.5">
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
          <div className="relative min-h-0 flex-1 overflow-y-auto px-6 py-5 max-md:px-4">{children}</div>
          {footer !== undefined && (
            <footer className="flex flex-wrap gap-2 border-t border-line px-6 py-3 max-md:px-4">{footer}</footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Decided when the sheet opens: changing it later would make its content anew, with what was typed there. */
function useIsModal(open: boolean): boolean {
  const hasCompanion = useHasCompanion();
  const [opened, setOpened] = useState({ open, isModal: !hasCompanion });
  if (opened.open === open) return opened.isModal;
  const isModal = open ? !hasCompanion : opened.isModal;
  setOpened({ open, isModal });
  return isModal;
}
