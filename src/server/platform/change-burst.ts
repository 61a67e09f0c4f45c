import type { ChangedEvent, ChangeTopic } from "#shared/contract/event.ts";

/** Above this many ids readers refresh everything instead: a PostgreSQL notification holds 8,000 bytes. */
const MAX_LEAD_IDS = 50;

/** Coalesces changes that follow each other closely. */
export interface ChangeBurst {
  /** Without ids, any lead may have changed if the topics include leads. */
  add(change: ChangedEvent): void;
  /** Everything added since the last call; null if there is nothing. */
  take(): ChangedEvent | null;
}

export function createChangeBurst(): ChangeBurst {
  let topics = new Set<ChangeTopic>();
  /** Null if any lead may have changed. */
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
