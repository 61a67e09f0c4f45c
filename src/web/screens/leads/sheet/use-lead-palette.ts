import { CircleCheck, CircleX, Link2, Pencil, ThumbsUp, Trash2, UserRound } from "lucide-react";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { useDeleteLead } from "#web/actions/use-delete-lead.ts";
import { useOwnerChoices } from "#web/screens/leads/owner/owner-choices.tsx";
import { useSubjectActions } from "#web/layout/palette/subject-actions.ts";
import { paths } from "#web/paths.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

const DECISIONS = [
  { status: "approved", label: "Approve lead", Icon: ThumbsUp },
  { status: "qualified", label: "Qualify lead", Icon: CircleCheck },
  { status: "rejected", label: "Reject lead", Icon: CircleX },
] as const;

interface LeadPaletteActions {
  mayWork: boolean;
  decide: (status: LeadStatus) => void;
  edit: () => void;
  assignTo: (ownerId: string | null) => void;
  onDeleted: () => void;
}

/** The open lead's actions in the command palette; undefined while there is none. */
export function useLeadPalette(
  lead: LeadDetail | undefined,
  { mayWork, decide, edit, assignTo, onDeleted }: LeadPaletteActions,
): void {
  const deleting = useDeleteLead();
  const owners = useOwnerChoices();
  useSubjectActions(
    lead === undefined
      ? null
      : {
          title: leadTitle(lead),
          entries: [
            ...DECISIONS.filter(({ status }) => mayWork && status !== lead.status).map(({ status, label, Icon }) => ({
              label,
              Icon,
              run: () => decide(status),
            })),
            ...(mayWork ? [{ label: "Edit lead", words: "change fields", Icon: Pencil, run: edit }] : []),
            ...owners
              .filter(({ value }) => mayWork && value !== lead.ownerId)
              .map(({ value, label }) => ({
                label: `Assign to ${label}`,
                words: "owner",
                Icon: UserRound,
                run: () => assignTo(value),
              })),
            ...(mayWork && lead.ownerId !== null
              ? [{ label: "Unassign lead", words: "owner nobody", Icon: UserRound, run: () => assignTo(null) }]
              : []),
            { label: "Copy link to lead", words: "share url", Icon: Link2, run: () => void copyLink(lead.id) },
            ...(mayWork
              ? [
                  {
                    label: "Delete lead",
                    words: "remove",
                    Icon: Trash2,
                    run: () => void deleting.run(lead).then((isDeleted) => isDeleted && onDeleted()),
                  },
                ]
              : []),
          ],
        },
  );
}

async function copyLink(id: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(`${location.origin}${paths.lead(id)}`);
    toast.success("Link copied");
  } catch {
    // Without a secure context there is no clipboard.
    toast.error("Couldn't copy the link", "Copy it from the address bar.");
  }
}
