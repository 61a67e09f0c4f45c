import type { MouseEvent, Ref } from "react";
import { Link } from "react-router";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import { paths } from "#web/paths.ts";
import { leadLinkId } from "#web/screens/leads/lead-link.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { AddressMark } from "#web/ui/leads/address-mark.tsx";
import { Truncate } from "#web/ui/truncate.tsx";

interface LeadNameProps {
  lead: LeadRow;
  /** Query string of the list's URL. */
  search: string;
  link: Ref<HTMLAnchorElement>;
  /** Below the name, unless it has its own column. */
  withEmail: boolean;
  withAvatar: boolean;
  onOpen: (id: string) => void;
}

/** The lead's name, linking to its sheet. */
export function LeadName({ lead, search, link, withEmail, withAvatar, onOpen }: LeadNameProps) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      {withAvatar && <Avatar name={lead.name} />}
      <span className="min-w-0 flex-1">
        <Link
          ref={link}
          id={leadLinkId(lead.id)}
          to={paths.lead(lead.id, search)}
          onClick={(event) => {
            if (isOfBrowser(event)) return;
            event.preventDefault();
            onOpen(lead.id);
          }}
          className="block rounded-sm font-semibold hover:underline focus-visible:outline-offset-0"
        >
          <Truncate text={lead.name} className="text-left" />
        </Link>
        {withEmail && lead.email && (
          <span className="flex min-w-0 items-center gap-1 text-xs text-muted">
            <Truncate text={lead.email} className="text-left" />
            <AddressMark quality={lead.addressQuality} reason={lead.addressReason} />
          </span>
        )}
      </span>
    </span>
  );
}

/** A press that opens a new tab or window, or downloads. */
function isOfBrowser({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey || altKey;
}
