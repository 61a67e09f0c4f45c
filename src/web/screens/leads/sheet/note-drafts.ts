/** Edited notes. */
export interface NoteDraft {
  text: string;
  /** The saved notes they started from. */
  former: string;
  /** The last text sent to the server, which may have stored it even if no answer came. */
  sent: string;
}

export const notesDraft = (leadId: string): string => `notes.${leadId}`;

/** Whether the server may have these notes without anyone else editing them. */
export function isOwn(draft: NoteDraft, notes: string): boolean {
  return [draft.text, draft.former, draft.sent].includes(notes);
}

export function isNoteDraft(value: unknown): value is NoteDraft {
  if (typeof value !== "object" || value === null) return false;
  const { text, former, sent } = { text: null, former: null, sent: null, ...value };
  return [text, former, sent].every((one) => typeof one === "string");
}
