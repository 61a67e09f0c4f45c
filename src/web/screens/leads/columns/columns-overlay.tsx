import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, RotateCcw } from "lucide-react";
import { useId, useLayoutEffect, useRef, useState } from "react";
import { LIMITS } from "#shared/limits.ts";
import { isColumnName } from "#shared/fact-columns.ts";
import { useTeam } from "#web/api/leads/owners.ts";
import { factNamesQuery } from "#web/api/rules.ts";
import {
  type ColumnId,
  DEFAULT_COLUMNS,
  isMovable,
  mayAddFact,
  movedColumn,
  offeredColumns,
  toggledColumn,
} from "#web/screens/leads/columns/column-choice.ts";
import { columnTitle, fieldOf } from "#web/screens/leads/columns/lead-columns.ts";
import { useLeadFields } from "#web/screens/leads/use-listed-fields.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/fields/checkbox.tsx";
import { AnchorOf } from "#web/ui/overlays/anchor-of.tsx";
import type { LazyOverlayProps } from "#web/ui/overlays/lazy-overlay.ts";
import { Popover } from "#web/ui/overlays/popover.tsx";

export interface ColumnsProps {
  columns: readonly ColumnId[];
  /** Those that currently fit. */
  shown: readonly ColumnId[];
  /** Gets a function of the latest columns, so that of two quick changes none is lost. */
  onChange: (change: (columns: readonly ColumnId[]) => readonly ColumnId[]) => void;
}

/** Shows, hides and reorders columns. The lead column is always on. */
export function ColumnsOverlay({ open, onOpenChange, anchor, ...props }: ColumnsProps & LazyOverlayProps) {
  return (
    <Popover
      label="Columns"
      className="w-80"
      flush
      open={open}
      onOpenChange={onOpenChange}
      trigger={<AnchorOf element={anchor} />}
    >
      <ColumnPanel {...props} />
    </Popover>
  );
}

function ColumnPanel({ columns, shown, onChange }: ColumnsProps) {
  const { data: names = [] } = useQuery(factNamesQuery);
  const fields = useLeadFields();
  const { panel, words, note } = useMovedFocus();
  const hasOwners = useTeam().length > 0;
  const movable = columns.filter(isMovable);
  const facts = names
    .filter(isColumnName)
    .map((name): ColumnId => `fact:${name}`)
    .filter((id) => !columns.includes(id));

  const titleOf = (id: ColumnId): string => columnTitle(id, fieldOf(id, fields));
  const custom = fields.map(({ key }): ColumnId => `field:${key}`).filter((id) => !columns.includes(id));

  const move = (id: ColumnId, step: 1 | -1): void => {
    const to = movable[movable.indexOf(id) + step];
    if (to === undefined) return;
    note(id, step, `${titleOf(id)}, ${movable.indexOf(to) + 1} of ${movable.length}`);
    onChange((latest) => movedColumn(latest, id, to));
  };
  const row = (id: ColumnId) => {
    const at = movable.indexOf(id);
    return (
      <ColumnRow
        key={id}
        title={titleOf(id)}
        isChosen={columns.includes(id)}
        hint={columns.includes(id) && !shown.includes(id) ? "doesn't fit" : undefined}
        disabled={id === "lead" || (id.startsWith("fact:") && !columns.includes(id) && !mayAddFact(columns))}
        onToggle={() => onChange((latest) => toggledColumn(latest, id))}
        onMove={at === -1 ? null : (step) => move(id, step)}
        isFirst={at === 0}
        isLast={at === movable.length - 1}
        id={id}
      />
    );
  };
  return (
    <div ref={panel} className="flex flex-col gap-1 p-2">
      <ul aria-label="Columns">
        {offeredColumns(columns)
          .filter((id) => id !== "owner" || hasOwners || columns.includes(id))
          .map(row)}
      </ul>
      {custom.length > 0 && (
        <section aria-label="Custom fields" className="border-t border-line pt-2">
          <h3 className="px-2 pb-1 text-sm text-muted">Custom fields</h3>
          <ul>{custom.map(row)}</ul>
        </section>
      )}
      {facts.length > 0 && (
        <section aria-label="Other details" className="border-t border-line pt-2">
          <h3 className="px-2 pb-1 text-sm text-muted">
            {mayAddFact(columns) ? "Other details" : `Other details (at most ${LIMITS.list.factColumns})`}
          </h3>
          <ul>{facts.map(row)}</ul>
        </section>
      )}
      <div className="border-t border-line pt-1">
        <Button
          variant="ghost"
          size="small"
          icon={<RotateCcw aria-hidden />}
          onClick={() => onChange(() => DEFAULT_COLUMNS)}
        >
          Reset columns
        </Button>
      </div>
      <output className="sr-only">{words}</output>
    </div>
  );
}

interface ColumnRowProps {
  id: ColumnId;
  title: string;
  isChosen: boolean;
  disabled: boolean;
  hint: string | undefined;
  onToggle: () => void;
  /** Null for a column that stays where it is. */
  onMove: ((step: 1 | -1) => void) | null;
  isFirst: boolean;
  isLast: boolean;
}

function ColumnRow({ id, title, isChosen, disabled, hint, onToggle, onMove, isFirst, isLast }: ColumnRowProps) {
  const field = useId();
  return (
    <li className="flex items-center gap-1 rounded-md hover:bg-hover">
      <Checkbox id={field} checked={isChosen} disabled={disabled} onChange={onToggle} />
      <label
        htmlFor={field}
        dir="auto"
        title={title}
        className={`min-w-0 flex-1 truncate py-1 text-left ${disabled ? "text-muted" : ""}`}
      >
        {title} {hint !== undefined && <span className="text-xs text-muted">{hint}</span>}
      </label>
      {onMove !== null && (
        <>
          <MoveButton id={id} title={title} step={-1} disabled={isFirst} onMove={onMove} />
          <MoveButton id={id} title={title} step={1} disabled={isLast} onMove={onMove} />
        </>
      )}
    </li>
  );
}

interface MoveButtonProps extends Pick<ColumnRowProps, "id" | "title" | "disabled"> {
  step: 1 | -1;
  onMove: (step: 1 | -1) => void;
}

/** Without a tooltip, which would take the Escape key that closes the panel. */
function MoveButton({ id, title, step, disabled, onMove }: MoveButtonProps) {
  return (
    <Button
      variant="ghost"
      size="small"
      aria-label={`Move ${title} ${step === 1 ? "down" : "up"}`}
      data-move={`${id} ${step}`}
      className="w-8 px-0 text-muted"
      disabled={disabled}
      icon={step === 1 ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />}
      onClick={() => onMove(step)}
    />
  );
}

/** Returns the focus to a button that lost it by moving its row, and announces the new position. */
function useMovedFocus() {
  const panel = useRef<HTMLDivElement>(null);
  const [last, setLast] = useState<{ id: ColumnId; step: number; words: string } | null>(null);
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement?.matches(":disabled") === true;
    if (last === null || !isLost) return;
    const button = (step: number): HTMLElement | null | undefined =>
      panel.current?.querySelector<HTMLElement>(`[data-move="${CSS.escape(`${last.id} ${step}`)}"]:not(:disabled)`);
    (button(last.step) ?? button(-last.step))?.focus();
  });
  return {
    panel,
    words: last?.words,
    note: (id: ColumnId, step: number, words: string) => setLast({ id, step, words }),
  };
}
