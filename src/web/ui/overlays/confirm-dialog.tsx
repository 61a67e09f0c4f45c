import { AlertDialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { useReturnFocus } from "#web/ui/overlays/return-focus.ts";

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question, such as "Delete this rule?". */
  title: string;
  /** What will happen, and whether it can be undone. */
  description: ReactNode;
  /** The action's verb, never "OK". */
  confirmLabel: string;
  destructive?: boolean;
  onConfirm: () => void;
  /** A further choice, below the description. */
  children?: ReactNode;
}

/** Confirms an action that can't be undone. Focus starts on Cancel. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  destructive = true,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const { onCloseAutoFocus, onOpenAutoFocus } = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade-in bg-overlay data-[state=closed]:animate-fade-out" />
        <div className="pointer-events-none fixed inset-0 z-40 grid grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center p-4">
          <Radix.Content
            onOpenAutoFocus={onOpenAutoFocus}
            onCloseAutoFocus={onCloseAutoFocus}
            className="pointer-events-auto max-h-full w-full max-w-md animate-rise overflow-y-auto rounded-lg border border-line bg-raised p-5 shadow-float data-[state=closed]:animate-sink"
          >
            <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
            <Radix.Description className="mt-1.5 wrap-anywhere text-muted">{description}</Radix.Description>
            {children != null && <div className="mt-4">{children}</div>}
            <div className="mt-6 flex flex-wrap justify-end gap-2">
              <Radix.Cancel asChild>
                <Button>Cancel</Button>
              </Radix.Cancel>
              <Radix.Action asChild>
                <Button variant={destructive ? "destructive" : "primary"} onClick={onConfirm}>
                  {confirmLabel}
                </Button>
              </Radix.Action>
            </div>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
