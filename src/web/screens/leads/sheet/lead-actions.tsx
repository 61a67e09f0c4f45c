import { CircleCheck, CircleX, Pencil, ThumbsUp, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { LeadDetail } from "#shared/contract/lead.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { useDeleteLead } from "#web/acts/use-delete-lead.ts";
import type { SheetActs } from "#web/screens/leads/sheet/use-sheet-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";

interface LeadActionsProps extends Pick<SheetActs, "decide" | "edit"> {
  lead: LeadDetail;
  onDeleted: () => void;
}

const DECISIONS: readonly { status: LeadStatus; label: string; icon: ReactNode }[] = [
  { status: "qualified", label: "Qualify", icon: <CircleCheck aria-hidden /> },
  { status: "approved", label: "Approve", icon: <ThumbsUp aria-hidden /> },
  { status: "rejected", label: "Reject", icon: <CircleX aria-hidden /> },
];

/** What can be done with the open lead; a decision it already has is not offered. */
export function LeadActions({ lead, decide, edit, onDeleted }: LeadActionsProps) {
  const deleting = useDeleteLead();
  return (
    <>
      {DECISIONS.filter(({ status }) => status !== lead.status).map(({ status, label, icon }) => (
        <Button key={status} icon={icon} onClick={() => decide(status)}>
          {label}
        </Button>
      ))}
      <span className="ml-auto flex">
        <IconButton label="Edit" shortcut="e" icon={<Pencil aria-hidden />} onClick={edit} />
        <IconButton
          label="Delete"
          tone="danger"
          icon={<Trash2 aria-hidden />}
          busy={deleting.running}
          onClick={() => {
            void deleting.run(lead.id).then((isDeleted) => isDeleted && onDeleted());
          }}
        />
      </span>
    </>
  );
}
