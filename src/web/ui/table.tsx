import { type ComponentProps, type ReactNode, useState } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

/* A table with a sticky header; below 768 px each row becomes a card with labeled cells. */

export interface Column {
  /** Unique where several columns may have the same title. */
  id?: string;
  /** Header text, and the cell's label on a card. */
  title: string;
  align?: "right";
  /** Classes for header and cells: a width ("w-32"; the others share the rest), "md:max-lg:hidden". */
  className?: string;
  /** In pixels, if computed by the screen. */
  width?: number | undefined;
  /** Visually hidden header, such as for a column of buttons. */
  hidden?: boolean;
  /** Replaces the title in the header, such as a checkbox for all rows. */
  header?: ReactNode;
  /** For sortable columns: the current order, and what clicking the header does. */
  sorted?: "ascending" | "descending" | "none";
  onSort?: () => void;
  /** For columns that can be dragged by their header: gets the id of the one dropped here. */
  onDrop?: (id: string) => void;
}

/** The type under which a dragged header names its column. */
const DRAGGED = "application/x-winnow-column";

interface TableProps extends Omit<ComponentProps<"table">, "children"> {
  /** Accessible name. */
  label: string;
  columns: readonly Column[];
  /** What is loading while there are no children, such as "the rules", and how many rows stand for it. */
  loading?: { what: string; rows: number };
  children?: ReactNode;
}

/** Use inside a `Card flush`; rows are TableRow, cells TableCell with their column. */
export function Table({ label, columns, loading, children, className, ...rest }: TableProps) {
  const isLoading = loading !== undefined && children === undefined;
  return (
    <>
      <table
        aria-busy={isLoading || undefined}
        {...rest}
        aria-label={label}
        className={classNames("w-full table-fixed border-separate border-spacing-0 text-sm max-md:block", className)}
      >
        <thead className="max-md:sr-only">
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.id ?? column.title} column={column} />
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {isLoading ? <TableSkeleton columns={columns} rows={loading.rows} /> : children}
        </tbody>
      </table>
      {isLoading && <LoadingNote what={loading.what} />}
    </>
  );
}

function HeaderCell({ column }: { column: Column }) {
  const { id, title, align, className, width, hidden, header, sorted, onSort, onDrop } = column;
  const [isOver, setIsOver] = useState(false);
  const dragging: ComponentProps<"th"> =
    id === undefined || onDrop === undefined
      ? {}
      : {
          draggable: true,
          onDragStart: ({ dataTransfer }) => {
            dataTransfer.setData(DRAGGED, id);
            dataTransfer.effectAllowed = "move";
          },
          onDragOver: (event) => {
            if (!event.dataTransfer.types.includes(DRAGGED)) return;
            event.preventDefault();
            setIsOver(true);
          },
          onDragLeave: () => setIsOver(false),
          onDrop: (event) => {
            setIsOver(false);
            const dropped = event.dataTransfer.getData(DRAGGED);
            if (dropped === "") return;
            event.preventDefault();
            if (dropped !== id) onDrop(dropped);
          },
        };
  return (
    <th
      {...dragging}
      scope="col"
      aria-sort={sorted}
      style={width === undefined ? undefined : { width }}
      className={classNames(
        isOver ? "bg-accent-soft" : "bg-canvas",
        "sticky top-0 z-10 h-9 border-y border-line px-3 font-semibold whitespace-nowrap text-muted first:pl-5 last:pr-5",
        align === "right" ? "text-right" : "text-left",
        className,
      )}
    >
      {header !== undefined ? (
        header
      ) : onSort === undefined ? (
        <span className={hidden ? "sr-only" : "block truncate"}>{title}</span>
      ) : (
        <>
          {/* In the card layout the header is only for screen readers, so it must not take focus. */}
          <span className="md:hidden">{title}</span>
          <button
            type="button"
            onClick={onSort}
            className="inline-flex max-w-full items-center gap-1 rounded-sm hover:text-ink max-md:hidden"
          >
            <span className="truncate">{title}</span>
            <span aria-hidden className="w-3 shrink-0">
              {sorted === "ascending" ? "↑" : sorted === "descending" ? "↓" : ""}
            </span>
          </button>
        </>
      )}
    </th>
  );
}

/** A row of 44 px, or a card below 768 px. */
export function TableRow({ className, ...rest }: ComponentProps<"tr">) {
  return (
    <tr
      {...rest}

      className={classNames(
        "group hover:bg-hover max-md:block max-md:border-b max-md:border-line max-md:px-4 max-md:py-3 max-md:last:border-b-0",
        className,
      )}
    />
  );
}

interface TableCellProps extends Omit<ComponentProps<"td">, "align"> {
  column: Column;
  /** First on the card and without a label: the item's name, or its buttons. */
  bare?: boolean;
}

export function TableCell({ column, bare = false, className, children, ...rest }: TableCellProps) {
  return (
    <td
      {...rest}

      data-label={column.title}
      className={classNames(
        "h-11 border-b border-line px-3 group-last:border-b-0 first:pl-5 last:pr-5",
        column.align === "right" && "text-right tabular-nums",
        column.className,
        "max-md:flex max-md:h-auto max-md:w-auto max-md:min-h-8 max-md:items-center max-md:justify-between max-md:gap-4 max-md:border-0 max-md:px-0 max-md:first:pl-0 max-md:last:pr-0",
        bare
          ? "max-md:*:flex-1"
          : "max-md:before:shrink-0 max-md:before:text-muted max-md:before:content-[attr(data-label)]",
        className,
      )}
    >
      {children}
    </td>
  );
}

/** Matches the size of the rows. */
export function TableSkeleton({ columns, rows }: { columns: readonly Column[]; rows: number }) {
  const first = columns.findIndex(({ hidden }) => !hidden);
  return Array.from({ length: rows }, (_, row) => (
    <TableRow key={row} aria-hidden className="pointer-events-none">
      {columns.map((column, index) => (
        <TableCell key={column.id ?? column.title} column={column} bare={index === first || column.hidden === true}>
          {!column.hidden && (
            <Skeleton
              className={classNames(
                "h-4 max-w-full max-md:w-24",
                index === first ? "w-40" : "w-3/5",
                column.align && "ml-auto",
              )}
            />
          )}
        </TableCell>
      ))}
    </TableRow>
  ));
}
