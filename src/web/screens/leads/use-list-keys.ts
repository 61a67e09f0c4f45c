import type { LeadStatus } from "#shared/lead-status.ts";
import { useShortcut } from "#web/layout/shortcuts.ts";
import type { LeadPicking } from "#web/screens/leads/selection/use-lead-selection.ts";
import type { CurrentLead } from "#web/screens/leads/use-current-lead.ts";

/** The keys of the list. They rest while a sheet or dialog is open, which has its own. */
export function useListKeys(
  current: CurrentLead,
  picking: LeadPicking,
  onOpen: (id: string) => void,
  onDecide: (id: string, status: LeadStatus) => void,
  mayDecide: boolean,
): void {
  const { lead } = current;
  const decide = (status: LeadStatus): void => {
    if (lead !== undefined && lead.status !== status) onDecide(lead.id, status);
  };
  useShortcut("j", "Next lead", () => current.move(1));
  useShortcut("k", "Previous lead", () => current.move(-1));
  useShortcut("Enter", "Open the lead", () => lead !== undefined && onOpen(lead.id));
  useShortcut("q", "Qualify the lead", () => decide("qualified"), { enabled: mayDecide });
  useShortcut("a", "Approve the lead", () => decide("approved"), { enabled: mayDecide });
  useShortcut("r", "Reject the lead", () => decide("rejected"), { enabled: mayDecide });
  useShortcut("x", "Select the lead, or not", () => lead !== undefined && picking.toggle(lead.id, false));
  useShortcut("mod+a", "Select all loaded leads", picking.pickLoaded);
  const leave = (): void => (picking.state === "none" ? current.clear() : picking.clear());
  useShortcut("Escape", "Close the lead, drop the selection, or leave the row", leave);
}
