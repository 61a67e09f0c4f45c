import { DropdownMenu as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { Kbd } from "#web/ui/kbd.tsx";

interface MenuProps {
  /** The button that opens it; an IconButton or Button. */
  trigger: ReactElement;
  align?: "start" | "end";
  children: ReactNode;
}

/** A list of acts under a button. */
export function Menu({ trigger, align = "end", children }: MenuProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-44 animate-fade-in rounded-lg border border-line bg-raised p-1 shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MenuItemProps {
  icon?: ReactNode;
  shortcut?: string;
  tone?: "plain" | "danger";
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, shortcut, tone = "plain", disabled = false, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item
      disabled={disabled}
      onSelect={onSelect}
      className={classNames(
        "flex h-8 cursor-default items-center gap-2.5 rounded-md px-2 outline-hidden select-none touch:h-11",
        "data-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0",
        tone === "danger"
          ? "text-danger-ink data-highlighted:bg-danger-soft"
          : "data-highlighted:bg-hover [&_svg]:text-muted",
      )}
    >
      {icon}
      <span className="flex-1">{children}</span>
      {shortcut !== undefined && <Kbd keys={shortcut} />}
    </Radix.Item>
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
}
