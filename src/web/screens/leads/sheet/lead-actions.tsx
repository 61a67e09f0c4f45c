import { CircleCheck, CircleX, ThumbsUp, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { useSubjectActions } from "#web/layout/palette/subject-actions.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { deleteLead } from "#web/api/leads/leads.ts";

interface LeadActionsProps {
  lead: LeadDetail;
  decide: (status: LeadStatus) => void;
  /** Skips the lead; only in a review. */
  onSkip?: (() => void) | undefined;
  onDeleted: () => void;
}

const DECISIONS: readonly { status: LeadStatus; label: string; keys: string; icon: ReactNode }[] = [
  { status: "qualified", label: "Qualify", keys: "q", icon: <CircleCheck aria-hidden className="max-sm:hidden" /> },
  { status: "approved", label: "Approve", keys: "a", icon: <ThumbsUp aria-hidden className="max-sm:hidden" /> },
  { status: "rejected", label: "Reject", keys: "r", icon: <CircleX aria-hidden className="max-sm:hidden" /> },
];

/** On a phone, all five fit in one row. */
const REVIEW_WIDTH = "max-sm:px-2 max-[22.5rem]:px-1";

/**
 * Actions on the open lead. Its current status is only offered in a review, where a person confirms what a rule
 * decided.
 */
export function LeadActions({ lead, decide, onSkip, onDeleted }: LeadActionsProps) {
  const deleting = useAction(deleteLead);
  const isReview = onSkip !== undefined;
  const remove = (): void =>
    void deleting.run(
      { params: { id: lead.id } },
      {
        done: { title: `${leadTitle(lead)} deleted`, description: "Lead deleted successfully" },
        failed: "Failed to delete lead",
        onDone: onDeleted,
      },
    );
  useSubjectActions({
    title: leadTitle(lead),
    entries: [{ label: "Delete lead", words: "remove", Icon: Trash2, isSearched: true, run: remove }],
  });
  return (
    <>
      {DECISIONS.filter(({ status }) => isReview || status !== lead.status).map(({ status, label, keys, icon }) => (
        <Button
          key={status}
          icon={isReview ? <KeyHint keys={keys} /> : icon}
          aria-keyshortcuts={keys}
          className={isReview ? REVIEW_WIDTH : ""}
          onClick={() => decide(status)}
        >
          {label}
        </Button>
      ))}
      {isReview && (
        <Button
          variant="ghost"
          icon={<KeyHint keys="s" />}
          aria-keyshortcuts="s"
          className={REVIEW_WIDTH}
          onClick={onSkip}
        >
          Skip
        </Button>
      )}
      <IconButton
        label="Delete"
        tone="danger"
        icon={<Trash2 aria-hidden />}
        className="ml-auto"
        busy={deleting.isPending}
        onClick={remove}
      />
    </>
  );
}

/** Replaces the icon, as shortcuts are what one learns in a review. Hidden on touch devices. */
function KeyHint({ keys }: { keys: string }) {
  return (
    <span aria-hidden className="flex touch:hidden max-md:hidden">
      <Kbd keys={keys} />
    </span>
  );
}
