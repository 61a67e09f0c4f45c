import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import { type ReactNode, type RefObject, useContext, useEffect, useRef } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { AnchorOf } from "#web/ui/overlays/anchor-of.tsx";
import { MenuContainer } from "#web/ui/overlays/menu-container.ts";

const ITEM =
  "flex min-h-8 items-center gap-2 rounded-md px-2 py-1 outline-hidden select-none cursor-pointer touch:min-h-11 " +
  "data-highlighted:bg-hover data-disabled:cursor-default data-disabled:text-muted [&>svg]:size-4 [&>svg]:shrink-0 " +
  // Forced colors mode drops row backgrounds.
  "forced-colors:data-highlighted:outline-2 forced-colors:data-highlighted:-outline-offset-2";

interface MenuContentProps {
  open: boolean;
  setOpen: (open: boolean) => void;
  /** The button that opens and names it. */
  button: RefObject<HTMLElement | null>;
  buttonId: string;
  /** Focuses the first item. */
  byKeyboard: boolean;
  align: "start" | "end";
  children: ReactNode;
}

export function MenuContent({ open, setOpen, button, buttonId, byKeyboard, align, children }: MenuContentProps) {
  const container = useContext(MenuContainer);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open && byKeyboard)
      content.current?.querySelector<HTMLElement>("[role^=menuitem]:not([aria-disabled])")?.focus();
  }, [open, byKeyboard]);
  return (
    <Radix.Root modal={false} open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild>
        <AnchorOf element={button} />
      </Radix.Trigger>
      {/* Inside the main landmark, so that screen reader users find it. */}
      <Radix.Portal container={container ?? document.querySelector("main")}>
        <Radix.Content
          ref={content}
          aria-labelledby={buttonId}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          onInteractOutside={(event) => {
            // A press on the button closes it by its own click.
            if (event.target instanceof Node && button.current?.contains(event.target)) event.preventDefault();
          }}
          className="z-40 max-h-(--radix-dropdown-menu-content-available-height) max-w-[min(20rem,var(--radix-dropdown-menu-content-available-width))] min-w-48 animate-rise overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-float data-[state=closed]:animate-sink"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export interface MenuItemProps {
  icon?: ReactNode;
  danger?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, danger = false, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item onSelect={onSelect} className={classNames(ITEM, danger ? "text-danger-ink" : "[&>svg]:text-muted")}>
      {icon}
      <span className="min-w-0 truncate">{children}</span>
    </Radix.Item>
  );
}

export interface MenuChoiceProps {
  /** Accessible name of the group. */
  label: string;
  /** "" if none is selected. */
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
}

/** A radio group. */
export function MenuChoice({ label, value, onChange, options }: MenuChoiceProps) {
  return (
    <Radix.RadioGroup aria-label={label} value={value} onValueChange={onChange}>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={ITEM}>
          <Mark />
          <span dir="auto" title={option.label} className="min-w-0 flex-1 truncate text-left">
            {option.label}
          </span>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

function Mark() {
  return (
    <span aria-hidden className="inline-flex size-4 shrink-0">
      <Radix.ItemIndicator>
        <Check className="size-4 text-link" />
      </Radix.ItemIndicator>
    </span>
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-line" />;
}

/** Explains why an expected item is missing. */
export function MenuNote({ children }: { children: ReactNode }) {
  return <Radix.Label className="max-w-64 px-2 py-1.5 text-sm text-muted">{children}</Radix.Label>;
}
