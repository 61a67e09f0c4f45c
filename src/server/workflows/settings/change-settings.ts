import { isDeepStrictEqual } from "node:util";
import { DEFAULT_SETTINGS, type Settings } from "#shared/contract/settings.ts";
import type { Acted } from "#server/store/act.ts";
import { act } from "#server/workflows/journal/act.ts";
import { rescoreAfterChange } from "#server/workflows/rules/rescore.ts";
import { toldOfSettings } from "#server/workflows/settings/told-of-settings.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Saves those settings that are others now; a new threshold decides afresh every lead whose status no person set. */
export async function changeSettings(workspace: Workspace, patch: Partial<Settings>): Promise<Acted<Settings>> {
  const { done, actId } = await act(
    workspace,
    ({ before, after }: { before: Settings; after: Settings }) => toldOfSettings(before, after),
    function* ({ settings, emailSettings }) {
      const before = { ...DEFAULT_SETTINGS, ...(yield* settings.read()) };
      const changed = Object.entries(patch).filter(
        ([key, value]) => !isDeepStrictEqual(before[key as keyof Settings], value),
      );
      yield* settings.write(Object.fromEntries(changed));
      if (changed.some(([key]) => key === "reportHour" || key === "reportTimeZone")) {
        // A moment that has passed on the new schedule is not one that was missed.
        const inUse = (yield* emailSettings.list()).find(({ isActive }) => isActive);
        if (inUse !== undefined)
          yield* emailSettings.update(inUse.id, { scheduledSince: workspace.clock().toISOString() });
      }
      return { before, after: { ...before, ...patch } };
    },
  );
  workspace.feed.changed(["settings", "status"]);
  if (done.before.qualificationThreshold !== done.after.qualificationThreshold) await rescoreAfterChange(workspace);
  return { done: done.after, actId };
}
