import type { ChangedEvent, ChangeTopic } from "#shared/contract/event.ts";

/** Above this many ids readers refresh everything instead: a PostgreSQL notification holds 8,000 bytes. */
const MAX_LEAD_IDS = 50;

/** Coalesces changes that follow each other closely. */
export function createChangeBurst() {
  let topics = new Set<ChangeTopic>();
  /** Null if any lead may have changed. */
  let leadIds: Set<string> | null = new Set();
  return {
    /** Without ids, any lead may have changed if the topics include leads. */
    add(change: ChangedEvent): void {
      for (const topic of change.topics) topics.add(topic);
      if (!change.topics.includes("leads")) return;
      if (change.leadIds === undefined) leadIds = null;
      else for (const id of change.leadIds) leadIds?.add(id);
      if (leadIds !== null && leadIds.size > MAX_LEAD_IDS) leadIds = null;
    },
    /** Everything added since the last call; null if there is nothing. */
    take(): ChangedEvent | null {
      if (topics.size === 0) return null;
      const change: ChangedEvent = { topics: [...topics] };
      if (leadIds !== null && leadIds.size > 0) change.leadIds = [...leadIds];
      topics = new Set();
      leadIds = new Set();
      return change;
    },
  };
}
