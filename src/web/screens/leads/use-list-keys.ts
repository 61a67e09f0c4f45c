import type { LeadRow } from "#shared/contract/leads/lead.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import type { Decide } from "#web/actions/use-lead-status-action.ts";
import { useShortcut } from "#web/layout/shortcuts.ts";
import type { LeadsAddress } from "#web/screens/leads/leads-address.ts";
import type { LeadPicking } from "#web/screens/leads/selection/use-lead-selection.ts";
import type { CurrentLead } from "#web/screens/leads/use-current-lead.ts";

/** The list's shortcuts. Inactive while a sheet or dialog with its own is open; a lead in the panel takes over most. */
export function useListKeys(
  current: CurrentLead,
  /** Null where nothing can be selected. */
  picking: LeadPicking | null,
  address: Pick<LeadsAddress, "leadId" | "openLead" | "closeLead">,
  onDecide: Decide,
  mayDecide: boolean,
  /** Null without an account. */
  assignToSelf: ((lead: LeadRow) => void) | null,
  enabled = true,
): void {
  const { lead } = current;
  const decide = (status: LeadStatus): void => {
    if (lead !== undefined && lead.status !== status) void onDecide(lead, status);
  };
  const isOpen = address.leadId !== undefined;
  const walking = { enabled: enabled && !isOpen };
  const deciding = { enabled: enabled && !isOpen && mayDecide };
  useShortcut("j", "Next lead", () => current.move(1), walking);
  useShortcut("k", "Previous lead", () => current.move(-1), walking);
  useShortcut("Enter", "Open lead", () => lead !== undefined && address.openLead(lead.id), { enabled });
  useShortcut("q", "Qualify lead", () => decide("qualified"), deciding);
  useShortcut("a", "Approve lead", () => decide("approved"), deciding);
  useShortcut("r", "Reject lead", () => decide("rejected"), deciding);
  const assigning = { enabled: deciding.enabled && assignToSelf !== null };
  useShortcut("m", "Assign lead to me", () => lead !== undefined && assignToSelf?.(lead), assigning);
  const selecting = { enabled: enabled && picking !== null };
  useShortcut("x", "Select or deselect lead", () => lead !== undefined && picking?.toggle(lead.id, false), selecting);
  useShortcut("mod+a", "Select all loaded leads", () => picking?.pickLoaded(), selecting);
  const leave = (): void => {
    if (isOpen) address.closeLead();
    else if (picking === null || picking.state === "none") current.clear();
    else picking.clear();
  };
  useShortcut("Escape", "Close lead, clear selection or leave row", leave, { enabled });
}
