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
  /** Query string of the list's URL. */
  search: string;
  link: Ref<HTMLAnchorElement>;
  /** Below the name, unless it has its own column. */
  withEmail: boolean;
  withAvatar: boolean;
}

/** The lead's name, linking to its sheet. */
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
