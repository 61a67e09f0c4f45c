import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import { createContext, type ReactElement, type ReactNode, useContext } from "react";
import { classNames } from "#web/ui/class-names.ts";

const ITEM =
  "flex min-h-8 items-center gap-2 rounded-md px-2 py-1 outline-hidden select-none cursor-pointer touch:min-h-11 " +
  "data-highlighted:bg-hover data-disabled:cursor-default data-disabled:text-muted [&>svg]:size-4 [&>svg]:shrink-0 " +
  // Forced colors mode drops row backgrounds.
  "forced-colors:data-highlighted:outline-2 forced-colors:data-highlighted:-outline-offset-2";

/** The sheet around a menu's button: outside a modal one, the menu would be hidden from screen readers. */
export const MenuContainer = createContext<HTMLElement | null>(null);

interface MenuProps {
  /** The button that opens and names it. */
  trigger: ReactElement;
  align?: "start" | "end";
  children: ReactNode;
}

/** A dropdown menu with arrow keys, typeahead and Escape. */
export function Menu({ trigger, align = "end", children }: MenuProps) {
  const container = useContext(MenuContainer);
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      {/* Inside the main landmark, so that screen reader users find it. */}
      <Radix.Portal container={container ?? document.querySelector("main")}>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className="z-40 max-h-(--radix-dropdown-menu-content-available-height) max-w-[min(20rem,var(--radix-dropdown-menu-content-available-width))] min-w-48 animate-rise overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-float data-[state=closed]:animate-sink"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MenuItemProps {
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

interface MenuChoiceProps {
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
