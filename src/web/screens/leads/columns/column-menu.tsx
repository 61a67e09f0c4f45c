import { Columns3, RotateCcw } from "lucide-react";
import { COLUMN_IDS, type ColumnId, DEFAULT_COLUMNS, toggledColumn } from "#web/screens/leads/columns/column-choice.ts";
import { COLUMN_KINDS } from "#web/screens/leads/columns/lead-columns.ts";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuCheckItem, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";

interface ColumnMenuProps {
  columns: readonly ColumnId[];
  /** Those of them that have room now. */
  shown: readonly ColumnId[];
  onChange: (columns: readonly ColumnId[]) => void;
}

/** Which columns the list has. The lead itself always is one. */
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
            hint={isChosen && !shown.includes(id) ? "no room now" : undefined}
          >
            {COLUMN_KINDS[id].title}
          </MenuCheckItem>
        );
      })}
      <MenuSeparator />
      <MenuItem icon={<RotateCcw aria-hidden />} onSelect={() => onChange(DEFAULT_COLUMNS)}>
        Usual columns
      </MenuItem>
    </Menu>
  );
}
