import type { Replay } from "#shared/contract/replay.ts";

/** A stored replay of raw input; `lastLead` is the last lead it reached. */
export type ReplayRecord = Replay & { lastLead: string | null; rowsRead: number; rowsUnreadable: number };

/** A change to a lead, as shown to users. */
export interface ShownChange {
  field: string;
  before: string;
  after: string;
  why: string;
}

/** A lead that would change. */
export interface ReplayLead {
  leadId: string;
  name: string;
  changes: ShownChange[];
  /** A fingerprint of the changes, to check whether another replay of the lead gives the same. */
  mark: string;
}
