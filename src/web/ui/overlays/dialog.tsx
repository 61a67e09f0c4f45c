import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useRef } from "react";
import type { ButtonVariant } from "#web/ui/button-class.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useActionBar } from "#web/ui/overlays/action-bars.ts";
import { keepForWhatFloats } from "#web/ui/overlays/keep-for-what-floats.ts";
import { useReturnFocus } from "#web/ui/overlays/return-focus.ts";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** For two columns. */
  wide?: boolean;
  /** Scrolls; end a form with DialogActions. */
  children: ReactNode;
}

const FIELD = "form :is(input, select, textarea):enabled:not([tabindex='-1'])";

/** A centered modal; below 768 px a bottom sheet. Escape, backdrop and its button close it. */
export function Dialog({ open, onOpenChange, title, description, wide = false, children }: DialogProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus();
  const content = useRef<HTMLDivElement>(null);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade-in bg-overlay data-[state=closed]:animate-fade-out" />
        <div className="pointer-events-none fixed inset-0 z-40 grid grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center p-4 max-md:items-end max-md:p-0">
          <Radix.Content
            onCloseAutoFocus={onCloseAutoFocus}
            onOpenAutoFocus={(event) => {
              onOpenAutoFocus();
              // Not on "Discard changes", which is above the fields of a restored draft.
              const field = content.current?.querySelector<HTMLElement>(FIELD);
              if (field == null) return;
              event.preventDefault();
              field.focus();
              if (field instanceof HTMLInputElement) field.select();
            }}
            ref={content}
            {...(description === undefined ? { "aria-describedby": undefined } : {})}
            onInteractOutside={keepForWhatFloats}
            className={classNames(
              "pointer-events-auto relative flex max-h-full w-full animate-rise flex-col rounded-lg border border-line bg-raised shadow-float data-[state=closed]:animate-sink max-md:max-h-[92dvh] max-md:rounded-b-none",
              wide ? "max-w-[60rem]" : "max-w-lg",
            )}
          >
            <div className="border-b border-line py-4 pr-14 pl-5">
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description className="mt-0.5 text-muted">{description}</Radix.Description>
              )}
            </div>
            <div className="relative min-h-0 overflow-y-auto p-5">{children}</div>
            {/* Last, so that focus starts in the form. */}
            <Radix.Close asChild>
              <IconButton
                label="Close"
                icon={<X aria-hidden />}
                className="absolute top-3 right-3 touch:top-1.5 touch:right-1.5"
              />
            </Radix.Close>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Button row at the end of a dialog's form; the primary button comes last. */
export function DialogActions({ children }: { children: ReactNode }) {
  const bar = useActionBar();
  return (
    <div ref={bar} className="mt-6 flex flex-wrap justify-end gap-2">
      {children}
    </div>
  );
}

interface SubmitActionsProps {
  /** The submit button's label. */
  label: string;
  busy: boolean;
  busyLabel?: string;
  variant?: ButtonVariant;
  disabled?: boolean;
  /** Outside a form, what the button does. */
  onSubmit?: () => void;
  onCancel: () => void;
  /** Buttons before Cancel. */
  children?: ReactNode;
}

/** The buttons that end most forms in dialogs. */
export function SubmitActions({
  label,
  busy,
  busyLabel = "Saving...",
  variant = "primary",
  disabled = false,
  onSubmit,
  onCancel,
  children,
}: SubmitActionsProps) {
  return (
    <DialogActions>
      {children}
      <Button onClick={onCancel}>Cancel</Button>
      <Button
        type={onSubmit === undefined ? "submit" : "button"}
        variant={variant}
        disabled={disabled}
        busy={busy}
        busyLabel={busyLabel}
        onClick={onSubmit}
      >
        {label}
      </Button>
    </DialogActions>
  );
}
