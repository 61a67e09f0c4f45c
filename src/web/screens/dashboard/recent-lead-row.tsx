import { Check, Eye, X } from "lucide-react";
import { useRef } from "react";
import { Link, useNavigate } from "react-router";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import { LEAD_FIELDS } from "#shared/lead-fields.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";
import { useLeadStatusAction } from "#web/actions/use-lead-status-action.ts";
import { useMay } from "#web/api/use-may.ts";
import { paths } from "#web/paths.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { KeywordBadges } from "#web/ui/leads/keyword-badges.tsx";
import { LeadStatusMark } from "#web/ui/leads/lead-status-mark.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Score } from "#web/ui/leads/score.tsx";
import { type Column, TableCell, TableRow } from "#web/ui/table.tsx";
import { Truncate } from "#web/ui/truncate.tsx";

const LEAD = { title: "Lead" } satisfies Column;
/** Between phone and desktop widths, company and date move below the name. */
const COMPANY = { title: LEAD_FIELDS.company.label, className: "md:max-xl:hidden" } satisfies Column;
const SCORE = { title: "Score", className: "w-28 xl:w-32" } satisfies Column;
const KEYWORDS = { title: "Keywords Matched", className: "lg:w-60 xl:w-[26%] md:max-lg:hidden" } satisfies Column;
const DATE = { title: "Date", className: "w-32 md:max-xl:hidden" } satisfies Column;
const ACTIONS = { title: "Actions", align: "right", className: "w-38" } satisfies Column;

export const COLUMNS: readonly Column[] = [LEAD, COMPANY, SCORE, KEYWORDS, DATE, ACTIONS];

/** A qualified lead; after a decision, its status replaces the buttons until it leaves the list. */
export function RecentLeadRow({ lead }: { lead: LeadRow }) {
  const name = lead.name || lead.email || "N/A";
  const address = paths.lead(lead.id, "?status=qualified");
  return (
    <TableRow>
      <TableCell column={LEAD} bare>
        <Link to={address} className="group/lead flex min-w-0 items-center gap-3 rounded-md">
          <Avatar name={lead.name} />
          <span className="min-w-0">
            <Truncate text={name} className="font-semibold group-hover/lead:underline" />
            <span className="hidden gap-1.5 text-muted md:max-xl:flex">
              {lead.company && (
                <>
                  <Truncate text={lead.company} />
                  <span aria-hidden>·</span>
                </>
              )}
              <RelativeTime time={lead.createdAt} />
            </span>
          </span>
        </Link>
      </TableCell>
      <TableCell column={COMPANY}>
        <Truncate text={lead.company} />
      </TableCell>
      <TableCell column={SCORE}>
        <Score score={lead.score} />
      </TableCell>
      <TableCell column={KEYWORDS}>
        <KeywordBadges keywords={lead.keywords} shown={LIMITS.show.keywordsOnDashboard} />
      </TableCell>
      <TableCell column={DATE}>
        <RelativeTime time={lead.createdAt} />
      </TableCell>
      <TableCell column={ACTIONS} bare>
        <RowActions lead={lead} name={name} address={address} />
      </TableCell>
    </TableRow>
  );
}

interface RowActionsProps {
  lead: LeadRow;
  name: string;
  address: string;
}

function RowActions({ lead, name, address }: RowActionsProps) {
  const setStatus = useLeadStatusAction();
  const mayDecide = useMay("work");
  const navigate = useNavigate();
  const view = useRef<HTMLButtonElement>(null);
  const decide = (decision: LeadStatus): void => {
    // The pressed button disappears, but keyboard focus should stay in the list.
    view.current?.focus();
    void setStatus(lead, decision);
  };
  return (
    <div className="flex items-center justify-end max-md:justify-start">
      <IconButton ref={view} label={`View ${name}`} icon={<Eye />} onClick={() => void navigate(address)} />
      {lead.status === "qualified" && mayDecide ? (
        <>
          <IconButton label={`Approve ${name}`} icon={<Check />} onClick={() => decide("approved")} />
          <IconButton label={`Reject ${name}`} icon={<X />} tone="danger" onClick={() => decide("rejected")} />
        </>
      ) : (
        <LeadStatusMark status={lead.status} />
      )}
    </div>
  );
}
