import type { ChangedEvent, ChangeTopic } from "#shared/contract/event.ts";

/** More ids than this and readers refresh all they show instead: a notification must stay small (8,000 bytes in PostgreSQL). */
const MAX_LEAD_IDS = 50;

/** Changes that follow each other closely, as one. */
export interface ChangeBurst {
  /** Without ids any lead may have changed, where the topics name leads. */
  add(change: ChangedEvent): void;
  /** All that was added since the last time; null when that is nothing. */
  take(): ChangedEvent | null;
}

export function createChangeBurst(): ChangeBurst {
  let topics = new Set<ChangeTopic>();
  /** Null where any lead may have changed. */
  let leadIds: Set<string> | null = new Set();
  return {
    add(change) {
      for (const topic of change.topics) topics.add(topic);
      if (!change.topics.includes("leads")) return;
      if (change.leadIds === undefined) leadIds = null;
      else for (const id of change.leadIds) leadIds?.add(id);
      if (leadIds !== null && leadIds.size > MAX_LEAD_IDS) leadIds = null;
    },
    take() {
      if (topics.size === 0) return null;
      const change: ChangedEvent = { topics: [...topics] };
      if (leadIds !== null && leadIds.size > 0) change.leadIds = [...leadIds];
      topics = new Set();
      leadIds = new Set();
      return change;
    },
  };
}
