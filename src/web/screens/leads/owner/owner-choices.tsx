import { useQuery } from "@tanstack/react-query";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import type { TeamMember } from "#shared/contract/user.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { useAction } from "#web/actions/use-action.ts";
import { detailOf, isStale } from "#web/api/connection/api-error.ts";
import { sessionQuery } from "#web/api/session.ts";
import { setLeadOwner, useTeam } from "#web/api/leads/owners.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

interface OwnerChoice {
  value: string;
  label: string;
}

/** The value of a choice for nobody. */
export const NOBODY = "none";

/** Who leads can be assigned to: the caller first, then the others by name. Empty while nobody has an account. */
export function useOwnerChoices(): OwnerChoice[] {
  const { data: session } = useQuery(sessionQuery);
  const team = useTeam().filter(({ isActive }) => isActive);
  const isSelf = ({ id }: TeamMember): boolean => id === session?.user?.id;
  return [
    ...team.filter(isSelf).map(({ id, username }) => ({ value: id, label: `${username} (you)` })),
    ...team.filter((one) => !isSelf(one)).map(({ id, username }) => ({ value: id, label: username })),
  ];
}

/** The account of the caller; null without one, when leads have no owners. */
export function useOwnId(): string | null {
  const { data: session } = useQuery(sessionQuery);
  return session?.user?.id ?? null;
}

type AssignedLead = Pick<LeadRow, "id" | "ownerId">;
export type Assign = (lead: AssignedLead, ownerId: string | null) => Promise<boolean>;

/**
 * Assigns a lead and offers Undo; null unassigns it. If someone else assigned it in the meantime, a notice names them
 * and offers to assign it anyway.
 */
export function useAssignLead(): Assign {
  const { run } = useAction(setLeadOwner);
  const assign = (id: string, ownerId: string | null, former?: { ownerId: string | null }): Promise<boolean> =>
    run(
      { params: { id }, body: { ownerId, former } },
      {
        done: ({ data }) => `${leadTitle(data)} ${data.owner === "" ? "unassigned" : `assigned to ${data.owner}`}`,
        failed: null,
        onFailed: (error) => {
          if (!isStale(error)) return toast.error("Failed to assign lead", detailOf(error));
          toast({
            title: error.detail.replace(/\.$/u, ""),
            detail: "Your change wasn't saved.",
            action: {
              label: ownerId === null ? "Unassign anyway" : "Assign anyway",
              onSelect: () => void assign(id, ownerId),
            },
          });
        },
      },
    );
  return ({ id, ownerId: former }, ownerId) => assign(id, ownerId, { ownerId: former });
}
