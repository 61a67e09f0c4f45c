import { Columns3, RotateCcw } from "lucide-react";
import { COLUMN_IDS, type ColumnId, DEFAULT_COLUMNS, toggledColumn } from "#web/screens/leads/columns/column-choice.ts";
import { COLUMN_KINDS } from "#web/screens/leads/columns/lead-columns.ts";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuCheckItem, MenuItem, MenuSeparator } from "#web/ui/overlays/menu.tsx";

interface ColumnMenuProps {
  columns: readonly ColumnId[];
  /** Those that currently fit. */
  shown: readonly ColumnId[];
  onChange: (columns: readonly ColumnId[]) => void;
}

/** Column picker. The lead column is always on. */
export function ColumnMenu({ columns, shown, onChange }: ColumnMenuProps) {
  return (
    <Menu
      trigger={
        <Button icon={<Columns3 aria-hidden />}>
          <span className="max-md:sr-only">Columns</span>
        </Button>
      }
    >
      {COLUMN_IDS.map((id) => {
        const isChosen = columns.includes(id);
        return (
          <MenuCheckItem
            key={id}
            checked={isChosen}
            disabled={id === "lead"}
            onChange={() => onChange(toggledColumn(columns, id))}
            hint={isChosen && !shown.includes(id) ? "no room" : undefined}
          >
            {COLUMN_KINDS[id].title}
          </MenuCheckItem>
        );
      })}
      <MenuSeparator />
      <MenuItem icon={<RotateCcw aria-hidden />} onSelect={() => onChange(DEFAULT_COLUMNS)}>
        Reset columns
      </MenuItem>
    </Menu>
  );
}
