import { latestPresent } from "#server/platform/clock.ts";

/**
 * Of leads in order of id, those that a walk may pass: all before the first that was added after `until`. Ids are
 * assigned before rows become visible, so leads with lower ids may follow it. Leads from when the clock was ahead pass.
 */
export function passable<R extends { created_at: string }>(rows: readonly R[], until: string): readonly R[] {
  const present = latestPresent(until);
  const young = rows.findIndex(({ created_at: at }) => at > until && at <= present);
  return young < 0 ? rows : rows.slice(0, young);
}
