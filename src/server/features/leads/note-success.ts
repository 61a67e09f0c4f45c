import { DAY } from "#shared/durations.ts";
import type { Workspace } from "#server/workspace.ts";

/** The watchdog's keys of the sources. */
export const MAILBOX_KEY = "mailbox";
export const FORMS_KEY = "forms";
export const sourceKey = (id: string): string => `source:${id}`;
export const targetKey = (id: string): string => `target:${id}`;

/** A source without a run for this long was off: its silence is counted from scratch. */
export const UNWATCHED_MILLISECONDS = 2 * DAY;

/**
 * Records a successful run of a source, and whether it brought anything new. A failure to record it isn't a failure of
 * the source.
 */
export async function noteSuccess(
  { store, clock, log }: Pick<Workspace, "store" | "clock" | "log">,
  key: string,
  brought: boolean,
  unwatched = UNWATCHED_MILLISECONDS,
): Promise<void> {
  try {
    await store.health.noteSuccess(key, { at: clock(), brought, unwatched });
  } catch (error) {
    log.warn({ err: error }, "success not recorded");
  }
}
