import { type MouseEvent as PressEvent, memo, type Ref, useEffect, useRef } from "react";
import type { LeadRow } from "#shared/contract/lead.ts";
import type { LeadColumn } from "#web/screens/leads/columns/use-fitted-columns.ts";
import { LeadActs } from "#web/screens/leads/lead-acts.tsx";
import { CELLS } from "#web/screens/leads/lead-cell.tsx";
import { LeadName } from "#web/screens/leads/lead-name.tsx";
import type { RowActs } from "#web/screens/leads/use-row-acts.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { type Column, TableCell, TableRow } from "#web/ui/table.tsx";

/** In pixels. Narrower, the name needs them all. */
const ROOM_FOR_AVATAR = 200;

interface LeadTableRowProps {
  lead: LeadRow;
  /** Its number in the whole list, from 0. */
  index: number;
  selectColumn: Column;
  columns: readonly LeadColumn[];
  isCurrent: boolean;
  isPicked: boolean;
  /** The query part of the list's address. */
  search: string;
  ref: Ref<HTMLTableRowElement>;
  acts: RowActs;
  mayDecide: boolean;
}

/** Drawn again only when something about its own lead changes. */
export const LeadTableRow = memo(function LeadTableRow(props: LeadTableRowProps) {
  const { lead, index, selectColumn, columns, isCurrent, isPicked, search, ref } = props;
  const { acts, mayDecide } = props;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isCurrent && isFocusFree(link.current)) link.current?.focus({ preventScroll: true });
  }, [isCurrent]);
  return (
    <TableRow
      ref={ref}
      data-index={index}
      // The header is row 1.
      aria-rowindex={index + 2}
      data-current={isCurrent || undefined}
      data-picked={isPicked || undefined}
      // What the keyboard reaches may be half under the header, and is scrolled to.
      onFocus={({ target }) => acts.mark(lead.id, !target.matches(":focus-visible"))}
      onClick={(event) => {
        if (isPressOnRow(event)) acts.open(lead.id);
      }}
      className={classNames(
        "relative cursor-pointer",
        isPicked && "bg-accent-soft/55",
        isCurrent && "bg-accent-soft hover:bg-accent-soft",
      )}
    >
      <TableCell
        column={selectColumn}
        bare
        className={classNames(
          "md:relative",
          isCurrent && "md:before:absolute md:before:inset-y-0 md:before:left-0 md:before:w-0.5 md:before:bg-link",
        )}
      >
        <Checkbox
          aria-label={`Select ${lead.name || "lead"}`}
          checked={isPicked}
          className="-ml-2 max-md:ml-0"
          // A checkbox is changed by a click, the keyboard's included.
          onChange={({ nativeEvent }) => acts.pick(lead.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
      </TableCell>
      {columns.map((column) =>
        column.id === "lead" ? (
          <TableCell key={column.id} column={column} bare className="max-md:pr-12 max-md:pb-1">
            <LeadName
              lead={lead}
              search={search}
              link={link}
              withEmail={!columns.some(({ id }) => id === "email")}
              withAvatar={column.width === undefined || column.width >= ROOM_FOR_AVATAR}
            />
          </TableCell>
        ) : column.id === "actions" ? (
          <TableCell key={column.id} column={column} bare>
            <LeadActs lead={lead} acts={acts} mayDecide={mayDecide} />
          </TableCell>
        ) : (
          <TableCell key={column.id} column={column}>
            {CELLS[column.id](lead)}
          </TableCell>
        ),
      )}
    </TableRow>
  );
});

/** Whether nobody is busy elsewhere: the focus follows the current row, but is never taken from a field or dialog. */
function isFocusFree(link: HTMLElement | null): boolean {
  const active = document.activeElement;
  const table = link?.closest("table");
  return active === document.body || active?.id === "main" || (active !== null && table?.contains(active) === true);
}

/**
 * A press beside the row's own links and controls, which is not the end of marking text, nor the second of a double click,
 * under which the first has taken a button away.
 */
function isPressOnRow({ target, detail }: PressEvent): boolean {
  if (detail > 1) return false;
  const isOnControl = target instanceof Element && target.closest("a, button, label") !== null;
  return !isOnControl && getSelection()?.isCollapsed !== false;
}
