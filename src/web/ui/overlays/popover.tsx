import { Popover as Radix } from "radix-ui";
import type { ReactElement, ReactNode, RefObject } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { AnchorOf } from "#web/ui/overlays/anchor-of.tsx";

interface PopoverProps {
  /** Accessible name. */
  label: string;
  /** The button that opens it. */
  trigger: ReactElement;
  align?: "start" | "end";
  /** No padding, for lists with their own. */
  flush?: boolean;
  /** A width, such as "w-80". */
  className?: string;
  children: ReactNode;
}

/** A small nonmodal panel at its button. Escape and a press outside close it. */
export function Popover({ label, trigger, align = "end", flush = false, className, children }: PopoverProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content aria-label={label} align={align} {...look(flush, className)}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface AnchoredPopoverProps extends Omit<PopoverProps, "trigger"> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button that toggles it, rendered by the caller. */
  anchor: RefObject<HTMLElement | null>;
}

/** A popover whose code is loaded after its button. */
export function AnchoredPopover({
  open,
  onOpenChange,
  anchor,
  label,
  align = "end",
  flush = false,
  className,
  children,
}: AnchoredPopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>
        <AnchorOf element={anchor} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content aria-label={label} align={align} {...look(flush, className)}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function look(flush: boolean, className: string | undefined) {
  return {
    sideOffset: 6,
    collisionPadding: 12,
    className: classNames(
      "z-40 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1.5rem)] animate-rise overflow-y-auto rounded-lg border border-line bg-raised shadow-float outline-hidden data-[state=closed]:animate-sink",
      !flush && "p-4",
      className,
    ),
  };
}

/** Wraps a button or link that also closes the popover; `asChild` uses that element. */
export const PopoverClose = Radix.Close;
