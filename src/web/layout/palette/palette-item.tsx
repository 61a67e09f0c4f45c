import { Command } from "cmdk";
import type { ReactNode } from "react";

export function PaletteSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={title}
      className="mb-1 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  );
}

interface PaletteItemProps {
  /** Unique value. */
  value: string;
  onSelect: () => void;
  children: ReactNode;
}

export function PaletteItem({ value, onSelect, children }: PaletteItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className={
        "flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 select-none touch:min-h-11 " +
        "data-[selected=true]:bg-hover [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted " +
        // Forced colors mode drops row backgrounds.
        "forced-colors:data-[selected=true]:outline-2 forced-colors:data-[selected=true]:-outline-offset-2"
      }
    >
      {children}
    </Command.Item>
  );
}
