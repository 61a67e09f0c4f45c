import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { LeadSort } from "#shared/contract/lead.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";
import { SELECT_WIDTH } from "#web/screens/leads/columns/fit-columns.ts";
import { type LeadColumn, withSorting } from "#web/screens/leads/columns/use-fitted-columns.ts";
import { LeadTableRow } from "#web/screens/leads/lead-table-row.tsx";
import { useRowActs } from "#web/screens/leads/use-row-acts.ts";
import type { LeadPicking } from "#web/screens/leads/selection/use-lead-selection.ts";
import type { CurrentLead } from "#web/screens/leads/use-current-lead.ts";
import type { LeadWindow } from "#web/screens/leads/use-lead-window.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { useIsNarrow } from "#web/ui/media.ts";
import { LoadingNote } from "#web/ui/skeleton.tsx";
import { type Column, Table, TableSkeleton } from "#web/ui/table.tsx";

/** What rows take before they are measured, and the header that stays on top of them; all in pixels. */
const ROW_HEIGHT = 44;
const CARD_HEIGHT = 280;
const HEADER_HEIGHT = 36;

const SELECT: Column = {
  title: "Select",
  hidden: true,
  width: SELECT_WIDTH,
  className: "max-md:absolute max-md:top-2 max-md:right-2",
};

interface LeadTableProps {
  leads: LeadWindow;
  current: CurrentLead;
  picking: LeadPicking;
  columns: readonly LeadColumn[];
  sort: LeadSort;
  search: string;
  onSort: (sort: LeadSort) => void;
  onOpen: (id: string) => void;
  onDecide: (id: string, status: LeadStatus) => void;
  mayDecide: boolean;
}

/** The list: however long it is, only the rows around those on screen are there. */
export function LeadTable({
  leads,
  current,
  picking,
  columns,
  sort,
  search,
  onSort,
  onOpen,
  onDecide,
  mayDecide,
}: LeadTableProps) {
  const { rows, start, total } = leads;
  const acts = useRowActs({ mark: current.mark, pick: picking.toggle, open: onOpen, decide: onDecide });
  const table = useRef<HTMLTableElement>(null);
  const isNarrow = useIsNarrow();
  // oxlint-disable-next-line react/incompatible-library -- what it returns changes while it stays the same object
  const virtualizer = useVirtualizer({
    count: start + rows.length,
    getScrollElement: scroller,
    getItemKey: (index) => rows[index - start]?.id ?? index,
    estimateSize: () => (isNarrow ? CARD_HEIGHT : ROW_HEIGHT),
    scrollMargin: useTopOfRows(table),
    scrollPaddingStart: isNarrow ? 0 : HEADER_HEIGHT,
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
  useEffect(() => scrollToCurrent(), [current.reachedId]);

  const above = (items[0]?.start ?? 0) - virtualizer.options.scrollMargin;
  const below = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? 0) - virtualizer.options.scrollMargin);
  // Cards have no header to see.
  const all = [
    isNarrow ? SELECT : { ...SELECT, header: <PickLoaded picking={picking} /> },
    ...withSorting(columns, sort, onSort),
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
        if (lead === undefined) return <TableSkeleton key={key} columns={all} rows={1} />;
        return (
          <LeadTableRow
            key={key}
            ref={virtualizer.measureElement}
            lead={lead}
            index={index}
            selectColumn={SELECT}
            columns={columns}
            isCurrent={lead.id === current.lead?.id}
            isPicked={picking.isPicked(lead.id)}
            search={search}
            acts={acts}
            mayDecide={mayDecide}
          />
        );
      })}
      {items.length > 0 && <Space height={below} />}
      {leads.hasMore && leads.error === null && <TableSkeleton columns={all} rows={LIMITS.show.skeletonRowsLeads} />}
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

/** What stands in place of the table until the first leads are there. */
export function LeadTableSkeleton({ columns }: { columns: readonly LeadColumn[] }) {
  const all = [SELECT, ...columns];
  return (
    <>
      <LoadingNote what="the leads" />
      <Table label="Leads" columns={all} aria-busy>
        <TableSkeleton columns={all} rows={LIMITS.show.skeletonRowsLeads} />
      </Table>
    </>
  );
}

/** Stands for the rows that are not drawn. */
function Space({ height }: { height: number }) {
  return <tr aria-hidden className="max-md:block" style={{ height: Math.max(0, height) }} />;
}

function scroller(): HTMLElement | null {
  return document.getElementById("main");
}

/** How far below the start of the scrolled area the first row stands: more where the filters above take more lines. */
function useTopOfRows(table: { current: HTMLTableElement | null }): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const body = table.current?.tBodies[0];
    const main = scroller();
    if (body === undefined || main === null) return undefined;
    const measure = (): void => {
      setTop(Math.round(body.getBoundingClientRect().top - main.getBoundingClientRect().top + main.scrollTop));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(main);
    // What stands above the rows takes more or fewer lines, and with it the card grows.
    const card = table.current?.parentElement;
    if (card !== null && card !== undefined) observer.observe(card);
    return () => observer.disconnect();
  }, [table]);
  return top;
}
