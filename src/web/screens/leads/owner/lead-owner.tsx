import { ChevronDown, UserRound } from "lucide-react";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { useMay } from "#web/api/use-may.ts";
import { useTeam } from "#web/api/leads/owners.ts";
import { NOBODY, useAssignLead, useOwnerChoices } from "#web/screens/leads/owner/owner-choices.tsx";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuChoice } from "#web/ui/overlays/menu.tsx";

/** Id of the open lead's owner button, for its shortcut. */
export const OWNER_BUTTON = "lead-owner";

/** Why a rule chose the owner; nothing if a person did. */
export function AssignedWhy({ lead: { owner, assignment } }: { lead: LeadDetail }) {
  if (assignment === null) return null;
  return (
    <p className="text-sm text-muted wrap-anywhere">
      Assigned to {owner} by “{assignment.ruleName}”: {assignment.reason}
    </p>
  );
}

/** The open lead's owner, and a menu to change it. Hidden while nobody has an account. */
export function LeadOwner({ lead }: { lead: LeadDetail }) {
  const choices = useOwnerChoices();
  const assign = useAssignLead();
  const mayAssign = useMay("work");
  if (useTeam().length === 0) return null;
  const name = lead.owner === "" ? "No owner" : lead.owner;
  if (!mayAssign) {
    return (
      <span className="flex items-center gap-1.5 text-muted">
        <UserRound aria-hidden className="size-4" />
        <span className="sr-only">Owner:</span> <bdi>{name}</bdi>
      </span>
    );
  }
  return (
    <span id={OWNER_BUTTON} className="-my-1.5 flex min-w-0">
      <Menu
        align="start"
        trigger={
          <Button
            variant="ghost"
            size="small"
            icon={<UserRound aria-hidden />}
            aria-label={`Owner: ${name}`}
            aria-keyshortcuts="o"
            className="-ml-2.5 min-w-0 font-normal text-muted"
          >
            <bdi className="truncate">{name}</bdi>
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        <MenuChoice
          label="Owner"
          value={lead.ownerId ?? NOBODY}
          onChange={(value) => void assign(lead, value === NOBODY ? null : value)}
          options={[...choices, { value: NOBODY, label: "No owner" }]}
        />
      </Menu>
    </span>
  );
}
