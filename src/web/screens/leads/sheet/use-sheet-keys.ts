import type { LeadStatus } from "#shared/lead-status.ts";
import { useShortcut } from "#web/layout/shortcuts.ts";

export interface SheetActions {
  decide: (status: LeadStatus) => void;
  edit: () => void;
  /** Opens the menu of owners. */
  chooseOwner: () => void;
  /** Null without an account. */
  assignToSelf: (() => void) | null;
  toPrevious: () => void;
  toNext: () => void;
}

interface SheetKeys {
  enabled: boolean;
  isPanel: boolean;
  isReview: boolean;
  mayWork: boolean;
}

/** The list's shortcuts for the open lead, plus skip in a review. Inactive while a dialog is open over it. */
export function useSheetKeys(
  { enabled, isPanel, isReview, mayWork }: SheetKeys,
  { decide, edit, chooseOwner, assignToSelf, toPrevious, toNext }: SheetActions,
): void {
  const options = { enabled, reach: isPanel ? "page" : "sheet" } as const;
  useShortcut("j", "Next lead", toNext, options);
  useShortcut("k", "Previous lead", toPrevious, options);
  const deciding = { ...options, enabled: enabled && mayWork };
  useShortcut("q", "Qualify lead", () => decide("qualified"), deciding);
  useShortcut("a", "Approve lead", () => decide("approved"), deciding);
  useShortcut("r", "Reject lead", () => decide("rejected"), deciding);
  useShortcut("s", "Skip lead", toNext, { ...options, enabled: enabled && isReview });
  useShortcut("e", "Edit lead", edit, deciding);
  const assigning = { ...deciding, enabled: deciding.enabled && assignToSelf !== null };
  useShortcut("o", "Choose the lead's owner", chooseOwner, assigning);
  useShortcut("m", "Assign lead to me", () => assignToSelf?.(), assigning);
}
