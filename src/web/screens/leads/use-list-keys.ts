import type { LeadStatus } from "#shared/lead-status.ts";
import { useShortcut } from "#web/layout/shortcuts.ts";
import type { LeadPicking } from "#web/screens/leads/selection/use-lead-selection.ts";
import type { CurrentLead } from "#web/screens/leads/use-current-lead.ts";

/** The list's shortcuts. Inactive while a sheet or dialog with its own is open. */
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
  useShortcut("Enter", "Open lead", () => lead !== undefined && onOpen(lead.id));
  useShortcut("q", "Qualify lead", () => decide("qualified"), { enabled: mayDecide });
  useShortcut("a", "Approve lead", () => decide("approved"), { enabled: mayDecide });
  useShortcut("r", "Reject lead", () => decide("rejected"), { enabled: mayDecide });
  useShortcut("x", "Select or deselect lead", () => lead !== undefined && picking.toggle(lead.id, false));
  useShortcut("mod+a", "Select all loaded leads", picking.pickLoaded);
  const leave = (): void => (picking.state === "none" ? current.clear() : picking.clear());
  useShortcut("Escape", "Close lead, clear selection or leave row", leave);
}
