import { CircleCheck, CircleX, Pencil, ThumbsUp, UserRound } from "lucide-react";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { useOwnerChoices, useOwnId } from "#web/screens/leads/owner/owner-choices.tsx";
import { useSubjectActions } from "#web/layout/palette/subject-actions.ts";

const DECISIONS = [
  { status: "approved", label: "Approve lead", Icon: ThumbsUp },
  { status: "qualified", label: "Qualify lead", Icon: CircleCheck },
  { status: "rejected", label: "Reject lead", Icon: CircleX },
] as const;

interface LeadPaletteActions {
  mayWork: boolean;
  decide: (status: LeadStatus) => void;
  edit: () => void;
  chooseOwner: () => void;
  assignTo: (ownerId: string | null) => void;
}

/** Decisions on the open lead and its owner in the command palette; its other parts add their own. */
export function useLeadPalette(
  lead: LeadDetail | undefined,
  { mayWork, decide, edit, chooseOwner, assignTo }: LeadPaletteActions,
): void {
  const owners = useOwnerChoices();
  const ownId = useOwnId();
  useSubjectActions(
    lead === undefined || !mayWork
      ? null
      : {
          title: leadTitle(lead),
          entries: [
            ...DECISIONS.filter(({ status }) => status !== lead.status).map(({ status, label, Icon }) => ({
              label,
              Icon,
              run: () => decide(status),
            })),
            { label: "Edit lead", words: "change fields", Icon: Pencil, movesFocus: true, run: edit },
            ...owners
              .filter(({ value }) => value !== lead.ownerId)
              .map(({ value, label }) => ({
                label: `Assign to ${label}`,
                words: "owner",
                Icon: UserRound,
                ...(value !== ownId && { isSearched: true as const }),
                run: () => assignTo(value),
              })),
            ...(owners.length > 1
              ? [
                  {
                    label: "Assign to…",
                    words: "owner colleague",
                    Icon: UserRound,
                    movesFocus: true as const,
                    run: chooseOwner,
                  },
                ]
              : []),
            ...(lead.ownerId !== null
              ? [{ label: "Unassign lead", words: "owner nobody", Icon: UserRound, run: () => assignTo(null) }]
              : []),
          ],
        },
  );
}
