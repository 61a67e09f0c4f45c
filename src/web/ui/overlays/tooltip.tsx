import { Tooltip as Radix } from "radix-ui";
import type { FocusEvent, ReactElement, ReactNode } from "react";
import { Kbd } from "#web/ui/kbd.tsx";

/** Wraps the page once: after one tooltip has opened, the next ones open immediately. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Radix.Provider delayDuration={400}>{children}</Radix.Provider>;
}

interface TooltipProps {
  text: string;
  shortcut?: string | undefined;
  /** One focusable element; its accessible name must not depend on the tooltip. */
  children: ReactElement;
}

/** A short text on hover and focus. Never put essential information only here: touch users can't see it. */
export function Tooltip({ text, shortcut, children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild onFocus={onlyWhenVisible}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex max-w-72 animate-fade-in items-center gap-2 rounded-md border border-line bg-raised px-2 py-1 text-sm text-ink shadow-float"
        >
          {text}
          {shortcut !== undefined && <Kbd keys={shortcut} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Restored focus after a mouse click, such as when a dialog closes, opens no tooltip. */
function onlyWhenVisible(event: FocusEvent<HTMLElement>): void {
  if (!event.currentTarget.matches(":focus-visible")) event.preventDefault();
}
