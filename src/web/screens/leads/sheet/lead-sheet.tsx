import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp } from "lucide-react";
import type { LeadDetail } from "#shared/contract/lead.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { ApiError, detailOf } from "#web/api/api-error.ts";
import { leadQuery } from "#web/api/leads.ts";
import { EditLeadDialog } from "#web/screens/leads/form/edit-lead-dialog.tsx";
import { leadLink } from "#web/screens/leads/lead-link.ts";
import type { LeadsAddress } from "#web/screens/leads/leads-address.ts";
import { LeadActions } from "#web/screens/leads/sheet/lead-actions.tsx";
import { LeadContent } from "#web/screens/leads/sheet/lead-content.tsx";
import { LeadGone } from "#web/screens/leads/sheet/lead-gone.tsx";
import { LeadSkeleton } from "#web/screens/leads/sheet/lead-skeleton.tsx";
import { usePrefetchLead } from "#web/screens/leads/sheet/use-prefetch-lead.ts";
import { useSheetKeys } from "#web/screens/leads/sheet/use-sheet-keys.ts";
import type { CurrentLead } from "#web/screens/leads/use-current-lead.ts";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useLastShown } from "#web/ui/last-shown.ts";
import { Sheet } from "#web/ui/sheet.tsx";

interface LeadSheetProps {
  address: LeadsAddress;
  current: CurrentLead;
  onDecide: (id: string, status: LeadStatus) => void;
}

/** Everything about one lead, over the list. */
export function LeadSheet({ address, current, onDecide }: LeadSheetProps) {
  const { leadId } = address;
  const isOpen = leadId !== undefined;
  const shownId = useLastShown(leadId ?? null);
  const query = useQuery({ ...leadQuery(shownId ?? ""), enabled: isOpen });
  const isGone = query.error instanceof ApiError && query.error.status === 404;
  const lead = isGone ? undefined : query.data;
  const { before, after } = current;
  usePrefetchLead(isOpen ? before?.id : undefined);
  usePrefetchLead(isOpen ? after?.id : undefined);

  const act = {
    decide: (status: LeadStatus) => {
      if (lead !== undefined && lead.status !== status) onDecide(lead.id, status);
    },
    edit: () => address.openDialog("edit"),
    toPrevious: () => before !== undefined && address.stepTo(before.id),
    toNext: () => after !== undefined && address.stepTo(after.id),
  };
  useSheetKeys(isOpen && address.dialog === undefined, act);

  // The list knows the name before the lead has been read.
  const name = lead?.name ?? (isGone || current.lead?.id !== shownId ? undefined : current.lead?.name);
  return (
    <Sheet
      open={isOpen}
      onOpenChange={address.closeLead}
      title={isGone ? "Lead not found" : name || "Lead"}
      {...(lead === undefined ? {} : { description: roleOf(lead) })}
      returnFocusTo={() => leadLink(current.markedId)}
      actions={
        <>
          <IconButton
            label="Previous lead"
            shortcut="k"
            icon={<ChevronUp aria-hidden />}
            disabled={before === undefined}
            onClick={act.toPrevious}
          />
          <IconButton
            label="Next lead"
            shortcut="j"
            icon={<ChevronDown aria-hidden />}
            disabled={after === undefined}
            onClick={act.toNext}
          />
        </>
      }
      {...(lead === undefined
        ? {}
        : { footer: <LeadActions lead={lead} {...act} onDeleted={address.closeLead} key={lead.id} /> })}
    >
      {lead !== undefined ? (
        <LeadContent key={lead.id} lead={lead} search={address.search} />
      ) : isGone ? (
        <LeadGone onBack={address.closeLead} />
      ) : query.error !== null ? (
        <ErrorPanel
          title="The lead could not be loaded."
          detail={detailOf(query.error)}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <LeadSkeleton />
      )}
      {lead !== undefined && (
        <EditLeadDialog lead={lead} open={address.dialog === "edit"} onClose={address.closeDialog} />
      )}
    </Sheet>
  );
}

function roleOf({ title, company, email }: LeadDetail): string {
  return [title, company].filter(Boolean).join(" · ") || email || "N/A";
}
