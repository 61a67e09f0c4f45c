/** Edited notes, and the saved ones they started from. */
export interface NoteDraft {
  text: string;
  former: string;
}

const keyOf = (leadId: string): string => `winnow.note-draft.${leadId}`;

/** The unsaved notes of a lead in this tab; null if there are none. Signing out clears them. */
export function readDraft(leadId: string): NoteDraft | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(leadId)) ?? "null");
    return isDraft(stored) ? stored : null;
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

function isDraft(value: unknown): value is NoteDraft {
  if (typeof value !== "object" || value === null || !("text" in value) || !("former" in value)) return false;
  return typeof value.text === "string" && typeof value.former === "string";
}
