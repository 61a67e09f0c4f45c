import { useQuery } from "@tanstack/react-query";
import type { TeamMember } from "#shared/contract/user.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { useAction } from "#web/actions/use-action.ts";
import { sessionQuery } from "#web/api/session.ts";
import { setLeadOwner, useTeam } from "#web/api/leads/owners.ts";

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
export function useAssignLead(): (id: string, ownerId: string | null) => Promise<boolean> {
  const { run } = useAction(setLeadOwner);
  return (id, ownerId) =>
    run(
      { params: { id }, body: { ownerId } },
      {
        done: ({ data }) => `${leadTitle(data)} ${data.owner === "" ? "unassigned" : `assigned to ${data.owner}`}`,
        failed: "Failed to assign lead",
      },
    );
}
