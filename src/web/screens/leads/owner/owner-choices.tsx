import { useMutation, useQuery } from "@tanstack/react-query";
import type { TeamMember } from "#shared/contract/user.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { useUndo } from "#web/actions/use-undo.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
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

/** Assigns a lead and offers Undo; null unassigns it. */
export function useAssignLead(): (id: string, ownerId: string | null) => Promise<void> {
  const { mutateAsync } = useMutation(setLeadOwner);
  const undoAction = useUndo();
  return async (id, ownerId) => {
    try {
      const { data, actId } = await mutateAsync({ params: { id }, body: { ownerId } });
      const done = data.owner === "" ? "unassigned" : `assigned to ${data.owner}`;
      toast.success(`${leadTitle(data)} ${done}`, undoAction(actId));
    } catch (error) {
      toast.error("Failed to assign lead", detailOf(error));
    }
  };
}
