import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { LeadSort } from "#shared/contract/leads/lead.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Decide } from "#web/actions/use-lead-status-action.ts";
import type { ColumnId } from "#web/screens/leads/columns/column-choice.ts";
import { SELECT_WIDTH } from "#web/screens/leads/columns/fit-columns.ts";
import { type LeadColumn, withHeaders } from "#web/screens/leads/columns/use-fitted-columns.ts";
import { LeadPhoneSkeleton } from "#web/screens/leads/lead-phone-skeleton.tsx";
import { LeadTableRow, type RowActions } from "#web/screens/leads/lead-table-row.tsx";
import { useLasting } from "#web/screens/leads/use-lasting.ts";
import type { LeadPicking } from "#web/screens/leads/selection/use-lead-selection.ts";
import type { CurrentLead } from "#web/screens/leads/use-current-lead.ts";
import type { LeadWindow } from "#web/screens/leads/use-lead-window.ts";
import { Checkbox } from "#web/ui/fields/checkbox.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { useIsNarrow } from "#web/ui/media.ts";
import { LoadingNote } from "#web/ui/skeleton.tsx";
import { type Column, Table, TableSkeleton } from "#web/ui/table.tsx";
import { useLoaded } from "#web/ui/use-loaded.ts";

const loadPhoneRows = () => import("#web/screens/leads/lead-phone-row.tsx");

/** Estimated row height, and the height of the sticky header; in pixels. */
const ROW_HEIGHT = 44;
const PHONE_ROW_HEIGHT = 61;
const HEADER_HEIGHT = 36;
/** Of the bar below selected rows, with its margin. */
const BAR_HEIGHT = 80;

const SELECT: Column = {
  title: "Select",
  hidden: true,
  width: SELECT_WIDTH,
};

interface LeadTableProps {
  leads: LeadWindow;
  current: CurrentLead;
  picking: LeadPicking;
  columns: readonly LeadColumn[];
  sort: LeadSort;
  search: string;
  onSort: (sort: LeadSort) => void;
  /** Moves a column to where another is. */
  onMove: (id: ColumnId, to: ColumnId) => void;
  onOpen: (id: string) => void;
  onDecide: Decide;
  mayDecide: boolean;
}

/** The list, virtualized: only rows near the viewport are rendered. */
export function LeadTable({
  leads,
  current,
  picking,
  columns,
  sort,
  search,
  onSort,
  onMove,
  onOpen,
  onDecide,
  mayDecide,
}: LeadTableProps) {
  const { rows, start, total } = leads;
  const actions = useLasting<RowActions>({ mark: current.mark, pick: picking.toggle, open: onOpen, decide: onDecide });
  const table = useRef<HTMLTableElement>(null);
  const isNarrow = useIsNarrow();
  const phone = usePhoneRows();
  const top = useTopOfRows(table);
  // oxlint-disable-next-line react/incompatible-library -- the returned object is mutated in place
  const virtualizer = useVirtualizer({
    count: start + rows.length,
    getScrollElement: scroller,
    getItemKey: (index) => rows[index - start]?.id ?? index,
    estimateSize: () => (isNarrow ? PHONE_ROW_HEIGHT : ROW_HEIGHT),
    scrollMargin: top ?? 0,
    scrollPaddingStart: isNarrow ? 0 : HEADER_HEIGHT,
    scrollPaddingEnd: picking.state === "none" ? 0 : BAR_HEIGHT,
    overscan: 6,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;

  const show = useEffectEvent(leads.show);
  useEffect(() => show(first, last), [first, last, start, rows.length, leads.isReading]);

  const scrollToCurrent = useEffectEvent(() => {
    if (current.reachedId !== undefined && current.index !== undefined)
      virtualizer.scrollToIndex(current.index, { align: "auto" });
  });
  const isMeasured = top !== undefined;
  useEffect(() => {
    if (isMeasured) scrollToCurrent();
  }, [current.reachedId, isMeasured]);

  const above = (items[0]?.start ?? 0) - virtualizer.options.scrollMargin;
  const below = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? 0) - virtualizer.options.scrollMargin);
  // On phones the header isn't visible.
  const all = [
    isNarrow ? SELECT : { ...SELECT, header: <PickLoaded picking={picking} /> },
    ...withHeaders(columns, sort, onSort, onMove),
  ];
  return (
    <Table
      ref={table}
      label="Leads"
      columns={all}
      aria-rowcount={total?.exact ? total.count + 1 : -1}
      aria-busy={leads.isOld || undefined}
      className={classNames(leads.isOld && "opacity-60")}
    >
      {items.length > 0 && <Space height={above} />}
      {items.map(({ index, key }) => {
        const lead = rows[index - start];
        if (lead === undefined || (isNarrow && phone === null)) {
          return <RowsSkeleton key={key} columns={all} rows={1} />;
        }
        const row = {
          ref: virtualizer.measureElement,
          lead,
          index,
          isCurrent: lead.id === current.lead?.id,
          isPicked: picking.isPicked(lead.id),
          search,
          actions,
          mayDecide,
        };
        return isNarrow && phone !== null ? (
          <phone.LeadPhoneRow key={key} {...row} />
        ) : (
          <LeadTableRow key={key} {...row} selectColumn={SELECT} columns={columns} />
        );
      })}
      {items.length > 0 && <Space height={below} />}
      {leads.hasMore && leads.error === null && <RowsSkeleton columns={all} rows={LIMITS.show.skeletonRowsLeads} />}
    </Table>
  );
}

