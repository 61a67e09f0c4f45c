import { isDeepStrictEqual } from "node:util";
import { DEFAULT_SETTINGS, type Settings, type StoredSettings } from "#shared/contract/settings.ts";
import { inEnglish } from "#shared/counted.ts";
import { settingWords } from "#shared/setting-words.ts";
import { invalid } from "#server/platform/errors.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import { act, type ActionEntry, refuseStale, withVersion } from "#server/features/journal/act.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { rescoreAfterChange } from "#server/features/rules/rescore.ts";
import type { Workspace } from "#server/workspace.ts";

/** Saves changed settings; a new threshold requalifies every lead whose status no person set. Throws stale. */
export async function changeSettings(
  workspace: Workspace,
  { version, ...patch }: Partial<Settings> & { version?: string | undefined },
): Promise<Acted<StoredSettings> & { before: Settings }> {
  if (patch.useLanguageModel === true && workspace.languageModel === null) {
    throw invalid(
      "useLanguageModel",
      "No language model is set up. Your administrator can add one with WINNOW_LLM_URL.",
    );
  }
  const { done, actId } = await act(
    workspace,
    ({ before, after }: { before: Settings; after: Settings }) => settingsEntry(before, after),
    function* ({ settings, emailSettings }) {
      const before = { ...DEFAULT_SETTINGS, ...(yield* settings.read()) };
      refuseStale({ noun: "settings", table: "settings", record: before, version, fields: Object.keys(patch) });
      const changed = Object.entries(patch).filter(
        ([key, value]) => !isDeepStrictEqual(before[key as keyof Settings], value),
      );
      yield* settings.write(Object.fromEntries(changed));
      if (changed.some(([key]) => key === "reportHour" || key === "reportTimeZone")) {
        // A time before the schedule was changed doesn't count as missed.
        const inUse = (yield* emailSettings.list()).find(({ isActive }) => isActive);
        if (inUse !== undefined)
          yield* emailSettings.update(inUse.id, { scheduledSince: workspace.clock().toISOString() });
      }
      return { before, after: { ...before, ...patch } };
    },
  );
  if (done.after.useLanguageModel && !done.before.useLanguageModel) await workspace.jobs.add(jobs.secondReading());
  if (done.before.qualificationThreshold !== done.after.qualificationThreshold) await rescoreAfterChange(workspace);
  return { done: withVersion("settings", done.after), actId, before: done.before };
}

/** The history entry of changed settings: "Threshold 30 → 40", or their names if there are several. */
function settingsEntry(before: Settings, after: Settings): ActionEntry {
  const keys = (Object.keys(after) as (keyof Settings)[]).filter((key) => !isDeepStrictEqual(before[key], after[key]));
  const changes = keys.map((key) => changeWords(key, before[key], after[key]));
  const [only] = changes;
  if (only !== undefined && changes.length === 1) return { kind: "settings", title: only };
  return { kind: "settings", title: `${changes.length} settings changed`, description: changes.join(", ") };
}

function changeWords(key: keyof Settings, before: Settings[keyof Settings], after: Settings[keyof Settings]): string {
  const name = settingWords(key);
  if (typeof after === "boolean") return `${name} turned ${after ? "on" : "off"}`;
  const [from, to] = [before, after].map(shortWords);
  return from !== undefined && to !== undefined ? `${name} ${from} → ${to}` : `${name} changed`;
}

/** Undefined for lists and long texts, which don't fit. */
function shortWords(value: unknown): string | undefined {
  if (value === null) return "off";
  return typeof value === "number" ? inEnglish(value) : undefined;
}
