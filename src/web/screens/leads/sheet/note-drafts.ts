/** Edited notes. */
export interface NoteDraft {
  text: string;
  /** The saved notes they started from. */
  former: string;
  /** The last text sent to the server, which may have stored it even if no answer came. */
  sent: string;
}

const keyOf = (leadId: string): string => `winnow.note-draft.${leadId}`;

/** Whether the server may have these notes without anyone else editing them. */
export function isOwn(draft: NoteDraft, notes: string): boolean {
  return [draft.text, draft.former, draft.sent].includes(notes);
}

/** The unsaved notes of a lead in this tab; null if there are none. Signing out clears them. */
export function readDraft(leadId: string): NoteDraft | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(leadId)) ?? "null");
    // Version 0.1 stored no `sent`.
    return isDraft(stored) ? { sent: stored.former, ...stored } : null;
  } catch {
    // Storage may be blocked or hold something else.
    return null;
  }
}

/** Stores or, with null, forgets unsaved notes; false if storage is blocked or full. */
export function storeDraft(leadId: string, draft: NoteDraft | null): boolean {
  try {
    if (draft === null) sessionStorage.removeItem(keyOf(leadId));
    else sessionStorage.setItem(keyOf(leadId), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

function isDraft(value: unknown): value is Omit<NoteDraft, "sent"> & Partial<Pick<NoteDraft, "sent">> {
  if (typeof value !== "object" || value === null || !("text" in value) || !("former" in value)) return false;
  const { text, former } = value;
  return (
    typeof text === "string" && typeof former === "string" && (!("sent" in value) || typeof value.sent === "string")
  );
}
