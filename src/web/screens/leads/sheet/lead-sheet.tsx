import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import type { Decide } from "#web/actions/use-lead-status-action.ts";
import { ApiError } from "#web/api/connection/api-error.ts";
import type { DecidedLead } from "#web/api/leads/lead-status.ts";
import { leadQuery } from "#web/api/leads/leads.ts";
import { useMay, useSeesOnlyOwn } from "#web/api/use-may.ts";
import { useOpensPanel } from "#web/screens/leads/lead-panel.ts";
import { leadLink } from "#web/screens/leads/lead-link.ts";
import type { LeadsAddress } from "#web/screens/leads/leads-address.ts";
import { OWNER_BUTTON } from "#web/screens/leads/owner/lead-owner.tsx";
import { useAssignLead, useOwnId } from "#web/screens/leads/owner/owner-choices.tsx";
import { moveDraft, useDraftKey } from "#web/forms/draft-store.ts";
import { FIRST_FIELD } from "#web/screens/leads/sheet/editable-field.tsx";
import { LeadActions } from "#web/screens/leads/sheet/lead-actions.tsx";
import { LeadContent } from "#web/screens/leads/sheet/lead-content.tsx";
import { LeadMenu } from "#web/screens/leads/sheet/lead-menu.tsx";
import { LeadSkeleton } from "#web/screens/leads/sheet/lead-skeleton.tsx";
import { type LeadWalk, listWalk } from "#web/screens/leads/sheet/lead-walk.ts";
import { ReviewRest } from "#web/screens/leads/sheet/review-rest.tsx";
import { useLeadPalette } from "#web/screens/leads/sheet/use-lead-palette.ts";
import { notesDraft } from "#web/screens/leads/sheet/note-drafts.ts";
import { newCommentDraft } from "#web/screens/leads/sheet/timeline/comment-form.tsx";
import { useReview } from "#web/screens/leads/sheet/use-review.ts";
import { useSheetKeys } from "#web/screens/leads/sheet/use-sheet-keys.ts";
import type { CurrentLead } from "#web/screens/leads/use-current-lead.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";
import { Panel } from "#web/ui/overlays/panel.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { ChevronDown, ChevronUp, UserX } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { formatCount, formatTotal } from "#web/format/number.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

interface LeadSheetProps {
  address: LeadsAddress;
  current: CurrentLead;
  /** Leads in the list. */
  total: { count: number; exact: boolean } | undefined;
  onDecide: Decide;
}

/** Key of the review's start and end pages. */
const REST = "rest";

/** Everything about one lead, next to the list or over it, with next and previous in list or review order. */
export function LeadSheet({ address, current, total, onDecide }: LeadSheetProps) {
  const { leadId, isReview } = address;
  const isOpen = leadId !== undefined || isReview;
  const shown = useLastShown(leadId ?? (isReview ? REST : null));
  const query = useQuery({ ...leadQuery(shown ?? ""), enabled: leadId !== undefined });
  useMergedLead(shown ?? "", query, address.stepTo);
  const isGone = query.error instanceof ApiError && query.error.status === 404;
  const lead = isGone || shown === REST ? undefined : query.data;
  const review = useReview(address, lead);
  const walk = isReview ? review : listWalk(address, current, total);
  usePrefetchLead(isOpen ? walk.before : undefined);
  usePrefetchLead(isOpen ? walk.after : undefined);

  // The list knows some of a lead before it is loaded.
  const listed = isGone || current.lead?.id !== shown ? undefined : current.lead;

  const { toPrevious, toNext } = walk;
  const asOpened = useAsOpened(lead);
  const decide = (status: LeadStatus): void => {
    if (isReview) {
      if (lead === undefined) return;
      const isDecided = lead.status === status && lead.statusSetBy !== "rule";
      // Another press while it moves on is meant for the next lead.
      if (!isDecided && !review.isLeaving) void onDecide(asOpened(lead), status);
      toNext();
    } else {
      const known = lead ?? listed;
      if (known !== undefined && known.status !== status) void onDecide(known, status);
    }
  };
  const edit = (): void => document.getElementById(FIRST_FIELD)?.click();
  const mayWork = useMay("work");
  const ownId = useOwnId();
  const assign = useAssignLead();
  const assignTo = (ownerId: string | null): void => {
    if (lead !== undefined && lead.ownerId !== ownerId) void assign(lead, ownerId);
  };
  const actions = {
    decide,
    edit,
    chooseOwner: () => document.getElementById(OWNER_BUTTON)?.querySelector("button")?.click(),
    assignToSelf: ownId === null ? null : () => assignTo(ownId),
    toPrevious,
    toNext,
  };
  const isPanel = useIsPanel(isOpen);
  const enabled = leadId !== undefined && address.dialog === undefined;
  useSheetKeys({ enabled, isPanel, isReview, mayWork }, actions);
  const onDeleted = isReview ? toNext : address.closeLead;
  useLeadPalette(isOpen ? lead : undefined, { ...actions, mayWork, assignTo });

  const [showsSources, setShowsSources] = useState(false);
  const hasNoLead = shown === REST || (lead === undefined && (isGone || query.error !== null));
  const name = lead?.name ?? listed?.name;
  const parts = {
    title: shown === REST ? "Review" : isGone ? "Lead not found" : name || "Lead",
    returnFocusTo: () => leadLink(current.markedId),
    // A space and placeholders until the lead is loaded, so that nothing moves.
    ...(!hasNoLead && { description: lead === undefined ? "\u00a0" : roleOf(lead) || undefined }),
    ...(shown !== REST && {
      actions: (
        <>
          <WalkButtons walk={walk} isReview={isReview} />
          {lead !== undefined ? (
            <LeadMenu key={lead.id} lead={lead} />
          ) : (
            !hasNoLead && <span aria-hidden className="size-8 touch:size-11" />
          )}
        </>
      ),
    }),
    ...(!hasNoLead &&
      mayWork && {
        toolbar:
          lead === undefined ? (
            <Skeleton className="h-9 w-72 max-w-full touch:h-11" />
          ) : (
            <LeadActions
              key={lead.id}
              lead={lead}
              decide={decide}
              onSkip={isReview ? toNext : undefined}
              onDeleted={onDeleted}
            />
          ),
      }),
    children:
      shown === REST ? (
        <ReviewRest review={review} onClose={address.closeLead} />
      ) : lead !== undefined ? (
        <LeadContent
          key={lead.id}
          lead={lead}
          search={address.search}
          showsSources={showsSources}
          onShowSources={setShowsSources}
        />
      ) : isGone ? (
        <LeadGone onBack={address.closeLead} />
      ) : query.error !== null ? (
        <QueryFailed what="the lead" query={query} />
      ) : (
        <LeadSkeleton />
      ),
  };
  if (!isPanel) return <Sheet open={isOpen} onOpenChange={address.closeLead} {...parts} />;
  return isOpen && <Panel landmark="Open lead" onClose={address.closeLead} {...parts} />;
}

