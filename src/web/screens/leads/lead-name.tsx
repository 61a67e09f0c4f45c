import type { Ref } from "react";
import { Link } from "react-router";
import type { LeadRow } from "#shared/contract/lead.ts";
import { paths } from "#web/paths.ts";
import { leadLinkId } from "#web/screens/leads/lead-link.ts";
import { OPENED_HERE } from "#web/screens/leads/leads-address.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Truncate } from "#web/ui/truncate.tsx";

interface LeadNameProps {
  lead: LeadRow;
  /** The query part of the list's address. */
  search: string;
  link: Ref<HTMLAnchorElement>;
  /** Under the name, unless a column of its own shows it. */
  withEmail: boolean;
  withAvatar: boolean;
}

/** Who a lead is, and the way into its sheet. */
export function LeadName({ lead, search, link, withEmail, withAvatar }: LeadNameProps) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      {withAvatar && <Avatar name={lead.name} />}
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
        {withEmail && lead.email && <Truncate text={lead.email} className="text-left text-xs text-muted" />}
      </span>
    </span>
  );
}
