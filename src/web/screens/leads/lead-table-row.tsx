import { CircleCheck, CircleX, Eye } from "lucide-react";
import { type MouseEvent, type Ref, useEffect, useRef } from "react";
import { Link } from "react-router";
import type { LeadRow } from "#shared/contract/lead.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";
import { paths } from "#web/paths.ts";
import type { LeadColumns } from "#web/screens/leads/lead-columns.ts";
import { leadLinkId } from "#web/screens/leads/lead-link.ts";
import { OPENED_HERE } from "#web/screens/leads/leads-address.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { KeywordBadges } from "#web/ui/keyword-badges.tsx";
import { LeadStatusMark } from "#web/ui/lead-status-mark.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Score } from "#web/ui/score.tsx";
import { TableCell, TableRow } from "#web/ui/table.tsx";
import { Truncate } from "#web/ui/truncate.tsx";

interface LeadTableRowProps {
  lead: LeadRow;
  /** Its number in the whole list, from 0. */
  index: number;
  columns: LeadColumns;
  isCurrent: boolean;
  /** The query part of the list's address. */
  search: string;
  ref: Ref<HTMLTableRowElement>;
  onMark: () => void;
  onOpen: () => void;
  onDecide: (status: LeadStatus) => void;
}

export function LeadTableRow(props: LeadTableRowProps) {
  const { lead, index, columns, isCurrent, search, ref, onMark, onOpen, onDecide } = props;
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
      onFocus={onMark}
      onClick={(event) => {
        if (isPressOnRow(event)) onOpen();
      }}
      className={classNames("cursor-pointer", isCurrent && "bg-accent-soft hover:bg-accent-soft")}
    >
      <TableCell
        column={columns.lead}
        bare
        className={classNames(
          "relative max-md:pb-1",
          isCurrent && "md:before:absolute md:before:inset-y-0 md:before:left-0 md:before:w-0.5 md:before:bg-link",
        )}
      >
        <span className="flex min-w-0 items-center gap-3">
          <span className="flex md:max-lg:hidden">
            <Avatar name={lead.name} />
          </span>
          <span className="min-w-0 flex-1">
            <Link
              ref={link}
              id={leadLinkId(lead.id)}
              to={paths.lead(lead.id, search)}
              state={OPENED_HERE}
              className="block rounded-sm font-semibold hover:underline focus-visible:outline-offset-0"
            >
              <Truncate text={lead.name} className="text-left" />
            </Link>
            {lead.email && <Truncate text={lead.email} className="text-left text-xs text-muted" />}
          </span>
        </span>
      </TableCell>
      <TableCell column={columns.company}>
        <span className="block min-w-0 max-md:text-right">
          <Truncate text={lead.company} className="block text-left max-md:text-right" />
          <Truncate text={lead.industry} className="block text-left text-xs text-muted max-md:text-right" />
        </span>
      </TableCell>
      <TableCell column={columns.score}>
        <Score score={lead.score} />
      </TableCell>
      <TableCell column={columns.status}>
        <LeadStatusMark status={lead.status} />
      </TableCell>
      <TableCell column={columns.keywords}>
        <KeywordBadges keywords={lead.keywords} shown={LIMITS.show.keywordsInLeadList} />
      </TableCell>
      <TableCell column={columns.date}>
        <RelativeTime time={lead.createdAt} absent="N/A" />
      </TableCell>
      <TableCell column={columns.actions} bare>
        <span className="grid grid-cols-[repeat(3,2rem)] justify-end touch:grid-cols-[repeat(3,2.75rem)]">
          <IconButton label="View" shortcut="Enter" icon={<Eye aria-hidden />} onClick={onOpen} />
          {lead.status !== "qualified" && (
            <IconButton
              label="Qualify"
              shortcut="q"
              icon={<CircleCheck aria-hidden />}
              className="col-start-2"
              onClick={() => onDecide("qualified")}
            />
          )}
          {lead.status !== "rejected" && (
            <IconButton
              label="Reject"
              shortcut="r"
              icon={<CircleX aria-hidden />}
              className="col-start-3"
              onClick={() => onDecide("rejected")}
            />
          )}
        </span>
      </TableCell>
    </TableRow>
  );
}

/** Whether nobody is busy elsewhere: the focus follows the current row, but is never taken from a field or dialog. */
function isFocusFree(link: HTMLElement | null): boolean {
  const active = document.activeElement;
  const table = link?.closest("table");
  return active === document.body || active?.id === "main" || (active !== null && table?.contains(active) === true);
}

/** A press beside the row's own links and buttons, which is not the end of marking text. */
function isPressOnRow({ target }: MouseEvent): boolean {
  const isOnControl = target instanceof Element && target.closest("a, button") !== null;
  return !isOnControl && getSelection()?.isCollapsed !== false;
}