/** Whether the lead is in a panel; it doesn't change while closing. */
function useIsPanel(isOpen: boolean): boolean {
  const opensPanel = useOpensPanel();
  const [isPanel, setIsPanel] = useState(opensPanel);
  if (isOpen && isPanel !== opensPanel) setIsPanel(opensPanel);
  return isPanel;
}

/**
 * The lead with the status it had when it was opened, if a person changed it since: in a review one decides on what one
 * read, and may not see that someone else was faster.
 */
function useAsOpened(lead: LeadDetail | undefined): (lead: LeadDetail) => DecidedLead {
  const [opened, setOpened] = useState<DecidedLead>();
  if (lead !== undefined && lead.id !== opened?.id) setOpened({ id: lead.id, status: lead.status });
  return (now) => (opened?.id === now.id && now.statusSetBy === "person" ? opened : now);
}

/** Goes from a merged lead to the one it is part of now, with what is being written. */
function useMergedLead(
  id: string,
  { error, data }: { error: Error | null; data: LeadDetail | undefined },
  stepTo: LeadsAddress["stepTo"],
): void {
  const mergedInto = error instanceof ApiError ? error.mergedInto : null;
  const account = useDraftKey("");
  const follow = useEffectEvent((into: string) => {
    for (const draftOf of [notesDraft, newCommentDraft]) moveDraft(account + draftOf(id), account + draftOf(into));
    if (data !== undefined) toast({ title: "This lead was merged", description: "Showing the lead it's part of now." });
    stepTo(into);
  });
  useEffect(() => {
    if (mergedInto !== null) follow(mergedInto);
  }, [mergedInto]);
}

function roleOf({ title, company, email }: LeadDetail): string {
  return [title, company].filter(Boolean).join(" · ") || email;
}

/** Prefetches the lead that is likely opened next. */
function usePrefetchLead(id: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    // A failure is shown when the lead is opened.
    if (id !== undefined) void client.query(leadQuery(id)).catch(() => undefined);
  }, [client, id]);
}

/** For links to leads that were deleted, never existed, or are someone else's. */
function LeadGone({ onBack }: { onBack: () => void }) {
  const isLimited = useSeesOnlyOwn();
  return (
    <EmptyState
      icon={<UserX />}
      title={isLimited ? "You can't see this lead" : "This lead no longer exists"}
      text={isLimited ? "It's assigned to someone else, or was deleted." : "It may have been deleted."}
      action={<Button onClick={onBack}>Back to all leads</Button>}
    />
  );
}

/** The open lead's position, with previous and next buttons. */
function WalkButtons({ walk, isReview }: { walk: LeadWalk; isReview: boolean }) {
  const { position, before, after, toPrevious, toNext } = walk;
  return (
    <>
      <output className="flex h-8 items-center text-sm whitespace-nowrap text-muted tabular-nums touch:h-11">
        {position !== undefined && (
          <>
            {isReview && <span className="sr-only">Review: </span>}
            {`${formatCount(position.number)} of ${formatTotal(position.total)}`}
          </>
        )}
      </output>
      <IconButton
        label="Previous lead"
        shortcut="k"
        icon={<ChevronUp aria-hidden />}
        disabled={before === undefined}
        onClick={toPrevious}
      />
      <IconButton
        label="Next lead"
        shortcut="j"
        icon={<ChevronDown aria-hidden />}
        disabled={!isReview && after === undefined}
        onClick={toNext}
      />
    </>
  );
}