function PickLoaded({ picking: { state, toggleLoaded } }: { picking: LeadPicking }) {
  return (
    <Checkbox
      aria-label="Select all loaded"
      className="-ml-2"
      checked={state === "all"}
      isMixed={state === "some"}
      onChange={toggleLoaded}
    />
  );
}

/** Shown until the first leads are loaded. */
export function LeadTableSkeleton({ columns }: { columns: readonly LeadColumn[] }) {
  const all = [SELECT, ...columns];
  // Together with the leads, rather than after them.
  usePhoneRows();
  return (
    <>
      <LoadingNote what="the leads" />
      <Table label="Leads" columns={all} aria-busy>
        <RowsSkeleton columns={all} rows={LIMITS.show.skeletonRowsLeads} />
      </Table>
    </>
  );
}

/** The rows of phones, which other screens don't load. */
function usePhoneRows() {
  return useLoaded({ name: "The list", load: loadPhoneRows, isWanted: useIsNarrow() });
}

function RowsSkeleton({ columns, rows }: { columns: readonly Column[]; rows: number }) {
  return useIsNarrow() ? <LeadPhoneSkeleton rows={rows} /> : <TableSkeleton columns={columns} rows={rows} />;
}

/** Placeholder for rows that aren't rendered. */
function Space({ height }: { height: number }) {
  return <tr aria-hidden className="max-md:block" style={{ height: Math.max(0, height) }} />;
}

function scroller(): HTMLElement | null {
  return document.getElementById("main");
}

/**
 * Offset of the first row within the scroll area, which grows when the filters wrap, such as when a lead opens next to
 * the list. Rows that are scrolled to stay in place; the browser's own anchoring misses some of these changes.
 * Undefined until measured.
 */
function useTopOfRows(table: { current: HTMLTableElement | null }): number | undefined {
  const [top, setTop] = useState<number>();
  useLayoutEffect(() => {
    const body = table.current?.tBodies[0];
    const main = scroller();
    if (body === undefined || main === null) return undefined;
    let last: number | undefined;
    const measure = (): void => {
      const next = Math.round(body.getBoundingClientRect().top - main.getBoundingClientRect().top + main.scrollTop);
      if (last !== undefined && main.scrollTop > last) main.scrollTop += next - last;
      last = next;
      setTop(next);
    };
    main.style.overflowAnchor = "none";
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(main);
    // The area above the rows may wrap differently, which resizes the card.
    const card = table.current?.parentElement;
    if (card !== null && card !== undefined) observer.observe(card);
    return () => {
      observer.disconnect();
      main.style.overflowAnchor = "";
    };
  }, [table]);
  return top;
}
