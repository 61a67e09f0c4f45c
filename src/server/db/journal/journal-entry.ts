/** What the journal records of an action. */
export interface NewJournalEntry {
  kind:
    | "created"
    | "updated"
    | "status"
    | "edited"
    | "deleted"
    | "qualified"
    | "sync"
    | "report"
    | "restored"
    | "merge"
    | "rule"
    | "scrape"
    | "import"
    | "reply"
    | "source"
    | "website"
    | "email"
    | "mailbox"
    | "form"
    | "settings"
    | "view"
    | "tag"
    | "sample"
    | "correction"
    | "follow_up"
    | "next_step"
    | "comment"
    | "other";
  /** `other` by default. */
  type?: "qualified_lead" | "email_sent" | "sync_completed" | "other";
  title: string;
  description?: string;
  by: string;
  at: string;
  /** The lead it is about; null if it is about several or none. */
  leadId?: string | null;
}

export interface JournalEntry extends Required<NewJournalEntry> {
  id: string;
  undoable: boolean;
  undoneAt: string | null;
  /** How many leads a bulk action affected. */
  leads?: number | undefined;
  /** For how many leads it was undone before the undo was stopped. */
  undoneLeads?: number | undefined;
}

/** The journal entry of an action, or a function that builds it from the result. */
export type EntryFor<T> = NewJournalEntry | ((done: T) => NewJournalEntry);

/** `actId` identifies the action for undo; null when nothing changed, which isn't journaled. */
export interface Acted<T> {
  done: T;
  actId: string | null;
}
