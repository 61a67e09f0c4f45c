import { counted } from "#shared/counted.ts";
import { LIMITS } from "#shared/limits.ts";
import type { OldLeadCursor } from "#server/db/lead-changes/old-leads.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import {
  announcedBefore,
  isLookDue,
  removableBefore,
  removalOf,
  withNotice,
} from "#server/features/leads/removal-notice.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { Workspace } from "#server/workspace.ts";

/** Small enough that others don't wait long for the transaction. */
const CHUNK = 100;
/** Counting stops here; more is shown as "more than". */
const COUNTED = LIMITS.list.exactCountUpTo;
const COUNTED_AT_ONCE = 1_000;

/**
 * Once a day, after retention was changed, and with `atOnce`: removes the leads that had no change within retention and
 * whose notice period is over (never approved ones), then announces the next ones. Stops after a chunk if the process
 * is asked to stop or someone changes retention. Returns how many it removed; null if no check was due.
 */
export async function removeOldLeads(
  workspace: Workspace,
  { atOnce = false }: { atOnce?: boolean } = {},
): Promise<number | null> {
  const { store, clock, feed } = workspace;
  const { retentionDays } = await readSettings(workspace);
  if (!atOnce && !isLookDue(await store.oldLeads.notices(), retentionDays, clock())) return null;
  const { removed, isDone } =
    retentionDays === null ? { removed: 0, isDone: true } : await removeAll(workspace, retentionDays);
  if (!isDone) return removed;
  const notices = await store.oldLeads.notices();
  await store.oldLeads.writeNotices(retentionDays === null ? [] : withNotice(notices, retentionDays, clock()));
  feed.changed(["notifications"]);
  return removed;
}

/** Leads that retention will remove. */
export interface UpcomingRemoval {
  count: number;
  /** Whether the count is complete. */
  exact: boolean;
  /** When the first of them is removed, ISO 8601. */
  on: string;
}

/** The announced leads that retention will remove next, up to 10,000. Null if none. */
export async function upcomingRemoval(workspace: Pick<Workspace, "store">): Promise<UpcomingRemoval | null> {
  const { oldLeads } = workspace.store;
  const [notices, { retentionDays }] = await Promise.all([oldLeads.notices(), readSettings(workspace)]);
  const last = notices.at(-1);
  if (last === undefined || last.retentionDays !== retentionDays) return null;
  const before = announcedBefore(last);
  let count = 0;
  let oldest: string | null = null;
  let after: OldLeadCursor | null = null;
  do {
    const page = await oldLeads.page(before, after, COUNTED_AT_ONCE);
    count += page.ids.length;
    oldest ??= page.oldest;
    after = page.next;
  } while (after !== null && count < COUNTED);
  const on = oldest === null ? null : removalOf(oldest, notices);
  return on === null ? null : { count, exact: after === null, on };
}

/** `isDone` is false if it had to stop before all were removed. */
async function removeAll(workspace: Workspace, retentionDays: number): Promise<{ removed: number; isDone: boolean }> {
  const { store, clock, feed, stopping } = workspace;
  const before = removableBefore(await store.oldLeads.notices(), retentionDays, clock());
  if (before === null) return { removed: 0, isDone: true };
  const at = clock().toISOString();
  let removed = 0;
  let entryId: string | null = null;
  let after: OldLeadCursor | null = null;
  try {
    do {
      if (stopping.aborted || (await readSettings(workspace)).retentionDays !== retentionDays) {
        return { removed, isDone: false };
      }
      const earlier = removed;
      const page = await store.oldLeads.removePage(before, after, CHUNK, {
        entryId,
        entry: (count) => removalEntry(earlier + count, retentionDays, at),
      });
      removed += page.ids.length;
      ({ entryId, next: after } = page);
      if (page.ids.length > 0) {
        feed.progress({ work: "retention", label: "Removing old leads", done: removed, total: null, finished: false });
        feed.changed(["leads"]);
      }
      // Other requests are answered between two chunks.
      await new Promise((resolve) => setImmediate(resolve));
    } while (after !== null);
    return { removed, isDone: true };
  } finally {
    if (removed > 0) {
      feed.progress({ work: "retention", label: "Removing old leads", done: removed, total: removed, finished: true });
      feed.changed(["leads", "activity"]);
    }
  }
}

function removalEntry(removed: number, retentionDays: number, at: string): NewJournalEntry {
  return {
    kind: "other",
    title: `${counted(removed, "old lead")} removed`,
    description: `No activity for ${counted(retentionDays, "day")}`,
    by: "Retention",
    at,
  };
}
