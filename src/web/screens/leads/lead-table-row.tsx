import {
  type FocusEvent,
  memo,
  type MouseEvent as PressEvent,
  type Ref,
  type RefObject,
  useEffect,
  useRef,
} from "react";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import type { LeadColumn } from "#web/screens/leads/columns/use-fitted-columns.ts";
import { leadCell } from "#web/screens/leads/lead-cell.tsx";
import { LeadName } from "#web/screens/leads/lead-name.tsx";
import type { Decide } from "#web/actions/use-lead-status-action.ts";
import { Checkbox } from "#web/ui/fields/checkbox.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { type Column, TableCell, TableRow } from "#web/ui/table.tsx";
import { CircleCheck, CircleX, Eye } from "lucide-react";
import { IconButton } from "#web/ui/icon-button.tsx";

/** In pixels. Narrower columns need all the space for the name. */
const ROOM_FOR_AVATAR = 200;

export interface RowActions {
  mark: (id: string, isPressed: boolean) => void;
  pick: (id: string, withRange: boolean) => void;
  open: (id: string) => void;
  decide: Decide;
}

export interface LeadRowProps {
  lead: LeadRow;
  /** Position in the whole list, from 0. */
  index: number;
  isCurrent: boolean;
  isPicked: boolean;
  /** Query string of the list's URL. */
  search: string;
  ref: Ref<HTMLTableRowElement>;
  actions: RowActions;
  mayDecide: boolean;
}

interface LeadTableRowProps extends LeadRowProps {
  selectColumn: Column;
  columns: readonly LeadColumn[];
}

/** Memoized: renders only when its own lead changes. */
export const LeadTableRow = memo(function LeadTableRow(props: LeadTableRowProps) {
  const { lead, selectColumn, columns, isCurrent, isPicked, search, actions, mayDecide } = props;
  const link = useRowLink(isCurrent);
  return (
    <TableRow
      {...rowProps(props)}
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
          "relative",
          isCurrent && "before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-link",
        )}
      >
        <SelectBox {...props} className="-ml-2" />
      </TableCell>
      {columns.map((column) =>
        column.id === "lead" ? (
          <TableCell key={column.id} column={column} bare>
            <LeadName
              lead={lead}
              search={search}
              link={link}
              withEmail={!columns.some(({ id }) => id === "email")}
              withAvatar={column.width === undefined || column.width >= ROOM_FOR_AVATAR}
              onOpen={actions.open}
            />
          </TableCell>
        ) : column.id === "actions" ? (
          <TableCell key={column.id} column={column} bare>
            <LeadRowActions lead={lead} actions={actions} mayDecide={mayDecide} />
          </TableCell>
        ) : (
          <TableCell key={column.id} column={column}>
            {leadCell(column.id, lead, column.field)}
          </TableCell>
        ),
      )}
    </TableRow>
  );
});

/** What both kinds of rows have: the place in the list, the state, and what a press does. */
export function rowProps({ lead, index, isCurrent, isPicked, ref, actions }: LeadRowProps) {
  return {
    ref,
    "data-index": index,
    // The header is row 1.
    "aria-rowindex": index + 2,
    "data-current": isCurrent || undefined,
    "data-picked": isPicked || undefined,
    // Keyboard focus may land half under the header, so it scrolls into view.
    onFocus: ({ target }: FocusEvent) => actions.mark(lead.id, !target.matches(":focus-visible")),
    onClick: (event: PressEvent) => {
      if (isPressOnRow(event)) actions.open(lead.id);
    },
  };
}

/** Selects the lead, with Shift all up to it. */
export function SelectBox({ lead, isPicked, actions, className = "" }: LeadRowProps & { className?: string }) {
  return (
    <Checkbox
      aria-label={`Select ${lead.name || "lead"}`}
      checked={isPicked}
      className={className}
      // Checkboxes change by click, even from the keyboard.
      onChange={({ nativeEvent }) => actions.pick(lead.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
    />
  );
}

/** The link of a row, which takes the focus when the row becomes the current one, or loses its focused button. */
export function useRowLink(isCurrent: boolean): RefObject<HTMLAnchorElement | null> {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isCurrent && isFocusFree(link.current)) link.current?.focus({ preventScroll: true });
  }, [isCurrent]);
  useEffect(() => {
    if (isCurrent && document.activeElement === document.body) link.current?.focus({ preventScroll: true });
  });
  return link;
}

/** The focus follows the current row, but is never taken from a field, a dialog, or a control of that row. */
function isFocusFree(link: HTMLElement | null): boolean {
  const active = document.activeElement;
  if (link?.closest("[data-index]")?.contains(active) === true) return false;
  const leads = link?.closest("table, [data-board]");
  return active === document.body || active?.id === "main" || (active !== null && leads?.contains(active) === true);
}

/**
 * A press outside the row's links and controls. Excludes the end of a text selection and the second click of a double
 * click, when the first one removed a button.
 */
export function isPressOnRow({ target, detail }: PressEvent): boolean {
  if (detail > 1) return false;
  const isOnControl = target instanceof Element && target.closest("a, button, label, [role=menu]") !== null;
  return !isOnControl && getSelection()?.isCollapsed !== false;
}

/** A row's actions, each always in the same position. */
function LeadRowActions({ lead, actions, mayDecide }: Pick<LeadRowProps, "lead" | "actions" | "mayDecide">) {
  return (
    <span className="grid grid-cols-[repeat(3,2rem)] justify-end touch:grid-cols-[repeat(3,2.75rem)]">
      <IconButton label="View" shortcut="Enter" icon={<Eye aria-hidden />} onClick={() => actions.open(lead.id)} />
      {mayDecide && lead.status !== "qualified" && (
        <IconButton
          label="Qualify"
          shortcut="q"
          icon={<CircleCheck aria-hidden />}
          className="col-start-2"
          onClick={() => void actions.decide(lead, "qualified")}
        />
      )}
      {mayDecide && lead.status !== "rejected" && (
        <IconButton
          label="Reject"
          shortcut="r"
          icon={<CircleX aria-hidden />}
          className="col-start-3"
          onClick={() => void actions.decide(lead, "rejected")}
        />
      )}
    </span>
  );
}
