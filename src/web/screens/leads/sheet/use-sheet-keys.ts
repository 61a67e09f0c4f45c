import type { LeadStatus } from "#shared/lead-status.ts";
import { useShortcut } from "#web/layout/shortcuts.ts";

export interface SheetActs {
  decide: (status: LeadStatus) => void;
  edit: () => void;
  toPrevious: () => void;
  toNext: () => void;
}

/** The list's keys, for the open lead; in a review it can be skipped too. They rest while a question lies over the sheet. */
export function useSheetKeys(
  enabled: boolean,
  isReview: boolean,
  mayWork: boolean,
  { decide, edit, toPrevious, toNext }: SheetActs,
): void {
  const options = { enabled, reach: "sheet" } as const;
  useShortcut("j", "Next lead", toNext, options);
  useShortcut("k", "Previous lead", toPrevious, options);
  const deciding = { ...options, enabled: enabled && mayWork };
  useShortcut("q", "Qualify the lead", () => decide("qualified"), deciding);
  useShortcut("a", "Approve the lead", () => decide("approved"), deciding);
  useShortcut("r", "Reject the lead", () => decide("rejected"), deciding);
  useShortcut("s", "Skip the lead", toNext, { ...options, enabled: enabled && isReview });
  useShortcut("e", "Edit the lead", edit, deciding);
}
