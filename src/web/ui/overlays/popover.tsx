import { Popover as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";

interface PopoverProps {
  /** Accessible name. */
  label: string;
  /** The button that opens it; an AnchorOf if the button is loaded before the popover. */
  trigger: ReactElement;
  /** Omit both to let the popover handle its own state. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: "start" | "end";
  /** No padding, for lists with their own. */
  flush?: boolean;
  /** A width, such as "w-80". */
  className?: string;
  children: ReactNode;
}

/** A small nonmodal panel at its button. Escape and a press outside close it. */
export function Popover({
  label,
  trigger,
  align = "end",
  flush = false,
  className,
  children,
  ...controlled
}: PopoverProps) {
  return (
    <Radix.Root {...controlled}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className={classNames(
            "z-40 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1.5rem)] animate-rise overflow-y-auto rounded-lg border border-line bg-raised shadow-float outline-hidden data-[state=closed]:animate-sink",
            !flush && "p-4",
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Wraps a button or link that also closes the popover; `asChild` uses that element. */
export const PopoverClose = Radix.Close;
